/**
 * The contents of an environment, and what a reader sees of them, in plain data. This folder and the evaluator of the client, with
 * which it answers queries, are written from the interface documents alone and share no code with the service, so that the two can
 * disagree. Nothing in it is cached or fast.
 */
import { chainOf as chainAlong, type Name, valueAlong } from '../../../client/src/evaluator/values.ts';

export type { Name };

/** Values by field and locale. Links are texts, `entry:<key>` or `asset:<key>`. */
export type Values = Readonly<Record<Name, Readonly<Record<Name, unknown>>>>;
export type Status = 'draft' | 'published' | 'changed' | 'archived';
export type Plane = 'delivery' | 'preview' | 'management';

export interface Locale {
  readonly number: Name;
  readonly code: string;
  /** The locale whose value is shown if this one has none; null for none. */
  readonly fallback: Name | null;
}

export interface Field {
  readonly number: Name;
  readonly id: string;
  /** Only texts are searchable. */
  readonly kind: 'text' | 'link' | 'other';
  readonly localized: boolean;
  /** The locale that stores the value of a field that is not localized, if that is not the default locale. */
  readonly home?: Name;
  /** The fields of the component in its values, where it has one: these are `{fields: Values}`. */
  readonly inside?: readonly Field[];
}

export interface Type {
  readonly apiId: string;
  readonly slug: Name | null;
  readonly display: Name | null;
  readonly fields: readonly Field[];
}

/** Times are milliseconds. Optional times are known only where a test needs them. */
export interface Entry {
  readonly key: string;
  readonly type: string;
  readonly status: Status;
  readonly draft: Values;
  readonly published: Values | null;
  readonly publishedAt: number | null;
  readonly createdAt?: number;
  readonly createdBy?: string;
  readonly updatedAt?: number;
  readonly updatedBy?: string;
  /** When the draft and the published state were saved. */
  readonly savedAt?: number;
  readonly publishedSavedAt?: number;
}

export interface Asset {
  readonly key: string;
  readonly title: Readonly<Record<string, string>>;
  readonly mimeType: string;
  readonly createdAt: number;
}

/** One environment. The first locale is the default one. */
export interface Content {
  readonly locales: readonly Locale[];
  readonly types: readonly Type[];
  readonly entries: Readonly<Record<string, Entry>>;
  readonly assets?: Readonly<Record<string, Asset>>;
}

/** An entry as a plane shows it. */
export interface Row {
  readonly entry: Entry;
  readonly values: Values;
}

/** Every entry that a plane shows: published states, or drafts, where preview leaves out archived ones. */
export function rowsOf({ entries }: Content, plane: Plane): Row[] {
  return Object.values(entries).flatMap((entry) => {
    if (plane === 'preview' && entry.status === 'archived') return [];
    const values = plane === 'delivery' ? entry.published : entry.draft;
    return values === null ? [] : [{ entry, values }];
  });
}

export function typeOf<T extends Type>({ types }: { readonly types: readonly T[] }, apiId: string): T {
  return types.find((type) => type.apiId === apiId) ?? missing(`content type ${apiId}`);
}

export function defaultLocale<T extends Locale>({ locales }: { readonly locales: readonly T[] }): T {
  return locales[0] ?? missing('default locale');
}

/** The locale and its fallbacks, in order. */
export function chainOf({ locales }: Pick<Content, 'locales'>, locale: Name): Name[] {
  return chainAlong(locale, (name) => locales.find(({ number }) => number === name)?.fallback ?? null);
}

/** The value that a field shows in a locale: its own or that of a fallback. A field that is not localized has one value. */
export function valueIn(content: Pick<Content, 'locales'>, field: Field, values: Values, locale: Name): unknown {
  const own = values[field.number] ?? {};
  if (!field.localized) return own[field.home ?? defaultLocale(content).number];
  return valueAlong(chainOf(content, locale), own);
}

/** The value that an entry shows in a field; undefined if its type has no such field. */
export function shownIn(content: Content, { entry, values }: Row, at: { field: Name; locale: Name }): unknown {
  const field = typeOf(content, entry.type).fields.find(({ number }) => number === at.field);
  return field && valueIn(content, field, values, at.locale);
}

/**
 * The value that an entry shows in a field of the component in a field. A localized component is shown, or not, as a whole: nothing
 * inside of it is localized.
 */
export function shownInside(
  content: Content,
  row: Row,
  { field, inside, locale }: { field: Name; inside: Name; locale: Name },
): unknown {
  const outer = typeOf(content, row.entry.type).fields.find(({ number }) => number === field);
  const inner = outer?.inside?.find(({ number }) => number === inside);
  const component = shownIn(content, row, { field, locale }) as { fields: Values } | undefined;
  if (outer === undefined || inner === undefined || component === undefined) return undefined;
  const localized = inner.localized && !outer.localized;
  return valueIn(content, { ...inner, localized }, component.fields, locale);
}

/** All links of fields, in any locale. */
export function linksOf(fields: readonly Field[], values: Values): string[] {
  const links = fields
    .filter(({ kind }) => kind === 'link')
    .flatMap(({ number }) => Object.values(values[number] ?? {}));
  return links.flat() as string[];
}

function missing(what: string): never {
  throw new Error(`The oracle has no ${what}.`);
}
