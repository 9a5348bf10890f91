/**
 * Random pairs of environments, one of which is merged into the other, and what delivery shows before and after. The rules are
 * checked only by what sites can read: the plan named whatever is shown differently, each new value was delivered in the source,
 * and undoing restores both environments. What the target has hidden stays as it is too, as long as the plan does not name it.
 */
import assert from 'node:assert/strict';
import type { Actor, ApiResponse } from '../../../../testing/src/client.ts';
import { formOf } from '../../../../testing/src/form.ts';
import { given, type Scene } from '../../../../testing/src/given.ts';
import { Random } from '../../reading/consistency/random.ts';
import { cloneOf } from '../clone/clones.ts';

/** Pairs after which a new space is used. */
const PAIRS_A_SPACE = 48;
/** Pairs that run concurrently. */
const AT_ONCE = 4;
const STEPS_SINCE = 12;
const MERGES_MAX = 2;
const ROUNDS_MAX = 8;
const KEYS = ['e0', 'e1', 'e2', 'e3', 'e4', 'e5'];
const ASSETS = ['a0', 'a1'];
const COMPONENTS = ['part', 'box'];
const INNER = [
  { id: 'text', name: 'Text', type: 'string', localized: true },
  { id: 'size', name: 'Size', type: 'integer' },
  { id: 'photo', name: 'Photo', type: 'asset' },
];
/** Ids of blocks; one of them is the code of a locale. */
const BLOCKS = ['b0', 'b1', 'b2', 'b3', 'en-US'];
/** How many changes one save makes to a list of blocks. */
const CHANGES_OF_BLOCKS = 3;
const TEXTS = ['red', 'green', 'blue', 'grey'];
const SLUGS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
/** Each locale with its fallbacks. */
const CHAINS = { 'en-US': ['en-US'], de: ['de', 'en-US'], fr: ['fr', 'de', 'en-US'] } as const;
type LocaleCode = keyof typeof CHAINS;
const LOCALES = Object.keys(CHAINS) as LocaleCode[];
const VIEWS = [...LOCALES, '*'] as const;

export interface PairCounts {
  merges: number;
  /** Merges after which delivery shows other entries. */
  published: number;
  conflicts: number;
  /** Entries with some values published and others still drafts. */
  drafts: number;
  /** Merges into an environment that hides some of its blocks. */
  covered: number;
}

interface MergeAnswer {
  readonly id: string | null;
  readonly conflicts: readonly { path: string; rule: string }[];
  readonly errors: readonly { path: string }[];
  readonly becomes_visible: readonly string[];
  readonly entries: readonly { key: string; action: string; paths: readonly string[] }[];
}

/** Creates and merges that many pairs. @param seed of the first; each further one adds 1 */
export async function mergePairs(url: string, { seed, pairs }: { seed: number; pairs: number }): Promise<PairCounts> {
  const counts: PairCounts = { merges: 0, published: 0, conflicts: 0, drafts: 0, covered: 0 };
  let scene = await sceneWithLocales(url);
  for (let from = 0; from < pairs; from += AT_ONCE) {
    if (from > 0 && from % PAIRS_A_SPACE === 0) scene = await sceneWithLocales(url);
    const seeds = Array.from({ length: Math.min(AT_ONCE, pairs - from) }, (_, index) => seed + from + index);
    await Promise.all(seeds.map((one) => namedPair(scene, one, counts)));
  }
  return counts;
}

async function namedPair(scene: Scene, seed: number, counts: PairCounts): Promise<void> {
  try {
    await onePair(scene, { random: new Random(seed), name: `p${seed}`, counts });
  } catch (error) {
    throw new Error(`The pair of seed ${seed} fails.`, { cause: error });
  }
}

async function sceneWithLocales(url: string): Promise<Scene> {
  const scene = await given(url);
  await scene.owner.post(`${scene.space}/locales`, { code: 'de', fallback: 'en-US' }, 201);
  await scene.owner.post(`${scene.space}/locales`, { code: 'fr', fallback: 'de' }, 201);
  return scene;
}

interface Pair {
  readonly random: Random;
  readonly name: string;
  readonly counts: PairCounts;
}

