/**
 * Single sign-on for a program, as people see it: in a real Chromium, with the log-in pages of real providers on another
 * site, up to the page with the code, and the session for it. How it ends in Studio is told there (`screens/auth-cases.ts`).
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { Actor } from '../../../testing/src/client.ts';
import { describeFirstEngine } from '../../../testing/src/engines.ts';
import { freshEmail, type Member, PASSWORD } from '../../../testing/src/given.ts';
import { startChromium, type TestBrowser } from '../../../testing/src/people/chromium.ts';
import { startOpenIdProvider, type TestOpenIdProvider } from '../../../testing/src/servers/openid-provider.ts';
import { startSamlProvider, type TestSamlProvider } from '../../../testing/src/servers/saml-provider.ts';
import { startService, type TestService } from '../../../testing/src/service.ts';
import { requireAccessible } from '../pages/accessible.ts';
import { LEFT_TO_RIGHT, viewsInTurn } from '../pages/views.ts';
import { makeConnected, REACHES_HOME, redirectUriOf } from './sso-log-in.ts';

describeFirstEngine('single sign-on in a browser', (engine) => {
  let service: TestService;
  let browser: TestBrowser;
  let openId: TestOpenIdProvider;
  let saml: TestSamlProvider;
  before(async () => {
    [service, browser] = await Promise.all([startService({ engine, env: REACHES_HOME }), startChromium()]);
    openId = await startOpenIdProvider(redirectUriOf(service.url));
    saml = await startSamlProvider({ id: 'saml-person', email: freshEmail() });
  });
  after(async () => {
    await browser.close();
    await openId.stop();
    await saml.stop();
    await service.close();
  });

  /** Opens the URL that a refused log-in names. */
  const openFor = async (context: BrowserContext, { accountId, email, actor }: Member): Promise<Page> => {
    await actor.patch(`/accounts/${accountId}/sso`, { required: true }, 200);
    const refused = await new Actor(service.url, null).post('/auth/login', { email, password: PASSWORD }, 428);
    const page = await context.newPage();
    await page.goto(`${refused.string('detail.sso_url')}&show=code`);
    return page;
  };

  /** Fails unless the page is the last one; exchanges its code. */
  const sessionOn = async (page: Page, owner: Member) => {
    await page.waitForURL(`${service.url}/sso/done**`);
    assert.equal(await page.getByRole('heading').textContent(), 'You are logged in');
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    assert.ok((await page.getByRole('main').textContent())?.includes(code));
    await requireAccessible(page, 'sso-done', viewsInTurn(0, LEFT_TO_RIGHT));
    const session = await new Actor(service.url, null).post('/auth/sso/exchange', { code }, 200);
    assert.equal(session.at('account.id'), owner.accountId);
    await new Actor(service.url, session.string('access_token')).get('/spaces', 200);
    return session;
  };

  it('logs in at an OpenID provider', async () => {
    const owner = await makeConnected(service.url, { protocol: 'oidc', oidc: openId.settings });
    openId.people.set('grace', { email: freshEmail(), email_verified: true, name: 'Grace' });
    const context = await browser.browser.newContext();
    const page = await openFor(context, owner);
    assert.equal(new URL(page.url()).origin, openId.issuer);
    await page.getByPlaceholder('Enter any login').fill('grace');
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button').click();
    await page.getByRole('button', { name: 'Continue' }).click();
    assert.equal((await sessionOn(page, owner)).at('user.name'), 'Grace');

    // The provider remembers the person: the second time, nobody has to do anything.
    await page.goto(`${service.url}/auth/sso/start?account=${owner.accountId}&show=code`);
    await sessionOn(page, owner);
    const stranger = await browser.browser.newContext();
    const copied = await stranger.newPage();
    await copied.goto(page.url());
    assert.equal(await copied.getByRole('heading').textContent(), 'This did not work');
    await requireAccessible(copied, 'sso-refused', viewsInTurn(1, LEFT_TO_RIGHT));
    for (const one of [context, stranger]) await one.close();
  });

  it('logs in at a SAML provider, whose form comes from another site', async () => {
    const owner = await makeConnected(service.url, { protocol: 'saml', saml: saml.settings });
    const context = await browser.browser.newContext();
    const page = await openFor(context, owner);
    assert.equal(new URL(page.url()).hostname, 'localhost');
    assert.equal(new URL(service.url).hostname, '127.0.0.1');
    await page.getByRole('button', { name: `Log in as ${saml.person.email}` }).click();
    assert.equal((await sessionOn(page, owner)).at('user.email'), saml.person.email);
    const [cookie] = await context.cookies(service.url);
    assert.deepEqual([cookie?.name, cookie?.httpOnly, cookie?.sameSite], ['lectern-sso', true, 'Lax']);
    await context.close();
  });
});
