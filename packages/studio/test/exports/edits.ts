/** What is changed in an entry, how a person does that on its screen, and what becomes of the value by it. */
import type { ContentType, Entry, Locale } from '../../src/api/types.ts';
import type { EntryPage } from './entry-page.ts';
import { itemsOf } from './raw-json.ts';

type Field = ContentType['fields'][number];

/** One value that is changed. */
export interface Edit {
  readonly field: string;
  readonly locale: string;
  /** What is done. */
  make(page: EntryPage): Promise<void>;
  /** Whether a value, as it is written, has become another by that alone; undefined where there is none. */
  explains(before: string | undefined, after: string | undefined): boolean;
}

/** The key that is pressed; it is no sign of any markup. */
const KEY = 'q';

/** The value in which a text is typed, and every rich text. Where there is no text, another value. */
export function editsOf(entry: Entry, type: ContentType, locales: readonly Locale[]): readonly Edit[] {
  const values = type.fields.flatMap((field) =>
    locales
      .filter(({ code }) => entry.fields[field.id]?.[code] !== undefined)
      .map(({ code }) => ({ field, locale: code, value: entry.fields[field.id]?.[code] })),
  );
  // The last one, so that it is one of another language where there is any.
  const text = values
    .filter(({ field, value }) => takesMoreText(field, value) && !isFollowed(entry, type, field))
    .at(-1);
  const documents = values
    .filter(({ field }) => field.type === 'rich_text')
    .map(({ field, locale }) => inDocument(field.id, locale));
  const edits = text === undefined ? documents : [atEnd(text.field.id, text.locale), ...documents];
  return edits.length > 0
    ? edits
    : values
        .map(({ field, locale, value }) => ofLinks(field, locale, value))
        .filter((edit) => edit !== null)
        .slice(0, 1);
}

function takesMoreText({ type, validations = {} }: Field, value: unknown): boolean {
  const {
    in: choices,
    pattern,
    format,
    max_length = Number.POSITIVE_INFINITY,
  } = validations as { in?: unknown; pattern?: string; format?: string; max_length?: number };
  const isFree = choices === undefined && pattern === undefined && format === undefined;
  return (type === 'string' || type === 'text') && isFree && String(value).length < max_length;
}

/** Whether the slug would change with the value: it follows the title until the entry is published. */
function isFollowed(entry: Entry, { display_field, slug_field }: ContentType, field: Field): boolean {
  return slug_field !== null && field.id === display_field && entry.first_published_at === null;
}

/** A character at the end of a text. */
function atEnd(field: string, locale: string): Edit {
  return {
    field,
    locale,
    make: (page) => page.typeAtEnd(field, locale, KEY),
    explains: (before, after) => before !== undefined && after === `${before.slice(0, -1)}${KEY}"`,
  };
}

/** A character inside a document, and others that are typed and removed again. */
function inDocument(field: string, locale: string): Edit {
  return {
    field,
    locale,
    make: (page) => page.typeInDocument(field, locale, KEY),
    explains: (before, after) => before !== undefined && after !== undefined && isInsertedOnce(before, after),
  };
}

function isInsertedOnce(before: string, after: string): boolean {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  return after === before.slice(0, at) + KEY + before.slice(at);
}

/** A list of links is moved, a single link removed. */
function ofLinks({ id, type }: Field, locale: string, value: unknown): Edit | null {
  if (type === 'array' && Array.isArray(value) && value.length > 1)
    return {
      field: id,
      locale,
      make: (page) => page.moveFirstDown(id, locale),
      explains: (before = '[]', after) => {
        const [first, second, ...others] = itemsOf(before);
        return after === `[${[second, first, ...others].join()}]`;
      },
    };
  if (type !== 'asset' && type !== 'entry' && type !== 'array') return null;
  return {
    field: id,
    locale,
    make: (page) => page.removeLink(id, locale),
    explains: (before, after) => before !== undefined && after === undefined,
  };
}
