/** Stories of people and tokens: sign-up, sessions, refresh and its reuse, passwords, keys, roles, planes. */

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Actor } from '../../../testing/src/client.ts';
import {
  createEntry,
  freshEmail,
  given,
  magazine,
  makeKey,
  PASSWORD,
  type Scene,
  signUp,
} from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';
import { mailedToken } from '../../../testing/src/people/mails.ts';
import { sleepUntilAfter } from '../../../testing/src/sleep-until.ts';

/** Long enough for a slow machine to make a key in and use it. */
const KEY_LIFE_MS = 2_000;
const ROLES = ['viewer', 'author', 'editor', 'developer', 'admin'] as const;

onEachEngine('identity', (stage) => {
  const nobody = () => new Actor(stage.url, null);
  const refresh = (token: string) => nobody().post('/auth/refresh', { refresh_token: token });

  describe('sign-up and log-in', () => {
    it('return a session in an account of one’s own', async () => {
      const email = freshEmail();
      const session = await nobody().post(
        '/auth/signup',
        { email, password: PASSWORD, name: 'Ada', account_name: 'Press' },
        201,
      );
      assert.equal(session.at('token_type'), 'Bearer');
      assert.equal(session.at('expires_in'), 900);
      assert.equal(session.at('user.email'), email);
      assert.equal(session.at('user.name'), 'Ada');
      assert.equal(session.at('account.name'), 'Press');
      assert.equal(session.at('account.role'), 'owner');
      assert.equal(session.string('access_token').split('.').length, 3);
      const login = await nobody().post('/auth/login', { email: email.toUpperCase(), password: PASSWORD }, 200);
      assert.equal(login.at('user.id'), session.at('user.id'));
      const me = await new Actor(stage.url, login.string('access_token')).get('/auth/me', 200);
      assert.equal(me.at('user.email'), email);
      assert.equal(me.list('accounts').length, 1);
      assert.ok(me.list('permissions').includes('entry.publish'));
    });

    it('refuse a known address, a weak password and unknown properties', async () => {
      const { email } = await signUp(stage.url);
      const again = await nobody().post('/auth/signup', { email, password: PASSWORD }, 409);
      assert.equal(again.at('detail.code'), 'conflict');
      for (const password of ['short', 'x'.repeat(129), 'password123', 5, null]) {
        await nobody().post('/auth/signup', { email: freshEmail(), password }, 422);
      }
      for (const email of ['nobody', '', 'a@b@c', 5, { $ne: null }])
        await nobody().post('/auth/signup', { email, password: PASSWORD }, 422);
      for (const key of ['role', 'is_admin', 'account_id', 'email_verified', 'plan', 'id', 'created_at']) {
        await nobody().post('/auth/signup', { email: freshEmail(), password: PASSWORD, [key]: 'owner' }, 422);
      }
    });

    it('return the same error for a wrong password and an unknown address', async () => {
      const { email } = await signUp(stage.url);
      const wrong = await nobody().post('/auth/login', { email, password: 'another quiet harbour' }, 401);
      const unknown = await nobody().post('/auth/login', { email: freshEmail(), password: PASSWORD }, 401);
      assert.equal(wrong.at('detail.code'), 'unauthenticated');
      assert.equal(wrong.text, unknown.text);
    });

    it('slow down guessing', async () => {
      const { email } = await signUp(stage.url);
      const responses = [];
      for (let attempt = 0; attempt < 14; attempt++) {
        responses.push(await nobody().post('/auth/login', { email, password: `wrong guess number ${attempt}` }));
      }
      const throttled = responses.at(-1);
      assert.equal(throttled?.status, 429, String(throttled));
      assert.equal(throttled.at('detail.code'), 'api_quota_exceeded');
      assert.equal(throttled.at('detail.scope'), 'login');
      assert.match(String(throttled.headers['retry-after']), /^[1-9]\d*$/);
    });
  });

  describe('refresh', () => {
    it('rotates, and gives two tabs the same successor', async () => {
      const { refreshToken } = await signUp(stage.url);
      const [first, second] = await Promise.all([refresh(refreshToken), refresh(refreshToken)]);
      assert.equal(first.status, 200, String(first));
      assert.notEqual(first.at('refresh_token'), refreshToken);
      assert.equal(first.at('refresh_token'), second.at('refresh_token'));
      await new Actor(stage.url, first.string('access_token')).get('/auth/me', 200);
    });

    it('ends the session when a token that was spent before the last one comes back', async () => {
      const { refreshToken } = await signUp(stage.url);
      const second = await refresh(refreshToken);
      const third = await refresh(second.string('refresh_token'));
      const actor = new Actor(stage.url, third.string('access_token'));
      await actor.get('/auth/me', 200);
      assert.equal((await refresh(refreshToken)).status, 401);
      assert.equal((await refresh(third.string('refresh_token'))).status, 401, 'the whole family is revoked');
      await actor.get('/auth/me', 401);
    });

    it('refuses what is no refresh token', async () => {
      const { actor } = await signUp(stage.url);
      for (const token of [actor.token ?? '', 'x', '']) {
        const response = await refresh(token);
        assert.ok(response.status === 401 || response.status === 422, String(response));
      }
      await nobody().post('/auth/refresh', { refresh_token: {} }, 422);
    });
  });

  describe('sessions', () => {
    it('end at once by log-out', async () => {
      const { actor, refreshToken } = await signUp(stage.url);
      const out = await actor.post('/auth/logout');
      assert.ok(out.status === 204 || out.status === 200, String(out));
      await actor.get('/auth/me', 401);
      assert.equal((await refresh(refreshToken)).status, 401);
    });

    it('are listed, and end at once when revoked', async () => {
      const { actor, email } = await signUp(stage.url);
      const login = await nobody().post('/auth/login', { email, password: PASSWORD }, 200);
      const other = new Actor(stage.url, login.string('access_token'));
      const list = await other.get('/auth/sessions', 200);
      assert.equal(list.list('items').length, 2);
      const current = list.each('items', 'current').indexOf(true);
      await actor.delete(`/auth/sessions/${list.string(`items.${current}.id`)}`, 204);
      await other.get('/auth/me', 401);
      await actor.get('/auth/me', 200);
    });

    it('all end when the password is changed, but for the one that changes it', async () => {
      const { actor, email, refreshToken } = await signUp(stage.url);
      const login = await nobody().post('/auth/login', { email, password: PASSWORD }, 200);
      const changed = 'another quiet harbour 5';
      await actor.patch('/auth/me', { password: changed }, 422);
      const other = new Actor(stage.url, login.string('access_token'));
      await other.patch('/auth/me', { password: changed, current_password: PASSWORD }, 200);
      await actor.get('/auth/me', 401);
      assert.equal((await refresh(refreshToken)).status, 401);
      await nobody().post('/auth/login', { email, password: PASSWORD }, 401);
      await nobody().post('/auth/login', { email, password: changed }, 200);
    });

    it('all end when the password is reset, by a code that works once', async () => {
      const { actor, email } = await signUp(stage.url);
      const known = await nobody().post('/auth/forgot-password', { email });
      const unknown = await nobody().post('/auth/forgot-password', { email: freshEmail() });
      assert.ok(known.status < 300, String(known));
      assert.deepEqual([known.status, known.text], [unknown.status, unknown.text]);
      const reset = (token: unknown) =>
        nobody().post('/auth/reset-password', { token, password: 'another quiet harbour 6' });
      assert.equal((await reset({})).status, 422);
      const guessed = await reset('guess');
      assert.ok(guessed.status >= 400 && guessed.status < 500, String(guessed));
      await actor.get('/auth/me', 200);
      const token = await mailedToken(stage.dataDir, email);
      assert.ok((await reset(token)).status < 300);
      assert.ok((await reset(token)).status >= 400, 'a code works once');
      await actor.get('/auth/me', 401);
      await nobody().post('/auth/login', { email, password: 'another quiet harbour 6' }, 200);
    });

    it('refuse tokens that were changed', async () => {
      const { actor } = await signUp(stage.url);
      const [header = '', payload = '', signature = ''] = (actor.token ?? '').split('.');
      const none = Buffer.from('{"alg":"none"}').toString('base64url');
      const symmetric = Buffer.from('{"alg":"HS256"}').toString('base64url');
      for (const token of [
        `${none}.${payload}.`,
        `${symmetric}.${payload}.${signature}`,
        `${header}.${payload}.`,
        `${header}.${payload}.${'A'.repeat(signature.length)}`,
      ]) {
        const response = await new Actor(stage.url, token).get('/auth/me', 401);
        assert.match(String(response.headers['www-authenticate']), /^Bearer/);
      }
    });
  });

  describe('keys', () => {
    let scene: Scene;
    before(async () => {
      scene = await given(stage.url, { types: magazine });
    });
    const keys = () => `${scene.space}/api-keys`;

    it('show their token once, then only its ends', async () => {
      const made = await scene.owner.post(keys(), { name: 'Site', kind: 'delivery' }, 201);
      const token = made.string('token');
      assert.match(token, /^cms_del_[A-Za-z0-9]{49}$/);
      const read = await scene.owner.get(`${keys()}/${made.string('id')}`, 200);
      assert.equal(read.at('token'), undefined);
      assert.equal(read.at('last_four'), token.slice(-4));
      assert.ok(!(await scene.owner.get(keys(), 200)).text.includes(token));
      await new Actor(stage.url, token).get(`${scene.read}/entries`, 200);
      assert.match(String((await scene.owner.get(`${keys()}/${made.string('id')}`, 200)).at('last_used_at')), /Z$/);
    });

    it('rotate: the old token ends, the new one works', async () => {
      const made = await scene.owner.post(keys(), { name: 'Rotated', kind: 'preview' }, 201);
      const old = new Actor(stage.url, made.string('token'));
      await old.get(`${scene.read}/entries`, 200);
      const rotated = await scene.owner.post(`${keys()}/${made.string('id')}/rotate`, undefined, 200);
      await old.get(`${scene.read}/entries`, 401);
      await new Actor(stage.url, rotated.string('token')).get(`${scene.read}/entries`, 200);
    });

    it('end at once when deleted, and on time when they expire', async () => {
      const expiresAt = Date.now() + KEY_LIFE_MS;
      const expiring = await makeKey(scene.owner, scene.spaceId, {
        kind: 'delivery',
        expires_at: new Date(expiresAt).toISOString(),
      });
      await expiring.get(`${scene.read}/entries`, 200);
      const made = await scene.owner.post(keys(), { name: 'Short', kind: 'delivery' }, 201);
      const key = new Actor(stage.url, made.string('token'));
      await key.get(`${scene.read}/entries`, 200);
      await scene.owner.delete(`${keys()}/${made.string('id')}`, 204);
      await key.get(`${scene.read}/entries`, 401);
      await sleepUntilAfter(expiresAt);
      await expiring.get(`${scene.read}/entries`, 401);
      await scene.owner.post(keys(), { name: 'Past', kind: 'delivery', expires_at: '2001-01-01T00:00:00Z' }, 422);
    });

    it('are rejected if they would exceed their creator, and as owner', async () => {
      const developer = await makeKey(scene.owner, scene.spaceId, { kind: 'management', role: 'developer' });
      const refused = await developer.post(keys(), { name: 'x', kind: 'management', role: 'admin' }, 403);
      assert.equal(refused.at('detail.code'), 'insufficient_permission');
      await scene.owner.post(keys(), { name: 'x', kind: 'management', role: 'owner' }, 422);
      await scene.owner.post(keys(), { name: 'x', kind: 'delivery', environments: [] }, 422);
      await scene.owner.post(keys(), { name: 'x', kind: 'delivery', environments: ['nowhere'] }, 422);
    });

    it('only act in their space', async () => {
      const other = await given(stage.url);
      for (const path of [other.space, `${other.base}/entries`, `${other.base}/content-types`]) {
        assert.equal((await scene.management.get(path, 404)).at('detail.code'), 'not_found');
      }
      await scene.management.post('/spaces', { name: 'x' }, 403);
      await scene.management.get('/accounts', 403);
      const me = await scene.management.get('/auth/me', 200);
      assert.equal(me.at('space.id'), scene.spaceId);
      assert.ok(me.list('permissions').length > 0);
    });

    it('with environments only read what belongs to the space', async () => {
      const limited = await makeKey(scene.owner, scene.spaceId, {
        kind: 'management',
        role: 'admin',
        environments: ['master'],
      });
      await limited.get(scene.space, 200);
      await limited.get(`${scene.space}/locales`, 200);
      await limited.get(`${scene.base}/entries`, 200);
      await limited.post(`${scene.space}/locales`, { code: 'nl' }, 403);
      await limited.post(`${scene.space}/environments`, { name: 'more' }, 403);
      await limited.post(keys(), { name: 'x', kind: 'delivery' }, 403);
    });

    /** What the least role is that may do each of these. */
    const deeds: readonly (readonly [
      string,
      (typeof ROLES)[number],
      (actor: Actor, entry: string) => Promise<{ status: number }>,
    ])[] = [
      ['read entries', 'viewer', (actor) => actor.get(`${scene.base}/entries`)],
      [
        'write a draft',
        'author',
        (actor) => actor.post(`${scene.base}/entries`, { content_type_id: 'author', fields: { name: 'x' } }),
      ],
      ['publish', 'editor', (actor, entry) => actor.post(`/entries/${entry}/publish`)],
      [
        'model',
        'developer',
        (actor) => actor.post(`${scene.base}/content-types`, { name: `Model ${Math.random()}`, fields: [] }),
      ],
      ['make keys', 'developer', (actor) => actor.post(keys(), { name: 'x', kind: 'delivery' })],
      ['change the space', 'admin', (actor) => actor.patch(scene.space, { name: `Test ${Math.random()}` })],
    ];
    for (const [deed, least, act] of deeds) {
      it(`of the role ${least} and above ${deed}, below do not`, async () => {
        for (const role of ROLES) {
          const actor = await makeKey(scene.owner, scene.spaceId, { kind: 'management', role });
          const entry = await createEntry(scene.owner, scene.base, {
            content_type_id: 'author',
            fields: { name: 'x' },
          });
          const { status } = await act(actor, entry);
          const allowed = ROLES.indexOf(role) >= ROLES.indexOf(least);
          assert.ok(allowed ? status < 300 : status === 403, `${role}: ${status}`);
        }
      });
    }

    it('belong to one plane: on another the error names it', async () => {
      const cases: readonly (readonly [Actor, string, string, string])[] = [
        [scene.delivery, `${scene.base}/entries`, 'delivery', 'management'],
        [scene.preview, '/spaces', 'preview', 'management'],
        [scene.management, `${scene.read}/entries`, 'management', 'delivery'],
        [scene.owner, `${scene.read}/entries`, 'management', 'delivery'],
      ];
      for (const [actor, path, presented, required] of cases) {
        const response = await actor.get(path, 403);
        assert.equal(response.at('detail.code'), 'wrong_plane');
        assert.equal(response.at('detail.presented'), presented);
        assert.match(response.string('detail.required'), new RegExp(required));
      }
    });
  });

  it('switches accounts only among one’s own', async () => {
    const [one, other] = [await signUp(stage.url), await signUp(stage.url)];
    assert.equal((await one.actor.get('/accounts', 200)).at('items.0.id'), one.accountId);
    const foreign = await one.actor.post('/auth/switch-account', { account_id: other.accountId });
    const nowhere = await one.actor.post('/auth/switch-account', { account_id: 'acc_00000000000000000000000000' });
    assert.ok(foreign.status === 422 || foreign.status === 404, String(foreign));
    assert.equal(foreign.text.replace(other.accountId, ''), nowhere.text.replace('acc_00000000000000000000000000', ''));
    const same = await one.actor.post('/auth/switch-account', { account_id: one.accountId }, 200);
    await new Actor(stage.url, same.string('access_token')).get('/auth/me', 200);
  });
});
