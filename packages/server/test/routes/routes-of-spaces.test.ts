/** The routes of spaces, environments, locales and content types over HTTP: each status that they declare, and the headers. */

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { ApiResponse } from '../../../testing/src/client.ts';
import { createEntry, field, given, makeKey, type Scene } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';
import { until } from '../../../testing/src/until.ts';

/** One request: who asks is the owner. `{space}` and the like stand for what the scene has. */
interface Row {
  readonly name: string;
  readonly request: readonly [method: string, path: string, body?: unknown];
  readonly headers?: Record<string, string>;
  readonly status: number;
  /** Where the response's body has what. */
  readonly has?: Record<string, unknown>;
}

const validation = (path: string, rule?: string) => ({
  'detail.code': 'validation_failed',
  'detail.errors.0.path': path,
  ...(rule === undefined ? {} : { 'detail.errors.0.rule': rule }),
});
const refusal = (code: string, more: Record<string, unknown> = {}) => ({ 'detail.code': code, ...more });
const missing = (resource: string) => refusal('not_found', { 'detail.resource': resource });

const spaceRows: readonly Row[] = [
  {
    name: 'lists the spaces',
    request: ['GET', '/spaces'],
    status: 200,
    has: { total: 1, skip: 0, limit: 100, 'items.0.name': 'Test' },
  },
  { name: 'orders them', request: ['GET', '/spaces?order=-name,created_at'], status: 200 },
  {
    name: 'refuses an unknown order',
    request: ['GET', '/spaces?order=nam'],
    status: 422,
    has: validation('query.order'),
  },
  {
    name: 'refuses an unknown parameter',
    request: ['GET', '/spaces?lmit=1'],
    status: 422,
    has: validation('query.lmit', 'unknown'),
  },
  { name: 'refuses a limit of none', request: ['GET', '/spaces?limit=0'], status: 422, has: validation('query.limit') },
  { name: 'reads one', request: ['GET', '{space}'], status: 200, has: { default_locale: 'en-US', version: 1 } },
  { name: 'knows no other', request: ['GET', '/spaces/spc_nothing'], status: 404, has: missing('space') },
  {
    name: 'takes no parameters where none are declared',
    request: ['POST', '/spaces?nmae=x', { name: 'x' }],
    status: 422,
    has: validation('query.nmae', 'unknown'),
  },
  { name: 'needs a name', request: ['POST', '/spaces', {}], status: 422, has: validation('name', 'required') },
  { name: 'takes no empty name', request: ['POST', '/spaces', { name: '' }], status: 422, has: validation('name') },
  {
    name: "takes no account of the caller's choice",
    request: ['POST', '/spaces', { name: 'x', account_id: 'acc_x' }],
    status: 422,
    has: validation('account_id', 'unknown'),
  },
  {
    name: 'takes no locale that is none',
    request: ['POST', '/spaces', { name: 'x', default_locale: 'en_US' }],
    status: 422,
    has: validation('default_locale'),
  },
  {
    name: 'makes one in another language',
    request: ['POST', '/spaces', { name: 'x', default_locale: 'de-at' }],
    status: 201,
    has: { default_locale: 'de-AT' },
  },
  {
    name: 'renames',
    request: ['PATCH', '{space}', { name: 'Renamed', version: 1 }],
    status: 200,
    has: { name: 'Renamed', version: 2 },
  },
  {
    name: 'refuses a change of an old version',
    request: ['PATCH', '{space}', { name: 'Late', version: 1 }],
    status: 409,
    has: refusal('version_conflict', { 'detail.expected': 1, 'detail.actual': 2 }),
  },
  {
    name: 'and by If-Match',
    request: ['PATCH', '{space}', { name: 'Late' }],
    headers: { 'if-match': '"1"' },
    status: 409,
    has: refusal('version_conflict'),
  },
  {
    name: 'refuses a tag that is none',
    request: ['PATCH', '{space}', { name: 'Late' }],
    headers: { 'if-match': 'one' },
    status: 422,
    has: validation('headers.if-match'),
  },
  {
    name: 'switches to no unknown locale',
    request: ['PATCH', '{space}', { default_locale: 'fr' }],
    status: 422,
    has: validation('default_locale'),
  },
  {
    name: 'deletes no old version',
    request: ['DELETE', '{space}'],
    headers: { 'if-match': '"1"' },
    status: 409,
    has: refusal('version_conflict'),
  },
];

