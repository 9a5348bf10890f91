/**
 * Random questions to a copy and to the service that it is a copy of, over random models and content: both have to answer alike, or
 * to refuse alike. Answers of the service are the truth.
 */
import assert from 'node:assert/strict';
import { format } from 'node:util';
import type { Scene } from '../../testing/src/given.ts';
import { createClient, type EntryQuery, LecternError, type Page } from '../src/index.ts';
import { type Replica, replica } from '../src/replica.ts';
import type { Drafts } from '../src/types/entries.ts';
import type { AnyModel } from '../src/types/model.ts';
import { Dice, type RandomField, type RandomType, randomLinks } from './random-site.ts';
import { randomSpace } from './random-space.ts';

const TEXTS = [
  'one',
  'two',
  'Two',
  '',
  'Éclair',
  'eclair',
  'zwölf',
  'a,b',
  'x'.repeat(200),
  `${'x'.repeat(199)}y`,
  'Ø',
  'Straße',
];
const OPERATORS = ['', '[ne]', '[in]', '[nin]', '[gt]', '[gte]', '[lt]', '[lte]', '[exists]'];
const LOCALES = ['en', 'de', 'fr'];
const TYPES = ['alpha', 'beta', 'gamma'];
const ENTRIES_EACH = 8;
const BETWEEN_PAGES = ['publish', 'publish', 'publish', 'unpublish', 'archive'];
/** What comes back is new to a copy, and between two pages of drafts to the copy alone. */
const ACTIONS = [...BETWEEN_PAGES, 'unarchive'];
const KEYS = TYPES.flatMap((type) => [0, 1, 2, 3].map((at) => `${type}-${at}`));

/** A query of whatever model. */
type AnyQuery = EntryQuery<AnyModel, string, Drafts>;
type Site = Pick<Replica<AnyModel>, 'entries' | 'entry' | 'assets' | 'asset'>;

/** A question: parameters of a list of entries of a type. */
interface Question {
  readonly type: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
  readonly links: Parameters<AnyQuery['include']>[0];
}

/** Asks as many questions, on both planes, while the content changes. @returns how many were answered */
export async function checkParity(
  url: string,
  { seed, questions }: { seed: number; questions: number },
): Promise<number> {
  const dice = new Dice(seed);
  const { scene, types } = await randomSpace(url, dice, {
    types: (all) => all.map((type) => withSlug(dice, type)),
    records: (all) => all.flatMap((record) => varied(dice, record)),
  });
  await changeModel(dice, scene, types);
  let answered = 0;
  for (const plane of ['delivery', 'preview'] as const) {
    const client = { url, space: scene.spaceId, token: String(scene[plane].token) };
    const isPreview = plane === 'preview';
    const copy = (await (isPreview ? replica({ ...client, preview: true }) : replica(client))) as Replica<AnyModel>;
    const site = isPreview ? createClient({ ...client, preview: true }) : createClient(client);
    try {
      for (let at = 0; at < questions; at++) {
        if (at % 10 === 9) await copy.at(await changeContent(dice, scene, ACTIONS));
        const question = randomQuestion(dice, types);
        const change = dice.chance(0.2)
          ? async () => copy.at(await changeContent(dice, scene, BETWEEN_PAGES))
          : undefined;
        if (await check(question, { site: site as Site, copy, change })) answered += 1;
        if (at % 5 === 0) await checkSingles(dice, site as Site, copy);
      }
    } finally {
      await copy.close();
    }
  }
  return answered;
}

/** Walks through a list in both. @param change what happens between two pages @returns whether it was answered */
async function check(
  question: Question,
  { site, copy, change }: { site: Site; copy: Site; change?: (() => Promise<void>) | undefined },
): Promise<boolean> {
  const [here, there] = [asked(copy, question), asked(site, question)];
  let [own, right] = await Promise.all([answerOf(here.list()), answerOf(there.list())]);
  for (let pages = 0; pages < 8; pages++) {
    assert.deepEqual(shown(own), shown(right), format('page %d of %j', pages, question));
    if (right instanceof LecternError) return false;
    if (own instanceof LecternError || own.next === null || right.next === null) return true;
    await change?.();
    [own, right] = await Promise.all([answerOf(here.after(own.next).list()), answerOf(there.after(right.next).list())]);
  }
  return true;
}

async function checkSingles(dice: Dice, site: Site, copy: Site): Promise<void> {
  const id = `${dice.pick(TYPES)}-${dice.below(ENTRIES_EACH)}`;
  const locale = dice.pick([...LOCALES, '*']);
  const entries = [copy, site].map((one) => answerOf(one.entry(id, { locale, include: {} })));
  const [own, right] = await Promise.all(entries);
  assert.deepEqual(own, right, `${id} in ${locale}`);
  const order = dice.pick(['created_at', '-created_at', 'updated_at', '-updated_at', 'id', '-id'] as const);
  const limit = 1 + dice.below(3);
  const lists = [copy, site].map((one) => answerOf(one.assets().order(order).limit(limit).locale(locale).list()));
  const [ownList, rightList] = await Promise.all(lists);
  assert.deepEqual(shown(ownList), shown(rightList), `assets by ${order} in ${locale}`);
  const asset = dice.pick(['pic', 'pdf', 'none']);
  const [ownAsset, rightAsset] = await Promise.all([copy, site].map((one) => answerOf(one.asset(asset, { locale }))));
  assert.deepEqual(ownAsset, rightAsset, `${asset} in ${locale}`);
}

