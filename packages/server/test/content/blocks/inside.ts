/**
 * Random models of up to three levels of components, and random documents of them: what the service finds, links, shows and copies
 * of the values inside is compared with what the test works out of its own description of a document.
 */
import assert from 'node:assert/strict';
import type { ApiResponse } from '../../../../testing/src/client.ts';
import { addTypes, createEntry, field, given, type Scene } from '../../../../testing/src/given.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { cloneOf, rowOf } from '../../branches/clone/clones.ts';
import { exportOf, importWhole } from '../../branches/transfer/archives.ts';
import { Random } from '../../reading/consistency/random.ts';
import { storedTexts, untilRemoved } from './stored-texts.ts';

const LOCALES = ['en-US', 'de'] as const;
type Code = (typeof LOCALES)[number];
const COMPONENTS = ['hero', 'quotes', 'zitat'] as const;
/** How likely a field of a document has a value. */
const FILLED = 0.75;

/** A field of the random model. */
interface RandomField {
  readonly id: string;
  readonly type: string;
  readonly localized: boolean;
  readonly components: readonly string[];
}

type Model = Readonly<Record<string, readonly RandomField[]>>;
type Values = Record<string, unknown>;

/** A document as a request gives it, with the words and links in it and what is shown of it. */
interface RandomDocument {
  readonly fields: Values;
  readonly shown: Readonly<Record<Code, Values>>;
}

/** Plays one random model with documents, through every part that looks into values. @returns where they are */
export async function playInside(url: string, seed: number, documents: number): Promise<Scene> {
  const random = new Random(seed);
  const scene = await given(url, { locales: ['de'] });
  const model = randomModel(random);
  await addTypes(scene, typesOf(model));
  await createEntry(scene.owner, scene.base, { content_type_id: 'target', key: 'target', fields: { name: 'Target' } });
  const made = new Map<string, RandomDocument>();
  for (let n = 0; n < documents; n++) {
    const key = `page-${n}`;
    const document = randomDocument(random, model, key);
    await createEntry(scene.owner, scene.base, { content_type_id: 'page', key, fields: document.fields });
    made.set(key, document);
  }
  await checkPlans(scene, made);
  const keys = [...made.keys(), 'target'];
  await scene.owner.post(`${scene.base}/entries/bulk`, { action: 'publish', ids: keys }, 200);
  await checkReads(scene, scene.base, model, made);
  await cloneOf(scene, 'copy');
  await checkReads(scene, `${scene.space}/environments/copy`, model, made);
  const other = await given(url, { locales: ['de'] });
  await importWhole(other, await exportOf(scene, 'master'));
  await checkReads(other, other.base, model, made);
  return scene;
}

/** Removes a field of each component for good, one by one: its values are gone wherever they stood, and no other value is. */
export async function removeInside({ owner, base, spaceId }: Scene, database: Database): Promise<void> {
  const { number } = await rowOf(database.reader, spaceId, 'master');
  for (const [at, apiId] of COMPONENTS.entries()) {
    const type = `${base}/content-types/${apiId}`;
    const fields = (await owner.get(type, 200)).list('fields') as { id: string }[];
    const others = new RegExp(`x\\d{4}(page|${COMPONENTS.slice(at + 1).join('|')})"`);
    const before = await storedTexts(database, number, others);
    await owner.patch(`${type}?confirm_data_loss=true`, { fields: fields.filter(({ id }) => id !== 'title') }, 200);
    const deleted = await owner.delete(`${type}/hidden-fields/title`);
    assert.ok(deleted.status === 204 || deleted.status === 404, String(deleted));
    await untilRemoved(database);
    assert.deepEqual(await storedTexts(database, number, new RegExp(`x\\d{4}${apiId}"`)), []);
    assert.deepEqual(await storedTexts(database, number, others), before);
  }
}

function randomModel(random: Random): Model {
  const leaf = (id: string, type: string): RandomField => {
    return { id, type, localized: random.chance(0.5), components: [] };
  };
  const leaves = () => [
    leaf('title', 'string'),
    leaf('flag', 'boolean'),
    leaf('link', 'entry'),
    leaf('many', 'array'),
    leaf('count', 'integer'),
  ];
  const within = (names: readonly string[]): RandomField[] => [
    { id: 'one', type: 'component', localized: random.chance(0.5), components: [random.pick(names)] },
    { id: 'list', type: 'blocks', localized: random.chance(0.5), components: names },
  ];
  return {
    zitat: leaves(),
    quotes: [...leaves(), ...within(['zitat'])],
    hero: [...leaves(), ...within(['zitat', 'quotes'])],
    page: [...leaves(), ...within(COMPONENTS)],
  };
}