const environmentRows: readonly Row[] = [
  {
    name: 'lists environments',
    request: ['GET', '{space}/environments?order=name'],
    status: 200,
    has: { total: 1, 'items.0.name': 'master', 'items.0.status': 'ready', 'items.0.source': null },
  },
  {
    name: 'makes one',
    request: ['POST', '{space}/environments', { name: 'staging' }],
    status: 201,
    has: { name: 'staging', status: 'ready', source: null, version: 1 },
  },
  {
    name: 'makes none twice',
    request: ['POST', '{space}/environments', { name: 'staging' }],
    status: 409,
    has: refusal('conflict'),
  },
  {
    name: 'takes no other names',
    request: ['POST', '{space}/environments', { name: 'Staging' }],
    status: 422,
    has: validation('name', 'format'),
  },
  { name: 'reads one', request: ['GET', '{space}/environments/staging'], status: 200, has: { name: 'staging' } },
  {
    name: 'knows no other',
    request: ['GET', '{space}/environments/nothing'],
    status: 404,
    has: missing('environment'),
  },
  { name: 'keeps master', request: ['DELETE', '{space}/environments/master'], status: 409, has: refusal('conflict') },
  { name: 'deletes', request: ['DELETE', '{space}/environments/staging'], headers: { 'if-match': '"1"' }, status: 204 },
  { name: 'once', request: ['DELETE', '{space}/environments/staging'], status: 404, has: missing('environment') },
  {
    name: 'and nothing in it answers',
    request: ['GET', '{space}/environments/staging/content-types'],
    status: 404,
    has: missing('environment'),
  },
];

const localeRows: readonly Row[] = [
  {
    name: 'adds a locale',
    request: ['POST', '{space}/locales', { code: 'de', optional: true }],
    status: 201,
    has: { code: 'de', name: 'German', fallback: 'en-US', default: false, optional: true, version: 1 },
  },
  {
    name: 'lists them',
    request: ['GET', '{space}/locales?order=-code'],
    status: 200,
    has: { total: 2, 'items.0.code': 'en-US', 'items.1.code': 'de' },
  },
  {
    name: 'needs a code',
    request: ['POST', '{space}/locales', { name: 'German' }],
    status: 422,
    has: validation('code', 'required'),
  },
  {
    name: 'adds none twice',
    request: ['POST', '{space}/locales', { code: 'DE' }],
    status: 409,
    has: refusal('conflict'),
  },
  {
    name: 'refuses a fallback that is not there',
    request: ['POST', '{space}/locales', { code: 'fr', fallback: 'nl' }],
    status: 422,
    has: validation('fallback'),
  },
  { name: 'knows no other', request: ['GET', '{space}/locales/loc_nothing'], status: 404, has: missing('locale') },
  {
    name: 'changes none that is not there',
    request: ['PATCH', '{space}/locales/loc_nothing', { code: 'fr' }],
    status: 404,
    has: missing('locale'),
  },
  {
    name: 'deletes none that is not there',
    request: ['DELETE', '{space}/locales/loc_nothing'],
    status: 404,
    has: missing('locale'),
  },
  {
    name: 'refuses a confirmation that is none',
    request: ['DELETE', '{space}/locales/loc_nothing?confirm_data_loss=perhaps'],
    status: 422,
    has: validation('query.confirm_data_loss'),
  },
];

