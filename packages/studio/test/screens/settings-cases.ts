/** Languages, keys, environments, people, and the second factor of one's own. */

import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { joinAs, PASSWORD, signUp } from '../../../testing/src/given.ts';
import { AuthenticatorApp } from '../../../testing/src/people/authenticator-app.ts';
import { until } from '../../../testing/src/until.ts';
import type { FilledCase, FilledScene } from '../harness/filled-space.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

const settings = (scene: FilledScene, name: string) => scene.show(`${scene.path}/settings/${name}`);

export function settingsCases(it: FilledCase): void {
  it('shows the token of a new key once, which is made once though the browser sends it twice, and a site reads with it', async (scene) => {
    const { given } = scene;
    const page = await settings(scene, 'keys');
    // As a browser does where a kept connection ends without a response.
    await page.route('**/api-keys', async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      await route.fulfill({ response: await route.fetch() });
    });
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('textbox', { name: 'What is it for?' }).fill('The site');
    await page.getByRole('button', { name: 'Create key' }).click();
    const token = await page.getByLabel('Token of the new key').last().textContent();
    const headers = { Authorization: `Bearer ${token}` };
    assert.equal((await page.request.get(`${scene.url}${given.read}/entries`, { headers })).status(), 200);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('textbox', { name: 'What is it for?' }).fill('The app');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('cell', { name: 'The app' }).waitFor();
    assert.ok(await page.getByText(String(token)).isVisible());
    await page.reload();
    await page.getByRole('cell', { name: 'The site' }).waitFor();
    assert.equal(await page.getByRole('cell', { name: 'The site' }).count(), 1);
    assert.ok(await page.getByText(String(token)).isHidden());
  });

  it('removes a language with values only when that is said once more', async (scene) => {
    const { owner, space, base } = scene.given;
    await owner.post(`${space}/locales`, { code: 'fr', name: 'Français', fallback: 'en-US' }, 201);
    await owner.patch(`${base}/entries/post-7`, { fields: { title: { fr: 'Les filets' } } }, 200);
    const page = await settings(scene, 'locales');
    const row = page.getByRole('row', { name: /Français/ });
    await row.getByRole('button', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Français' });
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog.getByText('Everything written in this language is lost').waitFor();
    assert.equal((await owner.get(`${base}/entries/post-7`, 200)).at('fields.title.fr'), 'Les filets');
    await dialog.getByRole('button', { name: 'Remove with all its content' }).click();
    await row.waitFor({ state: 'hidden' });
    assert.equal((await owner.get(`${base}/entries/post-7`, 200)).at('fields.title.fr'), undefined);
  });

  it('invites somebody, who signs up by the link and is a member', async (scene) => {
    const page = await settings(scene, 'members');
    await page.getByRole('button', { name: 'Invite someone' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'E-mail address' }).fill('new@example.com');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const link = await page
      .getByLabel(/^No e-mail was sent, as this installation has no mail server/)
      .last()
      .textContent();
    await page.getByText(/^new@example\.com/).waitFor();

    const visitor = await scene.visitor();
    const outside = await visitor.newPage();
    await outside.goto(String(link));
    await outside.getByRole('textbox', { name: 'Your name' }).fill('Nell');
    await outside.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await outside.getByRole('button', { name: 'Accept the invitation' }).click();
    await outside.getByRole('heading', { name: /^You have joined/ }).waitFor();
    await outside.getByRole('main').getByRole('link').click();
    await outside.getByRole('textbox', { name: 'E-mail address' }).fill('new@example.com');
    await outside.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await outside.getByRole('button', { name: 'Log in', exact: true }).click();
    await outside.getByRole('heading', { name: 'Home' }).waitFor();
    await outside.getByRole('button', { name: /^Harbour news master/ }).waitFor();
  });

  it('deletes an account by its name, and takes it back', async (scene) => {
    const page = await settings(scene, 'account');
    await page.getByRole('button', { name: 'Delete this account…' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Delete in two weeks' });
    const name = dialog.getByRole('textbox');
    await name.fill('Another account');
    await confirm.click();
    await dialog.getByText(/^This is not the name/).waitFor();
    // Spaces around it, or more of them inside, are not seen.
    await name.fill(` ${(await scene.given.owner.get('/auth/me', 200)).at('account.name')} `);
    await confirm.click();
    await page.getByRole('button', { name: 'Keep this account' }).click();
    await page.getByRole('button', { name: 'Delete this account…' }).waitFor();
    const { member, owner } = scene.given;
    assert.equal((await owner.get(`/accounts/${member.accountId}`, 200)).at('deletion_at'), null);
  });
}

/** Those of the deep tier: many of a kind, or rarer turns of what others hold. */
export function longSettingsCases(it: FilledCase): void {
  it('says what failed after its dialog was closed', async (scene) => {
    const page = await settings(scene, 'locales');
    const { promise: isClosed, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/locales', async (route) => {
      if (route.request().method() === 'POST') await isClosed;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Add a language' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Language' }).fill('de');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    goOn();
    await page
      .getByRole('alert')
      .getByText(/^“Add a language” failed: /)
      .waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('alert').waitFor({ state: 'hidden' });
  });

  it('shows whole tables at 360 px, each value below its heading', async (scene) => {
    const page = await scene.show(`${scene.path}/settings/members`);
    await page.getByRole('cell', { name: scene.given.member.email }).waitFor();
    await page.setViewportSize({ width: 360, height: 700 });
    for (const screen of ['settings/members', 'settings/locales', 'settings/environments', 'model']) {
      await page.goto(`${scene.url}/studio${scene.path}/${screen}`);
      await page.locator('tbody td').first().waitFor();
      const standingOut = `[...document.querySelectorAll('table, td, td *')].filter((part) => part.getBoundingClientRect().right > innerWidth).length`;
      assert.equal(await page.evaluate(standingOut), 0, screen);
    }
    const heading = `getComputedStyle(document.querySelector('tbody td:nth-child(2)'), '::before').content`;
    assert.equal(await page.evaluate(heading), '"API name"');
  });

  it('tells when a key was used, gives it another token, and deletes it', async (scene) => {
    const { given } = scene;
    const at = new Date(Date.now() + 5 * DAY_MS).toISOString();
    const app = { name: 'The app', kind: 'delivery', expires_at: at };
    const made = await given.owner.post(`${given.space}/api-keys`, app, 201);
    const page = await settings(scene, 'keys');
    const row = page.getByRole('row', { name: /The app/ });
    const statusWith = async (token: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await page.request.get(`${scene.url}${given.read}/entries`, { headers })).status();
    };
    await row.getByRole('cell', { name: 'never' }).waitFor();
    await row.getByText('Ends in 5 days').waitFor();
    assert.equal(await statusWith(made.string('token')), 200);
    // It is written in the background.
    await until(
      async () =>
        (await given.owner.get(`${given.space}/api-keys/${made.string('id')}`, 200)).at('last_used_at') !== null,
    );
    await page.reload();
    await row.waitFor();
    assert.ok(await row.getByRole('cell', { name: 'never' }).isHidden());

    await row.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const token = String(await page.getByLabel('Token of the new key').last().textContent());
    assert.deepEqual([await statusWith(made.string('token')), await statusWith(token)], [401, 200]);
    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'hidden' });
    assert.equal(await statusWith(token), 401);
  });

  it('leads from a record of the activity to what it names, which the list need not have, and says what was deleted', async (scene) => {
    const { owner, space, member } = scene.given;
    const first = async (path: string) => (await owner.get(path, 200)).string('items.0.id');
    const [record, hook] = [
      await first(`/accounts/${member.accountId}/audit?action=webhook.create`),
      await first(`${space}/webhooks`),
    ];
    const page = await settings(scene, `activity?action=space.create&open=${record}`);
    await page.getByRole('dialog', { name: 'Webhook: created' }).getByRole('link').press('Enter');
    await page.getByRole('dialog', { name: 'Search index' }).waitFor();
    await owner.delete(`${space}/webhooks/${hook}`, 204);
    await page.reload();
    await page.getByRole('dialog').getByText('This webhook was deleted.').waitFor();
    const show = (path: string) => page.goto(`${scene.url}/studio${scene.path}/${path}`);
    await show(`settings/members?open=${member.userId}`);
    const current = page.locator('tr[aria-current]');
    assert.ok((await current.textContent())?.includes(member.email));
    await show('settings/keys?open=key_gone');
    await page.getByText('This key was deleted.').waitFor();
    await show(`content?open=${await first(`${space}/views?order=name`)}`);
    await page.waitForURL(/status=draft/);
  });

  it('shows which language stands in for another', async (scene) => {
    const page = await settings(scene, 'locales');
    await page.getByRole('button', { name: 'Add a language' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Language' }).fill('German Aus');
    await page.getByRole('option', { name: 'German (Australia) de-AU' }).waitFor();
    await dialog.getByRole('combobox', { name: 'Language' }).fill('');
    await page.keyboard.press('Tab');
    await dialog.getByText('Type its name, or a code such as de-AT.').waitFor();
    assert.equal(await dialog.getByRole('combobox', { name: 'Language' }).inputValue(), '');
    await dialog.getByRole('combobox', { name: 'Language' }).fill('German Austri');
    await page.keyboard.press('Enter');
    await dialog.getByText('Its code is de-AT.').waitFor();
    await choose(dialog.getByRole('combobox', { name: 'Fallback' }), 'Deutsch');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const chain = page
      .getByRole('row', { name: /German \(Austria\)/ })
      .getByRole('cell')
      .nth(2);
    assert.match((await chain.textContent()) ?? '', /^de-ATdeen-US$/);
  });

  it('gives a member another role', async (scene) => {
    const { member, owner } = scene.given;
    const author = await joinAs(member, 'author');
    const page = await settings(scene, 'members');
    const row = page.getByRole('row', { name: author.email });
    await row.getByRole('button', { name: 'Change role' }).click();
    const dialog = page.getByRole('dialog', { name: `Role of ${author.email}` });
    const box = dialog.getByRole('combobox', { name: 'Role' });
    await box.click();
    await page.getByRole('option', { name: 'Owner' }).waitFor();
    const hidden = await dialog.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    assert.equal(hidden, 0, 'roles stand above the dialog, which scrolls to none of them');
    await page.getByRole('option', { name: 'Developer' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByRole('cell', { name: 'Developer' }).waitFor();
    const stored = await owner.get(`/accounts/${member.accountId}/members/${author.userId}`, 200);
    assert.equal(stored.at('role'), 'developer');
    await page.getByRole('row', { name: member.email }).getByRole('button', { name: 'Leave' }).click();
    await page
      .getByRole('dialog', { name: /^Leave / })
      .getByText('You lose access to this account')
      .waitFor();
  });

  it('keeps what is typed while something is saved, in its form and in another dialog', async (scene) => {
    const page = await settings(scene, 'general');
    const name = page.getByRole('textbox', { name: 'Name of the space' });
    const { promise: isWritten, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/locales', async (route) => {
      if (route.request().method() === 'POST') await isWritten;
      await route.continue();
    });
    await page.route(`**${scene.given.space}`, async (route) => {
      if (route.request().method() === 'PATCH') await name.fill('News of the harbour and the mole');
      await route.continue();
    });
    await name.fill('News of the harbour');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: /^News of the harbour master/ }).waitFor();
    await page.getByRole('status').getByText('1 change not saved').waitFor();
    assert.equal(await name.inputValue(), 'News of the harbour and the mole');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.unroute(`**${scene.given.space}`);

    await name.fill('Mine');
    await scene.given.owner.patch(scene.given.space, { name: 'Theirs' }, 200);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: 'Name of the space Theirs Mine' }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();

    await page.getByRole('link', { name: 'Languages' }).click();
    const add = page.getByRole('button', { name: 'Add a language' });
    const code = page.getByRole('dialog').getByRole('combobox', { name: 'Language' });
    await add.click();
    await code.fill('fr');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.keyboard.press('Escape');
    await code.waitFor({ state: 'hidden' });
    await add.click();
    await code.fill('es');
    goOn();
    await page.locator('td', { hasText: /^fr$/ }).waitFor();
    assert.equal(await code.inputValue(), 'es');
    const drop = `(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['nets'], 'nets.txt'));
      return document.activeElement.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    })()`;
    assert.equal(await page.evaluate(drop), false, 'the browser does not leave the page for a file');
  });

  it('sets up a second factor, and asks for it at the next log-in', async (scene) => {
    const person = await signUp(scene.url);
    const page = await scene.showTo(person, '/profile');
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await page.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    const secret = await page.getByRole('dialog').locator('code').textContent();
    const app = new AuthenticatorApp(String(secret));
    await page.getByRole('textbox', { name: 'The code that your app shows' }).fill(app.code());
    await page.getByRole('button', { name: 'Confirm' }).click();
    const codes = await page
      .getByLabel(/Recovery codes/)
      .last()
      .textContent();
    await page.context().close();

    const visitor = await scene.visitor();
    const outside = await scene.show('/login', visitor);
    await outside.getByRole('textbox', { name: 'E-mail address' }).fill(person.email);
    await outside.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await outside.getByRole('button', { name: 'Log in', exact: true }).click();
    await outside.getByRole('textbox', { name: 'Code' }).fill(String(codes).split('\n')[0] ?? '');
    await outside.getByRole('button', { name: 'Continue' }).click();
    await outside.getByRole('heading', { name: 'New space' }).waitFor();
  });
}

/** Chooses from a list. */
async function choose(box: Locator, name: string): Promise<void> {
  await box.click();
  await box.page().getByRole('option', { name }).click();
}
