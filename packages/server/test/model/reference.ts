/**
 * The rules of content in plain data: what a small installation holds and what readers must see of it. It is written
 * from the interface documents alone and shares no code with the product, so that the two can disagree.
 * Values stand under numbers of fields and locales that are never given twice; hidden ones simply stay behind.
 */

export type Value = string | number;
export type FieldKind = 'string' | 'slug' | 'integer' | 'entry';
/** Field number → locale number → value. */
export type Doc = Record<number, Record<number, Value>>;
export type Status = 'draft' | 'published' | 'changed' | 'archived';

export interface FieldState {
  readonly number: number;
  id: string;
  readonly kind: FieldKind;
  localized: boolean;
  readonly required: boolean;
  readonly unique: boolean;
}

export interface TypeState {
  readonly apiId: string;
  /** Number of the slug field; null for types without one. */
  readonly slug: number | null;
  /** Number of the display field. */
  readonly display: number;
  fields: FieldState[];
  hidden: FieldState[];
}

export interface LocaleState {
  readonly number: number;
  readonly code: string;
  /** The server's id of it. */
  readonly id: string;
  fallback: number | null;
}

export interface EntryState {
  readonly key: string;
  readonly type: string;
  status: Status;
  draft: Doc;
  published: Doc | null;
  publishedAt: string | null;
  version: number;
}

/** Everything that one environment holds. The first locale is the default one and stays it. */
export interface State {
  /** What ids of this environment carry. */
  code: string;
  locales: LocaleState[];
  types: TypeState[];
  entries: Record<string, EntryState>;
  nextNumber: number;
}

/** What a reader must see of one entry. */
export interface Shown {
  readonly content_type: string;
  readonly slug: string | null;
  readonly fields: Record<string, unknown>;
  readonly published_at: string | null;
}

export function defaultLocale(state: State): LocaleState {
  const [first] = state.locales;
  if (first === undefined) throw new Error('The reference lost its default locale.');
  return first;
}

export function typeOf(state: State, apiId: string): TypeState {
  const type = state.types.find((candidate) => candidate.apiId === apiId);
  if (type === undefined) throw new Error(`The reference has no type ${apiId}.`);
  return type;
}

/** The locale and what stands in for it, in order. */
export function chain(state: State, locale: number): number[] {
  const numbers: number[] = [];
  let next: number | null = locale;
  while (next !== null && !numbers.includes(next)) {
    numbers.push(next);
    next = state.locales.find((candidate) => candidate.number === next)?.fallback ?? null;
  }
  return numbers;
}

/** The value shown in a locale, with fallback. A field that is not localized has that of the default locale alone. */
export function resolve(state: State, field: FieldState, doc: Doc, locale: number): Value | undefined {
  const values = doc[field.number];
  if (values === undefined) return undefined;
  if (!field.localized) return values[defaultLocale(state).number];
  for (const number of chain(state, locale)) {
    if (values[number] !== undefined) return values[number];
  }
  return undefined;
}

/** What the delivery plane shows, by key; `locale` null stands for `*`. */
export function deliveryOf(state: State, locale: number | null): Record<string, Shown> {
  const shown: Record<string, Shown> = {};
  for (const entry of Object.values(state.entries)) {
    if (entry.published !== null) shown[entry.key] = show(state, entry, entry.published, locale);
  }
  return shown;
}

/** What the preview plane shows, by key. */
export function previewOf(state: State, locale: number | null): Record<string, Shown & { status: Status }> {
  const shown: Record<string, Shown & { status: Status }> = {};
  for (const entry of Object.values(state.entries)) {
    if (entry.status !== 'archived')
      shown[entry.key] = { ...show(state, entry, entry.draft, locale), status: entry.status };
  }
  return shown;
}

