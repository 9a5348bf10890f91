/**
 * The operations of the model test: what is generated, and what each means in a given state — the request it sends,
 * the state it leads to, and the refusals that are right. Numbers in a generated operation pick among what exists.
 */
import fc from 'fast-check';
import {
  chain,
  type Doc,
  defaultLocale,
  docsOf,
  type EntryState,
  type FieldState,
  idOf,
  type LocaleState,
  publishable,
  type State,
  slugsMeet,
  type TypeState,
  typeOf,
  type Value,
  visibleValues,
} from './reference.ts';

const KEYS = 6;
const WORDS = ['alpha', 'beta', 'gamma', 'Delta'] as const;
/** An empty text is a value too, but whether it satisfies `required` the documents leave open. */
const TEXTS = [...WORDS, ''] as const;
const SLUGS = ['red', 'green', 'alpha', 'beta'] as const;
const CODES = ['de', 'fr', 'nl'] as const;
const FIELD_NAMES = ['one', 'two', 'three', 'four', 'five', 'six'] as const;

/** One field value that is generated: `none` removes. */
interface Piece {
  readonly field: number;
  readonly locale: number;
  readonly value: number;
  readonly none: boolean;
}

/** Which entry: one that is there, or with `stray` whatever has the key. */
interface Chosen {
  readonly key: number;
  readonly stray: boolean;
}

export type Operation =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'create' | 'put';
      readonly type: number;
      readonly key: number;
      /** Word of the title; over the last one there is none. */
      readonly title: number;
      readonly pieces: readonly Piece[];
      readonly slug: number | null;
    }
  | (Chosen & { readonly kind: 'patch'; readonly pieces: readonly Piece[]; readonly slug: number | null })
  | (Chosen & { readonly kind: 'act'; readonly action: (typeof ACTIONS)[number] })
  | { readonly kind: 'rename' | 'show'; readonly type: number; readonly field: number; readonly name: number }
  | {
      readonly kind: 'hide' | 'retype' | 'flip';
      readonly type: number;
      readonly field: number;
      readonly confirm: boolean;
    }
  | { readonly kind: 'addLocale'; readonly code: number; readonly fallback: number | null }
  | { readonly kind: 'fallback'; readonly locale: number; readonly fallback: number | null }
  | { readonly kind: 'dropLocale'; readonly locale: number; readonly confirm: boolean };

const ACTIONS = [
  'publish',
  'publish',
  'publish',
  'publish',
  'unpublish',
  'unpublish',
  'archive',
  'unarchive',
  'unarchive',
  'delete',
] as const;

/** What an operation means in a state. */
export interface Plan {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: Record<string, unknown>;
  /** The state afterwards, where it may succeed. */
  readonly next: State | null;
  /** Error codes that are right, where it may be refused. */
  readonly refusals: readonly string[];
  /** Key of the entry whose version, status and slug the answer tells. */
  readonly entry?: string;
  /** Code of the locale that the answer's id belongs to. */
  readonly locale?: string;
}

const small = (max: number) => fc.integer({ min: 0, max });
const maybe = (max: number) => fc.option(small(max), { nil: null, freq: 6 });
const pieces = fc.array(
  fc.record({
    field: small(9),
    locale: small(3),
    value: small(9),
    none: fc.integer({ min: 0, max: 5 }).map((n) => n === 5),
  }),
  { maxLength: 4 },
);
const type = fc.constantFrom(0, 0, 1);
const key = small(KEYS - 1);
/** Most operations are on entries that are there. */
const stray = fc.integer({ min: 0, max: 14 }).map((n) => n === 14);

