/** Components and blocks as editors and sites meet them: saved, refused, found, linked and delivered. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addTypes, field, given, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { until } from '../../../../testing/src/until.ts';
import { cloneOf } from '../../branches/clone/clones.ts';

const seo = {
  api_id: 'seo',
  kind: 'component',
  name: 'SEO',
  fields: [
    field('title', 'string', { localized: true, required: true }),
    field('noindex', 'boolean', { default: false }),
  ],
};
const quote = {
  api_id: 'quote',
  kind: 'component',
  name: 'Quote',
  fields: [field('text', 'text', { localized: true }), field('who', 'entry')],
};
const gallery = {
  api_id: 'gallery',
  kind: 'component',
  name: 'Gallery',
  fields: [field('heading', 'string'), field('quotes', 'blocks', { components: ['quote'] })],
};
const page = {
  api_id: 'page',
  name: 'Page',
  display_field: 'title',
  fields: [
    field('title', 'string', { localized: true }),
    field('seo', 'component', { component: 'seo' }),
    field('blocks', 'blocks', { components: ['quote', 'gallery'] }),
    field('local', 'blocks', { components: ['quote'], localized: true }),
  ],
};

onEachEngine('blocks', (stage) => {
  const opened = async (): Promise<Scene> => {
    const scene = await given(stage.url, { locales: ['de'] });
    await addTypes(scene, [seo, quote, gallery, page]);
    return scene;
  };

  it('keep their order and ids, and are found, linked and delivered in the locale that is asked for', async () => {
    const { owner, base, read, delivery, preview } = await opened();
    await owner.put(`${base}/entries/ann`, { content_type_id: 'page', fields: { title: 'Ann' } }, 201);
    await owner.post(`${base}/entries/ann/publish`);
    const body = {
      content_type_id: 'page',
      key: 'home',
      fields: {
        title: { 'en-US': 'Home', de: 'Start' },
        seo: { fields: { title: { 'en-US': 'Search me', de: 'Finde mich' } } },
        blocks: [
          { type: 'quote', fields: { text: { 'en-US': 'Carpe diem', de: 'Nutze den Tag' }, who: 'ann' } },
          {
            id: 'g1',
            type: 'gallery',
            fields: { heading: 'Voices', quotes: [{ type: 'quote', fields: { text: 'Deep water' } }] },
          },
        ],
        local: { de: [{ id: 'nur', type: 'quote', fields: { text: 'Nur hier' } }] },
      },
    };
    const made = await owner.post(`${base}/entries`, body, 201);
    const id = made.string('id');
    const shown = made.at('fields.blocks.en-US') as { id: string; type: string; fields: Record<string, unknown> }[];
    assert.match(shown[0]?.id ?? '', /^[a-z0-9]{8}$/);
    assert.deepEqual(made.at('fields.seo.en-US.fields'), {
      title: { 'en-US': 'Search me', de: 'Finde mich' },
      noindex: false,
    });
    const again = await owner.patch(`/entries/${id}`, { fields: made.at('fields') });
    assert.equal(again.at('version'), made.at('version'));
    const plan = await owner.post(`/entries/${id}/publish`);
    assert.equal(plan.status, 200, String(plan));
    const english = await delivery.get(`${read}/entries/${id}`, 200);
    assert.deepEqual(english.at('fields.blocks.0.fields.text'), 'Carpe diem');
    assert.deepEqual(english.at('includes.entries.0.key') ?? english.at('includes.entries.0.fields.title'), 'Ann');
    const german = await delivery.get(`${read}/entries/${id}?locale=de`, 200);
    assert.deepEqual(german.at('fields.blocks.0.fields.text'), 'Nutze den Tag');
    assert.deepEqual(german.at('fields.blocks.1.fields.quotes.0.fields.text'), 'Deep water');
    assert.deepEqual(german.at('fields.local.0.fields.text'), 'Nur hier');
    assert.deepEqual(german.at('fields.seo.fields.title'), 'Finde mich');
    const ids = async (query: string) => (await delivery.get(`${read}/entries?${query}`, 200)).each('items', 'id');
    assert.deepEqual(await ids('fields.seo.noindex=false'), [id]);
    assert.deepEqual(await ids('fields.seo.noindex=true'), []);
    assert.deepEqual(await ids('fields.blocks[exists]=true'), [id]);
    assert.deepEqual(await ids('links_to=ann'), [id]);
    const behind = async (query: string) =>
      (await delivery.get(`${read}/entries/home?${query}`, 200)).each('includes.entries', 'fields.title');
    assert.deepEqual(await behind('follow=blocks.who'), ['Ann'], 'a component costs no level');
    assert.deepEqual(await behind('include=1&follow=blocks'), ['Ann']);
    assert.deepEqual(await behind('follow=blocks.quotes,local.who&locale=*'), []);
    assert.deepEqual(await behind('select=slug,blocks.who.slug'), [undefined]);
    assert.deepEqual(await ids('q=deep'), [id]);
    assert.deepEqual(await ids('q=nutze&locale=de'), [id]);
    assert.deepEqual(await ids('fields.seo.title=Finde%20mich&locale=de'), [id]);
    assert.equal((await delivery.get(`${read}/entries?fields.seo.titel=x`)).status, 422);
    const kinds = (await delivery.get(`${read}/content-types`, 200)).each('items', 'kind');
    assert.deepEqual(kinds, ['component', 'entry', 'component', 'component']);
    const drafts = await preview.get(`${read}/entries?q=nur&locale=de`, 200);
    assert.equal(drafts.at('total'), 1);
  });

  it('are refused by name, with the path of the block', async () => {
    const { owner, base } = await opened();
    const paths = async (fields: object) => {
      const refused = await owner.post(`${base}/entries`, { content_type_id: 'page', fields }, 422);
      return [refused.string('detail.errors.0.path'), refused.string('detail.errors.0.rule')];
    };
    assert.deepEqual(await paths({ blocks: [{ type: 'qoute' }] }), ['fields.blocks.0.type', 'component']);
    const french = { id: 'a1', type: 'quote', fields: { text: { fr: 'x' } } };
    assert.deepEqual(await paths({ blocks: [french] }), ['fields.blocks.a1.text.fr', 'locale']);
    const number = { id: 'a1', type: 'quote', fields: { text: 4 } };
    assert.deepEqual(await paths({ local: { de: [number] } }), ['fields.local.de.a1.text', 'type']);
    assert.deepEqual(await paths({ blocks: [number, { ...number, fields: {} }] }), [
      'fields.blocks.a1.text.en-US',
      'type',
    ]);

    const refusal = async (sent: Promise<{ string(path: string): string }>) => {
      const answer = await sent;
      return [answer.string('detail.errors.0.path'), answer.string('detail.errors.0.rule')];
    };
    const nearby = field('a', 'blocks', { components: ['gallery', 'galery'] });
    const unknown = { api_id: 'x', name: 'X', kind: 'component', fields: [nearby] };
    const types = `${base}/content-types`;
    assert.deepEqual(await refusal(owner.post(types, unknown, 422)), ['fields.0.components.1', 'component']);
    for (const [setting, path] of [
      [{ type: 'component', component: 1 }, 'fields.0.component'],
      [{ type: 'blocks', components: 1 }, 'fields.0.components'],
      [{ type: 'blocks', components: [{}] }, 'fields.0.components.0'],
    ] as const) {
      const odd = { api_id: 'x', name: 'X', fields: [{ id: 'f', ...setting }] };
      assert.deepEqual(await refusal(owner.post(types, odd, 422)), [path, 'component']);
    }
    const circle = { fields: [...quote.fields, field('g', 'component', { component: 'gallery' })] };
    assert.deepEqual(await refusal(owner.patch(`${types}/quote`, circle, 422)), ['fields.2.component', 'circle']);
    const deep = (inside: string) => ({
      api_id: `in-${inside}`,
      name: 'In',
      kind: 'component',
      fields: [field('a', 'component', { component: inside })],
    });
    await owner.post(types, deep('gallery'), 201);
    assert.deepEqual(await refusal(owner.post(types, deep('in-gallery'), 422)), ['fields.0.component', 'depth']);
    const used = await owner.delete(`${types}/quote`, 409);
    assert.deepEqual([used.at('detail.code'), used.at('detail.entries')], ['content_type_in_use', 0]);
    const lists = async (query: string) => refusal(owner.get(`${base}/entries?${query}`, 422));
    assert.deepEqual(await lists('order=fields.seo.noindex'), ['query.order', 'type']);
    assert.deepEqual(await lists('select=fields.seo.noindex'), ['query.select', 'type']);
    assert.deepEqual(await lists('fields.blocks.text=x'), ['query.fields.blocks.text', 'type']);
    assert.deepEqual(await lists('fields.blocks=x'), ['query.fields.blocks', 'operator']);
    const entry = { content_type_id: 'quote', fields: {} };
    assert.deepEqual(await refusal(owner.post(`${base}/entries`, entry, 422)), ['content_type_id', 'kind']);
  });

  it('show what changed in each block by path, and what was added, removed and moved', async () => {
    const { owner, base } = await opened();
    const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, type: 'quote', fields: { text: { 'en-US': id, de: id } } }));
    const noted = { id: 'n', type: 'gallery', fields: { quotes: [a] } };
    const fields = {
      seo: { fields: { title: 'One' } },
      blocks: [a, b, noted],
      local: { de: [{ ...a, fields: { text: 'x' } }] },
    };
    const made = await owner.post(`${base}/entries`, { content_type_id: 'page', key: 'diff', fields }, 201);
    const path = `/entries/${made.string('id')}`;
    const later = {
      seo: { fields: { title: { 'en-US': 'One', de: 'Eins' }, noindex: false } },
      blocks: [{ ...noted, fields: { quotes: [{ ...a, fields: { text: { 'en-US': 'A', de: 'a' } } }] } }, c, a],
      local: { de: [{ ...a, fields: { text: 'y' } }] },
    };
    await owner.patch(path, { fields: later });
    const diff = await owner.get(`${path}/versions/1/diff?to=2`, 200);
    const shown = (block: unknown) => ({ ...(block as object) });
    assert.deepEqual(diff.at('changes'), [
      { path: 'fields.seo.title.de', before: null, after: 'Eins' },
      { path: 'fields.blocks.b', before: shown(b), after: null },
      { path: 'fields.blocks.n.quotes.a.text.en-US', before: 'a', after: 'A' },
      { path: 'fields.blocks.c', before: null, after: shown(c) },
      { path: 'fields.blocks', before: ['a', 'n'], after: ['n', 'a'] },
      { path: 'fields.local.de.a.text', before: 'x', after: 'y' },
    ]);
    await owner.post(`${path}/versions/1/restore`, {}, 200);
    assert.deepEqual((await owner.get(path, 200)).at('fields'), made.at('fields'));
  });

  it('keep what the model hides, and show it again as it was', async () => {
    const { owner, space, base, delivery, read } = await opened();
    const types = `${base}/content-types`;
    const block = (id: string, more: object) => ({ id, type: 'quote', fields: more });
    const fields = {
      blocks: [block('a', { text: { 'en-US': 'carpe', de: 'nutze' }, who: 'x' }), block('b', { who: 'kept' })],
      seo: { fields: { title: 'Shown', noindex: true } },
    };
    const made = await owner.post(`${base}/entries`, { content_type_id: 'page', key: 'home', fields }, 201);
    const entry = `/entries/${made.string('id')}`;
    const found = async (query: string) => (await owner.get(`${base}/entries?${query}`, 200)).each('items', 'key');
    /** Words follow a change of the model in the background. */
    const noLongerFound = (query: string) =>
      until(
        () => found(query),
        (keys) => keys.length === 0,
      );
    const change = (apiId: string, fields: unknown, query = '?confirm_data_loss=true') =>
      owner.patch(`${types}/${apiId}${query}`, { fields }, 200);

    // A field inside is hidden while others are written, and comes back with its values; what links to it follows.
    const [text, who] = quote.fields;
    assert.deepEqual(await found('links_to=kept'), ['home']);
    await change('quote', [text]);
    assert.deepEqual(await found('links_to=kept'), []);
    await owner.patch(entry, { fields: { blocks: [block('b', {}), block('a', { text: { de: 'nutz' } })] } });
    await change('quote', [text, { ...who, restore: true }]);
    assert.deepEqual((await owner.get(entry, 200)).each('fields.blocks.en-US', 'fields.who.id').length, 2);
    assert.deepEqual(await found('links_to=kept'), ['home']);

    // Renamed, it is the same field. Localized no longer and again, it shows the value of the default locale, and then both.
    await owner.patch(entry, { fields: { blocks: [block('a', { text: { 'en-US': 'carpe', de: 'nutz' } })] } });
    await change('quote', [{ ...text, id: 'words', previous_id: 'text' }, who], '');
    const refused = await owner.patch(
      `${types}/quote`,
      { fields: [{ ...text, id: 'words', localized: false }, who] },
      409,
    );
    assert.deepEqual(refused.at('detail.fields'), [{ id: 'words', hides: 'other_locales', entries: 1 }]);
    await change('quote', [{ ...text, id: 'words', localized: false }, who]);
    assert.deepEqual((await owner.get(entry, 200)).at('fields.blocks.en-US.0.fields.words'), 'carpe');
    await noLongerFound('q=nutz&locale=de');
    await change('quote', [{ ...text, id: 'words' }, who], '');
    assert.deepEqual((await owner.get(entry, 200)).at('fields.blocks.en-US.0.fields.words'), {
      'en-US': 'carpe',
      de: 'nutz',
    });

    // The field around becomes localized as a whole: what other locales had inside is hidden, and back when it is not.
    const outer = (more: object) => page.fields.map((one) => (one.id === 'blocks' ? { ...one, ...more } : one));
    const widened = await owner.patch(`${types}/page`, { fields: outer({ localized: true }) }, 409);
    assert.deepEqual(widened.at('detail.fields'), [{ id: 'blocks', hides: 'other_locales', entries: 1 }]);
    await change('page', outer({ localized: true }));
    assert.deepEqual((await owner.get(entry, 200)).at('fields.blocks.en-US.0.fields'), { words: 'carpe' });
    await change('page', outer({ localized: false }), '');
    assert.deepEqual((await owner.get(entry, 200)).at('fields.blocks.en-US.0.fields.words'), {
      'en-US': 'carpe',
      de: 'nutz',
    });

    // A component that is left out is hidden with its blocks; another component is another field.
    const left = await owner.patch(`${types}/page`, { fields: outer({ components: ['gallery'] }) }, 409);
    assert.deepEqual(left.at('detail.fields'), [{ id: 'blocks', hides: 'blocks', entries: 1 }]);
    await change('page', outer({ components: ['gallery'] }));
    assert.equal((await owner.get(entry, 200)).at('fields.blocks'), undefined);
    await noLongerFound('q=carpe');
    await change('page', outer({}), '');
    assert.deepEqual((await owner.get(entry, 200)).each('fields.blocks.en-US', 'id'), ['a']);
    const other = page.fields.map((one) => (one.id === 'seo' ? { ...one, component: 'quote' } : one));
    await owner.patch(`${types}/page`, { fields: other }, 409);
    await change('page', other);
    await owner.patch(entry, { fields: { seo: { fields: { words: 'other' } } } });
    await change(
      'page',
      page.fields.map((one) => (one.id === 'seo' ? { ...one, restore: true } : one)),
    );
    assert.deepEqual((await owner.get(entry, 200)).at('fields.seo.en-US.fields.noindex'), true);
    await owner.post(`${entry}/publish`, {}, 200);
    assert.deepEqual((await delivery.get(`${read}/entries?fields.seo.noindex=true`, 200)).at('total'), 1);

    // A locale with values inside is counted before it goes.
    const german = (await owner.get(`${space}/locales`, 200))
      .list('items')
      .find((one) => (one as { code: string }).code === 'de');
    const gone = await owner.delete(`${space}/locales/${(german as { id: string }).id}`, 409);
    assert.equal(gone.at('detail.resources'), 1);
  });

  it('count as none where only hidden ones are left, in every locale and at every depth, and are kept', async () => {
    const { owner, base, read, delivery, preview } = await opened();
    const types = `${base}/content-types`;
    const list = (components: readonly string[]) => [
      field('title', 'string'),
      field('list', 'blocks', { components, localized: true, required: true }),
    ];
    const seen = ['quote', 'gallery'];
    await owner.post(types, { api_id: 'paper', name: 'Paper', fields: list(seen) }, 201);
    const quoteOf = (id: string) => ({ id, type: 'quote', fields: { text: 'Said' } });
    const galleryOf = (id: string) => ({ id, type: 'gallery', fields: { quotes: [quoteOf('q')], heading: 'Voices' } });
    const put = async (key: string, value: object) => {
      await owner.put(`${base}/entries/${key}`, { content_type_id: 'paper', fields: { list: value } }, 201);
      await owner.post(`${base}/entries/${key}/publish`, undefined, 200);
    };
    await put('both', { 'en-US': [quoteOf('a')], de: [galleryOf('g')] });
    await put('alone', { 'en-US': [galleryOf('g')] });
    const shown = async () => {
      const { items } = (await delivery.get(`${read}/entries?content_type=paper&locale=de&meta=true&order=id`, 200))
        .json as { items: { fields: { list?: { id: string }[] }; meta: { fallbacks: string[] } }[] };
      return items.map(({ fields, meta }) => [fields.list?.map(({ id }) => id) ?? null, meta.fallbacks]);
    };
    const found = async (exists: boolean, locale: string) => {
      const query = `content_type=paper&locale=${locale}&fields.list[exists]=${exists}&order=id`;
      return (await preview.get(`${read}/entries?${query}`, 200)).each('items', 'slug').length;
    };
    assert.deepEqual(await shown(), [
      [['g'], ['list']],
      [['g'], []],
    ]);
    await owner.patch(`${types}/paper?confirm_data_loss=true`, { fields: list(['quote']) }, 200);
    assert.deepEqual(await shown(), [
      [null, []],
      [['a'], ['list']],
    ]);
    assert.deepEqual([await found(true, 'de'), await found(false, 'de'), await found(true, 'en-US')], [1, 1, 1]);
    const both = await owner.get(`${base}/entries/both`, 200);
    assert.deepEqual(Object.keys(both.at('fields.list') as object), ['en-US']);
    assert.deepEqual((await owner.get(`${base}/entries/alone`, 200)).at('fields'), {});
    await owner.patch(`${base}/entries/alone`, { fields: { title: 'Alone' } }, 200);
    const refused = await owner.post(`${base}/entries/alone/publish`, undefined, 422);
    assert.equal(refused.at('detail.errors.0.path'), 'fields.list.en-US');
    await owner.patch(`${base}/entries/alone`, { fields: { list: { de: [quoteOf('n')] } } }, 200);
    await owner.patch(`${types}/paper`, { fields: list(seen) }, 200);
    assert.deepEqual(await shown(), [
      [['g'], ['list']],
      [['g'], []],
    ]);
    await owner.patch(
      `${types}/gallery?confirm_data_loss=true`,
      {
        fields: [field('heading', 'string'), field('quotes', 'blocks', { components: ['seo'], required: true })],
      },
      200,
    );
    await owner.patch(`${base}/entries/alone`, { fields: { title: 'Not' } }, 200);
    const inner = await owner.post(`${base}/entries/alone/publish`, undefined, 422);
    assert.equal(inner.at('detail.errors.0.path'), 'fields.list.en-US.g.quotes');
  });

  it('that an import gives without ids are the same in draft, published state and the next import', async () => {
    const { owner, base, delivery, read } = await opened();
    const block = (text: string) => ({ type: 'quote', fields: { text } });
    const [draft, published] = [
      ['x', 'x', 'y'],
      ['y', 'z'],
    ].map((texts) => ({ blocks: texts.map(block) }));
    const entry = { key: 'a', content_type: 'page', status: 'changed', fields: draft, published_fields: published };
    const parts = { raw: JSON.stringify({ entry }), headers: { 'content-type': 'application/x-ndjson' } };
    for (const result of ['created', 'unchanged'])
      assert.equal((await owner.send('POST', `${base}/import`, parts)).string('results.0.result'), result);
    const kept = await delivery.get(`${read}/entries/a`, 200);
    assert.equal(
      (await owner.get(`${base}/entries/a`, 200)).at('fields.blocks.en-US.2.id'),
      kept.at('fields.blocks.0.id'),
    );
  });

  it('have a picture of their component, an image that may be gone and is of the same key in a clone', async () => {
    const scene = await opened();
    const { owner, base, space, read, delivery } = scene;
    const asset = (key: string, mime_type: string) => JSON.stringify({ asset: { key, file_name: key, mime_type } });
    const raw = [asset('look', 'image/png'), asset('words', 'text/plain')].join('\n');
    await owner.send('POST', `${base}/import`, { raw, headers: { 'content-type': 'application/x-ndjson' } });
    const type = `${base}/content-types/quote`;
    const refused: [string, object, string, RegExp][] = [
      ['quote', { preview_picture: 'lokk' }, 'link', /"lokk".+upload/],
      ['quote', { preview_picture: 'ast_aaaaaa_look' }, 'link', /"ast_aaaaaa_look"/],
      ['quote', { preview_picture: 'words' }, 'mime_types', /image.+text\/plain/],
      ['page', { preview_picture: 'look' }, 'component', /Leave it out/],
    ];
    for (const [name, change, rule, message] of refused) {
      const { errors } = (await owner.patch(`${base}/content-types/${name}`, change, 422)).at('detail') as {
        errors: { path: string; rule: string; message: string }[];
      };
      assert.deepEqual([errors.length, errors[0]?.path, errors[0]?.rule], [1, 'preview_picture', rule]);
      assert.match(errors[0]?.message ?? '', message);
    }
    const code = (await owner.get(type, 200)).string('id').split('_')[1];
    const shown = (await owner.patch(type, { preview_picture: 'look' }, 200)).string('preview_picture');
    assert.equal(shown, `ast_${code}_look`);
    const delivered = (await delivery.get(`${read}/content-types`, 200)).list('items') as object[];
    assert.ok(delivered.every((one) => !('preview_picture' in one)));
    await cloneOf(scene, 'branch');
    const cloned = await owner.get(`${space}/environments/branch/content-types/quote`, 200);
    assert.match(cloned.string('preview_picture'), /^ast_.{6}_look$/);
    assert.notEqual(cloned.string('preview_picture'), shown);

    await owner.delete(`/media/${shown}`, 204);
    const after = await owner.get(type, 200);
    assert.equal(after.at('preview_picture'), shown);
    const whole = { name: 'Quote', kind: 'component', fields: after.at('fields'), preview_picture: shown };
    assert.equal((await owner.put(type, whole, 200)).at('preview_picture'), shown);
    assert.equal((await owner.put(type, { ...whole, preview_picture: undefined }, 200)).at('preview_picture'), null);
    await owner.patch(type, { preview_picture: shown }, 422);
  });

  it('are written while components change, without one write waiting for the other for ever', async () => {
    const { owner, base } = await opened();
    const entries = Array.from({ length: 8 }, (_, at) => `${base}/entries/e${at}`);
    const body = (word: string) => ({
      content_type_id: 'page',
      fields: { blocks: [{ id: 'a', type: 'quote', fields: { text: word } }] },
    });
    for (const entry of entries) await owner.put(entry, body('first'), 201);
    const types = `${base}/content-types`;
    const renamed = (name: string) =>
      ['quote', 'gallery', 'page'].map((type) => owner.patch(`${types}/${type}`, { name }, 200));
    for (const word of ['second', 'third'])
      await Promise.all([...entries.map((entry) => owner.put(entry, body(word), 200)), ...renamed(word)]);
    const bulk = { action: 'publish', ids: entries.map((_, at) => `e${at}`) };
    await Promise.all([owner.post(`${base}/entries/bulk`, bulk, 200), ...renamed('fourth')]);
  });

  it('lose no value and keep no name of a component that goes, however many write at once', async () => {
    const { owner, base } = await given(stage.url);
    const types = `${base}/content-types`;
    const text = field('text', 'string');
    for (let round = 0; round < 6; round++) {
      const [part, holder, late] = ['part', 'holder', 'late'].map((name) => `${name}-${round}`);
      await addTypes({ owner, base }, [
        { api_id: part, name: 'Part', kind: 'component', fields: [field('keep', 'string'), text] },
        { api_id: holder, name: 'Holder', fields: [field('list', 'blocks', { components: [part] })] },
      ]);
      const body = { content_type_id: holder, fields: { list: [{ type: part, fields: { text: 'written' } }] } };
      const [removed, ...written] = await Promise.all([
        owner.patch(`${types}/${part}`, { fields: [field('keep', 'string')] }),
        ...Array.from({ length: 4 }, () => owner.post(`${base}/entries`, body)),
      ]);
      // Either the field had no value yet, and whoever came later was refused, or its removal was.
      const isWritten = written.some(({ status }) => status === 201);
      assert.deepEqual([removed?.status, isWritten], isWritten ? [409, true] : [200, false], String(removed));

      const unused = { api_id: `unused-${round}`, name: 'Unused', kind: 'component', fields: [text] };
      await addTypes({ owner, base }, [unused]);
      const naming = { fields: [field('one', 'component', { component: unused.api_id })] };
      const [gone, ...named] = await Promise.all([
        owner.delete(`${types}/${unused.api_id}`),
        owner.post(types, { api_id: late, name: 'Late', ...naming }),
        owner.patch(`${types}/${holder}?confirm_data_loss=true`, naming),
      ]);
      const isNamed = named.some(({ status }) => status < 300);
      assert.deepEqual([gone?.status, isNamed], isNamed ? [409, true] : [204, false], String(gone));
    }
  });
});
