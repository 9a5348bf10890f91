/** Where single sign-on ends: in Studio, with a session for the browser that began it, or on a page that shows the code. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from '../../../testing/src/engines.ts';
import { freshEmail, type Member } from '../../../testing/src/given.ts';
import { type Visited, WebVisitor } from '../../../testing/src/people/web-visitor.ts';
import { startOpenIdProvider, type TestOpenIdProvider } from '../../../testing/src/servers/openid-provider.ts';
import { startService, type TestService } from '../../../testing/src/service.ts';
import { makeConnected, REACHES_HOME, redirectUriOf } from './sso-log-in.ts';

describeEachEngine('the end of single sign-on', (engine) => {
  let service: TestService;
  let provider: TestOpenIdProvider;
  before(async () => {
    service = await startService({ engine, env: REACHES_HOME });
    provider = await startOpenIdProvider(redirectUriOf(service.url));
  });
  after(async () => {
    await provider.stop();
    await service.close();
  });

  /** Logs somebody new in, up to where the service sends the browser last. */
  const endOf = async (visitor: WebVisitor, owner: Member): Promise<URL> => {
    provider.people.set(owner.accountId, { email: freshEmail(), email_verified: true });
    const started = await visitor.request(`${service.url}/auth/sso/start?account=${owner.accountId}`);
    const answered = await provider.logIn(visitor, started.location ?? '', owner.accountId);
    return new URL((await visitor.request(answered.location ?? '')).location ?? '');
  };
  const connected = () => makeConnected(service.url, { protocol: 'oidc', oidc: provider.settings });
  const exchange = (visitor: WebVisitor, code: string | null): Promise<Visited> => {
    const headers = { 'content-type': 'application/json', origin: service.url };
    const body = JSON.stringify({ code, refresh: 'cookie' });
    return visitor.request(`${service.url}/auth/sso/exchange`, { method: 'POST', headers, body });
  };

  it('is in Studio, and the session of its cookie is for the browser that began alone', async () => {
    const [own, other] = [new WebVisitor(), new WebVisitor()];
    const end = await endOf(own, await connected());
    assert.equal(end.origin + end.pathname, `${service.url}/studio/sso`);
    const code = end.searchParams.get('code');
    assert.equal((await exchange(other, code)).status, 401);
    await other.request(`${service.url}/auth/sso/start?account=${(await connected()).accountId}`);
    const refused = await exchange(other, code);
    assert.deepEqual([refused.status, refused.headers.getSetCookie()], [401, []]);
    const session = await exchange(own, code);
    assert.equal(session.status, 200, session.text);
    assert.match(session.headers.getSetCookie()[0] ?? '', /^lectern_refresh=[^;]+; HttpOnly; SameSite=Strict/);
    assert.equal((await exchange(own, code)).status, 401);
  });

  it('is a page with the code where Studio is left out', async () => {
    const port = new URL(service.url).port;
    await service.close();
    service = await startService({ engine, env: { ...REACHES_HOME, PORT: port, LECTERN_STUDIO: 'off' } });
    const end = await endOf(new WebVisitor(), await connected());
    assert.equal(end.pathname, '/sso/done');
  });
});
