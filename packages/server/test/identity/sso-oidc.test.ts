/** Log-in at a real OpenID provider, and what is refused of its answers. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { UnsecuredJWT } from 'jose';
import { Actor } from '../../../testing/src/client.ts';
import { freshEmail, type Member } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';
import { type Visited, WebVisitor } from '../../../testing/src/people/web-visitor.ts';
import {
  type Forgery,
  startOpenIdProvider,
  type TestOpenIdProvider,
} from '../../../testing/src/servers/openid-provider.ts';
import {
  codeIn,
  exchange,
  lastRefusal,
  makeConnected,
  REACHES_HOME,
  redirectUriOf,
  refusals,
  refusedOn,
  start,
} from './sso-log-in.ts';

const HOUR_S = 3_600;

onEachEngine(
  'single sign-on by OpenID Connect',
  (stage) => {
    let provider: TestOpenIdProvider;
    let owner: Member;
    before(async () => {
      provider = await startOpenIdProvider(redirectUriOf(stage.url));
      owner = await makeConnected(stage.url, { protocol: 'oidc', default_role: 'editor', oidc: provider.settings });
    });
    after(() => provider.stop());

    let people = 0;
    const newPerson = (claims: object = {}) => {
      const [name, email] = [`person-${++people}`, freshEmail()];
      provider.people.set(name, { email, email_verified: true, name: 'Grace', ...claims });
      return { name, email };
    };

    /** Logs a person in at the provider. @returns the redirect back to the service, not followed */
    const answerFor = async (visitor: WebVisitor, person: string): Promise<Visited> => {
      const url = await start(stage.url, owner.accountId, visitor);
      const answered = await provider.logIn(visitor, url, person);
      assert.ok(answered.location?.startsWith(redirectUriOf(stage.url)), answered.text);
      return answered;
    };
    const logIn = async (person: string, visitor = new WebVisitor()) =>
      visitor.follow(await answerFor(visitor, person));

    it('makes a member of the default role at the first log-in, and finds them again by their subject', async () => {
      const { name, email } = newPerson();
      const first = await exchange(stage.url, await logIn(name));
      assert.equal(first.at('user.email'), email);
      assert.equal(first.at('user.name'), 'Grace');
      assert.deepEqual([first.at('account.id'), first.at('account.role')], [owner.accountId, 'editor']);
      const session = new Actor(stage.url, first.string('access_token'));
      assert.equal((await session.get('/auth/sessions', 200)).at('items.0.method'), 'sso');

      provider.people.set(name, { email: freshEmail(), email_verified: false });
      const second = await exchange(stage.url, await logIn(name));
      assert.deepEqual([second.at('user.id'), second.at('user.email')], [first.at('user.id'), email]);
    });

    it('renews its sessions', async () => {
      const session = await exchange(stage.url, await logIn(newPerson().name));
      const body = { refresh_token: session.string('refresh_token') };
      await new Actor(stage.url, null).post('/auth/refresh', body, 200);
    });

    it('asks for code, PKCE, state and nonce', async () => {
      const url = new URL(await start(stage.url, owner.accountId, new WebVisitor()));
      assert.equal(url.origin, provider.issuer);
      const { state = '', nonce = '', code_challenge = '', ...rest } = Object.fromEntries(url.searchParams);
      assert.deepEqual(rest, {
        client_id: 'lectern',
        response_type: 'code',
        redirect_uri: redirectUriOf(stage.url),
        scope: 'openid email profile',
        code_challenge_method: 'S256',
      });
      for (const value of [state, nonce, code_challenge]) assert.ok(value.length >= 43, value);
    });

    describe('refuses an ID token', () => {
      const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
      const cases: readonly (readonly [string, RegExp, Forgery])[] = [
        ['without a signature', /"alg"/, async (claims) => new UnsecuredJWT(claims).encode()],
        [
          'of which the signature is cut off',
          /signature verification/,
          async (claims, from) => (await from.sign(claims)).replace(/[^.]*$/, ''),
        ],
        ['signed by another key', /signature verification/, (claims, from) => from.sign(claims, stranger)],
        [
          'signed by a secret that both know',
          /"alg"/,
          async (claims, from) => hmacToken(claims, from.settings.client_secret),
        ],
        ['of another issuer', /"iss"/, (claims, from) => from.sign({ ...claims, iss: 'http://localhost:1' })],
        ['for another client', /"aud"/, (claims, from) => from.sign({ ...claims, aud: 'someone-else' })],
        [
          'with the nonce of another log-in',
          /"nonce"/,
          (claims, from) => from.sign({ ...claims, nonce: 'x'.repeat(43) }),
        ],
        ['without a nonce', /"nonce"/, (claims, from) => from.sign({ ...claims, nonce: undefined })],
        ['that has expired', /"exp"/, (claims, from) => from.sign({ ...claims, exp: now() - HOUR_S })],
        ['that is not valid yet', /"nbf"/, (claims, from) => from.sign({ ...claims, nbf: now() + HOUR_S })],
        ['without a subject', /"sub"/, ({ sub: _, ...claims }, from) => from.sign(claims)],
        ['of another subject than the user info', /"sub"/, (claims, from) => from.sign({ ...claims, sub: 'somebody' })],
      ];
      for (const [title, reason, forgery] of cases) {
        it(title, async () => {
          const { name } = newPerson();
          try {
            provider.forgery = (claims, from) => from.sign(claims);
            codeIn(await logIn(name));
            provider.forgery = forgery;
            refusedOn(await logIn(name));
          } finally {
            provider.forgery = null;
          }
          assert.match(await lastRefusal(owner), reason);
        });
      }
    });

    it('refuses an address that the provider has not verified, or says nothing about', async () => {
      for (const email_verified of [false, undefined]) {
        refusedOn(await logIn(newPerson({ email_verified }).name));
        assert.match(await lastRefusal(owner), /does not say that the e-mail address is verified/);
      }
      refusedOn(await logIn(newPerson({ email: undefined }).name));
      assert.match(await lastRefusal(owner), /no e-mail address/);
      refusedOn(await logIn(newPerson({ email: '"Ann"@example.com, bob@example.com' }).name));
      assert.match(await lastRefusal(owner), /not a plain one/);
    });

    it('takes a state once, and no other', async () => {
      const visitor = new WebVisitor();
      const { location = '' } = await answerFor(visitor, newPerson().name);
      codeIn(await visitor.follow(location));
      const before = await refusals(owner);
      refusedOn(await visitor.follow(location));
      const url = new URL(location);
      url.searchParams.set('state', 'made-up');
      refusedOn(await visitor.follow(url.href));
      url.searchParams.delete('state');
      refusedOn(await visitor.follow(url.href));
      assert.equal(await refusals(owner), before, 'there is no log-in that a refusal could belong to');
    });

    it('refuses a code of another log-in', async () => {
      const visitor = new WebVisitor();
      const [first, second] = [await answerFor(visitor, newPerson().name), await answerFor(visitor, newPerson().name)];
      const url = new URL(second.location ?? '');
      url.searchParams.set('code', new URL(first.location ?? '').searchParams.get('code') ?? '');
      refusedOn(await visitor.follow(url.href));
      assert.match(await lastRefusal(owner), /invalid_grant/);
    });

    it('lets nobody in by the link of a stranger: the answer counts in the browser that started', async () => {
      const attacker = new WebVisitor();
      const { location = '' } = await answerFor(attacker, newPerson().name);
      const victim = new WebVisitor();
      refusedOn(await victim.follow(location));
      assert.match(await lastRefusal(owner), /another browser/);
      await start(stage.url, owner.accountId, victim);
      const again = await answerFor(attacker, newPerson().name);
      refusedOn(await victim.follow(again.location ?? ''));

      const done = await logIn(newPerson().name, attacker);
      refusedOn(await victim.request(done.url));
    });

    it('exchanges a code once, of many at once', async () => {
      const code = codeIn(await logIn(newPerson().name));
      const tries = Array.from({ length: 5 }, () => new Actor(stage.url, null).post('/auth/sso/exchange', { code }));
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      assert.deepEqual(statuses.toSorted(), [200, 401, 401, 401, 401]);
    });

    it('says on a page that the person did not agree', async () => {
      const visitor = new WebVisitor();
      const url = new URL(await start(stage.url, owner.accountId, visitor));
      const answer = new URL(redirectUriOf(stage.url));
      answer.searchParams.set('state', url.searchParams.get('state') ?? '');
      answer.searchParams.set('error', 'access_denied');
      answer.searchParams.set('iss', provider.issuer);
      refusedOn(await visitor.request(answer.href));
      assert.match(await lastRefusal(owner), /access_denied/);
    });

    describe('a test log-in', () => {
      const testOf = async ({ actor, accountId }: Member) => {
        const started = await actor.post(`/accounts/${accountId}/sso/test`, undefined, 201);
        assert.equal(started.at('state'), 'waiting');
        return { url: started.string('url'), path: started.headers.location ?? '' };
      };
      /** Goes through a test as a person at the provider, up to its last page. */
      const goThrough = async (url: string, person: string, visitor = new WebVisitor()): Promise<Visited> => {
        const started = await visitor.request(url);
        return visitor.follow(await provider.logIn(visitor, started.location ?? '', person));
      };
      const resultFor = async (of: Member, person: string) => {
        const { url, path } = await testOf(of);
        const last = await goThrough(url, person);
        return { last, test: await of.actor.get(path, 200) };
      };
      const problemOf = async (of: Member, person = newPerson().name) => {
        const { last, test } = await resultFor(of, person);
        refusedOn(last);
        assert.match(last.text, /nobody is locked out/);
        assert.equal(test.at('state'), 'failed');
        assert.ok(test.string('problem.advice').length > 20);
        return { kind: test.at('problem.kind'), reason: test.string('problem.reason') };
      };
      const rolesByGroups = { role_claim: 'groups', role_mapping: { writers: 'editor' } };
      const connected = (more: object = {}, oidc: object = {}) =>
        makeConnected(stage.url, { protocol: 'oidc', oidc: { ...provider.settings, ...oidc }, ...more });

      it('shows who would be logged in with which role, and changes nothing', async () => {
        const tester = await connected(rolesByGroups);
        const before = await tester.actor.get(`/accounts/${tester.accountId}/audit`, 200);
        const { name, email } = newPerson({ groups: ['writers', 'readers'] });
        const { last, test } = await resultFor(tester, name);
        assert.deepEqual([new URL(last.url).pathname, last.status], ['/sso/tested', 200]);
        assert.deepEqual([test.at('state'), test.at('problem'), test.at('connection_version')], ['succeeded', null, 1]);
        const { claim_names, ...person } = test.at('person') as { claim_names: string[] };
        assert.ok(claim_names.includes('groups'), claim_names.join());
        assert.deepEqual(person, {
          user_id: null,
          is_you: false,
          is_new_member: true,
          subject: name,
          email,
          email_verified: true,
          name: 'Grace',
          role: 'editor',
          role_rule: 'role_mapping',
          role_values: ['writers', 'readers'],
        });
        const members = await tester.actor.get(`/accounts/${tester.accountId}/members`, 200);
        assert.equal(members.at('total'), 1);
        const after = await tester.actor.get(`/accounts/${tester.accountId}/audit`, 200);
        assert.equal(after.number('total'), before.number('total') + 1, 'the start of the test alone');
        assert.equal(after.at('items.0.action'), 'sso_connection.test');
      });

      it('says that it is you, and why you have your role', async () => {
        const tester = await connected(rolesByGroups);
        const yours = (await resultFor(tester, newPerson({ email: tester.email }).name)).test;
        assert.deepEqual(
          ['user_id', 'is_you', 'is_new_member', 'role', 'role_rule'].map((name) => yours.at(`person.${name}`)),
          [tester.userId, true, false, 'owner', 'owner'],
        );
        const other = (await resultFor(tester, newPerson({ groups: ['readers'] }).name)).test;
        assert.deepEqual([other.at('person.role'), other.at('person.role_rule')], ['viewer', 'default_role']);
      });

      it('says what is wrong, and leaves the account’s list of refusals alone', async () => {
        assert.equal((await problemOf(await connected({}, { client_secret: 'not it' }))).kind, 'client');
        const tester = await connected();
        assert.equal((await problemOf(tester, newPerson({ email_verified: false }).name)).kind, 'unverified');
        const nameless = await problemOf(tester, newPerson({ email: undefined }).name);
        assert.equal(nameless.kind, 'email');
        assert.match(nameless.reason, /but .*groups|but .*name/);
        const forgeries: readonly (readonly [string, Forgery])[] = [
          ['audience', (claims, from) => from.sign({ ...claims, aud: 'someone-else' })],
          ['clock', (claims, from) => from.sign({ ...claims, exp: now() - HOUR_S })],
          [
            'signature',
            (claims, from) => from.sign(claims, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
          ],
        ];
        for (const [kind, forgery] of forgeries) {
          provider.forgery = forgery;
          try {
            assert.equal((await problemOf(tester)).kind, kind);
          } finally {
            provider.forgery = null;
          }
        }
        assert.equal(await refusals(tester), 0);

        const lost = await connected({}, { issuer: `${provider.issuer}/nowhere` });
        const { url, path } = await testOf(lost);
        refusedOn(await new WebVisitor().request(url));
        assert.equal((await lost.actor.get(path, 200)).at('problem.kind'), 'unreachable');
      });

      it('is for one browser, once, and for who started it', async () => {
        const tester = await connected();
        const { url, path } = await testOf(tester);
        const visitor = new WebVisitor();
        const begun = await visitor.request(url);
        refusedOn(await visitor.request(url));
        const answered = await provider.logIn(visitor, begun.location ?? '', newPerson().name);
        refusedOn(await new WebVisitor().follow(answered));
        assert.match((await tester.actor.get(path, 200)).string('problem.reason'), /another browser/);
        const stranger = await connected();
        await stranger.actor.get(path, 404);
        const id = path.split('/').at(-1) ?? '';
        await stranger.actor.get(`/accounts/${stranger.accountId}/sso/test/${id}`, 404);
      });

      it('is of one version of the connection', async () => {
        const tester = await connected();
        const { url, path } = await testOf(tester);
        await tester.actor.patch(`/accounts/${tester.accountId}/sso`, { default_role: 'editor' }, 200);
        refusedOn(await new WebVisitor().request(url));
        assert.equal((await tester.actor.get(path, 200)).at('problem.kind'), 'changed');
      });
    });

    it('has a page for an account without a connection, known or not, with the same words', async () => {
      const visitor = new WebVisitor();
      const texts = ['acc_nobody', '', `${owner.accountId}x`].map(async (id) => {
        const visited = await visitor.request(`${stage.url}/auth/sso/start?account=${id}`);
        refusedOn(visited);
        return visited.text;
      });
      assert.equal(new Set(await Promise.all(texts)).size, 1);
    });
  },
  REACHES_HOME,
);

function now(): number {
  return Math.floor(Date.now() / 1_000);
}

async function hmacToken(claims: object, secret: string): Promise<string> {
  const { SignJWT } = await import('jose');
  return new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret.padEnd(32)));
}