function asked(site: Site, { type, parameters, links }: Question): AnyQuery {
  let query = (site.entries(type) as unknown as AnyQuery).include(links) as unknown as AnyQuery;
  for (const [name, value] of parameters) query = query.param(name, value);
  return query;
}

async function answerOf<T>(answer: Promise<T>): Promise<T | LecternError> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof LecternError) return error;
    throw error;
  }
}

/** What both have to have in common: all but what cursors and messages look like. */
function shown(answer: Page<unknown> | LecternError | undefined): unknown {
  if (answer === undefined || answer instanceof LecternError) return answer?.status;
  const { items, total, next, tags } = answer;
  return { items, total, isLast: next === null, tags: tags.toSorted() };
}

function withSlug(dice: Dice, type: RandomType): RandomType {
  if (type.kind !== 'entry' || dice.chance(0.3)) return type;
  const slug: RandomField = { id: 'slug', type: 'slug', localized: dice.chance(0.5) };
  return { ...type, fields: [...type.fields, slug], slug_field: 'slug' } as RandomType;
}

interface EntryRecord {
  entry?: { key: string; fields: Record<string, Record<string, unknown>> };
}

/** A record with more kinds of texts and days, and twice, under two keys. */
function varied(dice: Dice, record: EntryRecord): EntryRecord[] {
  const again = (): EntryRecord =>
    JSON.parse(JSON.stringify(record), (_key, value: unknown) => {
      if (value === 'one' || value === 'two' || value === 'three') return dice.pick(TEXTS);
      if (value === '2026-01-02') return `2026-01-0${1 + dice.below(3)}`;
      if (value === '2026-01-02T03:04:05.000Z') return `2026-01-02T0${dice.below(3)}:00:00.000Z`;
      return value;
    });
  const copies = record.entry === undefined ? [again()] : [again(), again()];
  for (const [at, { entry }] of copies.entries()) {
    if (entry === undefined) continue;
    const [type, number] = entry.key.split('-');
    entry.key = `${type}-${Number(number) + at * (ENTRIES_EACH / 2)}`;
    if (entry.fields.slug === undefined) continue;
    const locales = Object.keys(entry.fields.slug);
    entry.fields.slug = Object.fromEntries(locales.map((locale) => [locale, `${entry.key}-${locale}`]));
  }
  return copies;
}

/** Changes after which stored values are read in other ways. */
async function changeModel(dice: Dice, scene: Scene, types: readonly RandomType[]): Promise<void> {
  for (const type of types) {
    const path = `${scene.base}/content-types/${type.api_id}?confirm_data_loss=true`;
    const [renamed, turned, ...others] = type.fields;
    assert.ok(renamed && turned);
    const fields = [
      dice.chance(0.5) ? { ...renamed, id: `${renamed.id}_now`, previous_id: renamed.id } : renamed,
      dice.chance(0.5) ? { ...turned, localized: !turned.localized } : turned,
      ...others.map((field) => {
        const [, ...left] = field.components ?? [];
        return left.length > 0 && dice.chance(0.5) ? { ...field, components: left } : field;
      }),
    ];
    await scene.owner.patch(path, { fields, deliver_former_ids: dice.chance(0.5) }, 200);
    type.fields = fields;
  }
  const asset = (await scene.delivery.get(`${scene.read}/assets/pdf`, 200)).string('id');
  if (dice.chance(0.5)) await scene.owner.delete(`/media/${asset}`, 204);
  const locales = await scene.owner.get(`${scene.space}/locales`, 200);
  const french = locales.each('items', 'id')[locales.each('items', 'code').indexOf('fr')];
  if (dice.chance(0.5)) await scene.owner.patch(`${scene.space}/locales/${french}`, { fallback: 'de' }, 200);
}

/** @returns the revision from which on it shows; 0 where the change was refused */
async function changeContent(dice: Dice, scene: Scene, actions: readonly string[]): Promise<number> {
  const path = `${scene.base}/entries/${dice.pick(TYPES)}-${dice.below(ENTRIES_EACH)}`;
  const action = dice.pick(actions);
  const { status, headers } = await scene.owner.send('POST', `${path}/${action}`);
  return status === 200 ? Number(headers['x-cms-revision']) : 0;
}

