/**
 * What writes may do to content: the rules of slugs, unique values and publishing, on the state that the oracle shows.
 * Values stand under numbers of fields and locales that are never given twice; hidden ones simply stay behind.
 */
import {
  type Content,
  defaultLocale,
  type Entry,
  type Field,
  type Locale,
  type Type,
  valueIn,
} from '../../../../testing/src/oracle/content.ts';
import { shownFields } from '../../../../testing/src/oracle/showing.ts';

export type Value = string | number;
/** Field number → locale number → value. */
export type Doc = Record<number, Record<number, Value>>;

export interface FieldState extends Field {
  readonly number: number;
  id: string;
  readonly type: 'string' | 'slug' | 'integer' | 'entry';
  localized: boolean;
  readonly required: boolean;
  readonly unique: boolean;
}

export interface TypeState extends Type {
  readonly slug: number | null;
  readonly display: number;
  fields: FieldState[];
  hidden: FieldState[];
}

export interface LocaleState extends Locale {
  readonly number: number;
  /** The server's id of it. */
  readonly id: string;
  fallback: number | null;
}

export interface EntryState extends Entry {
  status: Entry['status'];
  draft: Doc;
  published: Doc | null;
  publishedAt: number | null;
  version: number;
}

/** Everything that one environment holds. */
export interface State extends Content {
  /** What ids of this environment carry. */
  code: string;
  locales: LocaleState[];
  types: TypeState[];
  entries: Record<string, EntryState>;
  nextNumber: number;
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
  const holders = new Map<unknown, string>();
  for (const entry of Object.values(state.entries).filter((candidate) => candidate.type === type.apiId)) {
    for (const doc of entry.published === null ? [entry.draft] : [entry.draft, entry.published]) {
      const slug = valueIn(state, field, doc, locale);
      if (slug === undefined) continue;
      const holder = holders.get(slug) ?? entry.key;
      if (holder !== entry.key) return true;
      holders.set(slug, entry.key);
    }
  }
  return false;
}

/** Whether the draft may be published: what is required, unique values, links, and a slug where the type has one. */
export function publishable(state: State, type: TypeState, entry: EntryState): boolean {
  const base = defaultLocale(state).number;
  return type.fields.every((field) => {
    const own = entry.draft[field.number]?.[base];
    const isMissing = (locale: LocaleState) => valueIn(state, field, entry.draft, locale.number) === undefined;
    if (field.required && (own === undefined || state.locales.some(isMissing))) return false;
    if (field.number === type.slug && valueIn(state, field, entry.draft, base) === undefined) return false;
    if (field.unique && own !== undefined && publishedElsewhere(state, entry, field, own)) return false;
    const isThere = (link: Value) => state.entries[String(link).replace('entry:', '')] !== undefined;
    return field.kind !== 'link' || visibleValues(state, field, entry.draft).every(isThere);
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

/** Whether two documents of an entry show alike, whatever is hidden in them. */
export function sameShown(state: State, entry: EntryState, other: Doc): boolean {
  const picture = (values: Doc) =>
    JSON.stringify(shownFields(state, { entry, values }, { plane: 'preview', locale: '*' }));
  return picture(entry.draft) === picture(other);
}
