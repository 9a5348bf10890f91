/**
 * Iterates over the visible values of a document: its own values (without fallback) of visible fields, in the locales of the space.
 * Skips hidden values.
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
  /** The locale of the value; the default one if the field is not localized. */
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

/** The locales in which the field can have a value: only the default locale if it is not localized. */
export function fieldLocales(field: Pick<Field, 'localized'>, locales: Locales): readonly Locale[] {
  return field.localized ? locales.all : [locales.default];
}

/** The path of a value in a request. */
export function valuePath(field: Pick<Field, 'id'>, locale: Pick<Locale, 'code'>, root = 'fields'): string {
  return `${root}.${field.id}.${locale.code}`;
}