function typesOf(model: Model): object[] {
  const declared = ({ id, type, localized, components }: RandomField) =>
    field(id, type, {
      localized,
      ...(type === 'component' ? { component: components[0] } : {}),
      ...(type === 'blocks' ? { components } : {}),
      ...(type === 'array' ? { items: { type: 'entry' } } : {}),
    });
  const types = Object.entries(model).map(([api_id, fields]) => {
    const kind = api_id === 'page' ? 'entry' : 'component';
    return { api_id, name: api_id, kind, fields: fields.map(declared) };
  });
  return [{ api_id: 'target', name: 'Target', fields: [field('name', 'string')] }, ...types];
}

function randomDocument(random: Random, model: Model, key: string): RandomDocument {
  let words = 0;
  let blocks = 0;
  /** A word that is nowhere else, which ends with the name of the type around it. */
  const word = (type: string) => `${key.replace('-', '')}x${String(words++).padStart(4, '0')}${type}`;
  /** @param within the locale of the value around */
  const randomValues = (type: string, within: Code | null): RandomDocument => {
    const fields: Values = {};
    const shown: Record<Code, Values> = { 'en-US': {}, de: {} };
    for (const one of model[type] ?? []) {
      const isByLocale = one.localized && within === null;
      const places: readonly (Code | null)[] = isByLocale ? LOCALES : [within];
      const given: Record<string, RandomDocument['shown'] | undefined> = {};
      const sent: Values = {};
      for (const place of places) {
        if (!random.chance(FILLED)) continue;
        const { value, shows } = randomValue(type, one, place);
        given[place ?? ''] = shows as RandomDocument['shown'];
        sent[place ?? ''] = value;
      }
      if (Object.keys(sent).length === 0) continue;
      fields[one.id] = isByLocale ? sent : Object.values(sent)[0];
      for (const code of LOCALES) {
        const from = isByLocale ? (given[code] ?? given['en-US']) : Object.values(given)[0];
        if (from !== undefined) shown[code][one.id] = from[code];
      }
    }
    return { fields, shown };
  };
  const randomValue = (around: string, one: RandomField, place: Code | null): { value: unknown; shows: object } => {
    const both = (value: unknown, shows = value) => ({ value, shows: { 'en-US': shows, de: shows } });
    if (one.type === 'string') return both(word(around));
    if (one.type === 'integer') return both(random.below(20));
    if (one.type === 'boolean') return both(random.chance(0.5));
    if (one.type === 'entry') return both('target', 'LINK');
    if (one.type === 'array') return both(['target'], ['LINK']);
    const parts = Array.from({ length: one.type === 'component' ? 1 : random.below(4) }, () => {
      const type = random.pick(one.components);
      return { type, id: `b${blocks++}`, ...randomValues(type, place) };
    });
    const shownIn = (code: Code) => parts.map(({ id, type, shown }) => ({ id, type, fields: shown[code] }));
    const shows = { 'en-US': shownIn('en-US'), de: shownIn('de') };
    if (one.type === 'blocks') return { value: parts.map(({ shown: _, ...block }) => block), shows };
    const only = (code: Code) => ({ fields: shows[code][0]?.fields });
    return { value: { fields: parts[0]?.fields }, shows: { 'en-US': only('en-US'), de: only('de') } };
  };
  return randomValues('page', null);
}

/** The publish plan of an entry has the target of any link in its draft. */
async function checkPlans({ owner, base }: Scene, made: ReadonlyMap<string, RandomDocument>): Promise<void> {
  for (const [key, { fields }] of made) {
    const plan = await owner.post(`${base}/publish-plan`, { ids: [key] }, 200);
    assert.equal(plan.text.includes('_target"'), hasLink(fields), `${key}: ${plan}`);
  }
}

