/** The delivery and preview planes over HTTP: who sees what, which headers go out, and what is not there for whom. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { Actor, type ApiResponse } from '../../../../testing/src/client.ts';
import {
  addTypes,
  createEntry,
  given,
  magazine,
  makeKey,
  publishNew,
  type Scene,
} from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';

const WORDS = 'quiet harbour at dawn '.repeat(400);

onEachEngine('the reading planes', (stage) => {
  let scene: Scene;
  let foreign: Scene;
  before(async () => {
    scene = await given(stage.url);
    foreign = await given(stage.url);
    await addTypes(scene, magazine);
    await publishNew(scene.owner, scene.base, { content_type_id: 'author', key: 'ada', fields: { name: 'Ada' } });
    await createEntry(scene.owner, scene.base, { content_type_id: 'author', key: 'draft', fields: { name: 'Draft' } });
    const asset = { key: 'pic', title: { 'en-US': 'Picture' }, mime_type: 'image/png', file_name: 'pic.png', size: 12 };
    await importRecords(scene, { asset }, { asset: { key: 'film', mime_type: 'video/mp4' } });
    await publishNew(scene.owner, scene.base, {
      content_type_id: 'article',
      key: 'long',
      fields: { title: WORDS.slice(0, 500), author: 'ada', image: 'pic', body: doc(WORDS) },
    });
  });

  describe('an id or key', () => {
    it('of what is not there for the token is 404 in the same words, whatever the reason', async () => {
      const { id } = (await scene.delivery.get(`${scene.read}/entries/ada`, 200)).json as { id: string };
      const otherCode = id.replace(/^ent_.{6}/, 'ent_zzzzzz');
      const missing = [
        'nobody',
        'draft',
        otherCode,
        id.replace('ent_', 'ast_'),
        id.replace('ent_', 'ctp_'),
        'a%20b',
        '%2e%2e',
      ];
      const details = await Promise.all(
        missing.map(async (one) => (await scene.delivery.get(`${scene.read}/entries/${one}`, 404)).text),
      );
      assert.equal(new Set(details).size, 1, details.join('\n'));
      await scene.preview.get(`${scene.read}/entries/draft`, 200);
      assert.equal((await scene.delivery.get(`${scene.read}/assets/film2`, 404)).at('detail.resource'), 'asset');
    });

    it('of another space or environment is 404 alike', async () => {
      const paths = [
        [foreign.read, 'space'],
        [scene.read.replace(scene.spaceId, 'spc_nothing'), 'space'],
        [scene.read.replace('master', 'nowhere'), 'environment'],
      ] as const;
      for (const [path, resource] of paths) {
        const responses = await Promise.all(
          ['entries', 'entries/ada', 'assets', 'assets/pic'].map((end) => scene.delivery.get(`${path}/${end}`, 404)),
        );
        assert.deepEqual(new Set(responses.map((response) => response.at('detail.resource'))), new Set([resource]));
      }
    });
  });

  describe('assets', () => {
    it('are listed and read with exactly their keys', async () => {
      const list = await scene.delivery.get(`${scene.read}/assets?order=id`, 200);
      assert.deepEqual([list.at('total'), list.at('skip'), list.at('limit')], [2, 0, 100]);
      assert.deepEqual(list.each('items', 'key'), ['film', 'pic']);
      const one = await scene.preview.get(`${scene.read}/assets/${list.string('items.1.id')}`, 200);
      assert.deepEqual(one.json, list.at('items.1'));
      assert.deepEqual([one.at('title'), one.at('alt'), one.at('size'), one.at('url')], ['Picture', null, 12, null]);
      assert.deepEqual((await scene.delivery.get(`${scene.read}/assets/pic?locale=*`, 200)).at('title'), {
        'en-US': 'Picture',
      });
    });

    it('are filtered by media type, paged by cursor, and refuse what they do not take', async () => {
      assert.deepEqual((await scene.delivery.get(`${scene.read}/assets?mime_type=video/*`, 200)).each('items', 'key'), [
        'film',
      ]);
      const first = await scene.delivery.get(`${scene.read}/assets?order=-id&limit=1`, 200);
      const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
      const second = await scene.delivery.get(next, 200);
      assert.deepEqual([second.each('items', 'key'), second.at('skip'), second.headers.link], [['film'], 1, undefined]);
      for (const query of ['limit=0', 'order=size', 'q=', 'skip=100001', 'locale=xx', 'mime_type=x']) {
        await scene.delivery.get(`${scene.read}/assets?${query}`, 422);
      }
    });
  });

  describe('every response', () => {
    const paths = () => ['entries', 'entries/ada', 'assets', 'assets/pic'].map((end) => `${scene.read}/${end}`);

    it('carries a tag that holds until something it can show changes', async () => {
      for (const path of [...paths(), '/delivery/token-info']) {
        for (const actor of [scene.delivery, scene.preview]) {
          const tag = String((await actor.get(path, 200)).headers.etag);
          assert.match(tag, /^"[\w-]{20,}"$/);
          const again = await actor.get(path, 304, { 'if-none-match': `W/"x", ${tag}` });
          assert.deepEqual([again.text, again.headers.etag], ['', tag]);
          assert.match(String(again.headers.vary), /authorization/i);
        }
      }
    });

    it('is 304 for any tag where there is one, and 404 where there is none', async () => {
      for (const actor of [scene.delivery, scene.preview]) {
        for (const path of [...paths(), `${scene.read}/entries?limit=3`, '/delivery/token-info'])
          for (const time of [1, 2])
            await actor.get(path, 304, { 'if-none-match': '*', 'x-request-id': `time-${time}` });
        for (const end of ['entries/nobody', 'assets/nothing', 'entries/ent_zzzzzz_ada'])
          await actor.get(`${scene.read}/${end}`, 404, { 'if-none-match': '*' });
        await actor.get(`${scene.read}/entries?limit=0`, 422, { 'if-none-match': '*' });
      }
    });

    it('has a tag of its own for each token’s plane, encoding and question', async () => {
      const path = `${scene.read}/entries`;
      const tags = await Promise.all([
        scene.delivery.get(path, 200),
        scene.preview.get(path, 200),
        scene.delivery.get(path, 200, { 'accept-encoding': 'br' }),
        scene.delivery.get(path, 200, { 'accept-encoding': 'gzip' }),
        scene.delivery.get(`${path}?limit=1`, 200),
        scene.delivery.get(`${path}?include=0`, 200),
      ]);
      assert.equal(new Set(tags.map(({ headers }) => headers.etag)).size, tags.length);
      const foreignTag = (await foreign.delivery.get(`${foreign.read}/entries`, 200)).headers.etag;
      await scene.delivery.get(path, 200, { 'if-none-match': String(foreignTag) });
    });

    it('keeps the tags of delivery through a draft save, those of preview not', async () => {
      const path = `${scene.read}/entries/ada`;
      const [delivered, previewed] = await Promise.all([scene.delivery.get(path, 200), scene.preview.get(path, 200)]);
      await scene.owner.patch(`/entries/${delivered.string('id')}`, { fields: { city: `City ${Date.now()}` } }, 200);
      await scene.delivery.get(path, 304, { 'if-none-match': String(delivered.headers.etag) });
      await scene.preview.get(path, 200, { 'if-none-match': String(previewed.headers.etag) });
    });

    it('is plain where it is small and brotli where it is large and the client takes it', async () => {
      const small = await scene.delivery.get(`${scene.read}/entries/ada`, 200, { 'accept-encoding': 'gzip, br' });
      assert.equal(small.headers['content-encoding'], undefined);
      const plain = await scene.delivery.get(`${scene.read}/entries/long`, 200);
      const response = await fetch(`${stage.url}${scene.read}/entries/long`, {
        headers: { authorization: `Bearer ${scene.delivery.token}`, 'accept-encoding': 'br' },
      });
      assert.equal(response.headers.get('content-encoding'), 'br');
      const body = Buffer.from(await response.arrayBuffer());
      const text = body.at(0) === '{'.charCodeAt(0) ? body.toString() : brotliDecompressSync(body).toString();
      assert.equal(text, plain.text);
    });

    it('goes out compressed from the first time on, and is the same in every encoding', async () => {
      const path = `${scene.read}/entries?include=1&limit=101`;
      for (const [accepted, wanted] of [
        ['gzip', 'gzip'],
        ['gzip, br', 'br'],
      ]) {
        const headers = { authorization: `Bearer ${scene.delivery.token}`, 'accept-encoding': `${accepted}` };
        const texts = new Set<string>();
        for (let time = 0; time < 3; time++) {
          const response = await fetch(`${stage.url}${path}`, { headers });
          assert.equal(response.headers.get('content-encoding'), wanted);
          assert.equal(response.headers.get('vary'), 'Authorization, Accept-Encoding');
          texts.add(await response.text());
        }
        assert.deepEqual([...texts], [(await scene.delivery.get(path, 200)).text]);
      }
    });

    it('may be read by web pages, refusals too, and preflights need no token', async () => {
      for (const path of [...paths(), '/delivery/token-info']) {
        const nobody = new Actor(stage.url, null);
        const refused = await nobody.get(path, 401);
        assert.equal(refused.headers['access-control-allow-origin'], '*');
        const ahead = await nobody.send('OPTIONS', path, {
          headers: { origin: 'https://a.example', 'access-control-request-method': 'GET' },
        });
        assert.equal(ahead.status, 204, String(ahead));
        assert.match(String(ahead.headers['access-control-allow-methods']), /GET/);
        const head = await scene.delivery.send('HEAD', path);
        assert.deepEqual([head.status, head.text], [200, '']);
        assert.ok(Number(head.headers['content-length']) > 0);
      }
    });
  });

  it('gives an entry with what it links to, and only what is selected', async () => {
    const whole = await scene.delivery.get(`${scene.read}/entries/long`, 200);
    assert.deepEqual([whole.list('includes.entries').length, whole.each('includes.assets', 'key')], [1, ['pic']]);
    const little = await scene.delivery.get(`${scene.read}/entries/long?select=fields.image`, 200);
    assert.deepEqual(Object.keys(little.json as object), ['id', 'content_type', 'fields', 'includes']);
    assert.deepEqual([little.list('includes.entries'), little.each('includes.assets', 'key')], [[], ['pic']]);
    const bare = await scene.preview.get(`${scene.read}/entries/long?include=0&locale=*`, 200);
    assert.deepEqual(
      [bare.list('includes.entries'), bare.at('fields.author.en-US.type'), bare.at('status')],
      [[], 'entry', 'published'],
    );
  });

  it('finds entries by whether what they link to can be seen, now and in the past', async () => {
    const { owner, base, read, delivery, preview, spaceId } = await given(stage.url, { types: magazine });
    const image = (key: string) => JSON.stringify({ asset: { key, mime_type: 'image/png', file_name: 'a.png' } });
    const headers = { 'content-type': 'application/x-ndjson' };
    await owner.send('POST', `${base}/import`, { raw: `${image('pic')}\n${image('other')}`, headers });
    await createEntry(owner, base, { content_type_id: 'author', key: 'draft', fields: { name: 'Draft' } });
    await publishNew(owner, base, { content_type_id: 'author', key: 'ada', fields: { name: 'Ada' } });
    for (const [key, links] of Object.entries({
      both: { author: 'ada', image: 'pic' },
      image: { image: 'pic' },
      none: {},
    }))
      await publishNew(owner, base, { content_type_id: 'article', key, fields: { title: key, ...links } });
    const found = async (query: string, by = delivery) => {
      const list = await by.get(`${read}/entries?content_type=article&order=title&${query}`, 200);
      assert.equal(list.at('total'), list.each('items', 'id').length);
      return list.each('items', 'fields.title').join(' ');
    };
    const historian = await makeKey(owner, spaceId, { kind: 'delivery', history: true });
    const first = await delivery.get(`${read}/entries?fields.image.id[exists]=true`, 200);
    assert.match(String(first.headers['cache-tag']), /,assets_/);
    for (const _ of ['read', 'kept', 'kept']) {
      assert.equal(await found('fields.image.id[exists]=true'), 'both image');
      assert.equal(await found('fields.image.id[exists]=false'), 'none');
      assert.equal(await found('fields.author.id[exists]=false', preview), 'image none');
    }
    const [pic] = (await delivery.get(`${read}/assets?order=-id&limit=1`, 200)).each('items', 'id');
    await owner.delete(`/media/${pic}`, 204);
    await owner.post(`/entries/${(await delivery.get(`${read}/entries/ada`, 200)).string('id')}/unpublish`, {}, 200);
    for (const plane of [delivery, preview]) assert.equal(await found('fields.image.id[exists]=true', plane), '');
    assert.equal(await found('fields.image.id[exists]=false'), 'both image none');
    assert.equal(await found('fields.author.id[exists]=true'), '');
    assert.equal(await found('fields.author.id[exists]=true', preview), 'both');
    const then = `as_of=${first.headers['x-cms-revision']}`;
    assert.equal(await found(`fields.image.id[exists]=true&${then}`, historian), 'both image');
    assert.equal(await found(`fields.author.id[exists]=false&${then}`, historian), 'image none');
  });

  it('refuses a response that would be too large, and names what to do', async () => {
    const large = await given(stage.url);
    await large.owner.post(
      `${large.base}/content-types`,
      { api_id: 'page', name: 'Page', fields: [{ id: 'text', name: 'Text', type: 'text' }] },
      201,
    );
    for (let number = 0; number < 20; number++) {
      await publishNew(large.owner, large.base, { content_type_id: 'page', fields: { text: 'x'.repeat(950_000) } });
    }
    const refused = await large.delivery.get(`${large.read}/entries`, 422);
    assert.deepEqual(refused.each('detail.errors', 'path'), ['query.limit', 'query.select']);
    assert.equal((await large.delivery.get(`${large.read}/entries?limit=10`, 200)).list('items').length, 10);
    assert.equal((await large.delivery.get(`${large.read}/entries?select=published_at`, 200)).list('items').length, 20);
  });

  it('tells a token that is limited or expires what it can see', async () => {
    await scene.owner.post(`${scene.space}/environments`, { name: 'staging' }, 201);
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const key = await makeKey(scene.owner, scene.spaceId, {
      kind: 'preview',
      environments: ['staging'],
      expires_at: expiresAt,
    });
    const info = await key.get('/delivery/token-info', 200);
    assert.deepEqual(
      [info.at('plane'), info.at('environments'), info.at('expires_at')],
      ['preview', ['staging'], expiresAt],
    );
    assert.deepEqual(Object.keys(info.json as object), [
      'plane',
      'space',
      'environments',
      'locales',
      'default_locale',
      'key',
      'expires_at',
    ]);
    await scene.owner.get('/delivery/token-info', 403);
  });
});

function doc(text: string): object {
  return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
}

async function importRecords(scene: Scene, ...records: readonly object[]): Promise<ApiResponse> {
  const raw = records.map((record) => JSON.stringify(record)).join('\n');
  const response = await scene.owner.send('POST', `${scene.base}/import`, {
    raw,
    headers: { 'content-type': 'application/x-ndjson' },
  });
  assert.equal(response.status, 200, String(response));
  return response;
}