async function onePair(scene: Scene, { random, name, counts }: Pair): Promise<void> {
  const [here, there] = [new Place(scene, name, random), new Place(scene, `${name}-c`, random)];
  await scene.owner.post(`${scene.space}/environments`, { name }, 201);
  await here.fill();
  await cloneOf(scene, there.name, name);
  for (let turn = random.below(MERGES_MAX); turn >= 0; turn--) {
    for (let step = 0; step < STEPS_SINCE; step++) await (random.chance(0.5) ? here : there).act();
    const [target, source] = random.chance(0.7) ? [here, there] : [there, here];
    if (random.chance(0.4)) await hideAndChange({ target, source }, random);
    await mergeAndUndo(scene, { target, source }, { random, counts });
  }
  for (const place of [there, here]) await scene.owner.delete(`${scene.space}/environments/${place.name}`, 204);
}

/** The target edits blocks and hides some of what is in them, which the source changes the settings of: a merge may show it again. */
async function hideAndChange({ target, source }: Record<'target' | 'source', Place>, random: Random): Promise<void> {
  for (const key of KEYS) await target.editBlocks(key);
  const name = random.pick([...COMPONENTS, 'page']);
  await target.hideIn(name);
  await source.changeIn(name);
}

/** An environment with random writes; those that the service rejects are skipped. */
class Place {
  readonly name: string;
  readonly base: string;
  readonly owner: Actor;
  readonly delivery: Actor;
  readonly #random: Random;

  constructor(scene: Scene, name: string, random: Random) {
    this.name = name;
    this.base = `${scene.space}/environments/${name}`;
    this.owner = scene.owner;
    this.delivery = scene.delivery;
    this.#random = random;
  }

  /** Creates a content type, and entries in every status, some of them with an unpublished draft. */
  async fill(): Promise<void> {
    await this.#makeType();
    const records = KEYS.filter(() => this.#random.chance(0.85)).map((key) => {
      const status = this.#random.pick(['draft', 'published', 'changed', 'changed', 'archived']);
      const shown = { ...this.#newFields(), slug: { 'en-US': key } };
      const fields = { ...shown, ...this.#someFields(0.5) };
      return {
        key,
        content_type: 'page',
        status,
        fields,
        ...(status === 'changed' ? { published_fields: shown } : {}),
      };
    });
    const raw = records.map((entry) => JSON.stringify({ entry })).join('\n');
    const headers = { 'content-type': 'application/x-ndjson' };
    await this.owner.send('POST', `${this.base}/import`, { raw, headers });
    for (const key of ASSETS) if (this.#random.chance(0.7)) await this.#makeAsset(key);
  }

  async #makeType(): Promise<void> {
    for (const name of COMPONENTS)
      await this.owner.put(`${this.base}/content-types/${name}`, { kind: 'component', name, fields: INNER }, 201);
    const fields = [
      { id: 'title', name: 'Title', type: 'string', localized: true },
      { id: 'slug', name: 'Slug', type: 'slug', localized: true },
      { id: 'note', name: 'Note', type: 'string', localized: true },
      { id: 'rating', name: 'Rating', type: 'integer' },
      { id: 'next', name: 'Next', type: 'entry' },
      { id: 'blocks', name: 'Blocks', type: 'blocks', components: COMPONENTS },
      { id: 'photo', name: 'Photo', type: 'asset' },
    ];
    const type = { name: 'Page', display_field: 'title', slug_field: 'slug', fields };
    await this.owner.put(`${this.base}/content-types/page`, type, 201);
  }

  async act(): Promise<void> {
    const random = this.#random;
    const turn = random.unit();
    const path = `${this.base}/entries/${random.pick(KEYS)}`;
    if (turn < 0.04) await this.#changeType();
    else if (turn < 0.1) await this.#changeComponent();
    else if (turn < 0.16) await this.#changeAsset();
    else if (turn < 0.2) await this.owner.delete(path);
    else if (turn < 0.44) await this.owner.post(`${path}/publish`);
    else if (turn < 0.48) await this.owner.post(`${path}/unpublish`);
    else if (turn < 0.51) await this.owner.post(`${path}/archive`);
    else if (turn < 0.55) await this.owner.post(`${path}/unarchive`);
    else if (turn < 0.63) await this.#create(path);
    else if (turn < 0.76) await this.owner.patch(path, { fields: this.#someFields(0.25) });
    else await this.#editBlocks(path);
  }

  /** Inserts, removes, moves and edits blocks of an entry. */
  async editBlocks(key: string): Promise<void> {
    await this.#editBlocks(`${this.base}/entries/${key}`);
  }

  /** Hides a component in pages, or a field of a component. */
  async hideIn(name: string): Promise<void> {
    const { fields } = await this.#typeOf(name);
    if (name === 'page') await this.#take(['part']);
    else await this.#setFields(name, fields.slice(1));
  }

  /** Changes settings of what another environment may hide. */
  async changeIn(name: string): Promise<void> {
    const { fields } = await this.#typeOf(name);
    if (name === 'page') await this.#take(['box', 'part']);
    else
      await this.#setFields(
        name,
        fields.map((field) => ({ ...field, help: 'Changed' })),
      );
  }

  async #editBlocks(path: string): Promise<void> {
    const { json } = await this.owner.get(path);
    const blocks = [...(((json as Partial<Saved>).fields?.blocks?.['en-US'] ?? []) as Block[])];
    for (let change = 0; change < CHANGES_OF_BLOCKS; change++) this.#editBlock(blocks);
    await this.owner.patch(path, { fields: { blocks } });
  }

  #editBlock(blocks: Block[]): void {
    const random = this.#random;
    const turn = random.unit();
    const at = random.below(Math.max(blocks.length, 1));
    const place = random.below(Math.max(blocks.length, 1));
    const [taken] = turn < 0.35 ? [] : blocks.splice(at, 1);
    const free = BLOCKS.filter((id) => !blocks.some((block) => block.id === id));
    if (turn < 0.35 && free.length > 0) blocks.splice(place, 0, this.#newBlock(random.pick(free)));
    else if (taken !== undefined && turn < 0.5) blocks.splice(place, 0, taken);
    else if (taken !== undefined && turn < 0.9) {
      const { fields } = this.#newBlock(taken.id);
      const text = { ...(taken.fields.text as object), ...(fields.text as object) };
      blocks.splice(at, 0, { ...taken, fields: { ...taken.fields, ...fields, text } });
    }
  }

  #newBlock(id: string): Block {
    const random = this.#random;
    const fields: Record<string, unknown> = { text: { [random.pick(LOCALES)]: random.pick(TEXTS) } };
    if (random.chance(0.5)) fields.size = random.pick([1, 2, 3]);
    if (random.chance(0.2)) fields.photo = random.pick(ASSETS);
    return { id, type: random.pick(['part', 'box']), fields };
  }