const types = '{base}/content-types';
const typeRows: readonly Row[] = [
  {
    name: 'makes a type',
    request: ['POST', types, { name: 'Blog post', fields: [{ id: 'title', type: 'string' }] }],
    status: 201,
    has: {
      api_id: 'blog_post',
      description: '',
      display_field: null,
      slug_field: null,
      version: 1,
      'fields.0.required': false,
    },
  },
  { name: 'once', request: ['POST', types, { name: 'Blog post' }], status: 409, has: refusal('conflict') },
  {
    name: 'needs a name',
    request: ['POST', types, { api_id: 'nameless' }],
    status: 422,
    has: validation('name', 'required'),
  },
  {
    name: 'says what is unknown',
    request: ['POST', types, { name: 'x', filds: [] }],
    status: 422,
    has: validation('filds', 'unknown'),
  },
  {
    name: 'says it of fields too',
    request: ['POST', types, { name: 'x', fields: [{ id: 'a', type: 'strng' }] }],
    status: 422,
    has: validation('fields.0.type', 'enum'),
  },
  {
    name: 'lists them',
    request: ['GET', `${types}?order=-api_id&limit=1`],
    status: 200,
    has: { total: 1, 'items.0.api_id': 'blog_post' },
  },
  { name: 'reads by api_id', request: ['GET', `${types}/blog_post`], status: 200, has: { name: 'Blog post' } },
  {
    name: 'and by id under the environment',
    request: ['GET', `${types}/{type}`],
    status: 200,
    has: { name: 'Blog post' },
  },
  { name: 'and by id alone', request: ['GET', '/content-types/{type}'], status: 200, has: { name: 'Blog post' } },
  { name: 'knows no other', request: ['GET', `${types}/nothing`], status: 404, has: missing('content_type') },
  {
    name: 'nor by id',
    request: ['GET', '/content-types/ctp_zzzzzz_nothing'],
    status: 404,
    has: missing('content_type'),
  },
  {
    name: 'nor by what is the id of something else',
    request: ['GET', '/content-types/ent_zzzzzz_nothing'],
    status: 404,
    has: missing('content_type'),
  },
  {
    name: 'changes',
    request: ['PATCH', '/content-types/{type}', { description: 'Long ones', version: 1 }],
    status: 200,
    has: { description: 'Long ones', version: 2 },
  },
  {
    name: 'changes nothing where nothing changes',
    request: ['PATCH', '/content-types/{type}', { description: 'Long ones' }],
    status: 200,
    has: { version: 2 },
  },
  {
    name: 'refuses a change of an old version',
    request: ['PATCH', `${types}/blog_post`, { name: 'Late', version: 1 }],
    status: 409,
    has: refusal('version_conflict', { 'detail.expected': 1, 'detail.actual': 2 }),
  },
  {
    name: 'refuses to replace an old version',
    request: ['PUT', `${types}/blog_post`, { name: 'Late' }],
    headers: { 'if-match': '"1"' },
    status: 409,
    has: refusal('version_conflict'),
  },
  {
    name: 'never changes the api_id',
    request: ['PUT', `${types}/blog_post`, { name: 'Other', api_id: 'other' }],
    status: 422,
    has: validation('api_id'),
  },
  {
    name: 'puts under no name that cannot be one',
    request: ['PUT', `${types}/a%20b`, { name: 'Other' }],
    status: 422,
    has: validation('path.api_id'),
  },
  {
    name: 'refuses to delete an old version',
    request: ['DELETE', '/content-types/{type}'],
    headers: { 'if-match': '"1"' },
    status: 409,
    has: refusal('version_conflict'),
  },
  { name: 'deletes', request: ['DELETE', '/content-types/{type}'], status: 204 },
  { name: 'once', request: ['DELETE', '/content-types/{type}'], status: 404, has: missing('content_type') },
];

