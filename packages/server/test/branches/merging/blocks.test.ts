/** Merging entries with components and blocks: by block, and inside of each by field and locale. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ApiResponse } from '../../../../testing/src/client.ts';
import { addTypes, field, given, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { cloneOf } from '../clone/clones.ts';
import { mergeInto } from './merges.ts';

const quoteFields = [field('text', 'text', { localized: true }), field('stars', 'integer'), field('who', 'entry')];
const quote = { api_id: 'quote', kind: 'component', name: 'Quote', fields: quoteFields };
const gallery = {
  api_id: 'gallery',
  kind: 'component',
  name: 'Gallery',
  fields: [field('heading', 'string'), field('quotes', 'blocks', { components: ['quote'] })],
};
const pageFields = [
  field('title', 'string'),
  field('blocks', 'blocks', { components: ['quote', 'gallery'] }),
  field('local', 'blocks', { components: ['quote'], localized: true }),
  field('lead', 'component', { component: 'quote' }),
];
const page = { api_id: 'page', name: 'Page', display_field: 'title', fields: pageFields };

interface Shown {
  readonly id: string;
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

interface Branched extends Scene {
  readonly branch: string;
}

const quoteOf = (id: string, en: string, more: object = {}) => ({
  id,
  type: 'quote',
  fields: { text: { 'en-US': en, ...more } },
});

onEachEngine('merging blocks', (stage) => {
  /** A published page of blocks a, b, c and a gallery, and a clone of it. */
  async function branched(): Promise<Branched> {
    const scene = await given(stage.url, { locales: ['de'] });
    const { owner, base } = scene;
    await addTypes(scene, [quote, gallery, page]);
    const fields = {
      title: 'Home',
      blocks: [
        quoteOf('a', 'A'),
        quoteOf('b', 'B'),
        quoteOf('c', 'C', { de: 'Zeh' }),
        { id: 'g', type: 'gallery', fields: { heading: 'Voices', quotes: [quoteOf('x', 'X')] } },
      ],
      local: { de: [{ id: 'l', type: 'quote', fields: { text: 'Nur hier' } }] },
      lead: { fields: { text: { 'en-US': 'Lead' }, stars: 1 } },
    };
    await owner.post(`${base}/entries`, { content_type_id: 'page', key: 'home', fields }, 201);
    await owner.post(`${base}/entries/home/publish`, undefined, 200);
    await cloneOf(scene, 'branch');
    return { ...scene, branch: `${scene.space}/environments/branch` };
  }

  /** Changes the blocks of an environment's page. */
  async function edit({ owner }: Scene, base: string, change: (blocks: readonly Shown[]) => readonly unknown[]) {
    const read = await owner.get(`${base}/entries/home`, 200);
    const blocks = change(read.at('fields.blocks.en-US') as Shown[]);
    await owner.patch(`${base}/entries/home`, { fields: { blocks } }, 200);
  }

  const blocksIn = async ({ owner }: Scene, base: string): Promise<readonly Shown[]> =>
    (await owner.get(`${base}/entries/home`, 200)).at('fields.blocks.en-US') as Shown[];
  const within = (block: Shown, fields: object) => ({ ...block, fields: { ...block.fields, ...fields } });
  const one = (id: string, fields: object) => (blocks: readonly Shown[]) =>
    blocks.map((block) => (block.id === id ? within(block, fields) : block));
  const paths = (response: ApiResponse) =>
    (response.at('conflicts') as { path: string; rule: string }[]).map(({ path, rule }) => `${path} ${rule}`);

  it('keeps what each environment inserted, removed, moved and edited, and takes it back', async () => {
    const scene = await branched();
    const { owner, base, branch } = scene;
    await edit(scene, branch, ([a, b, c, g]) => [
      c,
      within(a as Shown, { text: { 'en-US': 'A there', de: 'Ah' } }),
      b,
      quoteOf('n', 'New there'),
      within(g as Shown, { quotes: [quoteOf('x', 'X', { de: 'Iks' }), quoteOf('y', 'Y')] }),
    ]);
    await edit(scene, base, ([a, , c, g]) => [
      within(a as Shown, { stars: 5 }),
      quoteOf('m', 'New here'),
      c,
      within(g as Shown, { quotes: [quoteOf('x', 'X here')], heading: 'Heard' }),
    ]);
    await owner.patch(`${branch}/entries/home`, {
      fields: { lead: { fields: { text: { 'en-US': 'Led' }, stars: 1 } } },
    });
    await owner.patch(`${base}/entries/home`, {
      fields: { lead: { fields: { text: { 'en-US': 'Lead' }, stars: 2 } } },
    });
    const before = (await owner.get(`${base}/entries/home`, 200)).at('fields');
    const compared = await owner.get(`${branch}/compare?to=master`, 200);
    const differences = compared.at('items.0.differences') as { path: string; source: unknown; changed_in: string }[];
    const named = (list: typeof differences) => list.map(({ path, changed_in }) => `${path} ${changed_in}`).sort();
    assert.deepEqual(named(differences), [
      'entries.home.fields.blocks.a source',
      'entries.home.fields.blocks.a.stars.en-US target',
      'entries.home.fields.blocks.a.text.de source',
      'entries.home.fields.blocks.a.text.en-US source',
      'entries.home.fields.blocks.b target',
      'entries.home.fields.blocks.g.heading.en-US target',
      'entries.home.fields.blocks.g.quotes.x.text.de source',
      'entries.home.fields.blocks.g.quotes.x.text.en-US target',
      'entries.home.fields.blocks.g.quotes.y source',
      'entries.home.fields.blocks.m target',
      'entries.home.fields.blocks.n source',
      'entries.home.fields.lead.stars.en-US target',
      'entries.home.fields.lead.text.en-US source',
    ]);
    const shownAt = (path: string) => differences.find((difference) => difference.path === path)?.source;
    assert.deepEqual(shownAt('entries.home.fields.blocks.n'), quoteOf('n', 'New there'));
    assert.deepEqual(shownAt('entries.home.fields.blocks.a'), { position: 2 });
    const merged = await mergeInto(scene, { from: 'branch' });
    const lists = await blocksIn(scene, base);
    assert.deepEqual(
      lists.map(({ id }) => id),
      ['c', 'a', 'm', 'n', 'g'],
    );
    assert.deepEqual(lists[1]?.fields, { text: { 'en-US': 'A there', de: 'Ah' }, stars: 5 });
    assert.deepEqual(lists[4]?.fields, {
      heading: 'Heard',
      quotes: [quoteOf('x', 'X here', { de: 'Iks' }), quoteOf('y', 'Y')],
    });
    const lead = (await owner.get(`${base}/entries/home`, 200)).at('fields.lead.en-US.fields');
    assert.deepEqual(lead, { text: { 'en-US': 'Led' }, stars: 2 });
    assert.deepEqual(merged.at('entries.0.paths'), [
      'fields.blocks.c',
      'fields.blocks.a.text.en-US',
      'fields.blocks.a.text.de',
      'fields.blocks.n',
      'fields.blocks.g.quotes.x.text.de',
      'fields.blocks.g.quotes.y',
      'fields.lead.text.en-US',
    ]);
    assert.deepEqual((await owner.post(`${base}/merges`, { from: 'branch' }, 200)).at('entries'), []);
    await owner.post(`${base}/merges/${merged.string('id')}/undo`, undefined, 200);
    assert.deepEqual((await owner.get(`${base}/entries/home`, 200)).at('fields'), before);
  });

  it('asks only about one place that both changed, and a block that one of them removed', async () => {
    const scene = await branched();
    const { owner, base, branch } = scene;
    await edit(scene, branch, (blocks) =>
      one('a', { text: { 'en-US': 'There' } })(blocks).filter(({ id }) => id !== 'b'),
    );
    await edit(scene, base, (blocks) =>
      one('b', { stars: 3 })(one('a', { text: { 'en-US': 'Here', de: 'Hier' } })(blocks)),
    );
    await owner.patch(`${branch}/entries/home`, {
      fields: { local: { de: [{ id: 'l', type: 'quote', fields: { text: 'X' } }] } },
    });
    await owner.patch(`${base}/entries/home`, {
      fields: { local: { de: [{ id: 'l', type: 'quote', fields: { text: 'Y' } }] } },
    });
    const plan = await owner.post(`${base}/merges`, { from: 'branch' }, 200);
    assert.deepEqual(paths(plan), [
      'entries.home.fields.blocks.a.text.en-US both_changed',
      'entries.home.fields.blocks.b deleted',
      'entries.home.fields.local.de.l.text both_changed',
    ]);
    assert.deepEqual(
      [plan.at('conflicts.0.base'), plan.at('conflicts.0.target'), plan.at('conflicts.0.source')],
      ['A', 'Here', 'There'],
    );
    const kept = { id: 'b', type: 'quote', fields: { text: { 'en-US': 'B' }, stars: 3 } };
    assert.deepEqual([plan.at('conflicts.1.target'), plan.at('conflicts.1.source')], [kept, null]);
    const unknown = { path: 'entries.homer.fields.blocks.a', take: 'source' };
    await owner.post(`${base}/merges`, { from: 'branch', resolutions: [unknown] }, 422);
    const takes = [
      ['entries.home.fields.blocks.a.text.en-US', 'source'],
      ['entries.home.fields.blocks.b', 'source'],
      ['entries.home.fields.local.de.l.text', 'target'],
    ];
    const resolutions = takes.map(([path, take]) => ({ path, take }));
    await mergeInto(scene, { from: 'branch', resolutions });
    const lists = await blocksIn(scene, base);
    assert.deepEqual(
      lists.map(({ id }) => id),
      ['a', 'c', 'g'],
    );
    assert.deepEqual(lists[0]?.fields.text, { 'en-US': 'There', de: 'Hier' });
    const local = (await owner.get(`${base}/entries/home`, 200)).at('fields.local.de.0.fields.text');
    assert.equal(local, 'Y');
  });

  it('tells a block whose id is the code of a locale from the whole list', async () => {
    const scene = await branched();
    const { owner, base, branch } = scene;
    const named = (list: readonly Shown[]) =>
      list.map((block) => (block.id === 'b' ? { ...block, id: 'en-US' } : block));
    await edit(scene, branch, named);
    await mergeInto(scene, { from: 'branch' });
    await edit(scene, branch, ([a, , c, g]) => [a, c, g]);
    await edit(scene, base, (list) => one('c', { stars: 3 })(one('en-US', { stars: 5 })(list)));
    const path = 'entries.home.fields.blocks.en-US';
    const plan = await owner.post(`${base}/merges`, { from: 'branch' }, 200);
    assert.deepEqual(paths(plan), [`${path} deleted`]);
    await mergeInto(scene, { from: 'branch', resolutions: [{ path, take: 'source' }] });
    const merged = await blocksIn(scene, base);
    assert.deepEqual(
      merged.map(({ id, fields: { stars } }) => [id, stars]),
      [
        ['a', undefined],
        ['c', 3],
        ['g', undefined],
      ],
    );
    await edit(scene, branch, () => []);
    const whole = await owner.patch(`${branch}/entries/home`, { fields: { blocks: null } }, 200);
    assert.equal(whole.at('fields.blocks'), undefined);
    const { items } = (await owner.get(`${branch}/compare?to=master`, 200)).json as {
      items: { differences: { path: string }[] }[];
    };
    assert.deepEqual(
      items.flatMap(({ differences }) => differences.map((one) => one.path)),
      ['entries.home.fields.blocks'],
    );
  });

  it('publishes the blocks that the source published, and leaves drafts inside of the same list', async () => {
    const scene = await branched();
    const { owner, base, branch, delivery, read } = scene;
    await edit(scene, branch, one('a', { text: { 'en-US': 'Published there' } }));
    await owner.post(`${branch}/entries/home/publish`, undefined, 200);
    await edit(scene, base, (blocks) => one('c', { stars: 4 })(blocks).filter(({ id }) => id !== 'b'));
    const merged = await mergeInto(scene, { from: 'branch', publish: 'as_source' });
    assert.deepEqual(merged.at('becomes_visible'), ['entries.home.fields.blocks.a.text.en-US']);
    const shown = (await delivery.get(`${read}/entries?content_type=page`, 200)).at('items.0.fields.blocks') as Shown[];
    assert.deepEqual(
      shown.map(({ id, fields }) => [id, fields.text, fields.stars]),
      [
        ['a', 'Published there', undefined],
        ['b', 'B', undefined],
        ['c', 'C', undefined],
        ['g', undefined, undefined],
      ],
    );
    const drafts = await blocksIn(scene, base);
    assert.deepEqual(
      drafts.map(({ id, fields }) => [id, fields.text, fields.stars]),
      [
        ['a', { 'en-US': 'Published there' }, undefined],
        ['c', { 'en-US': 'C', de: 'Zeh' }, 4],
        ['g', undefined, undefined],
      ],
    );
    assert.equal((await owner.get(`${base}/entries/home`, 200)).at('status'), 'changed');
  });

  it('brings components along with what is in them, under the numbers of the target', async () => {
    const scene = await branched();
    const { owner, base, branch } = scene;
    // Numbers of types and fields differ from now on.
    await owner.post(`${base}/content-types`, { api_id: 'other', kind: 'component', name: 'Other', fields: [] }, 201);
    const link = field('link', 'string');
    await owner.patch(`${base}/content-types/quote`, { fields: [...quoteFields, link] }, 200);
    await edit(scene, base, one('a', { link: '/here' }));
    const hero = {
      api_id: 'hero',
      kind: 'component',
      name: 'Hero',
      fields: [field('head', 'string', { localized: true })],
    };
    await owner.post(`${branch}/content-types`, hero, 201);
    const [text, stars, who] = quoteFields;
    const renamed = [{ ...text, id: 'words', previous_id: 'text' }, stars, who, field('tone', 'string')];
    await owner.patch(`${branch}/content-types/quote`, { fields: renamed }, 200);
    const [title, blocks, local, lead] = pageFields;
    const wider = { ...blocks, components: ['hero', 'quote', 'gallery'] };
    await owner.patch(`${branch}/content-types/page`, { fields: [title, wider, local, lead] }, 200);
    await edit(scene, branch, (list) => [
      { id: 'h', type: 'hero', fields: { head: { 'en-US': 'Hello', de: 'Hallo' } } },
      ...one('a', { words: { 'en-US': 'A there' }, tone: 'warm' })(list),
    ]);
    const plan = await owner.post(`${base}/merges`, { from: 'branch', entries: ['home'] }, 200);
    assert.deepEqual([plan.at('conflicts'), plan.at('errors')], [[], []]);
    assert.deepEqual(plan.each('model', 'key'), ['quote', 'hero', 'page']);
    const merged = await mergeInto(scene, { from: 'branch' });
    const lists = await blocksIn(scene, base);
    assert.deepEqual(lists.slice(0, 2), [
      { id: 'h', type: 'hero', fields: { head: { 'en-US': 'Hello', de: 'Hallo' } } },
      { id: 'a', type: 'quote', fields: { words: { 'en-US': 'A there' }, link: '/here', tone: 'warm' } },
    ]);
    assert.deepEqual((await owner.get(`${base}/content-types/hero`, 200)).at('kind'), 'component');
    assert.deepEqual((await owner.post(`${base}/merges`, { from: 'branch' }, 200)).at('entries'), []);
    const undo = `${base}/merges/${merged.string('id')}/undo`;
    const heroes = { blocks: [{ id: 'h', type: 'hero', fields: {} }] };
    await owner.post(`${base}/entries`, { content_type_id: 'page', key: 'more', fields: heroes }, 201);
    const used = await owner.post(undo, undefined, 409);
    assert.deepEqual(used.at('detail.conflicts'), [{ path: 'content_types.page.fields.blocks', rule: 'data_loss' }]);
    await owner.delete(`${base}/entries/more`, 204);
    await owner.post(undo, undefined, 200);
    await owner.get(`${base}/content-types/hero`, 404);
    assert.deepEqual((await blocksIn(scene, base))[0]?.fields, { text: { 'en-US': 'A' }, link: '/here' });
    await mergeInto(scene, { from: 'branch' });
    await edit(scene, branch, one('h', { head: { 'en-US': 'Hi', de: 'Hallo' } }));
    await edit(scene, base, one('h', { head: { 'en-US': 'Hello', de: 'Servus' } }));
    await mergeInto(scene, { from: 'branch' });
    assert.deepEqual((await blocksIn(scene, base))[0]?.fields.head, { 'en-US': 'Hi', de: 'Servus' });
  });

  it('asks before blocks are hidden, and where the target has no place for a change', async () => {
    const scene = await branched();
    const { owner, base, branch } = scene;
    const [title, blocks, local, lead] = pageFields;
    const [text, , who] = quoteFields;
    await owner.patch(`${base}/content-types/quote?confirm_data_loss=true`, { fields: [text, who] }, 200);
    await edit(scene, branch, one('a', { stars: 2 }));
    const narrower = { ...blocks, components: ['quote'] };
    const fields = [title, narrower, local, lead];
    await owner.patch(`${branch}/content-types/page?confirm_data_loss=true`, { fields }, 200);
    const plan = await owner.post(`${base}/merges`, { from: 'branch' }, 200);
    assert.deepEqual(paths(plan), [
      'content_types.page.fields.blocks.components data_loss',
      'entries.home.fields.blocks.a.stars.en-US no_place',
    ]);
    const resolutions = [
      { path: 'content_types.page.fields.blocks.components', take: 'source' },
      { path: 'entries.home.fields.blocks.a.stars.en-US', take: 'target' },
    ];
    const merged = await mergeInto(scene, { from: 'branch', resolutions });
    const ids = async () => (await blocksIn(scene, base)).map(({ id }) => id);
    assert.deepEqual(await ids(), ['a', 'b', 'c']);
    await owner.post(`${base}/merges/${merged.string('id')}/undo`, undefined, 200);
    assert.deepEqual(await ids(), ['a', 'b', 'c', 'g']);
  });

  it('keeps what the target edited before it hid what the merge shows again, and asks where both edited it', async () => {
    const scene = await branched();
    const { owner, base, branch } = scene;
    const [title, blocks, local, lead] = pageFields;
    const [text, stars, who] = quoteFields;
    await owner.patch(`${base}/entries/home`, { fields: { lead: { fields: { text: 'Lead', stars: 4 } } } }, 200);
    await edit(scene, base, (list) =>
      one('g', { heading: 'Heard here', quotes: [quoteOf('x', 'X here')] })(one('a', { stars: 5 })(list)),
    );
    const german = (text: string) => ({ local: { de: [{ id: 'l', type: 'quote', fields: { text } }] } });
    await owner.patch(`${base}/entries/home`, { fields: german('Hier') }, 200);
    await owner.patch(`${branch}/entries/home`, { fields: german('Dort') }, 200);
    const narrower = [title, { ...blocks, components: ['quote'] }, lead];
    await owner.patch(`${base}/content-types/page?confirm_data_loss=true`, { fields: narrower }, 200);
    await owner.patch(`${base}/content-types/quote?confirm_data_loss=true`, { fields: [text, who] }, 200);
    await owner.patch(`${branch}/content-types/quote`, { fields: [text, { ...stars, help: 'Of five' }, who] }, 200);
    const helpful = [title, blocks, { ...local, help: 'By language' }, lead];
    await owner.patch(`${branch}/content-types/page`, { fields: helpful }, 200);
    await owner.patch(`${branch}/entries/home`, { fields: { lead: { fields: { text: 'Led', stars: 1 } } } }, 200);
    await edit(scene, branch, (list) => one('g', { heading: 'Heard there' })(one('a', { who: 'home' })(list)));
    const shown = ['page.fields.blocks.components', 'page.fields.local', 'quote.fields.stars'];
    const takes = shown.map((path) => ({ path: `content_types.${path}`, take: 'source' }));
    const plan = await owner.post(`${base}/merges`, { from: 'branch', resolutions: takes }, 200);
    const asked = ['entries.home.fields.blocks.g.heading.en-US', 'entries.home.fields.local.de.l.text'];
    assert.deepEqual(
      paths(plan),
      asked.map((path) => `${path} both_changed`),
    );
    const [{ target, source }] = plan.at('conflicts') as [{ target: unknown; source: unknown }];
    assert.deepEqual([target, source], ['Heard here', 'Heard there']);
    const kept = asked.map((path) => ({ path, take: 'target' }));
    const merged = await mergeInto(scene, { from: 'branch', resolutions: [...takes, ...kept] });
    const [a, , , g] = await blocksIn(scene, base);
    assert.deepEqual([a?.fields.stars, typeof a?.fields.who], [5, 'object']);
    assert.deepEqual(g?.fields, { heading: 'Heard here', quotes: [quoteOf('x', 'X here')] });
    const led = (await owner.get(`${base}/entries/home`, 200)).at('fields.lead.en-US.fields');
    assert.deepEqual(led, { text: { 'en-US': 'Led' }, stars: 4 });
    assert.deepEqual((await owner.get(`${base}/entries/home`, 200)).at('fields.local'), german('Hier').local);
    await owner.post(`${base}/merges/${merged.string('id')}/undo`, undefined, 200);
    const ids = (await blocksIn(scene, base)).map(({ id }) => id);
    assert.deepEqual(ids, ['a', 'b', 'c']);
  });

  it('brings blocks that the source shows again, though nobody has saved the entry since', async () => {
    const scene = await branched();
    const { owner, base, branch } = scene;
    const [title, blocks, local, lead] = pageFields;
    await edit(scene, branch, (list) => [...list, { id: 'n', type: 'gallery', fields: { heading: 'New' } }]);
    const take = async (components: readonly string[]) => {
      const fields = [title, { ...blocks, components }, local, lead];
      await owner.patch(`${branch}/content-types/page?confirm_data_loss=true`, { fields }, 200);
    };
    await take(['quote']);
    const path = 'content_types.page.fields.blocks.components';
    await mergeInto(scene, { from: 'branch', resolutions: [{ path, take: 'source' }] });
    await take(['quote', 'gallery']);
    await mergeInto(scene, { from: 'branch' });
    const shown = (await blocksIn(scene, base)).map(({ id }) => id);
    assert.deepEqual(shown, ['a', 'b', 'c', 'g', 'n']);
  });

  it('takes a list that one of them localized as a whole, with the values of its language', async () => {
    const scene = await branched();
    const { owner, base, branch } = scene;
    const [title, blocks, local, lead] = pageFields;
    const fields = [title, { ...blocks, localized: true }, local, lead];
    await owner.patch(`${branch}/content-types/page?confirm_data_loss=true`, { fields }, 200);
    await edit(scene, branch, (list) =>
      list.map((block) => (block.id === 'b' ? within(block, { text: 'B there' }) : block)),
    );
    const german = { de: [{ id: 'd', type: 'quote', fields: { text: 'Deutsch' } }] };
    await owner.patch(`${branch}/entries/home`, { fields: { blocks: german } }, 200);
    await edit(scene, base, one('a', { text: { 'en-US': 'A here', de: 'Ah' } }));
    const path = 'content_types.page.fields.blocks.localized';
    const kept = await owner.post(`${base}/merges`, { from: 'branch', resolutions: [{ path, take: 'target' }] }, 200);
    assert.deepEqual(paths(kept), ['entries.home.fields.blocks.de no_place']);
    const plan = await owner.post(`${base}/merges`, { from: 'branch' }, 200);
    assert.deepEqual(paths(plan)[0], `${path} data_loss`);
    const merged = await mergeInto(scene, { from: 'branch', resolutions: [{ path, take: 'source' }] });
    const shown = (await owner.get(`${base}/entries/home`, 200)).at('fields.blocks') as Record<
      string,
      readonly Shown[]
    >;
    const texts = (list: readonly Shown[] = []) => list.map(({ id, fields: { text } }) => [id, text]);
    assert.deepEqual(texts(shown['en-US']).slice(0, 3), [
      ['a', 'A here'],
      ['b', 'B there'],
      ['c', 'C'],
    ]);
    assert.deepEqual(texts(shown.de), [['d', 'Deutsch']]);
    await owner.post(`${base}/merges/${merged.string('id')}/undo`, undefined, 200);
    assert.deepEqual((await blocksIn(scene, base))[2]?.fields.text, { 'en-US': 'C', de: 'Zeh' });
  });

  it('deletes a component that no field takes any more', async () => {
    const scene = await branched();
    const { owner, base, branch } = scene;
    const [title, blocks, local, lead] = pageFields;
    await edit(scene, branch, (list) => list.filter(({ type }) => type !== 'gallery'));
    await owner.post(`${branch}/entries/home/publish`, undefined, 200);
    const fields = [title, { ...blocks, components: ['quote'] }, local, lead];
    await owner.patch(`${branch}/content-types/page`, { fields }, 200);
    await owner.delete(`${branch}/content-types/gallery`, 204);
    const path = 'content_types.page.fields.blocks.components';
    const kept = await owner.post(`${base}/merges`, { from: 'branch', resolutions: [{ path, take: 'target' }] }, 200);
    assert.deepEqual(paths(kept), ['content_types.gallery in_use']);
    const merged = await mergeInto(scene, { from: 'branch', resolutions: [{ path, take: 'source' }] });
    await owner.get(`${base}/content-types/gallery`, 404);
    await owner.post(`${base}/merges/${merged.string('id')}/undo`, undefined, 200);
    assert.deepEqual((await blocksIn(scene, base)).at(-1)?.fields.heading, 'Voices');
  });

  it('takes the picture of a component as a setting, with its asset', async () => {
    const scene = await branched();
    const { owner, base, branch } = scene;
    const raw = JSON.stringify({ asset: { key: 'look', file_name: 'look.png', mime_type: 'image/png' } });
    await owner.send('POST', `${branch}/import`, { raw, headers: { 'content-type': 'application/x-ndjson' } });
    await owner.patch(`${branch}/content-types/quote`, { preview_picture: 'look' }, 200);
    const named = { from: 'branch', content_types: ['quote'] };
    const compared = await owner.get(`${branch}/compare?to=master&content_types=quote`, 200);
    const items = compared.list('items') as { path: string; differences: { path: string; source: unknown }[] }[];
    assert.deepEqual(
      items.map(({ path, differences }) => [path, differences.length]),
      [
        ['assets.look', 1],
        ['content_types.quote', 1],
      ],
    );
    assert.equal(items[1]?.differences[0]?.path, 'content_types.quote.preview_picture');
    const merged = await mergeInto(scene, named);
    assert.deepEqual(merged.at('becomes_visible'), ['assets.look.file']);
    const shown = (await owner.get(`${base}/content-types/quote`, 200)).string('preview_picture');
    assert.equal((await owner.get(`/media/${shown}`, 200)).at('key'), 'look');
    await owner.post(`${base}/merges/${merged.string('id')}/undo`, undefined, 200);
    assert.equal((await owner.get(`${base}/content-types/quote`, 200)).at('preview_picture'), null);
  });
});
