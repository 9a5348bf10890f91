/**
 * A small reference of what pushing whole models does: types whose fields know what they were before, entries with every value that was ever
 * written, also hidden ones, and what of it is seen. Random models follow from the present one.
 */
import { unique } from '../../../../testing/src/oracle/merge.ts';
import type { Random } from '../../reading/consistency/random.ts';

export const DEFAULT = 'en-US';
export const LOCALES = [DEFAULT, 'de'] as const;
const ENTRY_TYPES = ['article', 'page', 'person'];
const COMPONENTS = ['hero', 'quote'];
const FIELD_IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const WORDS = ['red', 'green', 'blue'];
const SCALARS = ['string', 'text', 'integer', 'boolean'] as const;
const FIELDS_MAX = 5;

export interface PushedField {
  /** The same as long as it is the same field. */
  readonly uid: string;
  id: string;
  readonly type: (typeof SCALARS)[number] | 'blocks';
  name: string;
  required: boolean;
  localized: boolean;
  unique: boolean;
  components: readonly string[];
  former: readonly string[];
  /** What the push says of it. */
  previous?: string;
  restore?: boolean;
}

export interface PushedType {
  readonly uid: string;
  readonly kind: 'entry' | 'component';
  name: string;
  display: string | null;
  fields: PushedField[];
  hidden: PushedField[];
}

export interface Block {
  readonly id: string;
  /** Of the component that it was made of. */
  readonly uid: string;
  readonly type: string;
  readonly values: Values;
}

/** By field, then by locale. */
export type Values = Record<string, Record<string, unknown>>;

export interface PushedEntry {
  readonly type: string;
  values: Values;
  published: Values | null;
}

export type PushedTypes = Record<string, PushedType>;

/** A model that follows from another one: some types and fields stay, and others are added, changed, renamed, replaced or left out. */
export function nextTypes(before: PushedTypes, random: Random, isInUse: (apiId: string) => boolean): PushedTypes {
  const next: PushedTypes = {};
  for (const apiId of COMPONENTS) step(apiId, 'component');
  for (const apiId of ENTRY_TYPES) step(apiId, 'entry');
  return next;

  function step(apiId: string, kind: PushedType['kind']): void {
    const was = before[apiId];
    if (was === undefined) {
      if (random.chance(kind === 'component' ? 0.9 : 0.7)) next[apiId] = changedType(freshType(kind), next, random);
      return;
    }
    if (random.chance(0.15) && !isInUse(apiId)) return;
    const type = structuredClone(was);
    for (const field of [...type.fields, ...type.hidden]) {
      delete field.previous;
      delete field.restore;
    }
    next[apiId] = random.chance(0.85) ? changedType(type, next, random) : type;
  }
}

function freshType(kind: PushedType['kind']): PushedType {
  return { uid: unique(), kind, name: 'New', display: null, fields: [], hidden: [] };
}

function changedType(type: PushedType, around: PushedTypes, random: Random): PushedType {
  const making = {
    around,
    random,
    taken: new Set(type.fields.map(({ id }) => id)),
    known: new Set(type.fields.map(({ uid }) => uid)),
  };
  const changes = 1 + random.below(4);
  for (let change = 0; change < changes; change++) changeSomething(type, making);
  if (type.fields.length === 0) addField(type, making);
  if (random.chance(0.3)) type.name = random.pick(WORDS);
  if (random.chance(0.3)) type.fields = type.fields.toSorted(() => random.unit() - 0.5);
  const titles = type.fields.filter((field) => field.type === 'string').map(({ uid }) => uid);
  if (random.chance(0.3) || !titles.includes(type.display ?? ''))
    type.display = random.maybe(0.7, [...titles, '']) || null;
  takeOver(type);
  return type;
}

interface Making {
  readonly around: PushedTypes;
  readonly random: Random;
  /** Ids that a field had before the push, or got in it: these go to no other. */
  readonly taken: Set<string>;
  /** The fields that were there before the push. */
  readonly known: ReadonlySet<string>;
}

