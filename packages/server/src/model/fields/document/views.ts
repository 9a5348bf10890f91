/** What is derived from a document: its values by locale, its links, and the index row that queries run on. */

import type { Validations } from '../../../../../contract/src/fields.ts';
import { type Document, type Field, type Link, NO_LOCALE } from '../field.ts';
import type { IndexValue, RenderContext } from '../field-type.ts';
import { fieldType } from '../registry.ts';
import { indexedText } from '../values/indexed-text.ts';
import { type DocumentView, ownValues } from './own-values.ts';

/** A link in a document and its place. */
export interface DocumentLink {
  readonly link: Link;
  readonly field: Field;
  /** Number of the locale whose value contains it; `NO_LOCALE` if the field is not localized. */
  readonly locale: number;
  /** Such as `fields.author.en-US`. */
  readonly path: string;
  /** The validations that its target must meet: `content_types`, `mime_types`, `max_size`. */
  readonly validations: Validations;
}

/** Field number → locale number → the value as the query engine stores it, laid out like the document. */
export type IndexValues = Readonly<Record<string, Readonly<Record<string, IndexValue | readonly IndexValue[]>>>>;

/** Every own value by field id and locale code, as management and `locale=*` show it. */
export function renderRaw(view: DocumentView, context: RenderContext): Record<string, Record<string, unknown>> {
  const rendered: Record<string, Record<string, unknown>> = {};
  for (const { field, locale, value } of ownValues(view)) {
    const byLocale = Object.hasOwn(rendered, field.id) ? rendered[field.id] : undefined;
    rendered[field.id] = { ...byLocale, [locale.code]: fieldType(field.type).render(value, context) };
  }
  return rendered;
}

/** The links of every visible value, in order; a link in several values is listed several times. */
export function documentLinks(view: DocumentView): DocumentLink[] {
  const found: DocumentLink[] = [];
  for (const { field, locale, value, path } of ownValues(view)) {
    const validations = field.items?.validations ?? field.validations ?? {};
    const place = field.localized ? locale.number : NO_LOCALE;
    for (const [index, link] of fieldType(field.type).links(value).entries())
      found.push({ link, field, locale: place, path: field.type === 'array' ? `${path}.${index}` : path, validations });
  }
  return found;
}

/**
 * Builds the index row of a document: every stored value of the fields, laid out like the document. Readers use `ownValue` on it,
 * as on documents, so changes to locales or to `localized` rewrite no rows.
 */
export function indexValues(document: Document, fields: readonly Field[]): IndexValues {
  const row: Record<string, Record<string, IndexValue | readonly IndexValue[]>> = {};
  for (const field of fields) {
    const values = Object.entries(document[field.number] ?? {});
    if (values.length === 0) continue;
    const type = fieldType(field.type);
    row[field.number] = Object.fromEntries(
      values.map(([place, value]) => [place, indexed(type.indexValue(value, field))]),
    );
  }
  return row;
}

function indexed<T>(value: T): T | string {
  return typeof value === 'string' ? indexedText(value) : value;
}
