/** The lists of entries of every plane, in every order, and random writes on the entries. */
import assert from 'node:assert/strict';
import { type Actor, type ApiResponse, valueAt } from '../../../../testing/src/client.ts';
import type { Scene } from '../../../../testing/src/given.ts';
import type { Random } from '../consistency/random.ts';
import type { Item, List } from './walk.ts';

const PLANES = ['management', 'preview', 'delivery'] as const;
const FEW = 9;
const MANY = 22;
const TITLES = ['Zebra', 'äpfel', 'Apfel', 'APFEL', 'éclair', 'Quartz', '', 'quartz and more', 'Straße', 'STRASSE'];
const LONG = 'long '.repeat(60);
const ORDERS = [
  null,
  '-updated_at',
  'updated_at',
  'published_at',
  '-published_at',
  'created_at',
  '-created_at',
  'id',
  '-id',
  'slug',
  '-slug',
  'title',
  '-title',
  'fields.rank',
  '-rank',
  'note',
  '-note',
  'rank,-title',
  '-done,title,-rank',
  'done,-updated_at',
  'note,published_at,-id',
];
const FILTERS = [
  '',
  '',
  'content_type=item',
  'content_type=item&fields.done[exists]=false',
  'fields.rank[gte]=2',
  'q=quartz',
  'q=quartz&content_type=item',
];
const MANAGEMENT_FILTERS = ['status=draft,published', 'status=published,changed', 'status=archived,draft'];

/** An environment with entries, and what writes on them know. */
export interface Entries {
  readonly scene: Scene;
  readonly keys: Set<string>;
  count: number;
}

export async function makeEntries(scene: Scene): Promise<Entries> {
  const fields = [
    { id: 'title', name: 'Title', type: 'string' },
    { id: 'slug', name: 'Slug', type: 'slug' },
    { id: 'rank', name: 'Rank', type: 'integer' },
    { id: 'done', name: 'Done', type: 'boolean' },
    { id: 'note', name: 'Note', type: 'string' },
  ];
  const item = { name: 'Item', api_id: 'item', display_field: 'title', slug_field: 'slug', fields };
  await scene.owner.post(`${scene.base}/content-types`, item, 201);
  const other = {
    name: 'Other',
    api_id: 'other',
    display_field: 'title',
    fields: fields.filter(({ id }) => id !== 'slug'),
  };
  await scene.owner.post(`${scene.base}/content-types`, other, 201);
  return { scene, keys: new Set(), count: 0 };
}

/** A random list of the entries. */
export function randomEntryList(entries: Entries, random: Random): List {
  const { scene } = entries;
  const plane = random.pick(PLANES);
  const reader: Actor = plane === 'management' ? scene.owner : scene[plane];
  const order = random.pick(ORDERS);
  const filter = plane === 'management' && random.chance(0.25) ? random.pick(MANAGEMENT_FILTERS) : random.pick(FILTERS);
  const query = [filter, order === null ? '' : `order=${order}`].filter((part) => part !== '').join('&');
  const path = `${plane === 'management' ? scene.base : scene.read}/entries${query === '' ? '' : `?${query}`}`;
  const steps = (order ?? (plane === 'delivery' ? 'published_at' : 'updated_at')).replaceAll('-', '').split(',');
  const ofRelevance = filter.includes('q=') && order === null ? ['title', 'note'] : [];
  return {
    name: `${plane} entries ${query}`,
    reader,
    path,
    itemsOf: (response) => itemsOf(response, scene, plane, [...steps, ...ofRelevance]),
    write: (by, near) => writeEntry(entries, by, near),
  };
}

/** What planes for sites do not show is read from the management plane. */
async function itemsOf(
  response: ApiResponse,
  scene: Scene,
  plane: (typeof PLANES)[number],
  names: readonly string[],
): Promise<readonly Item[]> {
  const all = await scene.owner.get(`${scene.base}/entries?limit=1000&order=id`, 200);
  const facts = new Map(all.list('items').map((item) => [String(valueAt(item, 'id')), item]));
  return response.list('items').map((item) => {
    const id = String(valueAt(item, 'id'));
    const of = (name: string): unknown => {
      if (name === 'id' || name === 'slug') return valueAt(item, name);
      // Nothing shows when a published state was saved; tests save it anew with each publication alone.
      if (name === 'updated_at') return valueAt(facts.get(id), plane === 'delivery' ? 'published_at' : name);
      if (name.endsWith('_at')) return valueAt(facts.get(id), name);
      return valueAt(item, `fields.${name.replace('fields.', '')}`);
    };
    const isMoving = (name: string) => name === 'updated_at' || name === 'published_at';
    const fixed = names.filter((name) => !isMoving(name));
    return { id, fixed: JSON.stringify(fixed.map(of)), moving: names.filter(isMoving).map(of).join() };
  });
}

