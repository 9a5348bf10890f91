/** The routes of identity over HTTP: forms of the header, caching, versions, unknown keys, repeated requests. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Actor, send } from '../../../testing/src/client.ts';
import { freshEmail, given, makeKey, PASSWORD, type Scene, signUp } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';

onEachEngine('routes of identity', (stage) => {
  let scene: Scene;
  before(async () => {
    scene = await given(stage.url);
  });
  const nobody = () => new Actor(stage.url, null);
  const keys = () => `${scene.space}/api-keys`;

  it('accept the token in one well-formed header and nowhere else', async () => {
    const { token } = scene.owner;
    const refused: readonly (readonly [string, Record<string, string | string[]>])[] = [
      ['/auth/me', {}],
      ['/auth/me', { authorization: 'Bearer' }],
      ['/auth/me', { authorization: 'Bearer ' }],
      ['/auth/me', { authorization: String(token) }],
      ['/auth/me', { authorization: `Basic ${token}` }],
      ['/auth/me', { authorization: `Bearer ${token} ${token}` }],
      ['/auth/me', { authorization: `Bearer ${'x'.repeat(10_000)}` }],
      ['/auth/me', { cookie: `access_token=${token}` }],
      [`/auth/me?access_token=${token}`, {}],
    ];
    for (const [path, headers] of refused) {
      const response = await send(stage.url, 'GET', path, { headers });
      assert.equal(response.status, 401, String(response));
      assert.equal(response.headers['www-authenticate'], 'Bearer');
      assert.match(response.string('detail.message'), /^Send a token in the header "Authorization: Bearer <token>"/);
    }
    assert.equal(
      (await send(stage.url, 'GET', '/auth/me', { headers: { authorization: `bearer  ${token}` } })).status,
      200,
    );
  });

  it('refuse a password that takes long to normalise, before they do', async ({ mock }) => {
    const password = `a${'\u0301\u0316'.repeat(100_000)}`;
    const normalize = mock.method(String.prototype, 'normalize');
    for (const path of ['/auth/login', '/auth/signup'])
      await nobody().post(path, { email: freshEmail(), password }, 422);
    assert.ok(
      normalize.mock.calls.every((call) => String(call.this).length < password.length),
      'it takes 10 seconds',
    );
  });

  it('respond alike to every token that is not valid', async () => {
    const texts = new Set<string>();
    for (const token of ['x', 'cms_mgm_', `cms_mgm_${'x'.repeat(43)}`, `${scene.owner.token},`])
      texts.add((await new Actor(stage.url, token).get('/auth/me', 401)).text);
    assert.equal(texts.size, 1);
  });

  it('are never cached', async () => {
    const { actor } = await signUp(stage.url);
    const responses = [
      await nobody().post('/auth/login', { email: freshEmail(), password: PASSWORD }, 401),
      await nobody().post('/auth/signup', { email: freshEmail(), password: PASSWORD }, 201),
      await actor.get('/auth/me', 200),
      await actor.get('/accounts', 200),
      await actor.get('/auth/sessions', 200),
      await scene.owner.get(keys(), 200),
      await scene.owner.post(keys(), { name: 'x', kind: 'delivery' }, 201),
    ];
    for (const response of responses) assert.equal(response.headers['cache-control'], 'no-store', String(response));
  });

  it('count guesses at a password by the address, whatever else a request varies', async () => {
    const { email } = await signUp(stage.url);
    const guess = (time: number) =>
      send(stage.url, 'POST', '/auth/login', {
        body: { email: time % 2 === 0 ? email : email.toUpperCase(), password: `wrong harbour ${time}` },
        headers: {
          'x-forwarded-for': `192.0.2.${time}`,
          forwarded: `for=192.0.2.${time}`,
          'x-real-ip': `192.0.2.${time}`,
          'user-agent': `agent ${time}`,
        },
      });
    const statuses: number[] = [];
    for (let time = 1; time <= 12; time++) statuses.push((await guess(time)).status);
    assert.deepEqual(statuses.slice(0, 9), Array(9).fill(401));
    assert.ok(statuses.includes(429), statuses.join());
  });

  it('take tokens from mails as text alone', async () => {
    for (const token of [{}, [], null, 1, true, { $ne: null }, ['x']]) {
      await nobody().post('/auth/verify-email', { token }, 422);
      await nobody().post('/auth/reset-password', { token, password: PASSWORD }, 422);
      await nobody().post('/auth/signup', { email: freshEmail(), password: PASSWORD, invitation_token: token }, 422);
    }
  });

  it('refuse unknown keys by name', async () => {
    const { actor, accountId } = await signUp(stage.url);
    const email = freshEmail();
    const cases: readonly (readonly [Actor, 'post' | 'patch', string, Record<string, unknown>, string])[] = [
      [nobody(), 'post', '/auth/signup', { email, password: PASSWORD, role: 'owner' }, 'role'],
      [nobody(), 'post', '/auth/login', { email, password: PASSWORD, otp: '1' }, 'otp'],
      [nobody(), 'post', '/auth/refresh', { refresh_token: 'x', scope: 'all' }, 'scope'],
      [nobody(), 'post', '/auth/forgot-password', { email, reset_url: 'https://evil.example' }, 'reset_url'],
      [nobody(), 'post', '/auth/reset-password', { token: 'x', password: PASSWORD, user_id: 'x' }, 'user_id'],
      [nobody(), 'post', '/auth/verify-email', { token: 'x', email }, 'email'],
      [actor, 'post', '/auth/switch-account', { account_id: accountId, role: 'owner' }, 'role'],
      [actor, 'patch', '/auth/me', { email_verified: true }, 'email_verified'],
      [actor, 'patch', `/accounts/${accountId}`, { suspended: false }, 'suspended'],
      [scene.owner, 'post', keys(), { name: 'x', kind: 'delivery', token: 'x' }, 'token'],
    ];
    for (const [by, method, path, body, key] of cases) {
      const response = await by[method](path, body, 422);
      assert.deepEqual(
        [response.at('detail.errors.0.path'), response.at('detail.errors.0.rule')],
        [key, 'unknown'],
        String(response),
      );
    }
  });

  describe('accounts', () => {
    it('show those one belongs to, and change by version', async () => {
      const { actor, accountId } = await signUp(stage.url);
      const account = await actor.get(`/accounts/${accountId}`, 200);
      assert.deepEqual(
        [account.headers.etag, account.at('version'), account.at('role'), account.at('suspended')],
        ['"1"', 1, 'owner', false],
      );
      const changed = await actor.patch(`/accounts/${accountId}`, { name: 'Press' }, 200, { 'if-match': '"1"' });
      assert.deepEqual([changed.headers.etag, changed.at('name')], ['"2"', 'Press']);
      const late = await actor.patch(`/accounts/${accountId}`, { name: 'News', version: 1 }, 409);
      assert.deepEqual(
        [late.at('detail.code'), late.at('detail.expected'), late.at('detail.actual')],
        ['version_conflict', 1, 2],
      );
      assert.equal((await actor.patch(`/accounts/${accountId}`, { name: 'Press' }, 200)).at('version'), 2);
      await actor.patch(`/accounts/${accountId}`, { name: '' }, 422);
      assert.equal((await actor.get('/accounts?order=-name', 200)).at('items.0.name'), 'Press');
    });

    it('of others are not there', async () => {
      const { actor } = await signUp(stage.url);
      const foreign = await actor.get(`/accounts/${scene.member.accountId}`, 404);
      const nowhere = await actor.get('/accounts/acc_00000000000000000000000000', 404);
      assert.equal(foreign.text, nowhere.text);
      await actor.patch(`/accounts/${scene.member.accountId}`, { name: 'Mine' }, 404);
    });
  });

  describe('sessions', () => {
    it('are read and ended one by one or all at once', async () => {
      const { actor, email } = await signUp(stage.url);
      await nobody().post('/auth/login', { email, password: PASSWORD }, 200);
      const list = await actor.get('/auth/sessions?limit=1', 200);
      assert.deepEqual([list.at('total'), list.list('items').length], [2, 1]);
      assert.match(String(list.headers.link), /rel="next"/);
      const id = list.string('items.0.id');
      assert.equal((await actor.get(`/auth/sessions/${id}`, 200)).at('id'), id);
      await actor.get('/auth/sessions/ses_nowhere', 404);
      await actor.delete('/auth/sessions/ses_nowhere', 404);
      await actor.delete('/auth/sessions', 204);
      await actor.get('/auth/me', 401);
    });

    it('belong to people: keys have none', async () => {
      const requests = [
        () => scene.management.get('/auth/sessions', 403),
        () => scene.management.post('/auth/logout', undefined, 403),
        () => scene.management.delete('/auth/sessions', 403),
        () => scene.management.patch('/auth/me', { name: 'x' }, 403),
        () => scene.management.post('/auth/switch-account', { account_id: scene.member.accountId }, 403),
      ];
      for (const request of requests) assert.equal((await request()).at('detail.code'), 'insufficient_permission');
    });
  });

  describe('keys', () => {
    it('are created once by a repeated request, with the same token', async () => {
      const headers = { 'idempotency-key': `keys-${Math.random()}` };
      const body = { name: 'Repeated', kind: 'delivery' };
      const first = await scene.owner.post(keys(), body, 201, headers);
      const second = await scene.owner.post(keys(), body, 201, headers);
      assert.equal(second.text, first.text);
      assert.equal(
        (await scene.owner.get(keys(), 200)).each('items', 'name').filter((name) => name === 'Repeated').length,
        1,
      );
      const other = await scene.owner.post(keys(), { ...body, name: 'Other' }, 409, headers);
      assert.equal(other.at('detail.code'), 'idempotency_conflict');
    });

    it('change by version, and never their kind', async () => {
      const made = await scene.owner.post(keys(), { name: 'Shop', kind: 'preview' }, 201);
      const path = `${keys()}/${made.string('id')}`;
      assert.equal(made.headers.etag, '"1"');
      await scene.owner.patch(path, { kind: 'delivery' }, 422);
      assert.equal((await scene.owner.patch(path, { name: 'Site' }, 200, { 'if-match': '"1"' })).headers.etag, '"2"');
      await scene.owner.patch(path, { name: 'Late' }, 409, { 'if-match': '"1"' });
      await scene.owner.post(`${path}/rotate`, undefined, 409, { 'if-match': '"1"' });
      await scene.owner.delete(path, 409, { 'if-match': '"1"' });
      await scene.owner.delete(path, 204, { 'if-match': '"2"' });
      await scene.owner.get(path, 404);
      await scene.owner.delete(path, 404);
    });

    it('see the environments they name, others are not there', async () => {
      await scene.owner.post(`${scene.space}/environments`, { name: 'stage' }, 201);
      const bound = await makeKey(scene.owner, scene.spaceId, { kind: 'delivery', environments: ['stage'] });
      await bound.get(`${scene.space}/environments/stage/delivery/entries`, 200);
      const hidden = await bound.get(`${scene.read}/entries`, 404);
      const nowhere = await bound.get(`${scene.space}/environments/nowhere/delivery/entries`, 404);
      assert.equal(hidden.text, nowhere.text);
      const me = await makeKey(scene.owner, scene.spaceId, {
        kind: 'management',
        role: 'editor',
        environments: ['stage'],
      });
      assert.deepEqual((await me.get('/auth/me', 200)).at('key.environments'), ['stage']);
    });
  });

  it('say that the mail for a forgotten password is on its way, whatever the address', async () => {
    const response = await nobody().post('/auth/forgot-password', { email: freshEmail() }, 202);
    assert.match(response.string('message'), /If there is a user/);
    await nobody().post('/auth/forgot-password', { email: { $ne: '' } }, 422);
  });
});
