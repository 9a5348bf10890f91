/** What a verified domain allows an identity provider, and where SCIM and single sign-on meet. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { freshEmail, joinAs, type Member, PASSWORD, signUp } from '../../../../testing/src/given.ts';
import { mailedToken } from '../../../../testing/src/people/mails.ts';
import { WebVisitor } from '../../../../testing/src/people/web-visitor.ts';
import { startDnsServer, type TestDnsServer } from '../../../../testing/src/servers/dns-server.ts';
import { startOpenIdProvider, type TestOpenIdProvider } from '../../../../testing/src/servers/openid-provider.ts';
import { startService, type TestService } from '../../../../testing/src/service.ts';
import { RESET_PREFIX } from '../../../src/identity/actors/token-kinds.ts';
import { exchange, lastRefusal, makeConnected, REACHES_HOME, redirectUriOf, refusedOn, start } from '../sso-log-in.ts';
import { type Provider, providerOf, USER } from './provider.ts';

describeEachEngine('SCIM with a verified domain', (engine) => {
  let service: TestService;
  let openId: TestOpenIdProvider;
  let dns: TestDnsServer;
  let owner: Member;
  let provider: Provider;
  let domain: string;
  before(async () => {
    service = await startService({ engine, env: REACHES_HOME });
    openId = await startOpenIdProvider(redirectUriOf(service.url));
    dns = await startDnsServer();
    owner = await makeConnected(service.url, { protocol: 'oidc', oidc: openId.settings, default_role: 'author' });
    provider = await providerOf(owner);
    domain = `scim-${service.url.split(':').at(-1)}.example`;
    const path = `/accounts/${owner.accountId}/sso/domains`;
    const record = await owner.actor.post(path, { domain }, 201);
    dns.records.set(record.string('record.name'), [record.string('record.value')]);
    await owner.actor.post(`${path}/${domain}/verify`, undefined, 200);
  });
  after(async () => {
    closeConnections();
    dns.stop();
    await openId.stop();
    await service.close();
  });

  const emailHere = () => freshEmail().replace('example.com', domain);
  const memberNow = (id: string) => owner.actor.get(`/accounts/${owner.accountId}/members/${id}`, 200);
  const rename = (id: string, userName: string, status: number) =>
    provider.operate(`/Users/${id}`, [{ op: 'replace', path: 'userName', value: userName }], status);
  const logIn = async (email: string) => {
    openId.people.set(email, { email, email_verified: true });
    const visitor = new WebVisitor();
    return visitor.follow(await openId.logIn(visitor, await start(service.url, owner.accountId, visitor), email));
  };

  it('adds a user who is there already, with the default role of single sign-on', async () => {
    const colleague = await signUp(service.url, emailHere());
    assert.equal(await provider.addUser(colleague.email), colleague.userId);
    assert.equal((await memberNow(colleague.userId)).at('role'), 'author');
    const session = await exchange(service.url, await logIn(colleague.email));
    assert.deepEqual([session.at('user.id'), session.at('account.role')], [colleague.userId, 'author']);
  });

  it('changes name and address of a person within it, and neither to nor from another', async () => {
    const colleague = await signUp(service.url, emailHere());
    await provider.addUser(colleague.email);
    const next = emailHere();
    await rename(colleague.userId, next, 200);
    await provider.operate(`/Users/${colleague.userId}`, [{ op: 'replace', path: 'displayName', value: 'Eve' }], 200);
    const { user } = (await exchange(service.url, await logIn(next))).json as { user: Record<string, unknown> };
    assert.deepEqual([user.id, user.email, user.name, user.email_verified], [colleague.userId, next, 'Eve', true]);
    await rename(colleague.userId, freshEmail(), 403);
    const guest = await joinAs(owner, 'editor');
    await rename(guest.userId, emailHere(), 403);
    assert.equal((await guest.actor.get('/auth/me', 200)).at('user.email'), guest.email);
  });

  it('of another account allows nothing', async () => {
    const colleague = await signUp(service.url, emailHere());
    const other = await providerOf(await signUp(service.url));
    await other.post('/Users', { schemas: [USER], userName: colleague.email }, 409);
    assert.equal((await colleague.actor.get('/accounts', 200)).at('total'), 1);
  });

  it('lets those whom it made log in by single sign-on, but not while they are switched off', async () => {
    const email = emailHere();
    const id = await provider.addUser(email);
    const session = await exchange(service.url, await logIn(email));
    assert.deepEqual([session.at('user.id'), session.at('user.email_verified')], [id, true]);
    const underWay = await logIn(email);
    await provider.operate(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }], 200);
    await exchange(service.url, underWay, 401);
    refusedOn(await logIn(email));
    assert.match(await lastRefusal(owner), /deactivated the member/);
    await provider.operate(`/Users/${id}`, [{ op: 'replace', path: 'active', value: true }], 200);
    assert.equal((await exchange(service.url, await logIn(email))).at('user.id'), id);
  });

  it('binds somebody whom it made once their address is in it', async () => {
    const id = await provider.addUser(freshEmail());
    await rename(id, freshEmail(), 200);
    await rename(id, emailHere(), 200);
    await rename(id, freshEmail(), 403);
  });

  it('is needed once somebody whom it made set a password', async () => {
    const email = freshEmail();
    const id = await provider.addUser(email);
    const nobody = new Actor(service.url, null);
    await nobody.post('/auth/forgot-password', { email });
    const token = await mailedToken(service.dataDir, email, RESET_PREFIX);
    await nobody.post('/auth/reset-password', { token, password: PASSWORD });
    await nobody.post('/auth/login', { email, password: PASSWORD }, 200);
    await rename(id, freshEmail(), 403);
    await provider.delete(`/Users/${id}`, 204);
    await provider.post('/Users', { schemas: [USER], userName: email }, 409);
  });
});
