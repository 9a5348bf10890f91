/**
 * A day of the owner of an account, in the browser and by keyboard alone: from inviting people to deleting the account and taking
 * it back. Nothing is done past Studio; what others do, they do as others: in browsers of their own, at a real provider, by mails
 * of a real server, in a receiver and a site that are not Lectern's.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { writePlans } from '../../server/test/accounts/plans/plans-file.ts';
import { REACHES_HOME, redirectUriOf } from '../../server/test/identity/sso-log-in.ts';
import { requireAccessible } from '../../server/test/pages/accessible.ts';
import { viewsInTurn } from '../../server/test/pages/views.ts';
import { accept, type Receiver, refuse, startReceiver } from '../../server/test/webhooks/receiver.ts';
import { SENDS_HOME } from '../../server/test/webhooks/webhook.ts';
import { Actor } from '../../testing/src/client.ts';
import { describeFirstEngine } from '../../testing/src/engines.ts';
import { freshEmail, given, type Member, PASSWORD, type Scene, signUp } from '../../testing/src/given.ts';
import { startOpenIdProvider, type TestOpenIdProvider } from '../../testing/src/servers/openid-provider.ts';
import { mailEnvironment, startSmtpServer, type TestSmtpServer } from '../../testing/src/servers/smtp.ts';
import { until } from '../../testing/src/until.ts';
import { untilReady } from './harness/branch.ts';
import { fillSpace } from './harness/filled-space.ts';
import { Keyboard } from './harness/hands.ts';
import { Studio, UNDER_POLICY, type Watch } from './harness/studio.ts';

/** From where one is to what one wants: more presses of Tab are a detour. */
const REACH = 25;
const REQUESTS_A_MONTH = 3_000;
const READS_AT_ONCE = 20;
const NEAR = 0.82;