/** Any operation; what fails shrinks towards doing nothing. */
export const operation: fc.Arbitrary<Operation> = fc.oneof(
  { withCrossShrink: true },
  { weight: 1, arbitrary: fc.constant<Operation>({ kind: 'nothing' }) },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constantFrom('create' as const, 'put' as const),
      type,
      key,
      title: small(WORDS.length),
      pieces,
      slug: fc.option(small(3), { nil: null, freq: 2 }),
    }),
  },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constant('patch' as const),
      key,
      stray,
      pieces,
      slug: fc.option(small(3), { nil: null, freq: 2 }),
    }),
  },
  {
    weight: 20,
    arbitrary: fc.record({ kind: fc.constant('act' as const), key, stray, action: fc.constantFrom(...ACTIONS) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('rename' as const, 'show' as const, 'show' as const),
      type,
      field: small(9),
      name: small(5),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('hide' as const, 'retype' as const, 'flip' as const),
      type,
      field: small(9),
      confirm: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('addLocale' as const), code: small(2), fallback: maybe(3) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('fallback' as const), locale: small(3), fallback: maybe(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('dropLocale' as const), locale: small(3), confirm: fc.boolean() }),
  },
);

/** What the operation means in the state; null where it means nothing there. */
export function plan(state: State, operation: Operation, paths: { base: string; space: string }): Plan | null {
  switch (operation.kind) {
    case 'nothing':
      return null;
    case 'create':
    case 'put':
      return planSave(state, operation, paths.base);
    case 'patch':
      return planPatch(state, operation);
    case 'act':
      return planAction(state, keyOf(state, operation), operation.action);
    case 'rename':
    case 'show':
    case 'hide':
    case 'retype':
    case 'flip':
      return planModel(state, operation);
    default:
      return planLocale(state, operation, paths.space);
  }
}

function planSave(state: State, operation: Extract<Operation, { kind: 'create' | 'put' }>, base: string): Plan {
  const entryKey = `k${operation.key}`;
  const standing = state.entries[entryKey];
  const put = operation.kind === 'put';
  const type = standing !== undefined && put ? typeOf(state, standing.type) : pick(state.types, operation.type);
  const { fields, changes } = writes(state, type, titled(type, operation), { slugs: false });
  const next = structuredClone(state);
  const draft: Doc = {};
  if (put && standing !== undefined) carryHidden(state, type, standing.draft, draft);
  applyChanges(draft, changes);
  const refusals: string[] = [];
  if (standing !== undefined && !put) refusals.push('conflict');
  if (standing?.status === 'archived' && put) refusals.push('invalid_transition');
  const slug = operation.slug === null ? undefined : pick(SLUGS, operation.slug);
  refusals.push(...applySlug(state, type, draft, slug));
  next.entries[entryKey] = saved(standing, { key: entryKey, type: type.apiId, draft });
  const body = { content_type_id: type.apiId, fields, ...(slug === undefined ? {} : { slug }) };
  return settled(next, refusals, {
    method: put ? 'PUT' : 'POST',
    path: put ? `${base}/entries/${entryKey}` : `${base}/entries`,
    body: put ? body : { ...body, key: entryKey },
    entry: entryKey,
  });
}

function planPatch(state: State, operation: Extract<Operation, { kind: 'patch' }>): Plan {
  const entryKey = keyOf(state, operation);
  const path = `/entries/${idOf(state, entryKey)}`;
  const standing = state.entries[entryKey];
  if (standing === undefined)
    return { method: 'PATCH', path, body: { fields: {} }, next: null, refusals: ['not_found'] };
  const type = typeOf(state, standing.type);
  const { fields, changes } = writes(state, type, operation.pieces, { slugs: operation.slug === null });
  const draft = structuredClone(standing.draft);
  applyChanges(draft, changes);
  const slug = operation.slug === null ? undefined : pick(SLUGS, operation.slug);
  const refusals = applySlug(state, type, draft, slug);
  if (standing.status === 'archived') refusals.push('invalid_transition');
  const next = structuredClone(state);
  next.entries[entryKey] = saved(standing, { key: entryKey, type: type.apiId, draft });
  const body = { fields, ...(slug === undefined ? {} : { slug }) };
  return settled(next, refusals, { method: 'PATCH', path, body, entry: entryKey });
}

/** The pieces with the title before them, so that most entries can be published. */
function titled(
  type: TypeState,
  operation: { readonly title: number; readonly pieces: readonly Piece[] },
): readonly Piece[] {
  if (operation.title >= WORDS.length) return operation.pieces;
  const open = type.fields.filter((field) => field.number !== type.slug);
  const field = open.findIndex((candidate) => candidate.number === type.display);
  return [{ field, locale: 0, value: operation.title, none: false }, ...operation.pieces];
}