function changeSomething(type: PushedType, making: Making): void {
  const { random, known } = making;
  const turn = random.unit();
  const field = type.fields[random.below(Math.max(1, type.fields.length))];
  if (field === undefined || turn < 0.25) addField(type, making);
  // What is new in this push stays as it is.
  else if (!known.has(field.uid)) return;
  else if (turn < 0.4) hide(type, field);
  else if (turn < 0.5) rename(type, field, making);
  else if (turn < 0.58) replace(type, field, making);
  else if (turn < 0.8) setRules(type, field, random);
  else setShape(field, making);
}

function setShape(field: PushedField, making: Making): void {
  const { random } = making;
  if (field.type === 'blocks') field.components = someComponents(making);
  else if (random.chance(0.7)) field.localized = !field.localized;
  field.name = random.pick(WORDS);
}

function setRules(type: PushedType, field: PushedField, random: Random): void {
  field.required = random.chance(0.3);
  field.unique = type.kind === 'entry' && (field.type === 'string' || field.type === 'integer') && random.chance(0.7);
}

function addField(type: PushedType, making: Making): void {
  const { random, taken } = making;
  const free = FIELD_IDS.filter((id) => !taken.has(id));
  if (free.length === 0 || type.fields.length >= FIELDS_MAX) return;
  const id = random.pick(free);
  taken.add(id);
  type.fields.push(fieldOf(type, id, kindOf(type, making), making));
}

function kindOf(type: PushedType, { around, random }: Making): PushedField['type'] {
  const hasComponents = Object.values(around).some(({ kind }) => kind === 'component');
  return type.kind === 'entry' && hasComponents && random.chance(0.3) ? 'blocks' : random.pick(SCALARS);
}

/** A new field, or a hidden one of that id and type again. */
function fieldOf(type: PushedType, id: string, kind: PushedField['type'], making: Making): PushedField {
  const { random } = making;
  const settings = {
    name: random.pick(WORDS),
    required: false,
    unique: false,
    localized: kind !== 'blocks' && random.chance(0.5),
    components: kind === 'blocks' ? someComponents(making) : [],
  };
  const twins = type.hidden.filter((field) => field.id === id && field.type === kind);
  const [twin] = twins;
  if (twins.length === 1 && twin !== undefined && random.chance(0.7)) {
    type.hidden = type.hidden.filter((field) => field !== twin);
    return { ...twin, ...settings, restore: true };
  }
  const fresh = { uid: unique(), id, type: kind, ...settings, former: [] };
  return twin === undefined ? fresh : { ...fresh, restore: false };
}

function someComponents({ around, random }: Making): readonly string[] {
  const there = Object.keys(around).filter((apiId) => around[apiId]?.kind === 'component');
  const some = there.filter(() => random.chance(0.6));
  return some.length === 0 ? [random.pick(there)] : some;
}

function hide(type: PushedType, field: PushedField): void {
  type.fields = type.fields.filter((one) => one !== field);
  if (field.previous === undefined) type.hidden.push(field);
  // What is renamed and left out at once is just left out, under the id that it had.
  else type.hidden.push({ ...field, id: field.previous, former: field.former.filter((id) => id !== field.previous) });
}

function rename(type: PushedType, field: PushedField, { random, taken }: Making): void {
  const free = FIELD_IDS.filter((id) => !taken.has(id) && !type.hidden.some((one) => one.id === id));
  if (free.length === 0 || field.previous !== undefined) return;
  const id = random.pick(free);
  taken.add(id);
  field.previous = field.id;
  field.former = [...field.former.filter((one) => one !== id), field.id];
  field.id = id;
}

function replace(type: PushedType, field: PushedField, making: Making): void {
  if (field.previous !== undefined) return;
  const kind = kindOf(type, making);
  if (kind === field.type) return;
  const at = type.fields.indexOf(field);
  hide(type, field);
  type.fields.splice(at, 0, fieldOf(type, field.id, kind, making));
}