onEachEngine('the routes of', (stage) => {
  const groups = { spaces: spaceRows, environments: environmentRows, locales: localeRows, 'content types': typeRows };
  for (const [group, rows] of Object.entries(groups)) {
    describe(group, () => {
      let scene: Scene;
      before(async () => {
        scene = await given(stage.url);
      });
      for (const row of rows) it(row.name, async () => check(await ask(scene, row), row));
    });
  }

  it('carry the version as ETag, and take it as If-Match', async () => {
    const scene = await given(stage.url);
    const locale = await scene.owner.post(`${scene.space}/locales`, { code: 'de' }, 201);
    const type = await scene.owner.put(`${scene.base}/content-types/tagged`, { name: 'Tagged' }, 201);
    const paths = [
      scene.space,
      scene.base,
      `${scene.space}/locales/${locale.string('id')}`,
      `/content-types/${type.string('id')}`,
    ];
    for (const path of paths) {
      const response = await scene.owner.get(path, 200);
      assert.equal(response.headers.etag, '"1"', String(response));
      assert.equal(response.at('version'), 1);
    }
    const changed = await scene.owner.patch(paths[3] ?? '', { name: 'Changed' }, 200, { 'if-match': '"1"' });
    assert.equal(changed.headers.etag, '"2"');
  });

  it('page through what there is, by Link and by skip alike', async () => {
    const scene = await given(stage.url);
    for (const name of ['a', 'b', 'c', 'd']) await scene.owner.post(`${scene.space}/environments`, { name }, 201);
    const seen: unknown[] = [];
    let next: string | undefined = `${scene.space}/environments?order=-name&limit=2`;
    while (next !== undefined) {
      const page: ApiResponse = await scene.owner.get(next, 200);
      assert.equal(page.at('total'), 5);
      seen.push(...page.each('items', 'name'));
      next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1];
    }
    assert.deepEqual(seen, ['master', 'd', 'c', 'b', 'a']);
    const skipped = await scene.owner.get(`${scene.space}/environments?order=-name&limit=2&skip=3`, 200);
    assert.deepEqual(skipped.each('items', 'name'), ['b', 'a']);
  });

  it('happen once for one Idempotency-Key', async () => {
    const scene = await given(stage.url);
    const again = { 'idempotency-key': 'one' };
    const post = () => scene.owner.post(`${scene.base}/content-types`, { name: 'Once' }, 201, again);
    const [first, second] = [await post(), await post()];
    assert.equal(second.text, first.text);
    assert.equal((await scene.owner.get(`${scene.base}/content-types`, 200)).at('total'), 1);
    const other = await scene.owner.post(`${scene.base}/content-types`, { name: 'Other' }, 409, again);
    assert.equal(other.at('detail.code'), 'idempotency_conflict');
  });

  it('have a deleted space end with its keys, and nothing of it answer', async () => {
    const scene = await given(stage.url);
    await scene.owner.post(
      `${scene.base}/content-types`,
      { api_id: 'note', name: 'Note', fields: [field('text', 'string')] },
      201,
    );
    const id = await createEntry(scene.owner, scene.base, { content_type_id: 'note', fields: { text: 'x' } });
    await scene.delivery.get(`${scene.read}/entries`, 200);
    await scene.owner.delete(scene.space, 204);
    for (const path of [scene.space, scene.base, `${scene.space}/locales`, `/entries/${id}`])
      await scene.owner.get(path, 404);
    for (const key of [scene.delivery, scene.preview])
      await until(async () => (await key.get(`${scene.read}/entries`)).status === 401);
    await until(async () => (await scene.management.get('/spaces')).status === 401);
  });

  it('keep a key that is limited to environments to them', async () => {
    const scene = await given(stage.url);
    await scene.owner.post(`${scene.space}/environments`, { name: 'staging' }, 201);
    const key = await makeKey(scene.owner, scene.spaceId, {
      kind: 'management',
      role: 'developer',
      environments: ['staging'],
    });
    assert.deepEqual((await key.get(`${scene.space}/environments`, 200)).each('items', 'name'), ['staging']);
    await key.get(scene.base, 404);
    await key.get(`${scene.base}/content-types`, 404);
    await key.put(`${scene.space}/environments/staging/content-types/mine`, { name: 'Mine' }, 201);
    await key.get(`${scene.space}/locales`, 200);
    await key.post(`${scene.space}/locales`, { code: 'de' }, 403);
    await key.post(`${scene.space}/environments`, { name: 'more' }, 403);
    await key.delete(`${scene.space}/environments/staging`, 403);
    await key.patch(scene.space, { name: 'Mine' }, 403);
  });
});

/** Sends the request of a row, with what the scene has in place of `{space}`, `{base}` and `{type}`. */
async function ask(scene: Scene, { request: [method, path, body], headers = {} }: Row): Promise<ApiResponse> {
  let target = path.replace('{space}', scene.space).replace('{base}', scene.base);
  if (target.includes('{type}')) {
    const code = (await scene.owner.put(`${scene.base}/content-types/probe`, { name: 'Probe' }))
      .string('id')
      .split('_')[1];
    target = target.replace('{type}', `ctp_${code}_blog_post`);
    await scene.owner.delete(`${scene.base}/content-types/probe`, 204);
  }
  return scene.owner.send(method, target, { headers, ...(body === undefined ? {} : { body }) });
}

function check(response: ApiResponse, { status, has = {} }: Row): void {
  assert.equal(response.status, status, String(response));
  for (const [path, value] of Object.entries(has)) assert.deepEqual(response.at(path), value, `${path} in ${response}`);
  if (status === 204) assert.equal(response.text, '');
  if (status >= 400) assert.deepEqual(Object.keys(response.json as object), ['detail']);
}