function show(state: State, entry: EntryState, doc: Doc, locale: number | null): Shown {
  const type = typeOf(state, entry.type);
  const fields: Record<string, unknown> = {};
  for (const field of type.fields) {
    const value =
      locale === null ? rawMap(state, field, doc) : goesOut(state, field, resolve(state, field, doc, locale));
    if (value !== undefined) fields[field.id] = value;
  }
  const slugField = type.fields.find((field) => field.number === type.slug);
  const slug = slugField && resolve(state, slugField, doc, locale ?? defaultLocale(state).number);
  return {
    content_type: entry.type,
    slug: slug === undefined ? null : String(slug),
    fields,
    published_at: entry.publishedAt,
  };
}

function rawMap(state: State, field: FieldState, doc: Doc): Record<string, unknown> | undefined {
  const map: Record<string, unknown> = {};
  for (const locale of field.localized ? state.locales : [defaultLocale(state)]) {
    const value = doc[field.number]?.[locale.number];
    if (value !== undefined) map[locale.code] = goesOut(state, field, value);
  }
  return Object.keys(map).length === 0 ? undefined : map;
}

function goesOut(state: State, field: FieldState, value: Value | undefined): unknown {
  return field.kind === 'entry' && value !== undefined ? { type: 'entry', id: idOf(state, String(value)) } : value;
}

export function idOf(state: State, key: string): string {
  return `ent_${state.code}_${key}`;
}

/** Whether two entries of a type hold one slug in some locale, with their drafts or published states. */
export function slugsMeet(state: State): boolean {
  return state.types.some((type) => {
    const field = type.fields.find((candidate) => candidate.number === type.slug);
    return field !== undefined && state.locales.some((locale) => meets(state, type, field, locale.number));
  });
}

function meets(state: State, type: TypeState, field: FieldState, locale: number): boolean {
  const holders = new Map<Value, string>();
  for (const entry of Object.values(state.entries).filter((candidate) => candidate.type === type.apiId)) {
    for (const doc of entry.published === null ? [entry.draft] : [entry.draft, entry.published]) {
      const slug = resolve(state, field, doc, locale);
      if (slug === undefined) continue;
      const holder = holders.get(slug) ?? entry.key;
      if (holder !== entry.key) return true;
      holders.set(slug, entry.key);
    }
  }
  return false;
}

/** Whether the draft may be published: what is required, unique values, links, and a slug where the type has one. */
export function publishable(state: State, entry: EntryState): boolean {
  const type = typeOf(state, entry.type);
  const base = defaultLocale(state).number;
  return type.fields.every((field) => {
    const own = entry.draft[field.number]?.[base];
    if (field.required && own === undefined) return false;
    if (
      field.required &&
      state.locales.some((locale) => resolve(state, field, entry.draft, locale.number) === undefined)
    )
      return false;
    if (field.number === type.slug && resolve(state, field, entry.draft, base) === undefined) return false;
    if (field.unique && own !== undefined && publishedElsewhere(state, entry, field, own)) return false;
    return (
      field.kind !== 'entry' ||
      visibleValues(state, field, entry.draft).every((key) => state.entries[String(key)] !== undefined)
    );
  });
}

function publishedElsewhere(state: State, entry: EntryState, field: FieldState, value: Value): boolean {
  return Object.values(state.entries).some(
    (other) =>
      other.key !== entry.key &&
      other.type === entry.type &&
      other.published?.[field.number]?.[defaultLocale(state).number] === value,
  );
}

/** The values of a field that its settings let be seen, in living locales. */
export function visibleValues(state: State, field: FieldState, doc: Doc): Value[] {
  const locales = field.localized ? state.locales : [defaultLocale(state)];
  return locales.map((locale) => doc[field.number]?.[locale.number]).filter((value) => value !== undefined);
}

/** Every state of every entry of a type. */
export function docsOf(state: State, apiId: string): Doc[] {
  return Object.values(state.entries)
    .filter((entry) => entry.type === apiId)
    .flatMap((entry) => (entry.published === null ? [entry.draft] : [entry.draft, entry.published]));
}

/** Whether two documents show alike, whatever is hidden in them. */
export function sameShown(state: State, type: TypeState, one: Doc, other: Doc): boolean {
  const picture = (doc: Doc) => JSON.stringify(type.fields.map((field) => rawMap(state, field, doc)));
  return picture(one) === picture(other);
}
