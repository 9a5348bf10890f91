/** The slug of a document in a locale, and the locales under which slugs of a type are stored. */
import { type ContentType, fieldByNumber } from '../../../model/content-types/content-type.ts';
import type { Model } from '../../../model/content-types/model.ts';
import { type Document, NO_LOCALE } from '../../../model/fields/field.ts';
import { shownValue } from '../../../model/fields/own-value.ts';

/** The slug of a document in a locale; null if it has none, or if its type has no slug field. */
export function slugIn(
  document: Document,
  type: ContentType,
  locale: number,
  model: Pick<Model, 'locales'>,
): string | null {
  const field = fieldByNumber(type, type.slugField);
  if (field === undefined) return null;
  const slug = shownValue(document[field.number], field, locale, model.locales);
  return typeof slug === 'string' ? slug : null;
}

/** The locales under which slugs of a type are stored. A field that is not localized needs only one row. */
export function slugLocales(type: ContentType, model: Pick<Model, 'locales'>): readonly number[] {
  const field = fieldByNumber(type, type.slugField);
  return field?.localized === true ? model.locales.all.map(({ number }) => number) : [NO_LOCALE];
}
