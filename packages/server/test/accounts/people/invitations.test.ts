/**
 * Invitations over HTTP: created, mailed, resent, withdrawn, and accepted once by the invited person, with and without an existing
 * user.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Actor } from '../../../../testing/src/client.ts';
import { freshEmail, joinAs, type Member, PASSWORD, signUp } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { mailedToken, mailsTo } from '../../../../testing/src/people/mails.ts';

const ACCEPTS = 100;

onEachEngine('invitations', (stage) => {
  let owner: Member;
  let admin: Member;
  let collection: string;
  before(async () => {
    owner = await signUp(stage.url);
    admin = await joinAs(owner, 'admin');
    collection = `/accounts/${owner.accountId}/invitations`;
  });
  const nobody = () => new Actor(stage.url, null);
  const invite = async (email = freshEmail(), role = 'editor', by = owner) => {
    const made = await by.actor.post(collection, { email, role }, 201);
    return { email, id: made.string('id'), path: `${collection}/${made.string('id')}`, token: made.string('token') };
  };
  const accept = (by: Actor, token: unknown) => by.post('/invitations/accept', { token });
  const stateOf = async (path: string) => (await owner.actor.get(path, 200)).at('state');

  describe('are made', () => {
    it('with who, when and state, and the token only this once', async () => {
      const email = freshEmail();
      const made = await admin.actor.post(collection, { email: email.toUpperCase(), role: 'author' }, 201);
      assert.match(made.string('token'), /^cms_inv_/);
      assert.equal(made.headers.location, `${collection}/${made.string('id')}`);
      const shown = await owner.actor.get(`${collection}/${made.string('id')}`, 200);
      assert.equal(shown.at('token'), undefined);
      assert.deepEqual(
        [shown.at('state'), shown.at('role'), shown.at('invited_by.email'), shown.at('email'), shown.at('version')],
        ['open', 'author', admin.email, email.toUpperCase(), 1],
      );
      const days = (Date.parse(shown.string('expires_at')) - Date.parse(shown.string('created_at'))) / 86_400_000;
      assert.equal(days, 7);
      const list = await owner.actor.get(`${collection}?state=open&order=-created_at`, 200);
      assert.ok(list.each('items', 'id').includes(made.string('id')));
      assert.ok(!list.text.includes('cms_inv_'));
    });

    it('and mailed, with a link of the public URL alone and a token of its own', async () => {
      const email = freshEmail();
      const made = await owner.actor.post(collection, { email, role: 'viewer' }, 201, { host: 'evil.example' });
      const mailed = await mailedToken(stage.dataDir, email);
      assert.notEqual(mailed, made.string('token'));
      const [mail = ''] = mailsTo(stage.dataDir, email);
      assert.ok(mail.includes(`${stage.url}/accept-invitation?token=${mailed}`), mail);
      assert.ok(!mail.includes('evil.example'));
    });

    it('never to a role above one’s own, to a member, or twice at a time', async () => {
      await admin.actor.post(collection, { email: freshEmail(), role: 'owner' }, 403);
      const editor = await joinAs(owner, 'editor');
      await editor.actor.post(collection, { email: freshEmail(), role: 'viewer' }, 403);
      const member = await owner.actor.post(collection, { email: editor.email.toUpperCase(), role: 'viewer' }, 409);
      assert.match(member.string('detail.message'), /member/);
      const { email, path } = await invite();
      await owner.actor.post(collection, { email, role: 'viewer' }, 409);
      await owner.actor.delete(path, 204);
      await owner.actor.post(collection, { email, role: 'viewer' }, 201);
      for (const body of [
        { email: 'x', role: 'viewer' },
        { email: freshEmail() },
        { email: freshEmail(), role: 'king' },
      ])
        await owner.actor.post(collection, body, 422);
    });

    it('by whoever may, for an owner by owners alone', async () => {
      const { path } = await invite(freshEmail(), 'owner');
      for (const response of [
        await admin.actor.patch(path, { role: 'viewer' }),
        await admin.actor.delete(path),
        await admin.actor.post(`${path}/resend`),
        await admin.actor.patch((await invite()).path, { role: 'owner' }),
      ])
        assert.equal(response.at('detail.code'), 'insufficient_permission', String(response));
    });
  });

  describe('change', () => {
    it('their role, by version, as long as they can be accepted', async () => {
      const { path, email, token } = await invite();
      const changed = await admin.actor.patch(path, { role: 'admin' }, 200, { 'if-match': '"1"' });
      assert.deepEqual([changed.at('role'), changed.at('version')], ['admin', 2]);
      assert.equal(changed.at('invited_by.id'), admin.userId, 'whoever changes it answers for it');
      await admin.actor.patch(path, { role: 'viewer', version: 1 }, 409);
      assert.equal((await admin.actor.patch(path, { role: 'admin' }, 200)).at('version'), 2);
      const session = await nobody().post('/auth/signup', { email, password: PASSWORD, invitation_token: token }, 201);
      assert.equal(session.at('account.role'), 'admin');
      const late = await admin.actor.patch(path, { role: 'viewer' }, 409);
      assert.equal(late.at('detail.code'), 'conflict');
    });

    it('their tokens when they are resent, at most three times a day', async () => {
      const { path, email, token } = await invite();
      const first = await mailedToken(stage.dataDir, email);
      let latest = token;
      for (let time = 0; time < 3; time++) {
        const resent = await owner.actor.post(`${path}/resend`, undefined, 200);
        assert.equal(resent.at('version'), time + 2);
        latest = resent.string('token');
      }
      const refused = await owner.actor.post(`${path}/resend`, undefined, 429);
      assert.equal(refused.at('detail.scope'), 'invitation');
      assert.ok(Number(refused.headers['retry-after']) > 86_000);
      const person = await signUp(stage.url, email);
      for (const old of [token, first]) assert.equal((await accept(person.actor, old)).status, 404);
      assert.equal((await accept(person.actor, latest)).status, 200);
    });

    it('to withdrawn when they are deleted, and stay listed', async () => {
      const { path, email, token } = await invite();
      await owner.actor.delete(path, 204);
      assert.equal(await stateOf(path), 'withdrawn');
      await owner.actor.delete(path, 409);
      await owner.actor.post(`${path}/resend`, undefined, 409);
      const person = await signUp(stage.url, email);
      assert.equal((await accept(person.actor, token)).status, 404);
    });

    it('to withdrawn when whoever invited may not any more', async () => {
      const inviter = await joinAs(owner, 'admin');
      const invitations = [await invite(freshEmail(), 'admin', inviter), await invite(freshEmail(), 'viewer', inviter)];
      const people = await Promise.all(invitations.map(({ email }) => signUp(stage.url, email)));
      await owner.actor.patch(`/accounts/${owner.accountId}/members/${inviter.userId}`, { role: 'editor' }, 200);
      for (const [n, { path, token }] of invitations.entries()) {
        assert.equal(await stateOf(path), 'withdrawn');
        assert.equal((await accept(people[n]?.actor ?? nobody(), token)).status, 404);
      }
    });
  });

  describe('are accepted', () => {
    it('by a logged-in person, who can switch to the account', async () => {
      const person = await signUp(stage.url);
      const { path, token } = await invite(person.email.toUpperCase());
      const account = await accept(person.actor, token);
      assert.deepEqual([account.status, account.at('id'), account.at('role')], [200, owner.accountId, 'editor']);
      const session = await person.actor.post('/auth/switch-account', { account_id: owner.accountId }, 200);
      assert.equal(session.at('account.role'), 'editor');
      const shown = await owner.actor.get(path, 200);
      assert.deepEqual([shown.at('state'), shown.at('accepted_by')], ['accepted', person.userId]);
      assert.equal((await person.actor.get('/accounts', 200)).at('total'), 2);
    });

    it('once, however many try at the same time', async () => {
      const person = await signUp(stage.url);
      const { token } = await invite(person.email);
      const responses = await Promise.all(Array.from({ length: ACCEPTS }, () => accept(person.actor, token)));
      assert.equal(responses.filter(({ status }) => status === 200).length, 1);
      assert.equal(responses.filter(({ status }) => status === 404).length, ACCEPTS - 1);
      const members = await owner.actor.get(`/accounts/${owner.accountId}/members?q=${person.email}`, 200);
      assert.equal(members.at('total'), 1);
    });

    it('by nobody else; unknown, used and foreign ones are alike', async () => {
      const [person, stranger] = [await signUp(stage.url), await signUp(stage.url)];
      const { token } = await invite(person.email);
      const foreign = await accept(stranger.actor, token);
      const unknown = await accept(stranger.actor, `cms_inv_${'x'.repeat(49)}`);
      assert.deepEqual([foreign.status, foreign.text], [404, unknown.text]);
      assert.equal((await accept(person.actor, token)).status, 200);
      assert.equal((await accept(person.actor, token)).text, unknown.text);
      for (const bad of [{}, null, 5, ['x']]) assert.equal((await accept(person.actor, bad)).status, 422);
      for (const other of [person.refreshToken, String(person.actor.token)])
        assert.equal((await accept(stranger.actor, other)).status, 404);
      assert.equal((await new Actor(stage.url, token).get('/auth/me')).status, 401, 'it is no access token');
    });

    it('by signing up, without an account of one’s own', async () => {
      const { email, token } = await invite();
      const session = await nobody().post(
        '/auth/signup',
        { email: email.toUpperCase(), password: PASSWORD, invitation_token: token },
        201,
      );
      assert.deepEqual([session.at('account.id'), session.at('account.role')], [owner.accountId, 'editor']);
      assert.equal(session.at('user.email_verified'), false, 'whoever invites has this token too');
      const person = new Actor(stage.url, session.string('access_token'));
      assert.equal((await person.get('/accounts', 200)).at('total'), 1);
    });

    it('with the token of the mail, which shows that the address is theirs', async () => {
      const { email } = await invite();
      const token = await mailedToken(stage.dataDir, email);
      const session = await nobody().post('/auth/signup', { email, password: PASSWORD, invitation_token: token }, 201);
      assert.equal(session.at('user.email_verified'), true);
      const person = await signUp(stage.url);
      await invite(person.email);
      await accept(person.actor, await mailedToken(stage.dataDir, person.email));
      assert.equal((await person.actor.get('/auth/me', 200)).at('user.email_verified'), true);
    });

    it('by logging in, also after leaving one’s only account', async () => {
      const { email, userId, actor } = await joinAs(owner, 'viewer');
      await actor.delete(`/accounts/${owner.accountId}/members/${userId}`, 204);
      const { token } = await invite(email, 'author');
      const login = (body: object) => nobody().post('/auth/login', { email, password: PASSWORD, ...body });
      assert.equal((await login({ password: 'wrong, wrong', invitation_token: token })).status, 401);
      assert.equal((await login({ invitation_token: (await invite()).token })).status, 422);
      const session = await login({ invitation_token: token });
      assert.deepEqual([session.status, session.at('account.role')], [200, 'author']);
      assert.equal((await login({ invitation_token: token })).status, 422, 'it works once');
      assert.equal((await login({})).status, 200);
    });

    it('by nobody who signs up with the address or the token of others', async () => {
      const { email, token } = await invite();
      const signUpWith = (body: object) =>
        nobody().post('/auth/signup', { email, password: PASSWORD, invitation_token: token, ...body });
      for (const body of [
        { email: freshEmail() },
        { invitation_token: `cms_inv_${'x'.repeat(49)}` },
        { invitation_token: {} },
        { role: 'owner' },
        { account_id: owner.accountId },
        { email_verified: true },
        { account_name: 'Mine too' },
        { password: 'password123' },
        { password: email },
      ])
        assert.equal((await signUpWith(body)).status, 422, JSON.stringify(body));
      assert.equal((await signUpWith({})).status, 201);
    });

    it('with a password that is not made of the name of the account', async () => {
      const { actor, accountId } = await signUp(stage.url);
      await actor.patch(`/accounts/${accountId}`, { name: 'Saltmarsh Quarterly' }, 200);
      const email = freshEmail();
      const made = await actor.post(`/accounts/${accountId}/invitations`, { email, role: 'viewer' }, 201);
      const body = { email, password: 'saltmarsh quarterly 1', invitation_token: made.string('token') };
      const refused = await nobody().post('/auth/signup', body, 422);
      assert.equal(refused.at('detail.errors.0.rule'), 'context');
    });
  });
});

onEachEngine(
  'sign-up by invitation alone',
  (stage) => {
    it('lets in whoever has one, and nobody else', async () => {
      const nobody = new Actor(stage.url, null);
      const body = { email: freshEmail(), password: PASSWORD };
      assert.equal((await nobody.post('/auth/signup', body, 403)).at('detail.code'), 'signup_closed');
      await nobody.post('/auth/signup', { ...body, invitation_token: `cms_inv_${'x'.repeat(49)}` }, 422);
    });
  },
  { LECTERN_SIGNUP: 'invite' },
);
