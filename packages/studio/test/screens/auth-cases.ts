/** The log-in: single sign-on from the log-in to where one wanted to go, a second factor that is required, a forgotten password. */

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { makeConnected, redirectUriOf } from '../../../server/test/identity/sso-log-in.ts';
import { requireAccessible } from '../../../server/test/pages/accessible.ts';
import { viewsInTurn } from '../../../server/test/pages/views.ts';
import { freshEmail, joinAs, type Member, PASSWORD, signUp } from '../../../testing/src/given.ts';
import { AuthenticatorApp } from '../../../testing/src/people/authenticator-app.ts';
import { mailedToken } from '../../../testing/src/people/mails.ts';
import { addApp } from '../../../testing/src/people/protected-member.ts';
import { startOpenIdProvider } from '../../../testing/src/servers/openid-provider.ts';
import { startSamlProvider } from '../../../testing/src/servers/saml-provider.ts';
import type { FilledCase } from '../harness/filled-space.ts';

/** Where a link may want to lead. The others are in `src/frame/inside-studio.test.ts`. */
const OUTSIDE = ['https:\\\\evil.example/', '//evil.example/'];

export function logInCases(it: FilledCase): void {
  for (const next of OUTSIDE)
    it(`leads from the log-in to the start, and nowhere else, by a link to ${JSON.stringify(next)}`, async (scene) => {
      const owner = await signUp(scene.url);
      const visitor = await scene.visitor();
      const asked: string[] = [];
      visitor.on('request', (request) => asked.push(request.url()));
      const page = await scene.show(`/login?next=${encodeURIComponent(next)}`, visitor);
      await logIn(page, owner.email);
      await page.getByRole('heading', { name: 'Log in to Lectern' }).waitFor({ state: 'detached' });
      await page.getByRole('main').waitFor();
      assert.ok(page.url().startsWith(`${scene.url}/studio`), page.url());
      assert.deepEqual(
        asked.filter((url) => url.includes('evil.example') && !url.includes('next=')),
        [],
      );
      await visitor.close();
    });

  it('lets nobody in by the link of a stranger that ends a log-in by single sign-on', async (scene, test) => {
    const provider = await startSamlProvider({ id: 'saml-stranger', email: freshEmail() });
    test.after(() => provider.stop());
    const owner = await makeConnected(scene.url, { protocol: 'saml', saml: provider.settings });
    const [stranger, victim] = [await scene.visitor({ javaScriptEnabled: false }), await scene.visitor()];
    const own = await stranger.newPage();
    await own.goto(`${scene.url}/auth/sso/start?account=${owner.accountId}`);
    await own.getByRole('button', { name: `Log in as ${provider.person.email}` }).click();
    await own.waitForURL('**/studio/sso?code=*');
    const page = await victim.newPage();
    await page.goto(own.url());
    await page.getByRole('alert').getByText('was started in another browser').waitFor();
    assert.deepEqual(await victim.cookies(), []);
    await requireAccessible(page, 'sso-refused', viewsInTurn(0));
    await page.getByRole('link', { name: 'Back to log-in' }).click();
    await page.getByRole('heading', { name: 'Log in to Lectern' }).waitFor();

    // For whoever began it, the code is still good.
    const data = { code: new URL(own.url()).searchParams.get('code'), refresh: 'cookie' };
    assert.equal((await stranger.request.post(`${scene.url}/auth/sso/exchange`, { data })).status(), 200);
    for (const context of [stranger, victim]) await context.close();
  });

  it('leads somebody whose account requires a second factor to set one up, and on to where they wanted to go', async (scene) => {
    const owner = await signUp(scene.url);
    const member = await joinAs(owner, 'editor');
    await addApp(owner);
    const { id } = (await owner.actor.post('/spaces', { name: 'A garden' }, 201)).json as { id: string };
    await owner.actor.patch(`/accounts/${owner.accountId}`, { second_factor: 'required' }, 200);
    const visitor = await scene.visitor();
    const page = await scene.show(`/spaces/${id}/master/media`, visitor);
    await logIn(page, member.email);
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    await setUpApp(page);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('heading', { name: 'Media' }).waitFor();
    assert.equal(page.url(), `${scene.url}/studio/spaces/${id}/master/media`);
  });

  it('leads somebody who has a second factor, and came without it, to log in with it', async (scene) => {
    const owner = await signUp(scene.url);
    const context = await scene.logIn(owner);
    const { recoveryCodes } = await addApp(owner);
    await owner.actor.patch(`/accounts/${owner.accountId}`, { second_factor: 'required' }, 200);
    const page = await scene.show('/new-space', context);
    await page.goto(`${scene.url}/studio`);
    await page.getByRole('button', { name: 'Log in again' }).click();
    await logIn(page, owner.email);
    await page.getByRole('textbox', { name: 'Code' }).fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'New space' }).waitFor();
  });

  it('mails a link to a new password, to the address that was typed at the log-in, says no more than that, and leads on to where they wanted to go', async (scene) => {
    const { email } = await signUp(scene.url);
    const visitor = await scene.visitor();
    const page = await scene.show('/profile', visitor);
    const address = page.getByRole('textbox', { name: 'E-mail address' });
    await address.fill(email);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    // The log-in, which stays until this is loaded, has such a field too.
    await page.getByRole('heading', { name: 'Forgot password' }).waitFor();
    assert.equal(await address.inputValue(), email);
    assert.ok(!page.url().includes('@'), page.url());
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByRole('status').getByText('If an account exists for this address').waitFor();
    await mailedToken(scene.studio.dataDir, email);
    await page.getByRole('link', { name: 'Back to log-in' }).click();
    await page.getByRole('heading', { name: 'Log in to Lectern' }).waitFor();
    assert.equal(await address.inputValue(), email);
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByRole('heading', { name: 'Sign up for Lectern' }).waitFor();
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Log in to Lectern' }).waitFor();
    await logIn(page, email);
    await page.getByRole('heading', { name: 'My profile' }).waitFor();
  });
}

/** Those of the deep tier: many of a kind, or rarer turns of what others hold. */
export function longLogInCases(it: FilledCase): void {
  it('comes back logged in from an OpenID provider, to where the person wanted to go, and stays so', async (scene, test) => {
    const provider = await startOpenIdProvider(redirectUriOf(scene.url));
    test.after(() => provider.stop());
    const owner = await makeConnected(scene.url, { protocol: 'oidc', oidc: provider.settings });
    await requireSso(owner);
    provider.people.set('grace', { email: owner.email, email_verified: true, name: 'Grace' });
    const visitor = await scene.visitor();
    const page = await scene.show('/profile', visitor);
    await logIn(page, owner.email);
    await page.getByPlaceholder('Enter any login').fill('grace');
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button').click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(owner.email).waitFor();
    await page.getByRole('heading', { name: 'My profile' }).waitFor();
    assert.equal(page.url(), `${scene.url}/studio/profile`);
    await page.reload();
    await page.getByRole('heading', { name: 'My profile' }).waitFor();
  });
}

async function requireSso({ actor, accountId }: Member): Promise<void> {
  await actor.patch(`/accounts/${accountId}/sso`, { required: true }, 200);
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

async function setUpApp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await page.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = await page.getByRole('dialog').locator('code').textContent();
  await page
    .getByRole('textbox', { name: 'The code that your app shows' })
    .fill(new AuthenticatorApp(String(secret)).code());
  await page.getByRole('button', { name: 'Confirm' }).click();
}
