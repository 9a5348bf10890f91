/** The SCIM plane over HTTP: who is let in, how it refuses, what it says about itself. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { Actor, type ApiResponse, send } from '../../../../testing/src/client.ts';
import { given, type Scene, signUp } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { type Provider, providerOf, USER } from './provider.ts';

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

onEachEngine('the SCIM plane', (stage) => {
  let scene: Scene;
  let provider: Provider;
  let tokens: string;
  before(async () => {
    scene = await given(stage.url);
    provider = await providerOf(scene.member);
    tokens = `/accounts/${scene.member.accountId}/scim-tokens`;
  });

  /** Checks that a response is an error of SCIM. */
  const assertError = (response: ApiResponse, status: number): void => {
    assert.equal(response.status, status, String(response));
    assert.match(String(response.headers['content-type']), /^application\/scim\+json/);
    assert.deepEqual([response.at('schemas'), response.at('status')], [[ERROR], String(status)]);
    assert.match(response.string('detail'), /\.$/);
    assert.equal(response.headers['cache-control'], 'no-store');
  };

  it('refuses good tokens of other planes with 403, bad ones with 401', async () => {
    const others = [scene.owner, scene.management, scene.delivery, scene.preview];
    for (const { token } of others) assertError(await send(stage.url, 'GET', '/scim/v2/Users', { token }), 403);
    const bad = [null, 'garbled', `cms_scm_${'a'.repeat(49)}`, `cms_mgm_${'a'.repeat(49)}`];
    for (const token of bad) {
      const response = await send(stage.url, 'GET', '/scim/v2/Users', { token });
      assertError(response, 401);
      assert.equal(response.headers['www-authenticate'], 'Bearer');
    }
  });

  it('is the only one that takes its tokens', async () => {
    const at = new Actor(stage.url, provider.token);
    for (const path of ['/auth/me', '/spaces', scene.space, `${scene.base}/entries`, `${scene.read}/entries`, tokens]) {
      const response = await at.get(path, 403);
      assert.equal(response.at('detail.code'), 'wrong_plane');
      assert.equal(response.at('detail.presented'), 'scim');
    }
    const unknown = new Actor(stage.url, `cms_scm_${'a'.repeat(49)}`);
    await unknown.get('/auth/me', 401);
    await unknown.get(`${scene.read}/entries`, 401);
  });

  it('shows a token once, and ends with it', async () => {
    const { actor } = scene.member;
    const made = await actor.post(tokens, { name: 'Entra' }, 201);
    const [id, token] = [made.string('id'), made.string('token')];
    assert.match(token, /^cms_scm_[0-9A-Za-z]{49}$/);
    assert.equal(made.headers.location, `${tokens}/${id}`);
    const shown = await actor.get(`${tokens}/${id}`, 200);
    assert.deepEqual(
      ['name', 'last_four', 'last_used_at', 'prefix'].map((name) => shown.at(name)),
      ['Entra', token.slice(-4), null, 'cms_scm_'],
    );
    const own = new Actor(stage.url, token);
    await own.get('/scim/v2/Users', 200);
    assert.notEqual((await actor.get(`${tokens}/${id}`, 200)).at('last_used_at'), null);
    const audit = (await actor.get(`/accounts/${scene.member.accountId}/audit?limit=1000`, 200)).text;
    const list = (await actor.get(tokens, 200)).text;
    assert.ok(audit.includes('scim_token.create') && !`${audit}${list}`.includes(token));
    await actor.delete(`${tokens}/${id}`, 204);
    await own.get('/scim/v2/Users', 401);
    await actor.get(`${tokens}/${id}`, 404);
  });

  it('has at most ten tokens an account', async () => {
    const { actor, accountId } = await signUp(stage.url);
    const own = `/accounts/${accountId}/scim-tokens`;
    const made = await Promise.all(Array.from({ length: 12 }, () => actor.post(own, { name: 'x' })));
    assert.equal(made.filter(({ status }) => status === 201).length, 10);
    assert.equal(made.filter(({ status }) => status === 409).length, 2);
  });

  it('describes itself', async () => {
    const config = await provider.get('/ServiceProviderConfig', 200);
    assert.deepEqual(
      ['patch', 'bulk', 'filter', 'changePassword', 'sort', 'etag'].map((name) => config.at(`${name}.supported`)),
      [true, false, true, false, true, true],
    );
    const types = await provider.get('/ResourceTypes', 200);
    assert.deepEqual(types.each('Resources', 'endpoint'), ['/Users', '/Groups']);
    assert.equal((await provider.get('/ResourceTypes/User', 200)).at('schema'), USER);
    const schemas = await provider.get('/Schemas', 200);
    assert.equal(schemas.at('totalResults'), 3);
    for (const id of schemas.each('Resources', 'id')) {
      const schema = await provider.get(`/Schemas/${id}`, 200);
      assert.equal(schema.at('meta.location'), `${stage.url}/scim/v2/Schemas/${id}`);
      for (const attribute of schema.list('attributes') as Record<string, unknown>[])
        for (const name of [
          'name',
          'type',
          'multiValued',
          'required',
          'caseExact',
          'mutability',
          'returned',
          'uniqueness',
        ])
          assert.ok(name in attribute, `${attribute.name} ${name}`);
    }
    assertError(await provider.get('/Schemas/nothing'), 404);
    assertError(await provider.get('/Schemas?filter=id%20pr'), 403);
  });

  it('refuses in the words of SCIM whatever it cannot do', async () => {
    assertError(await provider.get('/Nothing'), 404);
    assertError(await provider.post('/Bulk', {}), 501);
    assertError(await provider.get('/Users/usr_nobody'), 404);
    assertError(await provider.get('/Users', undefined, { accept: 'text/html' }), 406);
    const type = { 'content-type': 'application/scim+json' };
    const broken = await provider.send('POST', '/Users', { raw: '{"a":', headers: type });
    assertError(broken, 400);
    assert.equal(broken.at('scimType'), 'invalidSyntax');
    assertError(await provider.send('POST', '/Users', { raw: 'a', headers: { 'content-type': 'text/plain' } }), 415);
    const large = Buffer.alloc(1_048_577, 0x20);
    assertError(await provider.send('POST', '/Users', { raw: large, headers: type }), 413);
    const words = await provider.post('/Users', { schemas: [USER], userName: 'nobody' });
    assertError(words, 400);
    assert.equal(words.at('scimType'), 'invalidValue');
    const stuffed = {
      schemas: [USER],
      userName: 'a@example.com',
      photos: Array.from({ length: 60 }, () => ({ value: 'x'.repeat(1_000) })),
    };
    assertError(await provider.post('/Users', stuffed), 400);
  });

  it('takes plain JSON, and answers whoever accepts SCIM or JSON', async () => {
    const { token } = provider;
    for (const accept of [
      'application/scim+json',
      'application/json',
      '*/*',
      'application/scim+json, application/json',
    ])
      await provider.get('/Users?count=0', 200, { accept });
    const body = { schemas: [USER], userName: `plain-${Date.now()}@example.com` };
    assert.equal((await send(stage.url, 'POST', '/scim/v2/Users', { token, body })).status, 201);
  });
});
