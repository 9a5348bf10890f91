/**
 * The content as the consistency test knows it: immutable values. A write makes a new one beside the old ones, so that
 * a response can be compared with the revision that it claims to show.
 */

export const DEFAULT_LOCALE = 'en-US';
/** Every other locale with its fallback. */
export const otherLocales = { de: DEFAULT_LOCALE, fr: null } as const;

export type TypeName = 'author' | 'article';
export type FieldKind = 'text' | 'presence' | 'number' | 'boolean' | 'entry' | 'asset';

interface FieldShape {
  readonly id: string;
  readonly kind: FieldKind;
  readonly isLocalized: boolean;
  readonly isList: boolean;
}

/** Key of the one field that is renamed now and then; it stands for the current name. */
export const RENAMED = 'remark';

const plain = { isLocalized: false, isList: false };
const localized = { isLocalized: true, isList: false };
export const fieldsOf: Readonly<Record<TypeName, readonly FieldShape[]>> = {
  author: [
    { id: 'name', kind: 'text', ...localized },
    { id: 'city', kind: 'text', ...plain },
    { id: 'favourite', kind: 'entry', ...plain },
    { id: 'serial', kind: 'number', ...plain },
  ],
  article: [
    { id: 'title', kind: 'text', ...localized },
    { id: 'slug', kind: 'text', ...plain },
    { id: 'body', kind: 'presence', ...localized },
    { id: 'author', kind: 'entry', ...plain },
    { id: 'related', kind: 'entry', isLocalized: false, isList: true },
    { id: 'tags', kind: 'text', isLocalized: false, isList: true },
    { id: 'rating', kind: 'number', ...plain },
    { id: 'featured', kind: 'boolean', ...plain },
    { id: 'image', kind: 'asset', ...plain },
    { id: 'serial', kind: 'number', ...plain },
    { id: RENAMED, kind: 'text', ...plain },
  ],
};

/** Values by field and locale; those of fields that are not localized are under the default locale. */
export type Values = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface State {
  readonly values: Values;
  /** Milliseconds, as all times here. */
  readonly savedAt: number;
}

export interface Entry {
  readonly key: string;
  readonly type: TypeName;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly publishedAt: number | null;
  readonly status: string;
  readonly draft: State;
  readonly published: State | null;
}

export interface Asset {
  readonly key: string;
  readonly title: Readonly<Record<string, string>>;
  readonly mimeType: string;
  readonly createdAt: number;
}

export interface Content {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly assets: ReadonlyMap<string, Asset>;
  /** What `RENAMED` is called now. */
  readonly remark: string;
  /** Whether German falls back to the default locale now. */
  readonly germanFallsBack: boolean;
}

export type Plane = 'delivery' | 'preview';

/** What a plane shows of an entry; null if it shows nothing. */
export function stateOn(plane: Plane, entry: Entry): State | null {
  if (entry.status === 'archived') return null;
  return plane === 'delivery' ? entry.published : entry.draft;
}

export function fieldOf(type: TypeName, id: string): FieldShape | undefined {
  return fieldsOf[type].find((field) => field.id === id);
}

/** The value shown in a locale, through fallback; undefined if there is none. */
export function valueIn(content: Content, entry: Entry, state: State, asked: { id: string; locale: string }): unknown {
  const field = fieldOf(entry.type, asked.id);
  const own = field === undefined ? undefined : state.values[asked.id];
  if (field === undefined || own === undefined) return undefined;
  const chain = field.isLocalized ? chainOf(content, asked.locale) : [DEFAULT_LOCALE];
  const locale = chain.find((code) => own[code] !== undefined);
  return locale === undefined ? undefined : own[locale];
}

/** A locale and its fallbacks. */
export function chainOf({ germanFallsBack }: Content, locale: string): readonly string[] {
  return locale === 'de' && germanFallsBack ? [locale, DEFAULT_LOCALE] : [locale];
}
