/** Webhooks as they are made, changed and deleted over HTTP: what is taken, what is refused, and what is never shown. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { createEntry, given, magazine, type Scene } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';

const URL_OUTSIDE = 'https://receiver.example.com/hooks';
const HEADER_VALUE = 'Bearer of-the-receiver-4711';
const OWN_SECRET = 'a-secret-of-our-own';

/** That many headers, each with a name of four characters and a value of that length. */
function manyHeaders(count: number, valueLength: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`X-${at + 10}`, 'v'.repeat(valueLength)]));
}

/** Bodies that are refused, each with the path that the refusal names. */
const refusals: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ['no name', { name: undefined }, 'name'],
  ['an empty name', { name: '' }, 'name'],
  ['no URL', { url: undefined }, 'url'],
  ['a URL into the machine', { url: 'http://127.0.0.1:9000/' }, 'url'],
  ['a URL into the machine by name', { url: 'http://localhost/' }, 'url'],
  ['a URL to the metadata of a cloud', { url: 'http://169.254.169.254/latest/' }, 'url'],
  ['a URL to a name of a private network', { url: 'http://metadata/' }, 'url'],
  ['a URL with a password', { url: 'https://user:word@example.com/' }, 'url'],
  ['a URL of another scheme', { url: 'ftp://example.com/' }, 'url'],
  ['a URL that is too long', { url: `https://example.com/${'a'.repeat(2_048)}` }, 'url'],
  ['a short secret', { secret: 'short' }, 'secret'],
  ['a secret that is no base64', { secret: 'whsec_!!!' }, 'secret'],
  ['a secret with a line break', { secret: 'line\nbreak' }, 'secret'],
  ['an unknown event', { events: ['entry.publish', 'entry.published'] }, 'events.1'],
  ['an unknown environment', { filters: { environments: ['master', 'stagin'] } }, 'filters.environments.1'],
  ['an unknown content type', { filters: { content_types: ['artcle'] } }, 'filters.content_types.0'],
  ['the id of a foreign type', { filters: { content_types: ['ctp_zzzzzz_article'] } }, 'filters.content_types.0'],
  ['an unknown filter', { filters: { locales: [] } }, 'filters.locales'],
  ['a header of HTTP', { headers: { Host: 'x' } }, 'headers.Host'],
  ['a header of the connection', { headers: { 'Transfer-Encoding': 'chunked' } }, 'headers.Transfer-Encoding'],
  ['a header of ours', { headers: { 'X-CMS-Signature': 'x' } }, 'headers.X-CMS-Signature'],
  ['a header of ours with underscores', { headers: { X_CMS_Signature: 'x' } }, 'headers.X_CMS_Signature'],
  ['a header of HTTP with an underscore', { headers: { Content_Length: '1' } }, 'headers.Content_Length'],
  ['a header of Standard Webhooks', { headers: { 'webhook-id': 'x' } }, 'headers.webhook-id'],
  ['a header twice', { headers: { 'X-A': '1', 'x-a': '2' } }, 'headers.x-a'],
  ['a header with a line break', { headers: { 'X-A': 'a\r\nX-B: b' } }, 'headers.X-A'],
  ['a header with a bad name', { headers: { 'X A': '1' } }, 'headers.X A'],
  ['a header that is masked', { headers: { 'X-A': '[masked]' } }, 'headers.X-A'],
  ['more than 20 headers', { headers: manyHeaders(21, 1) }, 'headers'],
  ['headers of more than 4 KiB in all', { headers: manyHeaders(20, 4_096 / 20 - 3) }, 'headers'],
  ['a negative debounce', { debounce_seconds: -1 }, 'debounce_seconds'],
  ['an unknown key', { evnts: [] }, 'evnts'],
];