/** An id leads to one field: a field takes its own from the former ids of others. */
function takeOver(type: PushedType): void {
  const ids = new Set(type.fields.map(({ id }) => id));
  for (const field of type.fields) field.former = field.former.filter((id) => !ids.has(id));
}

/** The body of a push. */
export function declarationOf(types: PushedTypes): Record<string, unknown>[] {
  return Object.entries(types).map(([api_id, { kind, name, display, fields }]) => ({
    api_id,
    kind,
    name,
    display_field: fields.find(({ uid }) => uid === display)?.id ?? null,
    fields: fields.map(({ id, type, name, required, localized, unique, components, previous, restore }) => ({
      ...{ id, type, name, required, localized, unique },
      ...(type === 'blocks' ? { components } : {}),
      ...(previous === undefined ? {} : { previous_id: previous }),
      ...(restore === undefined ? {} : { restore }),
    })),
  }));
}

/** The same as `GET` answers it, by `api_id`. */
export function modelShown(types: PushedTypes): Record<string, unknown> {
  return Object.fromEntries(
    declarationOf(types).map(({ fields, ...type }) => [
      type.api_id,
      {
        ...type,
        fields: (fields as Record<string, unknown>[]).map(({ previous_id: _, restore: __, ...field }, index) => ({
          ...field,
          former: [...(types[String(type.api_id)]?.fields[index]?.former ?? [])].sort(),
        })),
      },
    ]),
  );
}

/** What is seen of the values of an entry, or of a block, in which only localized fields have values by locale. */
export function shownValues(
  types: PushedTypes,
  type: PushedType | undefined,
  values: Values,
  isInside = false,
): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const field of type?.fields ?? []) {
    const seen = seenOf(types, field, values);
    if (Object.keys(seen).length > 0) shown[field.id] = isInside && !field.localized ? seen[DEFAULT] : seen;
  }
  return shown;
}

/** The values of a field that are seen, by locale. */
export function seenOf(types: PushedTypes, field: PushedField, values: Values): Record<string, unknown> {
  const all = Object.entries(values[field.uid] ?? {}).filter(([locale]) => field.localized || locale === DEFAULT);
  if (field.type !== 'blocks') return Object.fromEntries(all);
  const lists = all.map(([locale, blocks]): [string, unknown[]] => [
    locale,
    blocksSeen(types, field, blocks as Block[]).map(({ id, type, values: inside }) => ({
      ...{ id, type },
      fields: shownValues(types, types[type], inside, true),
    })),
  ]);
  return Object.fromEntries(lists.filter(([, blocks]) => blocks.length > 0));
}

export function blocksSeen(types: PushedTypes, { components }: PushedField, blocks: readonly Block[]): Block[] {
  return blocks.filter(({ type, uid }) => components.includes(type) && types[type]?.uid === uid);
}

/** Random values of the fields of a type. */
export function someValues(types: PushedTypes, type: PushedType, random: Random): Values {
  const values: Values = {};
  for (const field of type.fields)
    for (const locale of field.localized ? LOCALES : [DEFAULT])
      if (random.chance(0.6)) values[field.uid] = { ...values[field.uid], [locale]: someValue(types, field, random) };
  return values;
}

export function someValue(types: PushedTypes, { type, components }: PushedField, random: Random): unknown {
  if (type === 'integer') return random.below(3);
  if (type === 'boolean') return random.chance(0.5);
  if (type !== 'blocks') return random.pick(WORDS) + random.below(2);
  return Array.from({ length: 1 + random.below(2) }, (): Block => {
    const component = random.pick(components);
    const known = types[component];
    if (known === undefined) throw new Error(`There is no component ${component}.`);
    return { id: unique(), uid: known.uid, type: component, values: someValues(types, known, random) };
  });
}