function saved(standing: EntryState | undefined, now: { key: string; type: string; draft: Doc }): EntryState {
  if (standing === undefined) return { ...now, status: 'draft', published: null, publishedAt: null, version: 0 };
  return { ...structuredClone(standing), draft: now.draft };
}

function keyOf(state: State, chosen: Chosen): string {
  const keys = Object.keys(state.entries);
  return chosen.stray || keys.length === 0 ? `k${chosen.key}` : pick(keys, chosen.key);
}

function planAction(state: State, entryKey: string, action: (typeof ACTIONS)[number]): Plan {
  const id = idOf(state, entryKey);
  const plan =
    action === 'delete'
      ? ({ method: 'DELETE', path: `/entries/${id}` } as const)
      : ({ method: 'POST', path: `/entries/${id}/${action}` } as const);
  const standing = state.entries[entryKey];
  if (standing === undefined) return { ...plan, next: null, refusals: ['not_found'] };
  const next = structuredClone(state);
  const entry = next.entries[entryKey];
  if (entry === undefined) throw new Error('A clone without its entry.');
  if (action === 'delete') {
    delete next.entries[entryKey];
    return { ...plan, next, refusals: [] };
  }
  const allowed = {
    publish: ['draft', 'published', 'changed'],
    unpublish: ['published', 'changed'],
    archive: ['draft', 'published', 'changed', 'archived'],
    unarchive: ['archived'],
  }[action];
  if (!allowed.includes(standing.status)) return { ...plan, next: null, refusals: ['invalid_transition'] };
  if (action === 'publish' && !publishable(state, standing)) {
    const unchanged = standing.status === 'published' ? next : null;
    return { ...plan, next: unchanged, refusals: ['validation_failed'], entry: entryKey };
  }
  if (action === 'publish') {
    entry.published = structuredClone(entry.draft);
    entry.status = 'published';
  } else {
    entry.published = null;
    entry.publishedAt = null;
    entry.status = action === 'archive' ? 'archived' : 'draft';
  }
  return { ...plan, next, refusals: [], entry: entryKey };
}

function planModel(
  state: State,
  operation: Extract<Operation, { kind: 'rename' | 'show' | 'hide' | 'retype' | 'flip' }>,
): Plan | null {
  const next = structuredClone(state);
  const type = pick(next.types, operation.type);
  const change = changeOfModel(next, type, operation);
  if (change === null) return null;
  const refusals = change.loses === 'yes' && !change.confirm ? ['field_has_data'] : [];
  const meets = slugsMeet(next);
  const fields = type.fields.map((field) => fieldBody(field, change.previous));
  return {
    method: 'PATCH',
    path: `/content-types/ctp_${state.code}_${type.apiId}${change.confirm ? '?confirm_data_loss=true' : ''}`,
    body: { fields },
    next: refusals.length > 0 || meets ? null : next,
    refusals: meets ? [...refusals, 'conflict'] : refusals,
  };
}

interface ModelChange {
  readonly confirm: boolean;
  /** Whether data would be hidden that a reader could see. */
  readonly loses: 'yes' | 'no';
  readonly previous?: { readonly number: number; readonly id: string };
}