function randomFields(random: Random): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  if (random.chance(0.6)) fields.title = random.chance(0.1) ? LONG + random.below(3) : random.pick(TITLES);
  if (random.chance(0.4)) fields.rank = random.chance(0.2) ? null : random.below(4);
  if (random.chance(0.4)) fields.done = random.pick([true, false, null]);
  if (random.chance(0.3)) fields.note = random.pick([null, '', 'x', 'quartz', 'Ärger']);
  return fields;
}

async function writeEntry(entries: Entries, random: Random, near: readonly string[]): Promise<void> {
  const { scene, keys } = entries;
  const known = new Set([...keys].map((key) => key));
  const close = near.map(keyOf).filter((key) => known.has(key));
  if (keys.size < FEW || (keys.size < MANY && random.chance(0.15))) return createEntry(entries, random);
  const key = close.length > 0 && random.chance(0.6) ? random.pick(close) : random.pick([...keys]);
  const path = `${scene.base}/entries/${key}`;
  const turn = random.unit();
  if (turn < 0.45) await scene.owner.patch(path, { fields: randomFields(random) });
  else if (turn < 0.65) await scene.owner.post(`${path}/publish`);
  else if (turn < 0.73) await scene.owner.post(`${path}/unpublish`);
  else if (turn < 0.78) await scene.owner.post(`${path}/${random.pick(['archive', 'unarchive'])}`);
  else if (turn < 0.84) await importEntry(entries, random, key);
  else if (turn < 0.9) await publishSome(entries, random);
  else if (turn < 0.94) {
    await scene.owner.patch(path, { fields: { ...randomFields(random), note: `n${random.below(99)}` } });
    await scene.owner.post(`${path}/publish`);
  } else {
    await scene.owner.delete(path, 204);
    keys.delete(key);
  }
}

async function createEntry({ scene, keys, ...entries }: Entries, random: Random): Promise<void> {
  const key = `${random.pick(['a', 'B', 'm', 'z'])}${random.below(1_000_000)}`;
  const type = random.chance(0.8) ? 'item' : 'other';
  const fields = { title: 'New', ...randomFields(random) };
  await scene.owner.put(`${scene.base}/entries/${key}`, { content_type_id: type, fields });
  keys.add(key);
  entries.count += 1;
  if (random.chance(0.7)) await scene.owner.post(`${scene.base}/entries/${key}/publish`);
}

/** Gives an entry other times, which no node's clock gives. */
async function importEntry({ scene }: Entries, random: Random, key: string): Promise<void> {
  const stored = await scene.owner.get(`${scene.base}/entries/${key}`, 200);
  const at = new Date(1_700_000_000_000 + random.below(1_000_000_000)).toISOString();
  const record = {
    key,
    content_type: stored.string('content_type'),
    status: random.pick(['published', 'draft']),
    fields: { title: `Imported ${random.below(4)}` },
    updated_at: at,
    saved_at: at,
    published_at: at,
    published_saved_at: at,
  };
  const headers = { 'content-type': 'application/x-ndjson' };
  const response = await scene.owner.send('POST', `${scene.base}/import`, {
    raw: JSON.stringify({ entry: record }),
    headers,
  });
  assert.match(response.text, /"(?:created|updated|unchanged)"/);
}

async function publishSome({ scene, keys }: Entries, random: Random): Promise<void> {
  const ids = [...keys].filter(() => random.chance(0.3));
  if (ids.length > 0) await scene.owner.post(`${scene.base}/entries/bulk`, { action: 'publish', ids }, 200);
}

function keyOf(id: string): string {
  return id.split('_').slice(2).join('_');
}
