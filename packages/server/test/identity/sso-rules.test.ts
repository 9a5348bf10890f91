/** Who gets in by single sign-on, who does not, and what an account that requires it refuses. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Actor } from '../../../testing/src/client.ts';
import { describeEachEngine } from '../../../testing/src/engines.ts';
import { freshEmail, type Member, PASSWORD, signUp } from '../../../testing/src/given.ts';
import { type Visited, WebVisitor } from '../../../testing/src/people/web-visitor.ts';
import { startDnsServer, type TestDnsServer } from '../../../testing/src/servers/dns-server.ts';
import { startOpenIdProvider, type TestOpenIdProvider } from '../../../testing/src/servers/openid-provider.ts';
import { startService, type TestService } from '../../../testing/src/service.ts';
import { openDatabase } from '../../src/platform/database/connect.ts';
import type { Database } from '../../src/platform/database/database.ts';
import {
  codeIn,
  exchange,
  lastRefusal,
  makeConnected,
  REACHES_HOME,
  redirectUriOf,
  refusedOn,
  start,
} from './sso-log-in.ts';

describeEachEngine('the rules of single sign-on', (engine) => {
  let service: TestService;
  let provider: TestOpenIdProvider;
  let dns: TestDnsServer;
  let database: Database;
  before(async () => {
    service = await startService({ engine, env: REACHES_HOME });
    provider = await startOpenIdProvider(redirectUriOf(service.url));
    dns = await startDnsServer();
    database = await openDatabase(engine.databaseConfig());
  });
  after(async () => {
    dns.stop();
    await database.close();
    await provider.stop();
    await service.close();
  });

  const nobody = () => new Actor(service.url, null);
  const connected = (more: object = {}) =>
    makeConnected(service.url, { protocol: 'oidc', oidc: provider.settings, ...more });

  let people = 0;
  /** Somebody at the provider. */
  const personWith = (claims: object): string => {
    const name = `somebody-${++people}`;
    provider.people.set(name, { email_verified: true, ...claims });
    return name;
  };
  const logIn = async (owner: Member, person: string): Promise<Visited> => {
    const visitor = new WebVisitor();
    const url = await start(service.url, owner.accountId, visitor);
    return visitor.follow(await provider.logIn(visitor, url, person));
  };
  const session = async (owner: Member, person: string) => exchange(service.url, await logIn(owner, person));
  const join = (owner: Member, member: Member, role: string) =>
    database.write(async (writer) => {
      const row = { account_id: owner.accountId, user_id: member.userId, role, break_glass: 0, version: 1 };
      await writer
        .insertInto('memberships')
        .values({ ...row, last_seen_at: null, suspended_at: null, created_at: 1 })
        .execute();
    });
  const remove = ({ actor, accountId }: Member, userId: string) =>
    actor.delete(`/accounts/${accountId}/members/${userId}`, 204);
  const invite = ({ actor, accountId }: Member, email: string, role: string) =>
    actor.post(`/accounts/${accountId}/invitations`, { email, role }, 201);
  const verifyDomain = async (owner: Member, domain: string) => {
    const path = `/accounts/${owner.accountId}/sso/domains`;
    const record = await owner.actor.post(path, { domain }, 201);
    dns.records.set(record.string('record.name'), [record.string('record.value')]);
    await owner.actor.post(`${path}/${domain}/verify`, undefined, 200);
  };
  const emailAt = (domain: string) => freshEmail().replace('example.com', domain);
  let domains = 0;
  const freshDomain = () => `firm-${++domains}-${service.url.split(':').at(-1)}.example`;

  describe('an existing user', () => {
    it('does not join by the word of a provider, whatever it says', async () => {
      const [attacker, victim] = [await connected({ default_role: 'admin' }), await signUp(service.url)];
      refusedOn(await logIn(attacker, personWith({ email: victim.email })));
      assert.match(await lastRefusal(attacker), /is no member, and its domain is not verified/);
      assert.equal((await victim.actor.get('/accounts', 200)).at('total'), 1);
    });

    it('joins if the account has verified the domain of the address', async () => {
      const owner = await connected({ default_role: 'developer' });
      const domain = freshDomain();
      const colleague = await signUp(service.url, emailAt(domain));
      await verifyDomain(owner, domain);
      const joined = await session(owner, personWith({ email: colleague.email }));
      assert.deepEqual([joined.at('user.id'), joined.at('account.role')], [colleague.userId, 'developer']);
      assert.equal(joined.at('user.email_verified'), true);
    });

    it('is known by their address once they are a member, and keeps their role', async () => {
      const [owner, member] = [await connected({ default_role: 'editor' }), await signUp(service.url)];
      await join(owner, member, 'author');
      const joined = await session(owner, personWith({ email: member.email.toUpperCase() }));
      assert.deepEqual([joined.at('user.id'), joined.at('account.role')], [member.userId, 'author']);
      assert.equal(joined.at('user.email_verified'), false, 'a provider proves addresses of verified domains alone');
    });

    it('who was removed stays out', async () => {
      const owner = await connected();
      const domain = freshDomain();
      await verifyDomain(owner, domain);
      const email = emailAt(domain);
      const person = personWith({ email });
      await remove(owner, (await session(owner, person)).string('user.id'));
      refusedOn(await logIn(owner, person));
      assert.match(await lastRefusal(owner), /no longer a member/);
      refusedOn(await logIn(owner, personWith({ email })));
      assert.match(await lastRefusal(owner), /no longer a member/);
      await invite(owner, email, 'editor');
      assert.equal((await session(owner, person)).at('account.role'), 'editor');
    });

    it('of whom two first log-ins come at once is made once', async () => {
      const owner = await connected();
      const email = freshEmail();
      const person = personWith({ email });
      const pages = await Promise.all([1, 2, 3].map(() => logIn(owner, person)));
      const good = pages.filter(({ status }) => status === 200);
      assert.ok(good.length >= 1);
      const ids = await Promise.all(good.map(async (page) => (await exchange(service.url, page)).at('user.id')));
      assert.equal(new Set(ids).size, 1);
    });
  });

  it('a provider need not speak of verified addresses in a domain that the account has verified', async () => {
    const owner = await connected();
    const domain = freshDomain();
    await verifyDomain(owner, domain);
    codeIn(await logIn(owner, personWith({ email: emailAt(domain), email_verified: undefined })));
    refusedOn(await logIn(owner, personWith({ email: emailAt(domain), email_verified: false })));
  });

  it('an invitation to the address of a new user gives its role, and is accepted by the log-in', async () => {
    const owner = await connected({ required: false });
    const email = freshEmail();
    const invitation = await invite(owner, email, 'developer');
    const joined = await session(owner, personWith({ email }));
    assert.equal(joined.at('account.role'), 'developer');
    const path = `/accounts/${owner.accountId}/invitations/${invitation.string('id')}`;
    assert.equal((await owner.actor.get(path, 200)).at('state'), 'accepted');
  });

  it('an invitation does not give an existing user to the provider of the account', async () => {
    const [attacker, victim] = [await connected(), await signUp(service.url)];
    await invite(attacker, victim.email, 'admin');
    refusedOn(await logIn(attacker, personWith({ email: victim.email })));
  });

  it('an invitation to an account that requires it is not accepted with a password', async () => {
    const [owner, invited] = [await connected(), await signUp(service.url)];
    const token = (await invite(owner, invited.email, 'viewer')).string('token');
    await owner.actor.patch(`/accounts/${owner.accountId}/sso`, { required: true }, 200);
    const refused = await invited.actor.post('/invitations/accept', { token }, 428);
    assert.match(refused.string('detail.sso_url'), new RegExp(`account=${owner.accountId}$`));
  });

  it('one account cannot log in who another account has made', async () => {
    const [first, second] = [await connected(), await connected()];
    const email = freshEmail();
    const person = personWith({ email });
    await session(first, person);
    refusedOn(await logIn(second, person));
    assert.match(await lastRefusal(second), /is no member/);
  });

  it('a session of one account acts in no other account of the person', async () => {
    const [owner, member] = [await connected(), await signUp(service.url)];
    await join(owner, member, 'viewer');
    const joined = await session(owner, personWith({ email: member.email }));
    const actor = new Actor(service.url, joined.string('access_token'));
    const refused = await actor.post('/auth/switch-account', { account_id: member.accountId }, 403);
    assert.match(refused.string('detail.message'), /log in with your password/);
    await member.actor.post(`/accounts/${member.accountId}/sso`, { protocol: 'oidc', oidc: provider.settings }, 201);
    const asked = await actor.post('/auth/switch-account', { account_id: member.accountId }, 428);
    assert.match(asked.string('detail.sso_url'), new RegExp(`account=${member.accountId}$`));
  });

  it('a session of one account shows and ends nothing of the others', async () => {
    const [owner, member] = [await connected(), await signUp(service.url)];
    await join(owner, member, 'viewer');
    const [own] = (await member.actor.get('/auth/sessions', 200)).each('items', 'id');
    const joined = await session(owner, personWith({ email: member.email }));
    const actor = new Actor(service.url, joined.string('access_token'));
    assert.deepEqual((await actor.get('/accounts', 200)).each('items', 'id'), [owner.accountId]);
    assert.deepEqual((await actor.get('/auth/me', 200)).each('accounts', 'id'), [owner.accountId]);
    assert.deepEqual((await actor.get('/auth/sessions', 200)).each('items', 'account_id'), [owner.accountId]);
    await actor.delete(`/auth/sessions/${own}`, 404);
    await actor.delete('/auth/sessions', 204);
    await member.actor.get('/auth/me', 200);
  });

  describe('roles by a claim', () => {
    const mapping = {
      role_claim: 'groups',
      role_mapping: { editors: 'editor', devs: 'developer' },
      default_role: 'viewer',
    };

    it('follow the provider at each log-in, the highest that is named', async () => {
      const owner = await connected(mapping);
      const email = freshEmail();
      const person = personWith({ email, groups: ['others', 'editors', 'devs'] });
      const roleOf = async () => (await session(owner, person)).at('account.role');
      assert.equal(await roleOf(), 'developer');
      provider.people.set(person, { email, email_verified: true, groups: ['editors', 'owner', '__proto__'] });
      assert.equal(await roleOf(), 'editor');
      provider.people.set(person, { email, email_verified: true });
      assert.equal(await roleOf(), 'viewer');
      const audit = await owner.actor.get(`/accounts/${owner.accountId}/audit?action=member.update`, 200);
      assert.equal(audit.at('total'), 2);
    });

    it('stay as they are where the provider left the claim out for its size, and the audit says so', async () => {
      const owner = await connected(mapping);
      const email = freshEmail();
      const person = personWith({ email, groups: ['devs'] });
      await session(owner, person);
      try {
        provider.forgery = ({ groups: _, ...claims }, from) =>
          from.sign({ ...claims, _claim_names: { groups: 'src1' } });
        provider.people.set(person, { email, email_verified: true });
        assert.equal((await session(owner, person)).at('account.role'), 'developer');
        const audit = await owner.actor.get(`/accounts/${owner.accountId}/audit?action=member.keep_role`, 200);
        assert.match(audit.string('items.0.changes.reason'), /left out the claim of roles/);
        refusedOn(await logIn(owner, personWith({ email: freshEmail() })));
        assert.match(await lastRefusal(owner), /left out the claim of roles/);
      } finally {
        provider.forgery = null;
      }
    });

    it('leave owners what they are', async () => {
      const owner = await connected(mapping);
      const back = await session(owner, personWith({ email: owner.email, groups: ['editors'] }));
      assert.deepEqual([back.at('user.id'), back.at('account.role')], [owner.userId, 'owner']);
    });
  });

  describe('an account that requires it', () => {
    const requiring = async () => {
      const owner = await connected();
      await owner.actor.patch(`/accounts/${owner.accountId}/sso`, { required: true }, 200);
      return owner;
    };
    const urlOf = ({ accountId }: Member) => `${service.url}/auth/sso/start?account=${accountId}`;

    it('refuses sessions by password with the next request, refresh and log-in, and says where to go', async () => {
      const owner = await requiring();
      const { email, refreshToken: refresh_token } = owner;
      const answers = [
        await owner.actor.get('/spaces', 428),
        await owner.actor.get('/auth/me', 428),
        await owner.actor.patch(`/accounts/${owner.accountId}/sso`, { required: false }, 428),
        await nobody().post('/auth/refresh', { refresh_token }, 428),
        await nobody().post('/auth/login', { email, password: PASSWORD }, 428),
      ];
      for (const answer of answers)
        assert.deepEqual([answer.at('detail.code'), answer.at('detail.sso_url')], ['sso_required', urlOf(owner)]);
      const wrong = await nobody().post('/auth/login', { email, password: 'another harbour 45' }, 401);
      assert.equal(wrong.at('detail.sso_url'), undefined);
    });

    it('lets those in who come by it, and refresh', async () => {
      const owner = await requiring();
      const back = await session(owner, personWith({ email: owner.email }));
      const actor = new Actor(service.url, back.string('access_token'));
      await actor.get('/spaces', 200);
      await nobody().post('/auth/refresh', { refresh_token: back.string('refresh_token') }, 200);
      await actor.patch(`/accounts/${owner.accountId}/sso`, { required: false }, 200);
      await owner.actor.get('/spaces', 200);
    });

    it('is no place to switch to by password, unlike a foreign or a suspended one', async () => {
      const [owner, member, foreign] = [await requiring(), await signUp(service.url), await signUp(service.url)];
      await join(owner, member, 'viewer');
      const switchTo = (account_id: string, status: number) =>
        member.actor.post('/auth/switch-account', { account_id }, status);
      assert.equal((await switchTo(owner.accountId, 428)).at('detail.sso_url'), urlOf(owner));
      await switchTo(foreign.accountId, 422);
      assert.equal((await member.actor.get('/auth/sessions', 200)).at('total'), 1);
    });

    it('leaves the other accounts of a person alone: a log-in acts there', async () => {
      const [owner, member] = [await requiring(), await signUp(service.url)];
      await join(owner, member, 'viewer');
      await database.write(async (writer) => {
        const query = writer.updateTable('memberships').set({ created_at: Date.now() + 1_000 });
        await query.where('account_id', '=', member.accountId).execute();
      });
      const { email } = member;
      const logged = await nobody().post('/auth/login', { email, password: PASSWORD }, 200);
      assert.equal(logged.at('account.id'), member.accountId);
    });

    it('lets an owner in who is marked to break the glass', async () => {
      const owner = await connected();
      const member = `/accounts/${owner.accountId}/members/${owner.userId}`;
      await owner.actor.patch(member, { break_glass: true }, 200);
      await owner.actor.patch(`/accounts/${owner.accountId}/sso`, { required: true }, 200);
      await owner.actor.get('/spaces', 200);
      const { email } = owner;
      await nobody().post('/auth/login', { email, password: PASSWORD }, 200);
      await nobody().post('/auth/refresh', { refresh_token: owner.refreshToken }, 200);
    });
  });

  it('suspended accounts and users are not let in', async () => {
    const owner = await connected();
    const person = personWith({ email: freshEmail() });
    const { id } = (await session(owner, person)).at('user') as { id: string };
    const suspend = (table: 'users' | 'accounts', of: string, at: number | null) =>
      database.write(async (writer) => {
        await writer.updateTable(table).set({ suspended_at: at }).where('id', '=', of).execute();
      });
    await suspend('users', id, 1);
    assert.equal((await logIn(owner, person)).status, 403);
    await suspend('users', id, null);
    await suspend('accounts', owner.accountId, 1);
    assert.equal((await logIn(owner, person)).status, 403);
    await suspend('accounts', owner.accountId, null);
    codeIn(await logIn(owner, person));
  });

  it('of an account that is suspended for a late payment lets in its members, to pay or to ask for it, and nobody new', async () => {
    const owner = await connected();
    const [person, ownerThere] = [personWith({ email: freshEmail() }), personWith({ email: owner.email })];
    for (const one of [person, ownerThere]) await session(owner, one);
    await database.write(async (writer) => {
      const suspended = writer.updateTable('accounts').set({ suspended_at: 1, suspended_for: 'billing' });
      await suspended.where('id', '=', owner.accountId).execute();
    });
    assert.equal((await logIn(owner, personWith({ email: freshEmail() }))).status, 403);
    const [member, back] = await Promise.all(
      [person, ownerThere].map(
        async (one) => new Actor(service.url, (await session(owner, one)).string('access_token')),
      ),
    );
    await back?.get('/billing/subscription', 200);
    for (const actor of [member, back]) {
      await actor?.get('/auth/me', 200);
      assert.equal((await actor?.get('/spaces', 403))?.at('detail.code'), 'account_suspended');
    }
  });

  it('a provider that cannot be reached, or names another issuer, ends on a page', async () => {
    const visitor = new WebVisitor();
    const at = async (issuer: string) => {
      const owner = await connected({ oidc: { ...provider.settings, issuer } });
      const page = await visitor.request(`${service.url}/auth/sso/start?account=${owner.accountId}`);
      refusedOn(page);
    };
    await at('http://localhost:49999');
    await at(provider.issuer.replace('localhost', '127.0.0.1'));
    await at('https://name.that.does.not.exist.invalid');
  });
});
