/** What an entry is called in lists that name it, without its other values. */
import { type ContentType, fieldByNumber } from '../../model/content-types/content-type.ts';
import type { Document } from '../../model/fields/field.ts';
import { ownValue } from '../../model/fields/own-value.ts';
import type { Locales } from '../../model/spaces/locale.ts';
import { beginningOf } from '../../platform/kit/beginning-of.ts';

const TITLE_CHARACTERS_MAX = 500;

/** The display value of a document in the default locale, cut off where it is long; null if it has none. */
export function entryTitle(type: ContentType, document: Document, locales: Locales): string | null {
  const field = fieldByNumber(type, type.displayField);
  const value = field && ownValue(document[field.number], field, locales.default.number);
  return typeof value === 'string' || typeof value === 'number'
    ? beginningOf(String(value), TITLE_CHARACTERS_MAX)
    : null;
}