describeFirstEngine('a day of an owner, by keyboard alone', (engine) => {
  let [mailServer, receiver, provider] = [] as unknown as [TestSmtpServer, Receiver, TestOpenIdProvider];
  let [studio, scene, context, page, hand, watch] = [] as unknown as [
    Studio,
    Scene,
    BrowserContext,
    Page,
    Keyboard,
    Watch,
  ];
  const colleagues = ['Grace', 'Linus'].map((name) => ({ name, email: freshEmail() }));
  let archive = '';
  let screens = 0;

  before(async () => {
    [mailServer, receiver] = await Promise.all([startSmtpServer(), startReceiver(refuse)]);
    const limits = { spaces: 2, api_requests_per_month: REQUESTS_A_MONTH };
    const plans = [{ id: 'harbour', name: 'Harbour', price: 4_900, interval: 'month', limits }];
    const env = {
      ...REACHES_HOME,
      ...SENDS_HOME,
      ...mailEnvironment(mailServer),
      LECTERN_PLANS_FILE: writePlans(plans),
      LECTERN_DEFAULT_PLAN: 'harbour',
    };
    studio = await Studio.open({ engine, env });
    provider = await startOpenIdProvider(redirectUriOf(studio.url));
    ({ scene } = await fillSpace(await given(studio.url, { member: await signUpByMail() })));
    await untilReady(scene, 'next');
    context = await studio.visitor({ ...UNDER_POLICY, viewport: { width: 1_280, height: 800 } });
    page = await context.newPage();
    watch = await studio.watch(page);
    hand = new Keyboard(page, REACH);
  });
  after(async () => {
    await studio?.close();
    await Promise.all([provider?.stop(), receiver?.close(), mailServer?.close()]);
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const textbox = (name: string) => page.getByRole('textbox', { name, exact: true });
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name, exact: true });
  const inDialog = (name: string) => page.getByRole('dialog').last().getByRole('button', { name, exact: true });
  const row = (name: RegExp) => page.getByRole('row', { name });

  /** Looks at the screen as axe does, each in another view. */
  const look = async (name: string) => {
    await isSomewhere(name);
    await requireAccessible(page, name, viewsInTurn(screens++));
    await page.setViewportSize({ width: 1_280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
  };
  const isSomewhere = async (place: string) => {
    const nowhere = () => page.evaluate('document.activeElement === document.body');
    await until(async () => !(await nowhere()), Boolean, 3_000).catch(() =>
      assert.fail(`${place}: the keyboard is nowhere`),
    );
  };
  /** Goes to a screen by its name, from anywhere. */
  const goTo = async (name: string, level = 2) => {
    await palette(name, page.getByRole('option', { name, exact: true, selected: true }));
    await page.getByRole('heading', { level, name, exact: true }).waitFor();
  };
  const palette = async (words: string, option: ReturnType<Page['getByRole']>) => {
    await page.keyboard.press('ControlOrMeta+k');
    await page
      .getByRole('combobox', { name: /^Words of an entry/ })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.insertText(words);
    await option.waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Search and go to' }).waitFor({ state: 'hidden' });
  };
  /** A dialog is done with, and the keyboard goes on from where it was opened. */
  const isBack = async () => {
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await isSomewhere('after a dialog');
  };

  describe('in its order', () => {
    before(async () => {
      await page.goto(`${studio.url}/studio/spaces/${scene.spaceId}/master`);
      await hand.write(textbox('E-mail address'), scene.member.email);
      await hand.write(page.getByRole('textbox', { name: 'Password' }), PASSWORD);
      await look('log-in');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Home' }).waitFor();
      await look('home');
    });

    it('invites two people, who accept from their mails in browsers of their own', async () => {
      await goTo('Members');
      for (const { name, email } of colleagues) {
        await hand.press(button('Invite someone'));
        await hand.write(dialog('Invite someone').getByRole('textbox'), email);
        if (name === 'Linus') await hand.choose(page.getByRole('combobox', { name: 'Role' }), 'Developer');
        if (name === 'Linus') await look('invite');
        await hand.press(inDialog('Invite'));
        await page.getByText(/^The invitation is on its way by e-mail/).waitFor();
        await isBack();
        await page.getByRole('cell', { name: email }).waitFor();
      }
      await look('invited');
      await Promise.all(colleagues.map(acceptFromMail));
      await page.reload();
      for (const { name, email } of colleagues) await row(new RegExp(`^${name} ?${email}`)).waitFor();
    });

    it('sets up single sign-on against a provider, tests it with their own log-in, and requires it', async () => {
      provider.people.set('ada', { email: scene.member.email, email_verified: true, name: 'Ada Lovelace' });
      await goTo('Single sign-on');
      await hand.write(textbox('Issuer'), provider.issuer);
      await hand.write(textbox('Client ID'), provider.settings.client_id);
      await hand.write(page.getByLabel('Client secret'), provider.settings.client_secret);
      await page.keyboard.press('Enter');
      await page.getByText('One is stored.').waitFor();
      const opening = context.waitForEvent('page');
      await hand.press(button('Start test log-in'));
      const provided = await opening;
      await enter(provided, 'ada');
      await provided.getByRole('heading', { name: 'The test log-in succeeded' }).waitFor();
      await provided.close();
      await page.getByText(/^You would be logged in as Ada Lovelace/).waitFor();
      await look('single-sign-on-tested');
      await hand.press(page.getByRole('checkbox', { name: new RegExp(scene.member.email) }));
      await hand.press(button('Require single sign-on…'));
      await look('single-sign-on-require');
      await hand.press(inDialog('Require'));
      await page.getByText('Single sign-on is required.', { exact: true }).waitFor();
      await isBack();
      await look('single-sign-on-required');
      await logInAtProvider('Grace');
    });

    it('finds out why a receiver gets nothing, and sends again what it missed once it is mended', async () => {
      await goTo('Webhooks');
      await hand.press(button('New webhook'));
      await hand.write(dialog('New webhook').getByRole('textbox', { name: 'Name', exact: true }), 'Site');
      await hand.write(textbox('Address'), receiver.url);
      await look('webhook-new');
      await page.keyboard.press('Enter');
      await look('webhook-made');
      await hand.press(button('I have copied it'));
      await page.getByText('Nothing was sent yet').waitFor();
      await hand.putAway();
      await isBack();

      await palette('low tide', page.getByRole('option', { name: /^Low tide at four/, selected: true }));
      await hand.press(button('Publish…'));
      await hand.press(inDialog('Publish 1 entry'));
      await page.getByText('Readers see it now', { exact: true }).waitFor();
      await hand.press(inDialog('Done'));
      await receiver.until(1);

      await goTo('Webhooks');
      await hand.press(page.getByRole('link', { name: 'Site', exact: true }));
      const failed = row(/Entry published.*Failed · 500/).first();
      await until(async () => {
        await hand.press(button('Refresh'));
        return failed.isVisible();
      });
      await look('webhook-failed');
      await hand.press(failed.getByRole('link'));
      await page.getByText('The receiver has to respond with a status from 200 to 299.').waitFor();
      await look('webhook-attempt');
      receiver.respond(accept);
      await hand.press(button('Send this again'));
      await page.getByText('Delivered · 204').waitFor();
      await hand.press(button('Back to all deliveries'));
      await hand.press(button('Send again what was missed…'));
      await look('webhook-range');
      await hand.press(inDialog('Send'));
      await page.getByText(/^(Deliveries that are sent again|There was nothing to send again)/).waitFor();
      await page.keyboard.press('Enter');
      await dialog('Send again what was missed').waitFor({ state: 'hidden' });
      await hand.press(button('Refresh'));
      await page
        .getByText(/\d delivered/)
        .first()
        .waitFor();
      await hand.putAway();
      await isBack();
    });

    it('rotates a key', async () => {
      await goTo('API keys');
      await hand.press(button('New key'));
      await hand.write(textbox('What is it for?'), 'The harbour site');
      await look('key-new');
      await hand.press(inDialog('Create key'));
      const shown = page.getByLabel('Token of the new key').last();
      const first = String(await shown.textContent());
      await isBack();
      await hand.press(button('I have copied it'));
      assert.equal(await readAsSite(first), 200);
      await hand.press(row(/^The harbour site/).getByRole('button', { name: 'Rotate' }));
      await look('key-rotate');
      await hand.press(inDialog('Rotate'));
      await isBack();
      const token = String(await shown.textContent());
      await look('key-rotated');
      assert.deepEqual([await readAsSite(first), await readAsSite(token)], [401, 200]);
      await hand.press(button('I have copied it'));
    });

    it('copies an environment, changes it, compares and merges it with two decisions, and undoes that', async () => {
      await goTo('Environments');
      await hand.press(button('New environment'));
      await hand.write(textbox('Name'), 'spring');
      await look('environment-new');
      await hand.press(inDialog('Create'));
      await isBack();
      await row(/spring Ready master/).waitFor();
      await look('environments');

      await change('A new crane for the east quay', 'Two of them came by sea.');
      await change('Low tide at four', 'At half past four, says the pilot.');
      await palette('spring', page.getByRole('option', { name: 'spring', exact: true, selected: true }));
      await button(/spring Change space or environment/).waitFor();
      await change('A new crane for the east quay', 'It came by rail.');
      await change('Low tide at four', 'At five, says the pilot.');
      await change('Letters from the lighthouse', 'All of them were found.');

      await goTo('Environments');
      await hand.press(row(/^spring/).getByRole('link', { name: 'Compare' }));
      const crane = page.getByRole('button', { name: /^A new crane for the east quay.*Changed in both$/ });
      await hand.press(crane);
      await page.getByRole('heading', { name: 'Teaser · en-US · Changed in both' }).waitFor();
      await look('compare');
      await hand.press(page.getByRole('link', { name: 'Merge into master…' }));
      await page.getByText('2 decisions are left.').waitFor();
      await look('merge');
      await hand.press(page.getByRole('group', { name: /^A new crane/ }).getByRole('radio', { name: /spring$/ }));
      await hand.press(page.getByRole('group', { name: /^Low tide/ }).getByRole('radio', { name: /master$/ }));
      await hand.press(button('Merge into master…'));
      await look('merge-asked');
      await hand.press(inDialog('Merge'));
      await page.getByRole('heading', { name: 'spring is merged into master' }).waitFor();
      await isBack();
      await look('merged');

      await hand.press(page.getByRole('link', { name: 'Review or undo it' }));
      await hand.press(button('Undo this merge…'));
      await hand.write(textbox('Type master to confirm'), 'master');
      await look('merge-undo');
      await page.keyboard.press('Enter');
      await page.getByText(/^Undone by Ada/).waitFor();
      await look('merge-undone');
      await hand.putAway();
      await isBack();
    });

    it('switches an alias and switches it back', async () => {
      await goTo('Environments');
      await hand.press(button('New alias…'));
      await hand.write(textbox('Name'), 'live');
      await hand.choose(page.getByRole('combobox', { name: 'Stands for' }), 'master');
      await hand.press(inDialog('Create'));
      await isBack();
      await hand.press(row(/^live master/).getByRole('button', { name: 'Switch' }));
      await hand.choose(page.getByRole('combobox', { name: 'Should stand for' }), 'spring');
      await page
        .getByText(/differ/)
        .last()
        .waitFor();
      await look('alias-switch');
      await hand.press(inDialog('Switch'));
      await isBack();
      await hand.press(row(/^live spring/).getByRole('button', { name: 'Back to master' }));
      await hand.press(inDialog('Switch'));
      await isBack();
      await row(/^live master/).waitFor();
      await look('aliases');
    });

    it('exports the space, and imports it under another name', async () => {
      await goTo('Export and import');
      await hand.press(button('New export'));
      await look('export-new');
      await hand.press(inDialog('Start export'));
      await isBack();
      await page.getByText(/^Entries: \d+, files: \d+/).waitFor();
      const arriving = page.waitForEvent('download');
      await hand.press(button('Download'));
      archive = await (await arriving).path();
      await look('exported');
      await hand.press(button('Import an export'));
      await hand.give(page.getByLabel('File of an export'), archive);
      await hand.press(page.getByRole('radio', { name: 'Into a new space' }));
      await hand.write(textbox('Name of the new space'), 'Harbour copy');
      await look('import-new');
      await page.keyboard.press('Enter');
      const report = dialog('Report of the import');
      await report.getByText('Done').waitFor();
      await look('import-report');
      await hand.putAway();
      await isBack();
      await button(/^Harbour copy master/).waitFor();
    });

    it('sees a limit of the plan coming', async () => {
      await goTo('Plan and usage');
      await row(/^Spaces \d 2/).waitFor();
      await look('plan');
      const used = Number(
        (
          await row(/^API requests/)
            .first()
            .getByRole('cell')
            .nth(1)
            .textContent()
        )?.replaceAll(/\D/g, ''),
      );
      await readMany(REQUESTS_A_MONTH * NEAR - used);
      await page
        .getByText(/days? left/)
        .first()
        .waitFor();
      const notice = page.getByText(/^80 % of this month’s API requests were used/);
      for (let tries = 0; tries < 20 && !(await notice.isVisible()); tries += 1) {
        await page.reload();
        await row(/^Spaces/).waitFor();
      }
      await notice.waitFor();
      await page.keyboard.press('Tab');
      await look('plan-near');
    });

    it('deletes the account and takes it back', async () => {
      await goTo('Account');
      const name = await textbox('Name of the account').inputValue();
      await hand.press(button('Delete this account…'));
      await hand.write(page.getByRole('dialog').getByRole('textbox'), name);
      await look('account-delete');
      await page.keyboard.press('Enter');
      await isBack();
      await button('Keep this account').waitFor();
      await look('account-deleted');
      await hand.press(button('Keep this account'));
      await button('Delete this account…').waitFor();
      await look('account');
    });

    it('has seen no error in the console', () => {
      assert.deepEqual(watch.seen, []);
    });
  });

  /** The owner, whose address is verified, which ends their sessions. */
  async function signUpByMail(): Promise<Member> {
    const member = await signUp(studio.url);
    const [mail] = await mailServer.mailsTo(member.email);
    const nobody = new Actor(studio.url, null);
    await nobody.post('/auth/verify-email', { token: /token=(\w+)/.exec(mail?.content.text ?? '')?.[1] }, 204);
    const session = await nobody.post('/auth/login', { email: member.email, password: PASSWORD }, 200);
    return { ...member, actor: new Actor(studio.url, session.string('access_token')) };
  }

  /** Accepts an invitation by its mail, and logs in. */
  async function acceptFromMail({ name, email }: (typeof colleagues)[number]): Promise<void> {
    const [mail] = await mailServer.mailsTo(email);
    const [link = ''] = /\S+accept-invitation\?token=\w+/.exec(mail?.content.text ?? '') ?? [];
    const theirs = await (await studio.visitor(UNDER_POLICY)).newPage();
    const { seen } = await studio.watch(theirs);
    const they = new Keyboard(theirs);
    await theirs.goto(link);
    await they.write(theirs.getByRole('textbox', { name: 'Your name' }), name);
    await they.write(theirs.getByRole('textbox', { name: 'Password' }), PASSWORD);
    await theirs.keyboard.press('Enter');
    await theirs.getByRole('heading', { name: /^You have joined/ }).waitFor();
    await they.press(theirs.getByRole('main').getByRole('link'));
    await they.write(theirs.getByRole('textbox', { name: 'E-mail address' }), email);
    await they.write(theirs.getByRole('textbox', { name: 'Password' }), PASSWORD);
    await theirs.keyboard.press('Enter');
    await theirs.getByRole('heading', { name: 'Home' }).waitFor();
    assert.deepEqual(seen, []);
    await theirs.context().close();
  }

  /** Logs in with a password, which single sign-on sends on to the provider. */
  async function logInAtProvider(name: string): Promise<void> {
    const { email = '' } = colleagues.find((one) => one.name === name) ?? {};
    provider.people.set(name, { email, email_verified: true, name });
    const theirs = await (await studio.visitor(UNDER_POLICY)).newPage();
    const they = new Keyboard(theirs);
    await theirs.goto(`${studio.url}/studio`);
    await they.write(theirs.getByRole('textbox', { name: 'E-mail address' }), email);
    await they.write(theirs.getByRole('textbox', { name: 'Password' }), PASSWORD);
    await theirs.keyboard.press('Enter');
    await enter(theirs, name);
    await theirs.getByRole('heading', { name: 'Home' }).waitFor();
    await theirs.context().close();
  }

  /** Fills in the forms of the provider. */
  async function enter(window: Page, login: string): Promise<void> {
    const hands = new Keyboard(window);
    await hands.write(window.getByPlaceholder('Enter any login'), login);
    await hands.write(window.getByPlaceholder('and password'), 'any');
    await window.keyboard.press('Enter');
    await hands.press(window.getByRole('button', { name: 'Continue' }));
  }

  /** Gives an entry another teaser. */
  async function change(title: string, words: string): Promise<void> {
    await palette(title, page.getByRole('option', { name: new RegExp(`^${title}`), selected: true }));
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await hand.write(page.getByRole('textbox', { name: /^Teaser/ }).first(), words);
    await page.getByText('Saved', { exact: true }).waitFor();
  }

  /** What a site gets. @returns the status */
  async function readAsSite(bearer: string): Promise<number> {
    const answer = await fetch(`${studio.url}${scene.read}/entries?limit=1`, {
      headers: { Authorization: `Bearer ${bearer}` },
    });
    await answer.arrayBuffer();
    return answer.status;
  }

  async function readMany(times: number): Promise<void> {
    for (let read = 0; read < times; read += READS_AT_ONCE)
      await Promise.all(Array.from({ length: READS_AT_ONCE }, () => readAsSite(scene.delivery.token ?? '')));
  }
});
