/**
 * The content as the consistency test writes it: immutable values of the oracle. A write makes a new one beside the old ones,
 * so that a response can be compared with the revision that it claims to show. Locales are numbered by their codes and
 * fields by the names that they start with.
 */
import { type Content, type Field, typeOf } from '../../../../testing/src/oracle/content.ts';

export const DEFAULT_LOCALE = 'en-US';
/** Every other locale with its fallback. */
export const otherLocales = { de: DEFAULT_LOCALE, fr: null } as const;

export type TypeName = 'author' | 'article';
export type FieldKind = 'string' | 'slug' | 'text' | 'integer' | 'boolean' | 'entry' | 'asset';

export interface FieldShape extends Field {
  readonly number: string;
  readonly type: FieldKind;
  readonly isList: boolean;
}

/** The one field that is renamed now and then. */
export const RENAMED = 'remark';

function field(number: string, type: FieldKind, as: 'plain' | 'localized' | 'list' = 'plain'): FieldShape {
  const kind = type === 'entry' || type === 'asset' ? 'link' : type === 'string' || type === 'text' ? 'text' : 'other';
  return { number, id: number, type, kind, localized: as === 'localized', isList: as === 'list' };
}

export const fieldsOf: Readonly<Record<TypeName, readonly FieldShape[]>> = {
  author: [
    field('name', 'string', 'localized'),
    field('city', 'string'),
    field('favourite', 'entry'),
    field('serial', 'integer'),
  ],
  article: [
    field('title', 'string', 'localized'),
    field('slug', 'slug'),
    field('body', 'text', 'localized'),
    field('author', 'entry'),
    field('related', 'entry', 'list'),
    field('tags', 'string', 'list'),
    field('rating', 'integer'),
    field('featured', 'boolean'),
    field('image', 'asset'),
    field('serial', 'integer'),
    field(RENAMED, 'string'),
  ],
};

/** What there is before anything is written. */
export const nothingYet: Content = {
  locales: [DEFAULT_LOCALE, ...Object.keys(otherLocales)].map((code) => {
    const fallback = code in otherLocales ? otherLocales[code as keyof typeof otherLocales] : null;
    return { number: code, code, fallback };
  }),
  types: [
    { apiId: 'author', slug: null, display: 'name', fields: fieldsOf.author },
    { apiId: 'article', slug: 'slug', display: 'title', fields: fieldsOf.article },
  ],
  entries: {},
  assets: {},
};

/** The content with another fallback of German. */
export function withGermanFallback(content: Content, fallback: string | null): Content {
  return { ...content, locales: content.locales.map((one) => (one.code === 'de' ? { ...one, fallback } : one)) };
}

/** What `RENAMED` is called now. */
export function remarkOf(content: Content): string {
  return typeOf(content, 'article').fields.find(({ number }) => number === RENAMED)?.id ?? RENAMED;
}

/** The content with another name of `RENAMED`. */
export function withRemark(content: Content, id: string): Content {
  const types = content.types.map((type) => ({
    ...type,
    fields: type.fields.map((one) => (one.number === RENAMED ? { ...one, id } : one)),
  }));
  return { ...content, types };
}

export function fieldOf(type: TypeName, number: string): FieldShape | undefined {
  return fieldsOf[type].find((one) => one.number === number);
}