/** Changes the type as the operation says; null where it means nothing. */
function changeOfModel(
  state: State,
  type: TypeState,
  operation: Extract<Operation, { kind: 'rename' | 'show' | 'hide' | 'retype' | 'flip' }>,
): ModelChange | null {
  const field = pick(type.fields, operation.field);
  const fixed = field.number === type.display || field.number === type.slug;
  const docs = docsOf(state, type.apiId);
  switch (operation.kind) {
    case 'rename': {
      const id = pick(FIELD_NAMES, operation.name);
      if ([...type.fields, ...type.hidden].some((other) => other.id === id) || fixed) return null;
      const previous = { number: field.number, id: field.id };
      field.id = id;
      return { confirm: false, loses: 'no', previous };
    }
    case 'show': {
      const hidden = type.hidden.find((candidate) => !type.fields.some((other) => other.id === candidate.id));
      if (hidden === undefined) return null;
      type.hidden = type.hidden.filter((candidate) => candidate !== hidden);
      type.fields.push(hidden);
      return { confirm: false, loses: 'no' };
    }
    case 'flip': {
      if (field.unique) return null;
      const others =
        field.localized &&
        docs.some((doc) =>
          Object.keys(doc[field.number] ?? {}).some((number) => Number(number) !== defaultLocale(state).number),
        );
      const visible =
        field.localized &&
        docs.some((doc) => state.locales.slice(1).some((locale) => doc[field.number]?.[locale.number] !== undefined));
      field.localized = !field.localized;
      return losing(operation.confirm, visible, others);
    }
    default: {
      if (fixed || field.unique) return null;
      const any = docs.some((doc) => Object.keys(doc[field.number] ?? {}).length > 0);
      const visible = docs.some((doc) => visibleValues(state, field, doc).length > 0);
      const kind = field.kind === 'string' ? 'integer' : 'string';
      if (operation.kind === 'retype') retype(state, type, field, kind);
      else type.fields = type.fields.filter((other) => other !== field);
      type.hidden.push(field);
      return losing(operation.confirm, visible, any);
    }
  }
}

/** Where only hidden data would be lost the documents do not say, so it is always confirmed. */
function losing(confirm: boolean, visible: boolean, any: boolean): ModelChange {
  return { confirm: confirm || visible !== any, loses: visible ? 'yes' : 'no' };
}

function retype(state: State, type: TypeState, field: FieldState, kind: 'integer' | 'string'): void {
  const back = type.hidden.find((candidate) => candidate.id === field.id && candidate.kind === kind);
  if (back !== undefined) {
    type.hidden = type.hidden.filter((candidate) => candidate !== back);
    back.localized = field.localized;
  }
  const fresh = back ?? { ...field, kind, number: state.nextNumber++ };
  type.fields = type.fields.map((other) => (other === field ? fresh : other));
}

function planLocale(
  state: State,
  operation: Extract<Operation, { kind: 'addLocale' | 'fallback' | 'dropLocale' }>,
  space: string,
): Plan | null {
  const next = structuredClone(state);
  if (operation.kind === 'addLocale') {
    const code = pick(CODES, operation.code);
    const fallback = operation.fallback === null ? null : pick(state.locales, operation.fallback);
    const body = { code, fallback: fallback?.code ?? null };
    const taken = state.locales.some((locale) => locale.code === code);
    next.locales.push({ number: next.nextNumber++, code, id: '', fallback: fallback?.number ?? null });
    return {
      method: 'POST',
      path: `${space}/locales`,
      body,
      next: taken ? null : next,
      refusals: taken ? ['conflict'] : [],
      locale: code,
    };
  }
  const locale = pick(next.locales, operation.locale);
  const path = `${space}/locales/${locale.id}`;
  if (operation.kind === 'fallback') {
    const fallback = operation.fallback === null ? null : pick(state.locales, operation.fallback);
    const loops = fallback !== null && chain(state, fallback.number).includes(locale.number);
    locale.fallback = fallback?.number ?? null;
    const refusals = loops ? ['validation_failed', 'conflict'] : slugsMeet(next) ? ['conflict'] : [];
    return {
      method: 'PATCH',
      path,
      body: { fallback: fallback?.code ?? null },
      next: refusals.length > 0 ? null : next,
      refusals,
    };
  }
  return planDrop(state, next, locale, { path, confirm: operation.confirm });
}

function planDrop(state: State, next: State, locale: LocaleState, request: { path: string; confirm: boolean }): Plan {
  const holds = (fields: (type: TypeState) => FieldState[]) =>
    state.types.some((type) =>
      docsOf(state, type.apiId).some((doc) =>
        fields(type).some((field) => doc[field.number]?.[locale.number] !== undefined),
      ),
    );
  const isFallback = state.locales.some((other) => other.fallback === locale.number);
  const visible = holds((type) => type.fields.filter((field) => field.localized)) || isFallback;
  const any = holds((type) => [...type.fields, ...type.hidden]) || isFallback;
  const confirm = request.confirm || visible !== any;
  const refusals: string[] = [];
  if (locale.number === defaultLocale(state).number || (visible && !confirm)) refusals.push('conflict');
  for (const other of next.locales) if (other.fallback === locale.number) other.fallback = locale.fallback;
  next.locales = next.locales.filter((other) => other !== locale);
  if (refusals.length === 0 && slugsMeet(next)) refusals.push('conflict');
  const path = `${request.path}${confirm ? '?confirm_data_loss=true' : ''}`;
  return { method: 'DELETE', path, next: refusals.length > 0 ? null : next, refusals };
}