async function checkReads(
  { owner, delivery }: Scene,
  base: string,
  model: Model,
  made: ReadonlyMap<string, RandomDocument>,
): Promise<void> {
  const read = `${base}/delivery/entries`;
  const keysOf = (response: ApiResponse) => response.each('items', 'key').sort();
  const linking = [...made].filter(([, { fields }]) => hasLink(fields)).map(([key]) => key);
  assert.deepEqual(keysOf(await owner.get(`${base}/entries?links_to=target&limit=100`, 200)), linking.sort());
  const target = await owner.get(`${base}/entries/target`, 200);
  const references = await owner.get(`/entries/${target.string('id')}/references?limit=100`, 200);
  assert.equal(references.list('items').length, linking.length, String(references));
  for (const [key, { shown }] of made)
    for (const locale of LOCALES) {
      const entry = await delivery.get(`${read}/${key}?locale=${locale}&include=1`, 200);
      assert.deepEqual(withoutNulls(entry.at('fields')), shown[locale], `${key} in ${locale}`);
      assert.equal(entry.text.includes('"includes":{"entries":[{'), hasLink(shown[locale]), `${key} in ${locale}`);
    }
  for (const locale of LOCALES) await checkSearch({ owner, base, locale }, made);
  await checkFilters(owner, base, { model, made });
}

type Asked = { readonly owner: Scene['owner']; readonly base: string; readonly locale: Code };

/** A word is found in the locales that show it, and in no others. */
async function checkSearch({ owner, base, locale }: Asked, made: ReadonlyMap<string, RandomDocument>): Promise<void> {
  for (const [key, { fields, shown }] of made) {
    const words = JSON.stringify(fields).match(/page\d+x\d+[a-z]+/g) ?? [];
    for (const word of words.slice(0, 12)) {
      const found = await owner.get(`${base}/entries?q=${word}&locale=${locale}`, 200);
      const isShown = new RegExp(`"${word}"`).test(JSON.stringify(shown[locale]));
      assert.deepEqual(found.each('items', 'key'), isShown ? [key] : [], `${word} in ${locale}`);
    }
  }
}

/** Filters into a component find what is shown. */
async function checkFilters(
  owner: Scene['owner'],
  base: string,
  { model, made }: { readonly model: Model; readonly made: ReadonlyMap<string, RandomDocument> },
): Promise<void> {
  const inside = model.page?.find(({ id }) => id === 'one')?.components[0] ?? '';
  for (const locale of LOCALES) {
    const keysOf = async (query: string) => {
      const found = await owner.get(`${base}/entries?content_type=page&locale=${locale}&limit=100&${query}`, 200);
      return found.each('items', 'key').sort();
    };
    const one = (shown: RandomDocument['shown']) => (shown[locale].one as { fields: Values } | undefined)?.fields ?? {};
    const where = (test: (values: Values) => boolean) =>
      [...made].flatMap(([key, { shown }]) => (test(one(shown)) ? [key] : [])).sort();
    for (const { id } of model[inside] ?? []) {
      const has = ({ [id]: value }: Values) => value !== undefined;
      assert.deepEqual(await keysOf(`fields.one.${id}[exists]=true`), where(has), `${id} in ${locale}`);
      assert.deepEqual(
        await keysOf(`fields.one.${id}[exists]=false`),
        where((values) => !has(values)),
      );
    }
    for (const flag of [true, false])
      assert.deepEqual(
        await keysOf(`fields.one.flag=${flag}`),
        where((values) => values.flag === flag),
      );
    assert.deepEqual(
      await keysOf('fields.one.flag[ne]=true'),
      where((values) => values.flag !== true),
    );
    assert.deepEqual(
      await keysOf('fields.one.count[gte]=10'),
      where(({ count }) => Number(count) >= 10),
    );
    assert.deepEqual(
      await keysOf('fields.one.count[lt]=10'),
      where(({ count }) => Number(count) < 10),
    );
    const [title] = [...made.values()].flatMap(({ shown }) => (one(shown).title as string | undefined) ?? []);
    if (title !== undefined)
      assert.deepEqual(
        await keysOf(`fields.one.title[in]=${title},none`),
        where((values) => values.title === title),
      );
    assert.deepEqual(
      await keysOf('fields.one.link=target'),
      where((values) => values.link !== undefined),
    );
  }
}

function hasLink(value: unknown): boolean {
  return /"(target|LINK)"/.test(JSON.stringify(value));
}

/** Links as `LINK`, and nothing where the service shows null. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  if ((value as { id?: unknown; type?: unknown }).type === 'entry') return 'LINK';
  const kept = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutNulls(one)]));
}
