/** Stories of entries: states and what moves them, locking, idempotency, slugs, uniqueness, links and versions. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Actor } from '../../../testing/src/client.ts';
import { createEntry, field, given, magazine, publishNew, type Scene, signUp } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';

type Status = 'draft' | 'published' | 'changed' | 'archived';
const statuses: readonly Status[] = ['draft', 'published', 'changed', 'archived'];

/** What each action leads to from each status; a number is the status of a refusal, `gone` a 404 afterwards. */
const transitions = {
  edit: { draft: 'draft', published: 'changed', changed: 'changed', archived: 409 },
  publish: { draft: 'published', published: 'published', changed: 'published', archived: 409 },
  unpublish: { draft: 409, published: 'draft', changed: 'draft', archived: 409 },
  archive: { draft: 'archived', published: 'archived', changed: 'archived', archived: 'archived' },
  unarchive: { draft: 409, published: 409, changed: 409, archived: 'draft' },
  delete: { draft: 'gone', published: 'gone', changed: 'gone', archived: 'gone' },
} as const satisfies Record<string, Record<Status, Status | 409 | 'gone'>>;

onEachEngine('entries', (stage) => {
  let scene: Scene;
  before(async () => {
    scene = await given(stage.url, { types: magazine });
  });

  const author = (fields: Record<string, unknown>, more: { key?: string } = {}) =>
    createEntry(scene.owner, scene.base, { content_type_id: 'author', fields, ...more });
  const article = (fields: Record<string, unknown>, more: { key?: string; slug?: string } = {}) =>
    createEntry(scene.owner, scene.base, { content_type_id: 'article', fields, ...more });

  describe('the transition table', () => {
    for (const [action, outcomes] of Object.entries(transitions)) {
      for (const status of statuses) {
        it(`${action} from ${status} leads to ${outcomes[status]}`, async () => {
          const id = await entryIn(scene, status);
          const version = (await scene.owner.get(`/entries/${id}`, 200)).number('version');
          const response = await act(scene, id, action);
          const after = await scene.owner.get(`/entries/${id}`);
          const outcome = outcomes[status];
          if (outcome === 'gone') {
            assert.equal(response.status, 204);
            assert.equal(after.status, 404);
          } else if (outcome === 409) {
            assert.equal(response.status, 409, String(response));
            assert.equal(response.at('detail.code'), 'invalid_transition');
            assert.equal(response.at('detail.status'), status);
            assert.equal(response.at('detail.action'), action);
            assert.equal(after.at('status'), status);
            assert.equal(after.at('version'), version, 'a refusal makes no version');
          } else {
            assert.equal(response.status, 200, String(response));
            assert.equal(after.at('status'), outcome);
            const silent = action !== 'edit' && outcome === status;
            assert.equal(after.at('version'), silent ? version : version + 1);
          }
          const shown = await scene.delivery.get(`${scene.read}/entries/${id}`);
          const readable = outcome === 409 ? status : outcome;
          assert.equal(shown.status, readable === 'published' || readable === 'changed' ? 200 : 404);
        });
      }
    }
  });

  it('keep what is published while the draft moves on', async () => {
    const id = await publishNew(scene.owner, scene.base, {
      content_type_id: 'author',
      fields: { name: 'Ada', city: 'London' },
    });
    await scene.owner.patch(`/entries/${id}`, { fields: { city: 'Paris' } }, 200);
    assert.equal((await scene.delivery.get(`${scene.read}/entries/${id}`, 200)).at('fields.city'), 'London');
    const draft = await scene.preview.get(`${scene.read}/entries/${id}`, 200);
    assert.equal(draft.at('fields.city'), 'Paris');
    assert.equal(draft.at('status'), 'changed');
    await scene.owner.post(`/entries/${id}/publish`, undefined, 200);
    assert.equal((await scene.delivery.get(`${scene.read}/entries/${id}`, 200)).at('fields.city'), 'Paris');
  });

  it('give back in management what was put in, as per-locale maps', async () => {
    const id = await article({
      title: 'Maps',
      tags: ['a', 'b'],
      rating: 1.5,
      place: { lat: 1, lon: 2 },
      extra: { 'en-US': [1] },
    });
    const entry = await scene.owner.get(`/entries/${id}`, 200);
    assert.deepEqual(entry.at('fields.title'), { 'en-US': 'Maps' });
    assert.deepEqual(entry.at('fields.tags'), { 'en-US': ['a', 'b'] });
    assert.deepEqual(entry.at('fields.place'), { 'en-US': { lat: 1, lon: 2 } });
    assert.deepEqual(entry.at('fields.extra'), { 'en-US': [1] });
    assert.equal(entry.at('content_type'), 'article');
    assert.equal(entry.at('slug'), 'maps');
    const again = await scene.owner.patch(`/entries/${id}`, { fields: entry.at('fields') }, 200);
    assert.equal(again.at('version'), entry.at('version'), 'writing back what was read changes nothing');
  });

  it('PATCH merges: absent stays, null removes', async () => {
    const id = await author({ name: 'Ada', city: 'London' });
    await scene.owner.patch(`/entries/${id}`, { fields: { city: null } }, 200);
    const entry = await scene.owner.get(`/entries/${id}`, 200);
    assert.deepEqual(entry.at('fields'), { name: { 'en-US': 'Ada' } });
  });

  it('PUT creates under a key, replaces, and changes nothing when repeated', async () => {
    const path = `${scene.base}/entries/put-me`;
    const body = { content_type_id: 'author', fields: { name: 'Ada', city: 'London' } };
    const created = await scene.owner.put(path, body, 201);
    assert.equal(created.at('key'), 'put-me');
    assert.match(created.string('id'), /^ent_[a-z0-9]{6}_put-me$/);
    assert.equal((await scene.owner.put(path, body, 200)).at('version'), 1);
    const replaced = await scene.owner.put(path, { ...body, fields: { name: 'Ada' } }, 200);
    assert.deepEqual(replaced.at('fields'), { name: { 'en-US': 'Ada' } });
    assert.equal(replaced.at('version'), 2);
  });

  it('refuse a key that is taken or is none', async () => {
    await author({ name: 'Ada' }, { key: 'taken' });
    const twice = await scene.owner.post(
      `${scene.base}/entries`,
      { content_type_id: 'author', key: 'taken', fields: {} },
      409,
    );
    assert.equal(twice.at('detail.code'), 'conflict');
    for (const key of ['.', '..', 'a b', 'ent_abc123_x', 'ü', '', 'x'.repeat(65)]) {
      await scene.owner.post(`${scene.base}/entries`, { content_type_id: 'author', key, fields: {} }, 422);
    }
  });

  describe('optimistic locking', () => {
    it('answers a stale If-Match or version with what stands', async () => {
      const id = await author({ name: 'Ada' });
      const read = await scene.owner.get(`/entries/${id}`, 200);
      assert.equal(read.headers.etag, '"1"');
      await scene.owner.patch(`/entries/${id}`, { fields: { city: 'Rome' } }, 200, { 'if-match': '"1"' });
      const stale = await scene.owner.patch(`/entries/${id}`, { fields: { city: 'Oslo' } }, 409, { 'if-match': '"1"' });
      assert.equal(stale.at('detail.code'), 'version_conflict');
      assert.equal(stale.at('detail.expected'), 1);
      assert.equal(stale.at('detail.actual'), 2);
      await scene.owner.patch(`/entries/${id}`, { version: 1, fields: { city: 'Oslo' } }, 409);
      await scene.owner.post(`/entries/${id}/publish`, { version: 1 }, 409);
      await scene.owner.delete(`/entries/${id}`, 409, { 'if-match': '"1"' });
      await scene.owner.post(`/entries/${id}/publish`, { version: 2 }, 200);
      assert.equal((await scene.owner.get(`/entries/${id}`, 200)).at('fields.city.en-US'), 'Rome');
    });

    it('lets exactly one of many writers of one version through', async () => {
      const id = await author({ name: 'Ada' });
      const cities = Array.from({ length: 12 }, (_, index) => `City ${index}`);
      const responses = await Promise.all(
        cities.map((city) => scene.owner.patch(`/entries/${id}`, { version: 1, fields: { city } })),
      );
      assert.deepEqual(responses.map((response) => response.status).sort(), [200, ...cities.slice(1).map(() => 409)]);
    });
  });

  describe('Idempotency-Key', () => {
    const path = () => `${scene.base}/entries`;
    it('repeats the stored response, and refuses another body', async () => {
      const headers = { 'idempotency-key': 'first-attempt' };
      const body = { content_type_id: 'author', fields: { name: 'Once' } };
      const first = await scene.owner.post(path(), body, 201, headers);
      const second = await scene.owner.post(path(), body, 201, headers);
      assert.equal(second.text, first.text);
      const other = await scene.owner.post(path(), { ...body, fields: { name: 'Twice' } }, 409, headers);
      assert.equal(other.at('detail.code'), 'idempotency_conflict');
    });

    it('makes one entry of many parallel requests', async () => {
      const body = { content_type_id: 'author', fields: { name: 'Parallel' } };
      const all = await Promise.all(
        Array.from({ length: 8 }, () => scene.owner.post(path(), body, undefined, { 'idempotency-key': 'parallel' })),
      );
      const ids = new Set(all.filter((response) => response.status === 201).map((response) => response.string('id')));
      assert.equal(ids.size, 1);
      assert.ok(all.every((response) => response.status === 201 || response.status === 409));
    });

    it('keeps no refusal', async () => {
      const headers = { 'idempotency-key': 'refused-first' };
      await scene.owner.post(path(), { content_type_id: 'author', fields: { nmae: 'x' } }, 422, headers);
      await scene.owner.post(path(), { content_type_id: 'author', fields: { name: 'x' } }, 201, headers);
    });

    it('is another one in each account of a person, and for each person', async () => {
      const headers = { 'idempotency-key': 'once-each' };
      const [person, host] = [await signUp(stage.url), await signUp(stage.url)];
      const offer = { email: person.email, role: 'admin' };
      const { accountId } = host;
      const invitation = await host.actor.post(`/accounts/${accountId}/invitations`, offer, 201);
      await person.actor.post('/invitations/accept', { token: invitation.string('token') }, 200);
      const own = await person.actor.post('/spaces', { name: 'Mine' }, 201, headers);
      const session = await person.actor.post('/auth/switch-account', { account_id: accountId }, 200);
      const there = new Actor(stage.url, session.string('access_token'));
      const shared = await there.post('/spaces', { name: 'Mine' }, 201, headers);
      const others = await host.actor.post('/spaces', { name: 'Mine' }, 201, headers);
      const ids = [own, shared, others].map((made) => made.string('id'));
      assert.equal(new Set(ids).size, ids.length);
      assert.deepEqual((await host.actor.get('/spaces', 200)).each('items', 'id').toSorted(), ids.slice(1).toSorted());
    });

    it('is at most 255 characters long', async () => {
      const body = { content_type_id: 'author', fields: { name: 'Long' } };
      await scene.owner.post(path(), body, 201, { 'idempotency-key': 'k'.repeat(255) });
      await scene.owner.post(path(), body, 422, { 'idempotency-key': 'k'.repeat(256) });
    });
  });

  describe('slugs', () => {
    it('are made from the display field, transliterated, numbered where taken, and then kept', async () => {
      const first = await scene.owner.get(`/entries/${await article({ title: 'Übergrößen & Mehr' })}`, 200);
      const second = await scene.owner.get(`/entries/${await article({ title: 'Übergrößen & Mehr' })}`, 200);
      assert.match(first.string('slug'), /^[a-z0-9-]+$/);
      assert.equal(second.at('slug'), `${first.string('slug')}-2`);
      const renamed = await scene.owner.patch(`/entries/${first.string('id')}`, { fields: { title: 'Anders' } }, 200);
      assert.equal(renamed.at('slug'), first.at('slug'));
    });

    it('are kept as given, and held by drafts, published states and archived entries alike', async () => {
      const id = await article({ title: 'Held' }, { slug: 'Held/Fast_~' });
      assert.equal((await scene.owner.get(`/entries/${id}`, 200)).at('slug'), 'Held/Fast_~');
      const taken = () =>
        scene.owner.post(`${scene.base}/entries`, {
          content_type_id: 'article',
          fields: { title: 'x' },
          slug: 'Held/Fast_~',
        });
      assert.equal((await taken()).at('detail.code'), 'slug_conflict');
      await scene.owner.post(`/entries/${id}/publish`, undefined, 200);
      await scene.owner.patch(`/entries/${id}`, { slug: 'moved-on' }, 200);
      assert.equal((await taken()).status, 409, 'the published state holds it');
      await scene.owner.post(`/entries/${id}/publish`, undefined, 200);
      await scene.owner.post(`/entries/${id}/archive`, undefined, 200);
      const held = await scene.owner.post(`${scene.base}/entries`, {
        content_type_id: 'article',
        fields: { title: 'x' },
        slug: 'moved-on',
      });
      assert.equal(held.status, 409, 'an archived entry holds its slug');
      assert.equal((await taken()).status, 201, 'a slug that nobody holds any more is free');
    });

    it('are refused for types without one, and by shape', async () => {
      await scene.owner.post(
        `${scene.base}/entries`,
        { content_type_id: 'author', fields: { name: 'x' }, slug: 'x' },
        422,
      );
      for (const slug of ['a b', 'ä?', '', 'x'.repeat(201)]) {
        await scene.owner.post(
          `${scene.base}/entries`,
          { content_type_id: 'article', fields: { title: 'x' }, slug },
          422,
        );
      }
    });

    it('go to exactly one of many parallel writers', async () => {
      const body = { content_type_id: 'article', fields: { title: 'Race' }, slug: 'the-race' };
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => scene.owner.post(`${scene.base}/entries`, body)),
      );
      const statuses = responses.map((response) => response.status).sort();
      assert.deepEqual(statuses, [201, ...statuses.slice(1).map(() => 409)]);
    });
  });

  it('publish only with what is required, and with links that lead somewhere', async () => {
    const id = await article({ slug: 'no-title' });
    const untitled = await scene.owner.post(`/entries/${id}/publish`, undefined, 422);
    assert.ok(untitled.each('detail.errors', 'rule').includes('required'));
    assert.ok(untitled.each('detail.errors', 'path').includes('fields.title.en-US'));
    await scene.owner.patch(`/entries/${id}`, { fields: { title: 'Linked', author: 'made-later' } }, 200);
    const unlinked = await scene.owner.post(`/entries/${id}/publish`, undefined, 422);
    assert.deepEqual(unlinked.each('detail.errors', 'rule'), ['link']);
    await author({ name: 'Later' }, { key: 'made-later' });
    await scene.owner.post(`/entries/${id}/publish`, undefined, 200);
  });

  it('take links by id, key or object, and refuse another environment’s at once', async () => {
    const target = await author({ name: 'Target' }, { key: 'target' });
    for (const link of [target, 'target', { type: 'entry', id: target }, { type: 'entry', id: 'target' }]) {
      const id = await article({ title: 'Links', author: link });
      const entry = await scene.owner.get(`/entries/${id}`, 200);
      assert.deepEqual(entry.at('fields.author.en-US'), { type: 'entry', id: target });
    }
    const foreign = await given(stage.url, { types: magazine });
    const real = await createEntry(foreign.owner, foreign.base, {
      content_type_id: 'author',
      fields: { name: 'F' },
      key: 'real',
    });
    const responses = [];
    for (const link of [real, real.replace(/real$/, 'none')]) {
      const body = { content_type_id: 'article', fields: { title: 'x', author: link } };
      const refused = await scene.owner.post(`${scene.base}/entries`, body, 422);
      assert.deepEqual(refused.each('detail.errors', 'rule'), ['link']);
      responses.push(refused.text.replaceAll(link, ''));
    }
    assert.equal(responses[0], responses[1], 'a foreign id reads alike whether it exists or not');
  });

  it('list what refers to them, and may be deleted all the same', async () => {
    const target = await author({ name: 'Popular' });
    const first = await article({ title: 'One', author: target });
    const second = await article({ title: 'Two', related: [target] });
    const references = await scene.owner.get(`/entries/${target}/references`, 200);
    assert.deepEqual(references.each('items', 'id').sort(), [first, second].sort());
    await scene.owner.delete(`/entries/${target}`, 204);
    await scene.owner.get(`/entries/${first}`, 200);
  });

  it('hold unique values among published states', async () => {
    await scene.owner.post(
      `${scene.base}/content-types`,
      { api_id: 'sku', name: 'Sku', fields: [field('code', 'string', { unique: true })] },
      201,
    );
    const sku = (code: string) => createEntry(scene.owner, scene.base, { content_type_id: 'sku', fields: { code } });
    const [first, second] = [await sku('A'), await sku('A')];
    await scene.owner.post(`/entries/${first}/publish`, undefined, 200);
    const refused = await scene.owner.post(`/entries/${second}/publish`, undefined, 422);
    assert.deepEqual(refused.each('detail.errors', 'rule'), ['unique']);
    await scene.owner.post(`/entries/${first}/unpublish`, undefined, 200);
    await scene.owner.post(`/entries/${second}/publish`, undefined, 200);

    const [composed, decomposed] = [await sku('Caf\u00e9'), await sku('Cafe\u0301')];
    await scene.owner.post(`/entries/${composed}/publish`, undefined, 200);
    const same = await scene.owner.post(`/entries/${decomposed}/publish`, undefined, 422);
    assert.deepEqual(same.each('detail.errors', 'rule'), ['unique']);
    for (const query of ['=Caf%C3%A9', '=Cafe%CC%81', '[in]=x,Cafe%CC%81', '[nin]=A,Caf%C3%A9']) {
      const found = await scene.owner.get(`${scene.base}/entries?content_type=sku&fields.code${query}`, 200);
      assert.deepEqual(found.each('items', 'id').sort(), query.includes('nin') ? [] : [composed, decomposed].sort());
    }
  });

  it('keep JSON with any keys, in the order given, wherever it is read', async () => {
    const extra = '{"z":{"__proto__":{"b":1},"toString":[null]},"constructor":"Ferrari","prototype":0,"a":1.5}';
    const body = `{"content_type_id":"article","key":"car","fields":{"title":"Car","extra":${extra}}}`;
    const headers = { 'content-type': 'application/json' };
    const made = await scene.owner.send('POST', `${scene.base}/entries`, { raw: body, headers });
    assert.equal(made.status, 201, String(made));
    const id = made.string('id');
    await scene.owner.post(`/entries/${id}/publish`, undefined, 200);
    const patch = `{"fields":{"extra":{"constructor":${extra}}}}`;
    assert.equal((await scene.owner.send('PATCH', `/entries/${id}`, { raw: patch, headers })).status, 200);
    const diff = await scene.owner.get(`/entries/${id}/versions/1/diff?to=3`, 200);
    const read = async (actor: Actor, path: string) => JSON.stringify((await actor.get(path, 200)).json);
    for (const text of [
      JSON.stringify(made.json),
      await read(scene.delivery, `${scene.read}/entries/${id}`),
      await read(scene.delivery, `${scene.read}/entries?ids=car&select=fields.extra&locale=*`),
      await read(scene.owner, `/entries/${id}/versions/1`),
      await read(scene.preview, `${scene.read}/entries/${id}`),
      await read(scene.owner, `${scene.base}/entries/car`),
      JSON.stringify(diff.json),
    ])
      assert.ok(text.includes(extra), text);
    assert.equal(({} as { b?: number }).b, undefined, 'nothing inherits from it');
  });

  it('are listed for editors by status, type, field and time', async () => {
    const own = await given(stage.url, { types: magazine });
    const draft = await createEntry(own.owner, own.base, { content_type_id: 'author', fields: { name: 'Draft' } });
    const published = await publishNew(own.owner, own.base, {
      content_type_id: 'author',
      fields: { name: 'Published' },
    });
    const list = async (query: string) =>
      (await own.owner.get(`${own.base}/entries?${query}`, 200)).each('items', 'id');
    assert.deepEqual(await list(''), [published, draft]);
    assert.deepEqual(await list('status=draft'), [draft]);
    assert.deepEqual(await list('fields.name=Published'), [published]);
    assert.deepEqual(await list('content_type=article'), []);
    assert.deepEqual(await list('order=fields.name'), [draft, published]);
    assert.deepEqual(await list('updated_since=2100-01-01T00:00:00Z'), []);
    assert.deepEqual(await list(`created_by=${own.member.userId}`), [published, draft]);
  });
});

async function entryIn(scene: Scene, status: Status): Promise<string> {
  const id = await createEntry(scene.owner, scene.base, { content_type_id: 'author', fields: { name: 'Ada' } });
  const steps = { draft: [], published: ['publish'], changed: ['publish', 'edit'], archived: ['archive'] }[status];
  for (const step of steps) assert.equal((await act(scene, id, step)).status, 200);
  return id;
}

function act(scene: Scene, id: string, action: string) {
  if (action === 'edit') return scene.owner.patch(`/entries/${id}`, { fields: { city: `City ${Math.random()}` } });
  if (action === 'delete') return scene.owner.delete(`/entries/${id}`);
  return scene.owner.post(`/entries/${id}/${action}`);
}