/** A save succeeds unless something speaks against it; two entries with one slug do. */
function settled(
  next: State,
  refusals: string[],
  request: Pick<Plan, 'method' | 'path' | 'entry'> & { body: Record<string, unknown> },
): Plan {
  const all = slugsMeet(next) ? [...refusals, 'slug_conflict'] : refusals;
  return { ...request, next: all.length > 0 ? null : next, refusals: all };
}

function applySlug(state: State, type: TypeState, draft: Doc, slug: string | undefined): string[] {
  if (slug === undefined) return [];
  if (type.slug === null) return ['validation_failed'];
  draft[type.slug] = { ...draft[type.slug], [defaultLocale(state).number]: slug };
  return [];
}

/** What a replacing save leaves as it is: what nobody sees today, and the slug in the default locale. */
function carryHidden(state: State, type: TypeState, from: Doc, to: Doc): void {
  const base = defaultLocale(state).number;
  for (const [number, values] of Object.entries(from)) {
    const field = type.fields.find((candidate) => candidate.number === Number(number));
    const seen = field?.localized === true ? state.locales.map((locale) => locale.number) : [base];
    const kept = Object.entries(values).filter(([locale]) => {
      const isSlug = field?.number === type.slug && Number(locale) === base;
      return field === undefined || isSlug || !seen.includes(Number(locale));
    });
    if (kept.length > 0) to[Number(number)] = Object.fromEntries(kept);
  }
}

interface Change {
  readonly field: FieldState;
  readonly locale: LocaleState;
  readonly value: Value | null;
}

/** The generated pieces as a body's `fields`, and as changes of a document. */
function writes(
  state: State,
  type: TypeState,
  pieces: readonly Piece[],
  allow: { slugs: boolean },
): { fields: Record<string, unknown>; changes: Change[] } {
  const open = type.fields.filter((field) => field.number !== type.slug || allow.slugs);
  const maps: Record<string, Record<string, unknown>> = {};
  const changes: Change[] = [];
  for (const piece of pieces) {
    const field = pick(open, piece.field);
    const locale = field.localized ? pick(state.locales, piece.locale) : defaultLocale(state);
    if (maps[field.id]?.[locale.code] !== undefined) continue;
    const value = piece.none && field.number !== type.slug ? null : valueFor(field, piece.value);
    maps[field.id] = { ...maps[field.id], [locale.code]: value };
    changes.push({ field, locale, value });
  }
  return { fields: maps, changes };
}

function valueFor(field: FieldState, number: number): Value {
  if (field.kind === 'integer') return number;
  if (field.kind === 'slug') return pick(SLUGS, number);
  return field.kind === 'entry' ? `k${number % KEYS}` : pick(field.required ? WORDS : TEXTS, number);
}

function applyChanges(doc: Doc, changes: readonly Change[]): void {
  for (const { field, locale, value } of changes) {
    const values = { ...doc[field.number] };
    if (value === null) delete values[locale.number];
    else values[locale.number] = value;
    doc[field.number] = values;
  }
}

/** A field as the API takes it. */
export function fieldBody(
  field: FieldState,
  previous?: { readonly number: number; readonly id: string },
): Record<string, unknown> {
  return {
    id: field.id,
    name: field.id,
    type: field.kind,
    localized: field.localized,
    required: field.required,
    unique: field.unique,
    ...(previous?.number === field.number ? { previous_id: previous.id } : {}),
  };
}

function pick<T>(among: readonly T[], number: number): T {
  const picked = among[number % among.length];
  if (picked === undefined) throw new Error('There is nothing to pick from.');
  return picked;
}
