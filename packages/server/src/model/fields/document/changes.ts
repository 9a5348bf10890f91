/**
 * Applies changes to documents and compares them. Hidden values (of removed fields, of removed locales, and per-locale values of a
 * field that is no longer localized) are kept unchanged, so that they can be restored. After a write, a field's value is stored in
 * one form only: without a locale, or by locale.
 */
import type { Locales } from '../../spaces/locale.ts';
import { type Document, type Field, type LocaleValues, NO_LOCALE } from '../field.ts';
import { ownValue } from '../own-value.ts';
import { isObject } from '../values/value-violations.ts';
import type { FieldChanges, LocaleChanges } from './input.ts';
import { type FieldsInput, parseValue } from './input.ts';
import { valuePath } from './own-values.ts';

export interface DocumentWrite {
  /** The stored document; `{}` for a new one. */
  readonly current: Document;
  readonly changes: FieldChanges;
  /** The visible fields of the content type. */
  readonly fields: readonly Field[];
  readonly locales: Locales;
}

/** Applies the changes to the current document; values that they do not mention stay (PATCH). */
export function mergeDocument(write: DocumentWrite): Document {
  return writeDocument(write, (values) => values);
}

/** Replaces the document with the changes, but keeps hidden values (PUT, POST). */
export function replaceDocument(write: DocumentWrite): Document {
  return writeDocument(write, (values, field) => hiddenValues(values, field, write.locales));
}

/**
 * Adds defaults to the document of a new entry, for the fields without a value in the default locale. A field that the request sets
 * to null gets no default.
 * @param write its `current` is the document to complete
 */
export function applyDefaults(write: DocumentWrite, reading: Pick<FieldsInput, 'linkKey' | 'violations'>): Document {
  const { current, changes, fields, locales } = write;
  const completed: Record<string, LocaleValues> = { ...current };
  for (const field of fields) {
    if (field.default === undefined || field.default === null || changes.get(field.number) === null) continue;
    if (ownValue(current[field.number], field, locales.default.number) !== undefined) continue;
    const path = valuePath(field, locales.default);
    const stored = parseValue(field.default, field, { ...reading, path });
    const place = field.localized ? locales.default.number : NO_LOCALE;
    if (stored !== undefined) completed[field.number] = { ...current[field.number], [place]: stored };
  }
  return completed;
}

/** Whether two documents show the same values, regardless of where the values are stored and how keys are ordered. */
export function sameDocument(a: Document, b: Document, fields: readonly Field[]): boolean {
  return sameJson(placed(a, fields), placed(b, fields));
}

/** Whether two JSON values are equal; the order of keys does not matter. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

function writeDocument(
  { current, changes, fields, locales }: DocumentWrite,
  kept: (values: LocaleValues, field: Field) => LocaleValues,
): Document {
  const written: Record<string, LocaleValues> = { ...placed(current, fields) };
  for (const field of fields) {
    const values = written[field.number] ?? {};
    const change = changes.get(field.number);
    const base = change === null ? hiddenValues(values, field, locales) : kept(values, field);
    const next = changed(base, change ?? {});
    if (Object.keys(next).length > 0) written[field.number] = next;
    else delete written[field.number];
  }
  return written;
}

function changed(values: LocaleValues, changes: LocaleChanges): LocaleValues {
  const next: Record<string, unknown> = { ...values };
  for (const [place, value] of Object.entries(changes)) {
    if (value === null) delete next[place];
    else next[place] = value;
  }
  return next;
}

/** Moves the values of every visible field to the place where the field stores them now. */
function placed(document: Document, fields: readonly Field[]): Document {
  const result: Record<string, LocaleValues> = { ...document };
  for (const field of fields) {
    const values = document[field.number];
    if (values !== undefined) result[field.number] = placedValues(values, field);
  }
  return result;
}

function placedValues(values: LocaleValues, field: Field): LocaleValues {
  if (field.home === null || (field.localized && values[NO_LOCALE] === undefined)) return values;
  const { [NO_LOCALE]: ofNone, [field.home]: ofHome, ...others } = values;
  const value = ofNone ?? ofHome;
  if (value === undefined) return others;
  return { ...others, [field.localized ? field.home : NO_LOCALE]: value };
}

/** The hidden values of a field, in their places. */
function hiddenValues(values: LocaleValues, field: Field, locales: Locales): LocaleValues {
  const isShown = (place: number) => (field.localized ? locales.byNumber(place) !== undefined : place === NO_LOCALE);
  return Object.fromEntries(Object.entries(values).filter(([place]) => !isShown(Number(place))));
}