onEachEngine('webhooks', (stage) => {
  let scene: Scene;
  let path: string;
  before(async () => {
    scene = await given(stage.url, { types: magazine });
    path = `${scene.space}/webhooks`;
  });

  const make = (body: Record<string, unknown> = {}) =>
    scene.management.post(path, { name: 'Search', url: URL_OUTSIDE, ...body }, 201);

  it('are created with a secret, which no other response shows', async () => {
    const made = await make();
    assert.match(made.string('secret'), /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.match(made.string('id'), /^whk_/);
    const id = made.string('id');
    const read = await scene.management.get(`${path}/${id}`, 200);
    const { secret: _secret, ...shown } = made.json as Record<string, unknown>;
    const { health, ...rest } = read.json as Record<string, unknown>;
    assert.deepEqual(rest, shown);
    assert.equal((health as { delivered: number }).delivered, 0);
    assert.equal(read.headers.etag, '"1"');
    assert.deepEqual(
      { ...shown, id: '', created_at: '', updated_at: '', created_by: '' },
      {
        id: '',
        space_id: scene.spaceId,
        name: 'Search',
        url: URL_OUTSIDE,
        headers: {},
        events: [],
        filters: { content_types: [], environments: [] },
        active: true,
        debounce_seconds: 0,
        rotation_started_at: null,
        disabled_at: null,
        disabled_reason: null,
        created_at: '',
        created_by: '',
        updated_at: '',
        version: 1,
      },
    );
    const list = await scene.management.get(path, 200);
    assert.ok(list.each('items', 'id').includes(id) && !list.text.includes('whsec_'));
  });

  for (const [what, body, place] of refusals) {
    it(`are refused with ${what}`, async () => {
      const whole = { name: 'Search', url: URL_OUTSIDE, ...body };
      const refused = await scene.management.post(path, whole, 422);
      assert.equal(refused.at('detail.code'), 'validation_failed');
      assert.deepEqual(refused.each('detail.errors', 'path'), [place], String(refused));
    });
  }

  it('suggest the event, environment or type that was probably meant', async () => {
    const messageOf = async (body: Record<string, unknown>) =>
      (await scene.management.post(path, { name: 'x', url: URL_OUTSIDE, ...body }, 422)).string('detail.message');
    assert.match(await messageOf({ events: ['entry.published'] }), /Did you mean "entry.publish"\?/);
    assert.match(await messageOf({ filters: { environments: ['mastre'] } }), /Did you mean "master"\?/);
    assert.match(await messageOf({ filters: { content_types: ['artcle'] } }), /Did you mean "article"\?/);
  });

  it('keep filters by id and name, including those of deleted types', async () => {
    await scene.owner.post(`${scene.base}/content-types`, { api_id: 'passing', name: 'Passing', fields: [] }, 201);
    const id = (await scene.owner.get(`${scene.base}/content-types/article`, 200)).string('id');
    const filters = { content_types: ['passing', id], environments: ['master'] };
    const made = await make({ filters });
    assert.deepEqual(made.at('filters'), filters);
    await scene.owner.delete(`${scene.base}/content-types/passing`, 204);
    const one = `${path}/${made.string('id')}`;
    assert.deepEqual((await scene.owner.patch(one, { filters, name: 'New' }, 200)).at('filters'), filters);
    await scene.owner.patch(one, { filters: { content_types: [] } }, 200);
    await scene.owner.patch(one, { filters }, 422);
  });

  it('mask the values of headers, and keep them if the mask is sent back', async () => {
    const made = await make({ headers: { Authorization: HEADER_VALUE, 'X-Site': 'blog' }, secret: OWN_SECRET });
    assert.equal(made.at('secret'), OWN_SECRET);
    assert.deepEqual(made.at('headers'), { Authorization: '[masked]', 'X-Site': '[masked]' });
    const one = `${path}/${made.string('id')}`;
    const same = await scene.owner.patch(one, { headers: { Authorization: '[masked]', 'X-Site': 'blog' } }, 200);
    assert.equal(same.at('version'), 1, 'nothing changed');
    const changed = await scene.owner.patch(one, { headers: { authorization: '[masked]', 'X-New': 'a b' } }, 200);
    assert.deepEqual(changed.at('headers'), { authorization: '[masked]', 'X-New': '[masked]' });
    await scene.owner.patch(one, { headers: { 'X-Unknown': '[masked]' } }, 422);
  });

  it('take 20 headers of 4 KiB in all', async () => {
    const headers = manyHeaders(20, 4_096 / 20 - 4);
    const made = await make({ headers });
    assert.deepEqual(Object.keys(made.at('headers') as object), Object.keys(headers));
  });

  it('send their headers to no other host than they were given for', async () => {
    const made = await make({ headers: { Authorization: HEADER_VALUE } });
    const one = `${path}/${made.string('id')}`;
    for (const url of [
      'https://other.example.com/',
      `${URL_OUTSIDE.replace('.com', '.com:8443')}`,
      'http://receiver.example.com/hooks',
    ]) {
      const absent = await scene.owner.patch(one, { url }, 422);
      assert.deepEqual(absent.each('detail.errors', 'path'), ['headers']);
      const masked = await scene.owner.patch(one, { url, headers: { authorization: '[masked]' } }, 422);
      assert.deepEqual(masked.each('detail.errors', 'path'), ['headers.authorization']);
    }
    assert.equal((await scene.owner.get(one, 200)).at('version'), 1);
    const samePlace = await scene.owner.patch(one, { url: 'https://RECEIVER.example.com/other' }, 200);
    assert.deepEqual(samePlace.at('headers'), { Authorization: '[masked]' });
    const again = { url: 'https://other.example.com/', headers: { Authorization: HEADER_VALUE } };
    assert.deepEqual((await scene.owner.patch(one, again, 200)).at('headers'), { Authorization: '[masked]' });
    const without = await scene.owner.patch(one, { url: URL_OUTSIDE, headers: {} }, 200);
    assert.deepEqual(without.at('headers'), {});
    await scene.owner.patch(one, { url: 'https://other.example.com/' }, 200);
  });

  it('leave nothing secret in responses, log or database', async () => {
    const made = await make({ headers: { Authorization: HEADER_VALUE }, secret: OWN_SECRET });
    const one = `${path}/${made.string('id')}`;
    const texts = [
      (await scene.owner.get(one, 200)).text,
      (await scene.owner.get(path, 200)).text,
      (await scene.owner.patch(one, { name: 'Other' }, 200)).text,
      (await scene.owner.get(`/accounts/${scene.member.accountId}/audit?action=webhook.create`, 200)).text,
      ...filesOf(stage.dataDir),
    ];
    for (const text of texts) assert.ok(!text.includes(HEADER_VALUE) && !text.includes(OWN_SECRET));
  });

  it('change the given properties, once, and reject outdated versions', async () => {
    const one = `${path}/${(await make()).string('id')}`;
    const change = { name: 'Build', events: ['entry.publish', 'entry.publish'], active: false, debounce_seconds: 30 };
    const changed = await scene.owner.patch(one, change, 200, { 'if-match': '"1"' });
    assert.deepEqual(
      ['name', 'events', 'active', 'debounce_seconds', 'version'].map((key) => changed.at(key)),
      ['Build', ['entry.publish'], false, 30, 2],
    );
    assert.equal((await scene.owner.patch(one, change, 200)).at('version'), 2);
    assert.equal((await scene.owner.patch(one, {}, 200)).at('version'), 2);
    const late = await scene.owner.patch(one, { name: 'Late', version: 1 }, 409);
    assert.deepEqual([late.at('detail.code'), late.at('detail.actual')], ['version_conflict', 2]);
    const unreachable = await scene.owner.patch(one, { url: 'http://10.0.0.1/' }, 422);
    assert.deepEqual(unreachable.at('detail.errors.0.params'), { reason: 'private' });
    await scene.owner.patch(one, { secret: OWN_SECRET }, 422);
  });

  it('rotate their secret in two steps', async () => {
    const one = `${path}/${(await make()).string('id')}`;
    const early = await scene.owner.post(`${one}/rotate-secret/promote`, undefined, 409);
    assert.equal(early.at('detail.code'), 'conflict');
    const rotated = await scene.owner.post(`${one}/rotate-secret`, undefined, 200);
    assert.match(rotated.string('secret'), /^whsec_/);
    assert.match(rotated.string('rotation_started_at'), /Z$/);
    const own = await scene.owner.post(`${one}/rotate-secret`, { secret: OWN_SECRET, version: 2 }, 200);
    assert.equal(own.at('secret'), OWN_SECRET);
    await scene.owner.post(`${one}/rotate-secret`, { secret: 'short' }, 422);
    const promoted = await scene.owner.post(`${one}/rotate-secret/promote`, {}, 200, { 'if-match': '"3"' });
    assert.deepEqual([promoted.at('rotation_started_at'), promoted.at('secret')], [null, undefined]);
    assert.equal(promoted.at('version'), 4);
  });

  it('are made once for a repeated request', async () => {
    const body = { name: 'Once', url: URL_OUTSIDE };
    const headers = { 'idempotency-key': 'make-it-once' };
    const [one, two] = [
      await scene.owner.post(path, body, 201, headers),
      await scene.owner.post(path, body, 201, headers),
    ];
    assert.equal(one.text, two.text);
  });

  it('are listed in pages and orders', async () => {
    const other = await given(stage.url);
    for (const name of ['b', 'c', 'a'])
      await other.owner.post(`${other.space}/webhooks`, { name, url: URL_OUTSIDE }, 201);
    const names = async (query: string) =>
      (await other.owner.get(`${other.space}/webhooks${query}`, 200)).each('items', 'name').join('');
    assert.deepEqual(
      [await names(''), await names('?order=name'), await names('?order=-name&skip=1')],
      ['bca', 'abc', 'ba'],
    );
    const page = await other.owner.get(`${other.space}/webhooks?limit=2`, 200);
    assert.equal(page.at('total'), 3);
    assert.match(String(page.headers.link), /rel="next"/);
  });

  it('are deleted with their space', async () => {
    const other = await given(stage.url);
    const made = await other.owner.post(`${other.space}/webhooks`, { name: 'x', url: URL_OUTSIDE }, 201);
    const one = `${other.space}/webhooks/${made.string('id')}`;
    await other.owner.delete(one, 409, { 'if-match': '"7"' });
    await other.owner.delete(one, 204);
    assert.equal((await other.owner.get(one, 404)).at('detail.resource'), 'webhook');
    await other.owner.delete(one, 404);
    await other.owner.post(`${other.space}/webhooks`, { name: 'x', url: URL_OUTSIDE }, 201);
    await other.owner.delete(other.space, 204);
    await other.owner.get(`${other.space}/webhooks`, 404);
  });

  it('hold up no write of content', async () => {
    await make();
    const id = await createEntry(scene.owner, scene.base, { content_type_id: 'author', fields: { name: 'Ada' } });
    await scene.owner.post(`/entries/${id}/publish`, undefined, 200);
    await scene.owner.delete(`/entries/${id}`, 204);
  });
});

/** The bytes of every file in a folder, as text. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
}
