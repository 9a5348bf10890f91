/**
 * The values of a document that its content type and its space's locales show: those of visible fields, each of its
 * own in a locale that exists. What is hidden beside them is not walked.
 */
import type { Locale, Locales } from '../../spaces/locale.ts';
import type { Document, Field } from '../field.ts';
import { ownValue } from '../own-value.ts';

/** A document with what is needed to read it. */
export interface DocumentView {
  readonly document: Document;
  /** The visible fields of its content type. */
  readonly fields: readonly Field[];
  readonly locales: Locales;
}

export interface OwnValue {
  readonly field: Field;
  /** The locale that has the value; the default one where the field is not localized. */
  readonly locale: Locale;
  readonly value: unknown;
  /** Such as `fields.title.en-US`. */
  readonly path: string;
}

/** Every value, in the order of the fields and of the locales. */
export function* ownValues({ document, fields, locales }: DocumentView): Generator<OwnValue> {
  for (const field of fields) {
    for (const locale of fieldLocales(field, locales)) {
      const value = ownValue(document[field.number], field, locale.number);
      if (value !== undefined) yield { field, locale, value, path: valuePath(field, locale) };
    }
  }
}

/** The locales in which the field can have a value: the default one alone where it is not localized. */
export function fieldLocales(field: Pick<Field, 'localized'>, locales: Locales): readonly Locale[] {
  return field.localized ? locales.all : [locales.default];
}

/** Where a value stands in a request. */
export function valuePath(field: Pick<Field, 'id'>, locale: Pick<Locale, 'code'>, root = 'fields'): string {
  return `${root}.${field.id}.${locale.code}`;
}
