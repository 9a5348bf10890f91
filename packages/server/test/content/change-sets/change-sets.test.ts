/** Change sets over HTTP: what is written in one is seen in it and nowhere else, goes out at once, and can be taken back value by value. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Actor, ApiResponse } from '../../../../testing/src/client.ts';
import { field, given, joinAs, makeKey, type Scene } from '../../../../testing/src/given.ts';
import { onEachDatabase } from '../../../../testing/src/on-each-engine.ts';
import { until } from '../../../../testing/src/until.ts';

const article = {
  api_id: 'article',
  name: 'Article',
  display_field: 'title',
  fields: [
    field('title', 'string', { localized: true, required: true }),
    field('price', 'number'),
    field('tags', 'array', { items: { type: 'string' } }),
    field('body', 'rich_text'),
    field('sku', 'string', { unique: true }),
    field('blocks', 'blocks', { components: ['quote'] }),
  ],
};
const quote = {
  api_id: 'quote',
  kind: 'component',
  name: 'Quote',
  fields: [field('text', 'text', { localized: true }), field('who', 'string')],
};

onEachDatabase('change sets', (stage) => {
  const open = () => given(stage.url, { locales: ['de'], types: [quote, article] });

  it('show what is written in them to those who ask for them, and to nobody else', async () => {
    const scene = await open();
    const entry = await published(scene, 'hello', { title: { 'en-US': 'Hello', de: 'Hallo' }, price: 10 });
    const set = await newSet(scene);
    const patched = await inSet(scene, set).patch(entry, { fields: { title: { de: 'Servus' } } });
    assert.deepEqual(patched.at('fields.title'), { 'en-US': 'Hello', de: 'Servus' });
    assert.deepEqual([patched.at('change'), patched.at('status')], ['change', 'published']);
    assert.deepEqual(await inSet(scene, set).title(entry), { 'en-US': 'Hello', de: 'Servus' });
    assert.deepEqual((await scene.owner.get(entry, 200)).at('fields.title'), { 'en-US': 'Hello', de: 'Hallo' });
    assert.equal((await scene.owner.get(entry, 200)).at('change'), undefined);
    assert.equal((await scene.delivery.get(`${scene.read}/entries/hello?locale=de`, 200)).at('fields.title'), 'Hallo');
    const shown = await scene.owner.get(`/change-sets/${set}`, 200);
    assert.deepEqual([shown.at('entries'), shown.at('problems'), shown.at('conflicts')], [1, 0, 0]);
    const changes = await scene.owner.get(`/change-sets/${set}/changes`, 200);
    assert.deepEqual(changes.at('items.0.differences'), [
      { path: 'fields.title.de', before: 'Hallo', value: 'Servus' },
    ]);
  });

  it('list what they change in pages of bounded size, however large the entries are', async () => {
    const scene = await open();
    const set = await newSet(scene);
    const keys = Array.from({ length: 12 }, (_, number) => `e${String(number).padStart(2, '0')}`);
    const text = 'long '.repeat(100_000);
    const fields = { blocks: [{ id: 'a', type: 'quote', fields: { text: { 'en-US': text } } }] };
    for (const key of keys)
      await inSet(scene, set).post(`${scene.base}/entries`, { content_type_id: 'article', key, fields }, 201);
    const list = `/change-sets/${set}/changes?limit=100`;
    const first = await scene.owner.get(list, 200);
    assert.deepEqual([first.each('items', 'key'), first.at('next')], [keys.slice(0, 10), keys[9]]);
    const second = await scene.owner.get(`${list}&after=${keys[9]}`, 200);
    assert.deepEqual([second.each('items', 'key'), second.at('next')], [keys.slice(10), null]);
  });

  it('publish all or nothing in one revision, and leave alone what others wrote elsewhere', async () => {
    const scene = await open();
    const hello = await published(scene, 'hello', { title: { 'en-US': 'Hello', de: 'Hallo' }, price: 10 });
    const other = await published(scene, 'other', { title: { 'en-US': 'Other' } });
    const set = await newSet(scene);
    await inSet(scene, set).patch(hello, { fields: { title: { de: 'Servus' }, price: 12 } });
    await inSet(scene, set).post(`${other}/unpublish`, {});
    await inSet(scene, set).post(
      `${scene.base}/entries`,
      { content_type_id: 'article', key: 'new', fields: { title: { 'en-US': 'New' } } },
      201,
    );
    // Others go on: one value published, another only a draft.
    await scene.owner.patch(hello, { fields: { title: { 'en-US': 'Hello!' } } }, 200);
    await scene.owner.post(`${hello}/publish`, {}, 200);
    await scene.owner.patch(hello, { fields: { tags: ['draft'] } }, 200);
    const before = await revisionOf(scene);
    const plan = await scene.owner.get(`/change-sets/${set}/plan`, 200);
    assert.deepEqual(
      [
        plan.at('total'),
        plan.at('conflicts'),
        (plan.at('items') as object[]).map((item) => (item as { problems: [] }).problems),
      ],
      [3, [], [[], [], []]],
    );
    const dry = await scene.owner.post(`/change-sets/${set}/publish`, { dry_run: true }, 200);
    assert.equal(dry.at('state'), 'open');
    const done = await scene.owner.post(`/change-sets/${set}/publish`, {}, 200);
    assert.deepEqual([done.at('state'), done.at('published_revision')], ['published', before + 1]);
    assert.equal(await revisionOf(scene), before + 1);
    const entry = await scene.owner.get(hello, 200);
    assert.deepEqual(entry.at('fields.title'), { 'en-US': 'Hello!', de: 'Servus' });
    assert.deepEqual([entry.at('fields.tags'), entry.at('status')], [{ 'en-US': ['draft'] }, 'changed']);
    const shown = await scene.delivery.get(`${scene.read}/entries/hello?locale=de`, 200);
    assert.deepEqual(shown.at('fields'), { title: 'Servus', price: 12 });
    assert.equal((await scene.owner.get(other, 200)).at('status'), 'draft');
    assert.equal((await scene.delivery.get(`${scene.read}/entries/new`, 200)).at('fields.title'), 'New');
    // What it has changed is told for good, whatever becomes of the entries.
    await scene.owner.patch(hello, { fields: { price: 13 } }, 200);
    await scene.owner.post(`${hello}/publish`, {}, 200);
    const changes = await scene.owner.get(`/change-sets/${set}/changes`, 200);
    assert.deepEqual(changes.each('items', 'differences'), [
      [
        { path: 'fields.title.de', before: 'Hallo', value: 'Servus' },
        { path: 'fields.price.en-US', before: 10, value: 12 },
      ],
      [{ path: 'fields.title.en-US', before: null, value: 'New' }],
      [],
    ]);
    const again = await scene.owner.post(`/change-sets/${set}/publish`, {}, 409);
    assert.equal(again.at('detail.code'), 'invalid_transition');
  });

  it('ask only about what both changed, and again once it changes once more', async () => {
    const scene = await open();
    const hello = await published(scene, 'hello', { title: { 'en-US': 'Hello' }, price: 10 });
    const set = await newSet(scene);
    await inSet(scene, set).patch(hello, { fields: { title: 'From the set' } });
    await scene.owner.patch(hello, { fields: { title: 'From others', price: 11 } }, 200);
    await scene.owner.post(`${hello}/publish`, {}, 200);
    const refused = await scene.owner.post(`/change-sets/${set}/publish`, {}, 409);
    const path = 'entries.hello.fields.title.en-US';
    const conflict = { path, reason: 'both_changed', base: 'Hello', current: 'From others', value: 'From the set' };
    assert.deepEqual([refused.at('detail.code'), refused.at('detail.conflicts')], ['conflict', [conflict]]);
    assert.deepEqual((await scene.owner.get(`/change-sets/${set}/plan`, 200)).at('conflicts'), [conflict]);
    await scene.owner.put(`/change-sets/${set}/resolutions`, { resolutions: [{ path, take: 'set' }] }, 200);
    assert.deepEqual((await scene.owner.get(`/change-sets/${set}/plan`, 200)).at('conflicts'), []);
    await scene.owner.patch(hello, { fields: { title: 'Once more' } }, 200);
    await scene.owner.post(`${hello}/publish`, {}, 200);
    await scene.owner.post(`/change-sets/${set}/publish`, {}, 409);
    await scene.owner.put(`/change-sets/${set}/resolutions`, { resolutions: [{ path, take: 'current' }] }, 200);
    await scene.owner.put(
      `/change-sets/${set}/resolutions`,
      { resolutions: [{ path: 'entries.x.fields.title', take: 'set' }] },
      422,
    );
    // Nothing is left that differs from what is published.
    assert.equal((await scene.owner.get(`/change-sets/${set}`, 200)).at('entries'), 0);
    const empty = await scene.owner.post(`/change-sets/${set}/publish`, {}, 409);
    assert.equal(empty.at('detail.code'), 'conflict');
  });

  it('merge lists, rich texts and blocks without a question', async () => {
    const scene = await open();
    const [first, second] = [paragraph('One'), paragraph('Two')];
    const blocks = [
      { id: 'a', type: 'quote', fields: { text: { 'en-US': 'A', de: 'Ah' }, who: 'x' } },
      { id: 'b', type: 'quote', fields: { text: 'B' } },
    ];
    const hello = await published(scene, 'hello', {
      title: 'Hello',
      tags: ['a', 'b'],
      body: { type: 'doc', content: [first, second] },
      blocks,
    });
    const set = await newSet(scene);
    const [a, b] = blocks as [(typeof blocks)[0], (typeof blocks)[0]];
    await inSet(scene, set).patch(hello, {
      fields: {
        tags: ['a', 'b', 'set'],
        body: { type: 'doc', content: [paragraph('One from the set'), second] },
        blocks: [b, { ...a, fields: { text: { 'en-US': 'A', de: 'Neu' }, who: 'x' } }],
      },
    });
    await scene.owner.patch(
      hello,
      {
        fields: {
          tags: ['b', 'others'],
          body: { type: 'doc', content: [first, paragraph('Two from others')] },
          blocks: [{ ...a, fields: { text: { 'en-US': 'A now', de: 'Ah' }, who: 'y' } }, b],
        },
      },
      200,
    );
    await scene.owner.post(`${hello}/publish`, {}, 200);
    await scene.owner.post(`/change-sets/${set}/publish`, {}, 200);
    const entry = await scene.owner.get(hello, 200);
    assert.equal(entry.at('status'), 'published');
    assert.deepEqual([...(entry.at('fields.tags.en-US') as string[])].sort(), ['b', 'others', 'set']);
    assert.deepEqual(entry.at('fields.body.en-US.content'), [
      paragraph('One from the set'),
      paragraph('Two from others'),
    ]);
    assert.deepEqual(entry.at('fields.blocks.en-US'), [
      { id: 'b', type: 'quote', fields: { text: { 'en-US': 'B' } } },
      { id: 'a', type: 'quote', fields: { text: { 'en-US': 'A now', de: 'Neu' }, who: 'y' } },
    ]);
  });

  it('are undone value by value, and keep what somebody changed since', async () => {
    const scene = await open();
    const hello = await published(scene, 'hello', { title: { 'en-US': 'Hello', de: 'Hallo' }, price: 10 });
    const gone = await published(scene, 'gone', { title: 'Gone', sku: 'g' });
    const put = await published(scene, 'put', { title: 'Away' });
    const draft = await created(scene, 'draft', { title: 'Draft' });
    const set = await newSet(scene);
    await inSet(scene, set).patch(hello, { fields: { title: { 'en-US': 'Sale', de: 'Angebot' }, price: 5 } });
    await inSet(scene, set).remove(gone);
    await inSet(scene, set).post(`${put}/archive`, {});
    await inSet(scene, set).post(`${draft}/publish`, {});
    const input = { content_type_id: 'article', key: 'new', fields: { title: 'New' } };
    await inSet(scene, set).post(`${scene.base}/entries`, input, 201);
    await scene.owner.post(`/change-sets/${set}/publish`, {}, 200);
    await scene.owner.get(gone, 404);
    await scene.owner.patch(hello, { fields: { title: { de: 'Rabatt' } } }, 200);
    await scene.owner.post(`${hello}/publish`, {}, 200);
    const look = await scene.owner.post(`/change-sets/${set}/undo`, { dry_run: true }, 200);
    const kept = [
      {
        path: 'entries.hello.fields.title.de',
        reason: 'both_changed',
        base: 'Angebot',
        current: 'Rabatt',
        value: 'Hallo',
      },
    ];
    assert.deepEqual([look.at('state'), look.at('kept')], ['published', kept]);
    const undone = await scene.owner.post(`/change-sets/${set}/undo`, {}, 200);
    assert.deepEqual([undone.at('state'), undone.at('kept')], ['undone', kept]);
    const entry = await scene.owner.get(hello, 200);
    assert.deepEqual(entry.at('fields'), { title: { 'en-US': 'Hello', de: 'Rabatt' }, price: { 'en-US': 10 } });
    assert.equal(entry.at('status'), 'published');
    const statuses = await Promise.all(
      ['gone', 'put', 'draft', 'new'].map(async (key) =>
        (await scene.owner.get(`${scene.base}/entries/${key}`, 200)).at('status'),
      ),
    );
    assert.deepEqual(statuses, ['published', 'published', 'draft', 'draft']);
    assert.equal((await scene.delivery.get(`${scene.read}/entries/gone`, 200)).at('fields.sku'), 'g');
  });

  it('lie over drafts, and save drafts when they are applied', async () => {
    const scene = await open();
    const hello = await published(scene, 'hello', { title: 'Hello', price: 1 });
    await scene.owner.patch(hello, { fields: { price: 2 } }, 200);
    const set = await newSet(scene, { onto: 'drafts' });
    const seen = await inSet(scene, set).patch(hello, { fields: { title: 'Proposed' } });
    assert.deepEqual(seen.at('fields.price'), { 'en-US': 2 });
    assert.equal((await inSet(scene, set).tryPost(`${hello}/publish`, 409)).at('detail.code'), 'invalid_transition');
    await scene.owner.post(`/change-sets/${set}/publish`, {}, 409);
    const applied = await scene.owner.post(`/change-sets/${set}/apply`, {}, 200);
    assert.equal(applied.at('state'), 'applied');
    const entry = await scene.owner.get(hello, 200);
    assert.deepEqual([entry.at('fields.title.en-US'), entry.at('status')], ['Proposed', 'changed']);
    assert.equal((await scene.delivery.get(`${scene.read}/entries/hello`, 200)).at('fields.title'), 'Hello');
    await scene.owner.post(`/change-sets/${set}/undo`, {}, 200);
    assert.equal((await scene.owner.get(hello, 200)).at('fields.title.en-US'), 'Hello');
  });

  it('let entries take over unique values and link to each other, and tell all that is in the way', async () => {
    const scene = await open();
    const [one, two] = [
      await published(scene, 'one', { title: 'One', sku: '1' }),
      await published(scene, 'two', { title: 'Two', sku: '2' }),
    ];
    const set = await newSet(scene);
    await inSet(scene, set).patch(one, { fields: { sku: '2' } });
    const blocked = await scene.owner.post(`/change-sets/${set}/publish`, {}, 422);
    assert.deepEqual(
      (blocked.at('detail.errors') as { path: string; rule: string }[]).map(({ path, rule }) => [path, rule]),
      [['entries.one.fields.sku.en-US', 'unique']],
    );
    const plan = await scene.owner.get(`/change-sets/${set}/plan`, 200);
    assert.equal(plan.at('items.0.problems.0.rule'), 'unique');
    await inSet(scene, set).patch(two, { fields: { sku: '1' } });
    assert.deepEqual((await scene.owner.get(`/change-sets/${set}/plan`, 200)).at('items.0.problems'), []);
    await inSet(scene, set).patch(two, { fields: { title: null } });
    const problems = await scene.owner.post(`/change-sets/${set}/publish`, {}, 422);
    assert.equal(problems.at('detail.errors.0.path'), 'entries.two.fields.title.en-US');
    await inSet(scene, set).patch(two, { fields: { title: 'Two' } });
    await scene.owner.post(`/change-sets/${set}/publish`, {}, 200);
    const skus = async () => [
      (await scene.owner.get(one, 200)).at('fields.sku.en-US'),
      (await scene.owner.get(two, 200)).at('fields.sku.en-US'),
    ];
    assert.deepEqual(await skus(), ['2', '1']);
    const undone = await scene.owner.post(`/change-sets/${set}/undo`, {}, 200);
    assert.deepEqual([await skus(), undone.at('kept')], [['1', '2'], []]);
  });

  it('answer wrong requests with what to do', async () => {
    const scene = await open();
    const hello = await published(scene, 'hello', { title: 'Hello' });
    const set = await newSet(scene);
    const within = inSet(scene, set);
    await scene.owner.get(`${hello}?change_set=chg_abcdef_none`, 404);
    await scene.owner.get(`${hello}?change_set=nonsense`, 404);
    const stranger = await given(stage.url, { types: [quote, article] });
    await stranger.owner.get(`/change-sets/${set}`, 404);
    await stranger.owner.get(`${await created(stranger, 'x', { title: 'X' })}?change_set=${set}`, 404);
    assert.equal(
      (await scene.owner.get(`/entries/x/references?change_set=${set}`, 422)).at('detail.code'),
      'validation_failed',
    );
    assert.equal((await within.tryPost(`${hello}/unarchive`, 409)).at('detail.code'), 'invalid_transition');
    await within.patch(hello, { fields: { title: 'Set' } });
    const stale = await scene.owner.patch(`${hello}?change_set=${set}`, { fields: { title: 'Late' }, version: 1 }, 409);
    assert.equal(stale.at('detail.code'), 'version_conflict');
    await within.tryPost(`${hello}/publish`, 409);
    const input = { content_type_id: 'article', key: 'mine', fields: { title: 'Mine' } };
    await within.post(`${scene.base}/entries`, input, 201);
    await within.post(`${scene.base}/entries`, input, 409);
    const other = await newSet(scene);
    const reserved = await scene.owner.post(`${scene.base}/entries?change_set=${other}`, input, 422);
    assert.equal(reserved.at('detail.errors.0.rule'), 'reserved');
    await scene.owner.post(`/change-sets/${set}/close`, {}, 200);
    const closed = await scene.owner.patch(`${hello}?change_set=${set}`, { fields: { title: 'Late' } }, 409);
    assert.equal(closed.at('detail.code'), 'invalid_transition');
    await scene.owner.post(`/change-sets/${set}/reopen`, {}, 200);
    await scene.owner.post(`/change-sets/${set}/move`, { entries: ['hello'], to: other }, 200);
    assert.equal((await scene.owner.get(`/change-sets/${other}`, 200)).at('entries'), 1);
    await scene.owner.delete(`/change-sets/${other}/entries/hello?path=fields.price`, 422);
    await scene.owner.delete(`/change-sets/${other}/entries/hello?path=fields.title.en-US`, 204);
    assert.equal((await scene.owner.get(`/change-sets/${other}`, 200)).at('entries'), 0);
    await scene.owner.get(`${scene.base}/change-sets?state=opne`, 422);
    await scene.owner.delete(`/change-sets/${set}`, 204);
    await scene.owner.get(`/change-sets/${set}`, 404);
  });

  it('refuse what was written over a value that changed outside after it was read, and show that one', async () => {
    const scene = await open();
    for (const onto of ['published', 'drafts'] as const) {
      const hello = await published(scene, `hello-${onto}`, { title: 'Hello', price: 1 });
      const set = await newSet(scene, { onto });
      const inside = `${hello}?change_set=${set}`;
      const changeOutside = async (title: string) => {
        await scene.owner.patch(hello, { fields: { title } }, 200);
        if (onto === 'published') await scene.owner.post(`${hello}/publish`, {}, 200);
      };
      // One that the set does not have, and one of which it has another value.
      for (const price of [undefined, 2]) {
        if (price !== undefined) await scene.owner.patch(inside, { fields: { price } }, 200);
        const read = await scene.owner.get(inside, 200);
        await changeOutside(`Outside ${price}`);
        const mine = { fields: { title: 'Mine' }, version: read.at('version') };
        assert.equal((await scene.owner.patch(inside, mine, 409)).at('detail.code'), 'version_conflict');
        const again = await scene.owner.get(inside, 200);
        assert.deepEqual(again.at('fields.title'), { 'en-US': `Outside ${price}` });
        assert.notEqual(again.headers.etag, read.headers.etag);
        const list = await scene.owner.get(`${scene.base}/entries?change_set=${set}&ids=${again.at('id')}`, 200);
        assert.equal(list.at('items.0.version'), again.at('version'));
      }
      const { version, etag } = await scene.owner
        .get(inside, 200)
        .then((now) => ({ version: now.at('version'), etag: String(now.headers.etag) }));
      const written = await scene.owner.patch(inside, { fields: { title: 'Mine' }, version }, 200);
      const late = { body: { fields: { title: 'Late' } }, headers: { 'if-match': etag } };
      assert.equal((await scene.owner.send('PATCH', inside, late)).status, 409);
      const changes = await scene.owner.get(`/change-sets/${set}/changes`, 200);
      assert.equal(changes.at('items.0.version'), written.at('version'));
      // What lies below is not written over by taking the entry out.
      await changeOutside('Once more');
      const path = `/change-sets/${set}/entries/hello-${onto}`;
      for (const [tag, status] of [
        [etag, 409],
        [String(written.headers.etag), 204],
      ] as const)
        assert.equal((await scene.owner.send('DELETE', path, { headers: { 'if-match': tag } })).status, status);
    }
  });

  it('refuse what was written over an entry that has left the set and come back since', async () => {
    const scene = await open();
    const hello = await published(scene, 'hello', { title: 'Hello' });
    const [set, other] = [await newSet(scene), await newSet(scene)];
    const write = (title: string, version?: unknown) =>
      scene.owner.patch(`${hello}?change_set=${set}`, { fields: { title }, ...(version !== undefined && { version }) });
    const first = (await write('First')).at('version');
    await scene.owner.delete(`/change-sets/${set}/entries/hello`, 204);
    const second = (await write('Second')).at('version');
    assert.equal((await write('Over the first', first)).status, 409);
    await scene.owner.post(`/change-sets/${set}/move`, { entries: ['hello'], to: other }, 200);
    await write('Third');
    assert.equal((await write('Over the second', second)).status, 409);
    await scene.owner.delete(`/change-sets/${set}/entries/hello`, 204);
    await scene.owner.post(`/change-sets/${other}/move`, { entries: ['hello'], to: set }, 200);
    for (const version of [first, second]) assert.equal((await write('Over what was moved', version)).status, 409);
    const input = { content_type_id: 'article', key: 'mine', fields: { title: 'Mine' } };
    const inside = `${scene.base}/entries/mine?change_set=${set}`;
    const made = await scene.owner.post(`${scene.base}/entries?change_set=${set}`, input, 201);
    await scene.owner.delete(inside, 204);
    await scene.owner.post(`${scene.base}/entries?change_set=${set}`, input, 201);
    await scene.owner.patch(inside, { fields: { title: 'Late' }, version: made.at('version') }, 409);
  });

  it('lose the values of a field that is removed for good, and ask about one that is gone', async () => {
    const scene = await open();
    const hello = await published(scene, 'hello', { title: 'Hello', price: 10 });
    const set = await newSet(scene);
    await inSet(scene, set).patch(hello, { fields: { title: 'Sale', price: 5 } });
    const type = `${scene.base}/content-types/article`;
    const fields = article.fields.filter(({ id }) => id !== 'price');
    await scene.owner.patch(`${type}?confirm_data_loss=true`, { fields }, 200);
    const asked = await scene.owner.post(`/change-sets/${set}/publish`, {}, 409);
    assert.deepEqual(asked.at('detail.conflicts.0.path'), 'entries.hello.fields.price.en-US');
    assert.deepEqual(asked.at('detail.conflicts.0.reason'), 'gone');
    await scene.owner.delete(`${type}/hidden-fields/price`, 204);
    await until(async () => {
      const items = stage.database.reader.selectFrom('change_set_items').select('changes');
      const rows = await items.where('change_set', '=', String(set.split('_')[2])).execute();
      return rows.every(({ changes }) => !changes.includes('"value":5'));
    });
    await scene.owner.post(`/change-sets/${set}/publish`, {}, 200);
  });

  it('ask about a new entry whose content type is gone', async () => {
    const scene = await open();
    await scene.owner.post(
      `${scene.base}/content-types`,
      { api_id: 'note', name: 'Note', fields: [field('x', 'string')] },
      201,
    );
    const set = await newSet(scene);
    const input = { content_type_id: 'note', key: 'note', fields: { x: 'X' } };
    await inSet(scene, set).post(`${scene.base}/entries`, input, 201);
    await scene.owner.delete(`${scene.base}/content-types/note`, 204);
    await scene.owner.get(`${scene.base}/entries/note?change_set=${set}`, 404);
    await scene.owner.patch(`${scene.base}/entries/note?change_set=${set}`, { fields: { x: 'Y' } }, 404);
    const plan = await scene.owner.get(`/change-sets/${set}/plan`, 200);
    assert.deepEqual(plan.each('conflicts', 'reason'), ['gone']);
    const refused = await scene.owner.post(`/change-sets/${set}/publish`, {}, 409);
    assert.deepEqual(refused.each('detail.conflicts', 'path'), ['entries.note']);
    await scene.owner.get(`/change-sets/${set}/changes`, 200);
    await scene.owner.delete(`/change-sets/${set}/entries/note`, 204);
  });

  it('are written by authors in any entry, and published by editors', async () => {
    const scene = await open();
    const hello = await published(scene, 'hello', { title: 'Hello' });
    const author = (await joinAs(scene.member, 'author')).actor;
    const set = (await author.post(`${scene.base}/change-sets`, { name: 'Theirs' }, 201)).string('id');
    await author.patch(hello, { fields: { title: 'No' } }, 403);
    await author.patch(`${hello}?change_set=${set}`, { fields: { title: 'Yes' } }, 200);
    await author.post(`/change-sets/${set}/publish`, {}, 403);
    const another = (await joinAs(scene.member, 'author')).actor;
    await another.patch(`${hello}?change_set=${set}`, { fields: { title: 'Ours' } }, 200);
    await author.post(`/change-sets/${set}/close`, {}, 200);
    const refused = [await another.post(`/change-sets/${set}/reopen`, {}), await another.delete(`/change-sets/${set}`)];
    for (const response of refused) assert.equal(response.at('detail.permission'), 'change_set.manage');
    await author.post(`/change-sets/${set}/reopen`, {}, 200);
    assert.equal(
      (await another.post(`/change-sets/${set}/close`, {}, 403)).at('detail.permission'),
      'change_set.manage',
    );
    const viewer = (await joinAs(scene.member, 'viewer')).actor;
    await viewer.get(`/change-sets/${set}/changes`, 200);
    await viewer.patch(`${hello}?change_set=${set}`, { fields: { title: 'No' } }, 403);
    const editor = (await joinAs(scene.member, 'editor')).actor;
    await editor.post(`/change-sets/${set}/publish`, {}, 200);
    const own = (await author.post(`${scene.base}/change-sets`, { name: 'Mine' }, 201)).string('id');
    await author.delete(`/change-sets/${own}`, 204);
  });

  it('take actions on many entries at once, each as by itself or all or none', async () => {
    const scene = await open();
    for (const key of ['a', 'b']) await published(scene, key, { title: key });
    await created(scene, 'c', { title: 'c' });
    const set = await newSet(scene);
    const bulk = (body: object, status = 200) =>
      scene.owner.post(`${scene.base}/entries/bulk?change_set=${set}`, body, status);
    const fields = { title: 'New' };
    await inSet(scene, set).post(`${scene.base}/entries`, { content_type_id: 'article', key: 'new', fields }, 201);
    const taken = await bulk({ action: 'unpublish', ids: ['a', 'c', 'new', 'none'], versions: { a: 2 } });
    assert.deepEqual(taken.at('results.0'), { id: 'a', status: 'published', change: 'unpublish' });
    const codes = [1, 2, 3].map((index) => taken.at(`results.${index}.error.code`));
    assert.deepEqual(codes, ['invalid_transition', 'invalid_transition', 'not_found']);
    const stale = await bulk({ action: 'delete', ids: ['b', 'a'], versions: { a: 1 }, atomic: true }, 422);
    const [undone, failed] = [stale.at('detail.results.0.status'), stale.at('detail.results.1.error.code')];
    assert.deepEqual([undone, failed], ['undone', 'version_conflict']);
    assert.equal((await scene.owner.get(`/change-sets/${set}`, 200)).at('entries'), 2);
    const done = await bulk({ action: 'delete', ids: ['b', 'new'], atomic: true });
    assert.deepEqual(done.at('results'), [
      { id: 'b', status: 'published', change: 'delete' },
      { id: 'new', status: 'deleted', change: null },
    ]);
    assert.deepEqual((await bulk({ action: 'publish', ids: ['c'] })).at('results.0.change'), 'publish');
    const author = (await joinAs(scene.member, 'author')).actor;
    await author.post(`${scene.base}/entries/bulk?change_set=${set}`, { action: 'delete', ids: ['c'] }, 403);
    await scene.owner.get(`${scene.base}/entries/b`, 200);
    await scene.owner.post(`/change-sets/${set}/publish`, {}, 200);
    await scene.owner.get(`${scene.base}/entries/b`, 404);
    const states = [
      await scene.owner.get(`${scene.base}/entries/a`, 200),
      await scene.owner.get(`${scene.base}/entries/c`, 200),
    ];
    assert.deepEqual(
      states.map((state) => state.at('status')),
      ['draft', 'published'],
    );
    assert.equal((await bulk({ action: 'publish', ids: ['a'] }, 409)).at('detail.code'), 'invalid_transition');
    assert.equal(
      (await scene.owner.get(`/entries/x/versions?change_set=${set}`, 422)).at('detail.errors.0.path'),
      'query.change_set',
    );
  });

  it('are all that a key writes that only proposes, and only onto drafts', async () => {
    const scene = await open();
    const hello = await published(scene, 'hello', { title: 'Hello' });
    const key = await makeKey(scene.owner, scene.spaceId, { kind: 'management', role: 'editor', writes: 'proposal' });
    const me = await key.get('/auth/me', 200);
    assert.equal(me.at('key.writes'), 'proposal');
    assert.ok(!(me.at('permissions') as string[]).includes('change_set.publish'));
    const proposal = { name: 'Proposal', onto: 'drafts' };
    const set = (await key.post(`${scene.base}/change-sets`, proposal, 201)).string('id');
    const inIt = `?change_set=${set}`;
    await key.patch(`${hello}${inIt}`, { fields: { title: 'Better' } }, 200);
    const fields = { title: 'New' };
    await key.post(`${scene.base}/entries${inIt}`, { content_type_id: 'article', key: 'new', fields }, 201);
    assert.equal((await key.get(`/change-sets/${set}/changes`, 200)).at('total'), 2);
    const direct = await key.patch(hello, { fields: { title: 'No' } }, 403);
    assert.match(direct.string('detail.message'), /change set onto drafts/);
    const other = await newSet(scene);
    const refused = [
      await key.patch(`${hello}?change_set=${other}`, { fields: { title: 'No' } }, 403),
      await key.patch(`/change-sets/${other}`, { name: 'No' }, 403),
      await key.post(`/change-sets/${set}/move`, { entries: ['hello'], to: other }, 403),
      await key.delete(`/change-sets/${other}`, 403),
      await key.delete(`/change-sets/${await newSet(scene, { onto: 'drafts' })}`, 403),
      await key.post(`${scene.base}/change-sets`, { name: 'No' }, 403),
      await key.post(`/change-sets/${set}/apply`, {}, 403),
      await key.post(`${scene.base}/entries/bulk`, { action: 'delete', ids: ['hello'] }, 403),
      await key.post(`${hello}/publish`, {}, 403),
    ];
    for (const response of refused) assert.equal(response.at('detail.code'), 'insufficient_permission', `${response}`);
    await scene.owner.post(`/change-sets/${set}/apply`, {}, 200);
    assert.deepEqual((await scene.owner.get(hello, 200)).at('fields.title'), { 'en-US': 'Better' });
  });
});

function paragraph(text: string): object {
  return { type: 'paragraph', content: [{ type: 'text', text }] };
}

async function newSet(scene: Scene, more: object = {}): Promise<string> {
  return (await scene.owner.post(`${scene.base}/change-sets`, { name: 'Sale', ...more }, 201)).string('id');
}

async function created(scene: Scene, key: string, fields: object): Promise<string> {
  await scene.owner.put(`${scene.base}/entries/${key}`, { content_type_id: 'article', fields }, 201);
  return `${scene.base}/entries/${key}`;
}

async function published(scene: Scene, key: string, fields: object): Promise<string> {
  const path = await created(scene, key, fields);
  await scene.owner.post(`${path}/publish`, {}, 200);
  return path;
}

async function revisionOf(scene: Scene): Promise<number> {
  const response = await scene.owner.get(`${scene.base}/entries?limit=1`, 200);
  return Number(response.headers['x-cms-revision']);
}

/** Requests on entries inside of a set. */
function inSet({ owner }: { owner: Actor }, set: string) {
  const to = (path: string) => `${path}?change_set=${set}`;
  return {
    patch: (path: string, body: object) => owner.patch(to(path), body, 200),
    post: (path: string, body: object, status = 200) => owner.post(to(path), body, status),
    tryPost: (path: string, status: number): Promise<ApiResponse> => owner.post(to(path), {}, status),
    remove: (path: string) => owner.delete(to(path), 204),
    title: async (path: string) => (await owner.get(to(path), 200)).at('fields.title'),
  };
}