  /** Hides a field of a component or shows it again, or lets pages take a component no longer, or again. */
  async #changeComponent(): Promise<void> {
    const random = this.#random;
    const name = random.pick([...COMPONENTS, 'page']);
    const { fields } = await this.#typeOf(name);
    const inner = random.pick(INNER);
    const without = fields.filter(({ id }) => id !== inner.id);
    const again = { ...inner, restore: random.chance(0.7) };
    if (name === 'page') await this.#take(random.pick([['part'], ['box', 'part']]));
    else await this.#setFields(name, without.length < fields.length ? without : [...fields, again]);
  }

  /** Lets pages take these components. */
  async #take(components: readonly string[]): Promise<void> {
    const { fields } = await this.#typeOf('page');
    await this.#setFields(
      'page',
      fields.map((one) => (one.id === 'blocks' ? { ...one, components } : one)),
    );
  }

  async #setFields(type: string, fields: readonly object[]): Promise<void> {
    await this.owner.patch(`${this.base}/content-types/${type}?confirm_data_loss=true`, { fields });
  }

  async #typeOf(name: string): Promise<TypeView> {
    return (await this.owner.get(`${this.base}/content-types/${name}`, 200)).json as TypeView;
  }

  /** What the blocks of the saved entries are once nothing in them is hidden, as a copy of the environment says. */
  async uncovered(scene: Scene): Promise<Uncovered> {
    const copy = new Place(scene, `${this.name}-u`, this.#random);
    await cloneOf(scene, copy.name, this.name);
    await copy.#take(COMPONENTS);
    const several = new Set<string>();
    for (const name of COMPONENTS) {
      const { fields, hidden_fields: hidden } = await this.#typeOf(name);
      const ids = [...fields, ...hidden].map(({ id }) => id);
      for (const id of ids.filter((one, index) => ids.indexOf(one) !== index)) several.add(`${name}.${id}`);
      const missing = INNER.filter(({ id }) => !fields.some((one) => one.id === id));
      await copy.#setFields(name, [...fields, ...missing.map((one) => ({ ...one, restore: true }))]);
    }
    const saved = await copy.saved();
    await scene.owner.delete(copy.base, 204);
    return { blocks: new Map([...saved].map(([key, entry]) => [key, blocksOf(entry)])), several };
  }

  /** Whether some of a block may be hidden. */
  async hides(): Promise<boolean> {
    const { fields } = await this.#typeOf('page');
    const isLess = (fields.find(({ id }) => id === 'blocks') as { components?: string[] }).components?.length !== 2;
    if (isLess) return true;
    for (const name of COMPONENTS) if ((await this.#typeOf(name)).fields.length < INNER.length) return true;
    return false;
  }

  async #create(path: string): Promise<void> {
    const body = { content_type_id: 'page', fields: this.#newFields() };
    if ((await this.owner.get(path)).status === 404) await this.owner.put(path, body);
  }

  /** Always with a title, because nothing can be published without a slug. */
  #newFields(): Record<string, unknown> {
    return { ...this.#someFields(0.6), title: { 'en-US': this.#random.pick(TEXTS), fr: this.#random.pick(TEXTS) } };
  }

  #someFields(share: number): Record<string, unknown> {
    const random = this.#random;
    const fields: Record<string, unknown> = {};
    const texts = (choices: readonly string[]) =>
      Object.fromEntries(LOCALES.filter(() => random.chance(0.5)).map((code) => [code, random.maybe(0.85, choices)]));
    if (random.chance(share)) fields.title = texts(TEXTS);
    if (random.chance(share / 2)) fields.slug = { [random.pick(LOCALES)]: random.pick(SLUGS) };
    if (random.chance(share)) fields.note = texts(TEXTS);
    if (random.chance(share)) fields.rating = random.maybe(0.8, [1, 2, 3]);
    if (random.chance(share)) fields.next = random.maybe(0.8, KEYS);
    if (random.chance(share)) fields.photo = random.maybe(0.8, ASSETS);
    if (share > 0.5) fields.blocks = BLOCKS.filter(() => random.chance(0.4)).map((id) => this.#newBlock(id));
    return fields;
  }

  /** Hides a field, shows it again, renames it, or changes the type in another way. */
  async #changeType(): Promise<void> {
    const random = this.#random;
    const type = (await this.owner.get(`${this.base}/content-types/page`, 200)).json as TypeView;
    const note = type.fields.find(({ id }) => id === 'note');
    const turn = random.unit();
    let fields: object[] = type.fields;
    if (turn < 0.35)
      fields =
        note === undefined
          ? [...fields, { id: 'note', name: 'Note', type: 'string', localized: true, restore: random.chance(0.7) }]
          : fields.filter((one) => one !== note);
    else if (turn < 0.6)
      fields = type.fields.map((one) => (one === note ? { ...one, id: 'memo', previous_id: 'note' } : one));
    else if (turn < 0.8)
      fields = type.fields.map((one) => (one.id === 'rating' ? { ...one, help: random.pick(TEXTS) } : one));
    const preview = `https://site.test/${random.pick(TEXTS)}`;
    const group = { id: 'main', name: random.pick(TEXTS), display: 'tab', fields: ['title'] };
    const layout = random.chance(0.5) ? { groups: [group], side: [], half: [] } : type.layout;
    const body = { name: random.chance(0.3) ? random.pick(TEXTS) : type.name, preview_url: preview, layout, fields };
    await this.owner.patch(`${this.base}/content-types/page?confirm_data_loss=true`, body);
  }

  async #changeAsset(): Promise<void> {
    const random = this.#random;
    const [key, turn] = [random.pick(ASSETS), random.unit()];
    const { items } = (await this.owner.get(`${this.base}/media?limit=1000`, 200)).json as Items;
    const id = items.find((item) => item.key === key)?.id;
    const file = { name: 'note.txt', bytes: random.pick(TEXTS), type: 'text/plain' };
    if (id === undefined) await this.#makeAsset(key);
    else if (turn < 0.3) await this.owner.delete(`/media/${id}`);
    else if (turn < 0.5) await this.owner.send('PATCH', `/media/${id}`, await formOf([['file', file]]));
    else await this.owner.patch(`/media/${id}`, { title: { [random.pick(LOCALES)]: random.maybe(0.8, TEXTS) } });
  }

  async #makeAsset(key: string): Promise<void> {
    const file = { name: 'note.txt', bytes: this.#random.pick(TEXTS), type: 'text/plain' };
    const form = await formOf([
      ['key', key],
      ['file', file],
    ]);
    await this.owner.send('POST', `${this.base}/media`, form);
  }

  /** What delivery shows in some views, as text. */
  async delivered(shown: readonly string[] = VIEWS): Promise<string> {
    const texts: string[] = [];
    for (const view of shown)
      for (const path of ['entries?include=2', 'assets?'])
        texts.push((await this.#read(`${path}&locale=${encodeURIComponent(view)}&limit=1000&order=id`)).text);
    texts.push((await this.#read('content-types?limit=1000')).text);
    return texts.join('\n').replaceAll(/\b(ent|ast|ctp)_[a-z0-9]{6}_/g, '$1_');
  }

  #read(path: string): Promise<ApiResponse> {
    return this.delivery.get(`${this.base}/delivery/${path}`, 200);
  }

  /** Saved and published states, without who saved them when and their version. */
  async saved(): Promise<Map<string, Saved>> {
    const { items } = (await this.owner.get(`${this.base}/entries?limit=1000`, 200)).json as { items: Saved[] };
    return new Map(
      items.map(({ key, status, slug, fields, published_at }) => [key, { key, status, slug, fields, published_at }]),
    );
  }
}

interface Saved {
  readonly key: string;
  readonly status: string;
  readonly slug: string | null;
  readonly fields: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly published_at: string | null;
}

interface Block {
  readonly id: string;
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

interface Uncovered {
  readonly blocks: ReadonlyMap<string, readonly Block[]>;
  /** `<component>.<field>` where a component has several fields of that id, all but one hidden: only the last is uncovered. */
  readonly several: ReadonlySet<string>;
}

interface TypeView {
  readonly hidden_fields: readonly { readonly id: string }[];
  readonly name: string;
  readonly layout: object | null;
  readonly fields: readonly { readonly id: string }[] & object[];
}

interface Items {
  readonly items: readonly { readonly id: string; readonly key: string }[];
}

async function mergeAndUndo(
  scene: Scene,
  { target, source }: Readonly<Record<'target' | 'source', Place>>,
  { random, counts }: Pick<Pair, 'random' | 'counts'>,
): Promise<void> {
  const publish = random.chance(0.75) ? 'as_source' : 'none';
  const takes = new Map<string, 'source' | 'target'>();
  const send = (dryRun: boolean) => {
    const resolutions = [...takes].map(([path, take]) => ({ path, take }));
    return target.owner.post(`${target.base}/merges`, { from: source.name, publish, resolutions, dry_run: dryRun });
  };
  const [before, drafts] = [await target.delivered(), await target.saved()];
  const covered = (await target.hides()) ? await target.uncovered(scene) : undefined;
  const [origin, originDrafts] = [await source.delivered(['*']), await source.saved()];
  let plan = (await send(true)).json as MergeAnswer;
  for (let round = 0; plan.conflicts.length + plan.errors.length > 0; round++) {
    assert.ok(round < ROUNDS_MAX, `decisions settle ${JSON.stringify(plan.conflicts)} ${JSON.stringify(plan.errors)}`);
    counts.conflicts += plan.conflicts.length;
    for (const conflict of plan.conflicts) {
      const { path, rule } = conflict;
      // Another entry has the slug, whichever side is taken: the entry stays as it is.
      if (takes.has(path) && ['slug', 'unique'].includes(rule)) takes.set(resourceOf(path), 'target');
      else takes.set(path, takeFor(conflict, takes, random));
    }
    // What publishing would reject stays unpublished, or out of the merge.
    if (plan.conflicts.length === 0)
      for (const { path } of plan.errors) {
        const entry = resourceOf(path);
        takes.set(takes.has(`${entry}.status`) ? entry : `${entry}.status`, 'target');
      }
    plan = (await send(true)).json as MergeAnswer;
  }
  const response = await send(false);
  const merged = response.json as MergeAnswer;
  assert.ok([200, 201].includes(response.status), String(response));
  assert.deepEqual(merged.becomes_visible, plan.becomes_visible, 'the merge makes visible what the plan named');
  const after = await target.delivered();
  const pair = { before: views(before), after: views(after), source: views(origin, ['*']) };
  assertNamed(pair, plan.becomes_visible);
  assertPublishedThere(pair, plan.becomes_visible, publish);
  const saved = await target.saved();
  assertDraftsStay({ before: drafts, after: saved, source: originDrafts }, { takes, covered });
  if (covered !== undefined) {
    counts.covered += 1;
    assertHiddenStay({ before: covered, after: await target.uncovered(scene) }, merged);
  }
  assert.equal(await source.delivered(['*']), origin, 'the source shows what it did');
  if (merged.id === null) return;
  counts.merges += 1;
  const isPublished = (key: string) => plan.becomes_visible.some((path) => path.startsWith(`entries.${key}.fields.`));
  counts.drafts += [...saved.values()].filter(({ key, status }) => status === 'changed' && isPublished(key)).length;
  if (plan.becomes_visible.some((path) => path.startsWith('entries.'))) counts.published += 1;
  const read = (await target.owner.get(`${target.base}/merges/${merged.id}`, 200)).json as MergeAnswer;
  assert.deepEqual(read.becomes_visible, plan.becomes_visible);
  if (random.chance(0.5)) return;
  await target.owner.post(`${target.base}/merges/${merged.id}/undo`, undefined, 200);
  assert.equal(await target.delivered(), before, 'undone, byte by byte');
  assert.deepEqual(await target.saved(), drafts, 'drafts are as they were');
  assert.deepEqual(await source.saved(), originDrafts);
  assert.deepEqual((await send(true)).json, plan, 'the same is to be merged again');
}

function resourceOf(path: string): string {
  return path.split('.').slice(0, 2).join('.');
}

/** Some conflicts have only one possible resolution. */
function takeFor(
  { path, rule }: { path: string; rule: string },
  takes: ReadonlyMap<string, string>,
  random: Random,
): 'source' | 'target' {
  const isOneWay =
    ['no_place', 'in_use', 'slug', 'unique'].includes(rule) || (rule === 'taken' && path.endsWith('.id'));
  return isOneWay || takes.has(path) || random.chance(0.5) ? 'target' : 'source';
}

/** Everything that a view of delivery shows: values by path, such as `entries.e0.fields.title.de`. */
type View = ReadonlyMap<string, string>;
interface Views {
  readonly entries: Readonly<Record<string, View>>;
  readonly assets: Readonly<Record<string, View>>;
  readonly types: View;
}

function views(delivered: string, shown: readonly string[] = VIEWS): Views {
  const lists = delivered.split('\n').map((text) => (JSON.parse(text) as { items: Record<string, unknown>[] }).items);
  const entries: Record<string, View> = {};
  const assets: Record<string, View> = {};
  shown.forEach((view, index) => {
    entries[view] = new Map((lists[2 * index] ?? []).flatMap((item) => entryFacts(item, view)));
    assets[view] = new Map((lists[2 * index + 1] ?? []).flatMap((item) => assetFacts(item, view)));
  });
  return { entries, assets, types: new Map((lists.at(-1) ?? []).flatMap(typeFacts)) };
}

type Fact = [string, string];

function entryFacts({ id, slug, fields, ...rest }: Record<string, unknown>, view: string): Fact[] {
  const path = `entries.${String(id).slice(4)}`;
  const facts: Fact[] = [
    [path, ''],
    [`${path}.slug`, JSON.stringify(slug)],
    [`${path}.rest`, JSON.stringify(rest)],
  ];
  for (const [field, value] of Object.entries(fields as Record<string, unknown>))
    facts.push(...valueFacts(`${path}.fields.${field}`, value, view));
  return facts;
}

/** With `*`, a value is a map by locale. */
function valueFacts(path: string, value: unknown, view: string): Fact[] {
  if (view !== '*') return [[path, JSON.stringify(value)]];
  if (path.endsWith('.fields.blocks')) return blockFacts(path, (value as { 'en-US': Block[] })['en-US']);
  return Object.entries(value as object).map(([code, one]) => [`${path}.${code}`, JSON.stringify(one)]);
}

/** The order of the blocks, and the values in each. */
function blockFacts(path: string, blocks: readonly Block[]): Fact[] {
  const facts: Fact[] = [[path, blocks.map(({ id, type }) => `${id} ${type}`).join()]];
  for (const { id, fields } of blocks)
    for (const [name, value] of Object.entries(fields)) {
      const values = name === 'text' ? (value as object) : { 'en-US': value };
      for (const [code, one] of Object.entries(values))
        facts.push([`${path}.${id}.${name}.${code}`, JSON.stringify(one)]);
    }
  return facts;
}

function assetFacts({ id, title, description, alt, tags, ...file }: Record<string, unknown>, view: string): Fact[] {
  const path = `assets.${String(id).slice(4)}`;
  const { updated_at: _, ...rest } = file;
  const facts: Fact[] = [
    [path, ''],
    [`${path}.file`, JSON.stringify(rest)],
  ];
  for (const [name, value] of Object.entries({ title, description, alt }))
    if (value !== null && value !== undefined) facts.push(...valueFacts(`${path}.${name}`, value, view));
  if (tags !== undefined) facts.push([`${path}.tags`, JSON.stringify(tags)]);
  return facts;
}

function typeFacts({
  api_id,
  fields,
  version: _,
  updated_at: __,
  id: ___,
  ...settings
}: Record<string, unknown>): Fact[] {
  const path = `content_types.${String(api_id)}`;
  const facts: Fact[] = [[path, '']];
  for (const [name, value] of Object.entries(settings)) facts.push([`${path}.${name}`, JSON.stringify(value)]);
  for (const field of fields as { id: string }[]) facts.push([`${path}.fields.${field.id}`, JSON.stringify(field)]);
  return facts;
}

interface Compared {
  readonly before: Views;
  readonly after: Views;
  readonly source: Views;
}

function differing(before: View, after: View): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));
}

/** Fails unless the plan named everything that is shown differently. */
function assertNamed({ before, after }: Compared, named: readonly string[]): void {
  const names = new Set(named);
  const unnamed: string[] = [];
  const isInside = named.some(
    (name) => name.startsWith('content_types.part.') || name.startsWith('content_types.box.'),
  );
  const isUnder = (path: string) => named.some((name) => name === path || name.startsWith(`${path}.`));
  for (const view of VIEWS) {
    const chain: readonly string[] = view === '*' ? [] : CHAINS[view];
    const isNamedIn = (path: string) => names.has(path) || chain.some((code) => names.has(`${path}.${code}`));
    for (const path of differing(before.entries[view] as View, after.entries[view] as View)) {
      const [, key = '', part, field = '', code] = path.split('.');
      const entry = `entries.${key}`;
      const isField = (id: string) =>
        [...names].some(
          (name) => name === `content_types.page.fields.${id}` || name.startsWith(`content_types.page.fields.${id}.`),
        );
      const isBlockNamed = (one: string) =>
        isInside ||
        isUnder(one) ||
        [path.split('.').slice(0, 5).join('.'), `${entry}.fields.blocks`].some((name) => names.has(name));
      const isGone = names.has(entry) || names.has(`${entry}.archived`);
      const isExplained =
        isGone ||
        (part === undefined && names.has(`${entry}.status`)) ||
        (part === 'rest' && isUnder(entry)) ||
        (part === 'slug' &&
          (isNamedIn(`${entry}.fields.slug`) || LOCALES.some((one) => names.has(`${entry}.fields.slug.${one}`)))) ||
        (field === 'blocks' && isBlockNamed(path)) ||
        (part === 'fields' && (isField(field) || (code === undefined ? isNamedIn(path) : names.has(path))));
      if (!isExplained) unnamed.push(`${view}: ${path}`);
    }
    for (const path of differing(before.assets[view] as View, after.assets[view] as View)) {
      const asset = resourceOf(path);
      const isExplained = names.has(asset) || (path === asset ? names.has(`${asset}.file`) : isNamedIn(path));
      if (!isExplained) unnamed.push(`${view}: ${path}`);
    }
  }
  for (const path of differing(before.types, after.types)) if (!isUnder(path) && !names.has(path)) unnamed.push(path);
  assert.deepEqual(unnamed, [], `shows otherwise, and the plan names ${named.join(', ')} alone`);
}

/** Fails if an entry shows a value that neither the source nor the target delivered before. */
function assertPublishedThere({ before, after, source }: Compared, named: readonly string[], publish: string): void {
  const [was, now, there] = [before.entries['*'], after.entries['*'], source.entries['*']] as [View, View, View];
  const isModel = named.some((name) => name.startsWith('content_types.'));
  for (const path of differing(was, now)) {
    if (path.endsWith('.rest') || path.endsWith('.fields.blocks') || !now.has(path)) continue;
    // A field that is shown again shows its previously published values.
    if (isModel && path.includes('.fields.') && !named.includes(path)) continue;
    // The field may have another id there.
    const delivered = there.get(path) ?? there.get(path.replace('.memo.', '.note.'));
    const isModelOfSource = isModel && delivered === undefined;
    if (!isModelOfSource) assert.equal(now.get(path), delivered, `${path} comes from what the source delivers`);
    assert.equal(publish, 'as_source', `${path} is published`);
  }
}

/** A draft that differs from the published state stays, or is merged with the draft of the source. */
function assertDraftsStay(
  { before, after, source }: Record<'before' | 'after' | 'source', ReadonlyMap<string, Saved>>,
  { takes, covered }: { takes: ReadonlyMap<string, string>; covered: Uncovered | undefined },
): void {
  for (const [key, was] of before) {
    const [now, there] = [after.get(key), source.get(key)];
    if (now === undefined || takes.has(`entries.${key}`)) continue;
    if ([...takes.keys()].every((path) => !path.startsWith(`entries.${key}.`)))
      assertBlocksStay(was, now, { there, covered: covered?.blocks.get(key) ?? [] });
    for (const [field, values] of Object.entries(was.fields).filter(([name]) => name !== 'blocks'))
      for (const [code, value] of Object.entries(values)) {
        const path = `entries.${key}.fields.${field}.${code}`;
        const draft: unknown = now.fields[field]?.[code];
        const other: unknown = there?.fields[field]?.[code];
        const isKept = JSON.stringify(draft) === JSON.stringify(value);
        if (takes.get(path) === 'target' && now.fields[field] !== undefined) assert.ok(isKept, `${path} stays a draft`);
        if (!isKept && now.fields[field] !== undefined && there?.fields[field] !== undefined)
          assert.equal(plain(draft), plain(other), `the draft at ${path}`);
      }
  }
}

/** No block is there twice, and none goes that both sides have, or comes that neither has, hidden ones of the target included. */
function assertBlocksStay(
  was: Saved,
  now: Saved,
  { there, covered }: { there: Saved | undefined; covered: readonly Block[] },
): void {
  const idsIn = (blocks: readonly Block[]) => blocks.map(({ id }) => id);
  const [before, after, source] = [was, now, there].map((entry) => idsIn(blocksOf(entry))) as [
    string[],
    string[],
    string[],
  ];
  const known = new Set([...before, ...source, ...idsIn(covered)]);
  assert.equal(new Set(after).size, after.length, `blocks of ${was.key} are there once`);
  for (const id of after) assert.ok(known.has(id), `block ${id} of ${was.key}`);
  // One that became another component may be hidden, where pages take that no longer.
  const isShared = ({ id, type }: Block) => blocksOf(there).some((other) => other.id === id && other.type === type);
  for (const { id } of blocksOf(was).filter(isShared)) assert.ok(after.includes(id), `block ${id} of ${was.key} stays`);
}

/** The values in the blocks of the target change where the plan says so, and nowhere else, whether they are shown or hidden. */
function assertHiddenStay(
  { before, after }: Record<'before' | 'after', Uncovered>,
  { entries }: Pick<MergeAnswer, 'entries'>,
): void {
  const lost: string[] = [];
  for (const [key, blocks] of before.blocks) {
    const { action, paths = [] } = entries.find((one) => one.key === key) ?? {};
    if (action === 'delete') continue;
    const now = new Map(blockFacts('fields.blocks', after.blocks.get(key) ?? []));
    const typeOf = new Map(blocks.map(({ id, type }) => [id, type]));
    const isNamed = (path: string) => paths.some((name) => path === name || path.startsWith(`${name}.`));
    const typeNow = new Map((after.blocks.get(key) ?? []).map(({ id, type }) => [id, type]));
    const isExempt = (path: string) => {
      const [, , id = '', field] = path.split('.');
      // A hidden block gets another id where one of another component has its own.
      if (typeNow.has(id) && typeNow.get(id) !== typeOf.get(id)) return true;
      const name = `${typeOf.get(id)}.${field}`;
      return before.several.has(name) || after.several.has(name);
    };
    for (const [path, value] of blockFacts('fields.blocks', blocks).slice(1))
      if (now.get(path) !== value && !isNamed(path) && !isExempt(path))
        lost.push(`entries.${key}.${path} was ${value}`);
  }
  assert.deepEqual(lost, [], 'values of the target are as they were, hidden ones too');
}

function blocksOf(entry: Saved | undefined): readonly Block[] {
  return (entry?.fields.blocks?.['en-US'] ?? []) as Block[];
}

function plain(value: unknown): string {
  return JSON.stringify(value ?? null).replaceAll(/\b(ent|ast)_[a-z0-9]{6}_/g, '$1_');
}