function randomQuestion(dice: Dice, types: readonly RandomType[]): Question {
  const byName = new Map(types.map((type) => [type.api_id, type]));
  const type = dice.pick(TYPES);
  const { fields = [] } = byName.get(type) ?? {};
  const parameters: [string, string][] = [];
  for (let left = dice.below(3); left > 0; left--) parameters.push(randomFilter(dice, fields, types));
  const names = [
    'published_at',
    'created_at',
    'updated_at',
    'id',
    'slug',
    ...fields.flatMap((field) => idsOf(dice, field)),
  ];
  if (dice.chance(0.6)) {
    const steps = Array.from({ length: 1 + dice.below(2) }, () => (dice.chance(0.5) ? '-' : '') + dice.pick(names));
    parameters.push(['order', steps.join()]);
  }
  if (dice.chance(0.3)) parameters.push(['select', randomSelection(dice, fields, types).join()]);
  if (dice.chance(0.6)) parameters.push(['locale', dice.pick([...LOCALES, '*'])]);
  if (dice.chance(0.7)) parameters.push(['limit', String(1 + dice.below(5))]);
  if (dice.chance(0.1)) parameters.push(['skip', String(dice.below(4))]);
  if (dice.chance(0.2)) parameters.push(['meta', 'true']);
  if (dice.chance(0.2)) parameters.push(['aliases', 'true']);
  const keys = [`${dice.pick(TYPES)}-${dice.below(ENTRIES_EACH)}`, 'gone', 'ent_aaaaaa_other', 'pic'];
  if (dice.chance(0.05)) parameters.push(['ids', dice.some(keys, 0.7).join()]);
  if (dice.chance(0.05)) parameters.push(['links_to', dice.pick(keys)]);
  if (dice.chance(0.05)) parameters.push(['slug', `${type}-${dice.below(ENTRIES_EACH)}-en`]);
  return {
    type,
    parameters,
    links: dice.chance(0.6) ? (randomLinks(dice, byName, [type], 3) as never) : ({} as never),
  };
}

/** The id of a field, or one that it had. */
function idsOf(dice: Dice, { id }: RandomField): string {
  return dice.chance(0.5) ? id.replace('_now', '') : id;
}

function randomFilter(dice: Dice, fields: readonly RandomField[], types: readonly RandomType[]): [string, string] {
  const operator = dice.pick(OPERATORS);
  if (dice.chance(0.1)) {
    const time = dice.pick(['2026-01-01', new Date().toISOString(), '2030-01-01T00:00:00Z', 'soon']);
    return [`${dice.pick(['published_at', 'created_at', 'updated_at'])}${operator}`, operandOf(dice, operator, [time])];
  }
  const field = dice.pick(fields);
  const behind = types.filter(({ api_id, kind }) =>
    field.component === undefined ? kind === 'entry' : api_id === field.component,
  );
  const all = behind.flatMap((type) => type.fields);
  const target = dice.chance(0.4) && all.length > 0 ? dice.pick(all) : undefined;
  const attribute = dice.pick(['id', 'content_type', undefined, undefined, undefined]);
  const path = [idsOf(dice, field), target && (attribute ?? idsOf(dice, target))].filter((name) => name !== undefined);
  const values = attribute && target ? (attribute === 'id' ? KEYS : TYPES) : valuesOf(dice, target ?? field);
  return [`fields.${path.join('.')}${operator}`, operandOf(dice, operator, values)];
}

function operandOf(dice: Dice, operator: string, values: readonly string[]): string {
  if (operator === '[exists]') return dice.pick(['true', 'false']);
  if (operator !== '[in]' && operator !== '[nin]') return dice.pick(values);
  return [dice.pick(values), dice.pick(values)].map((value) => value.replaceAll(',', '\\,')).join();
}

function valuesOf(dice: Dice, { type, items }: RandomField): readonly string[] {
  if (dice.chance(0.05)) return ['wrong', '1', 'true'];
  const values: Readonly<Record<string, readonly string[]>> = {
    integer: ['1', '2', '3', '+2', '-0', '2.0'],
    number: ['1', '2', '3', '1e0', '2.50'],
    boolean: ['true', 'false'],
    date: ['2026-01-01', '2026-01-02', '2026-01-03'],
    datetime: ['2026-01-02T00:00:00Z', '2026-01-02T01:00:00+01:00', '2026-01-02T02:00:00.000Z', '2026-01-02'],
    entry: KEYS,
    asset: ['pic', 'pdf', 'none'],
    slug: ['alpha-1-en', 'beta-2-de', 'gamma-0-en'],
  };
  return values[items?.type ?? type] ?? TEXTS.filter((text) => text.length < 50);
}

function randomSelection(dice: Dice, fields: readonly RandomField[], types: readonly RandomType[]): string[] {
  const all = types.flatMap((type) => type.fields);
  return Array.from({ length: 1 + dice.below(4) }, () => {
    const attribute = dice.pick(['id', 'slug', 'fields', 'published_at', 'status']);
    if (dice.chance(0.2)) return attribute;
    const name = `${dice.pick(['', 'fields.'])}${idsOf(dice, dice.pick(fields))}`;
    if (dice.chance(0.5)) return name;
    return `${name}.${dice.chance(0.2) ? attribute : idsOf(dice, dice.pick(all))}`;
  });
}
