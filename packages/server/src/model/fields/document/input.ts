/**
 * Parses the `fields` of a request, plain values or per-locale maps, into changes by field and locale. Does not depend on what is
 * stored.
 */

import type { Violation } from '../../../../../contract/src/violations.ts';
import { isFull } from '../../../platform/errors/domain-error.ts';
import { didYouMean, quoted } from '../../../platform/kit/suggestion.ts';
import type { Locale, Locales } from '../../spaces/locale.ts';
import { type Field, NO_LOCALE } from '../field.ts';
import type { FieldType, ParseContext } from '../field-type.ts';
import { fieldType } from '../registry.ts';
import { addViolation, describeValue, isObject } from '../values/value-violations.ts';
import { valuePath } from './own-values.ts';

const CODES_SHOWN_MAX = 20;

/** A request's changes to one field: locale number → stored value, or null to remove it. */
export type LocaleChanges = Readonly<Record<string, unknown>>;

/** Field number → changes; null removes the field in every locale. Fields that the request does not name are absent. */
export type FieldChanges = ReadonlyMap<number, LocaleChanges | null>;

export interface FieldsInput {
  /** The `fields` of a body; undefined counts as an empty object. */
  readonly input: unknown;
  /** The visible fields of the content type. */
  readonly fields: readonly Field[];
  readonly locales: Locales;
  readonly linkKey: ParseContext['linkKey'];
  /** Receives the violations; if there are any, the changes must not be applied. */
  readonly violations: Violation[];
  /** Name of the object in the request, used in paths; `fields` by default. */
  readonly root?: string;
}

/** Parses the fields of a request. Collects all violations, not only the first. */
export function parseFields(request: FieldsInput): FieldChanges {
  const { input = {}, fields, violations, root = 'fields' } = request;
  const changes = new Map<number, LocaleChanges | null>();
  if (!isObject(input)) {
    addViolation({ path: root, violations }, 'type', `Give the fields as an object; this is ${describeValue(input)}.`);
    return changes;
  }
  const byId = new Map(fields.map((field) => [field.id, field]));
  for (const [id, value] of Object.entries(input)) {
    if (isFull(violations)) break;
    const field = byId.get(id);
    if (field === undefined) rejectUnknown(id, byId, request);
    else if (value === null) changes.set(field.number, null);
    else changes.set(field.number, parseField(value, field, request));
  }
  return changes;
}

/** Parses one plain value of a field, for one locale. */
export function parseValue(
  value: unknown,
  field: Field,
  { path, linkKey, violations }: Pick<ParseContext, 'path' | 'linkKey' | 'violations'>,
): unknown {
  return fieldType(field.type).parse(value, { field, path, linkKey, violations });
}

function parseField(value: unknown, field: Field, request: FieldsInput): LocaleChanges {
  const { locales } = request;
  if (isLocaleMap(value, fieldType(field.type), locales)) return parseLocaleMap(value, field, request);
  const stored = parseIn(locales.default, value, field, request);
  return stored === undefined ? {} : { [placeOf(field, locales.default)]: stored };
}

/**
 * Whether a value is a per-locale map: an object whose keys are all locale codes, or any object if the type's values are never
 * objects.
 */
function isLocaleMap(value: unknown, type: FieldType, locales: Locales): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  if (!type.mayBeObject) return true;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => locales.byCode(key) !== undefined);
}

function parseLocaleMap(map: Readonly<Record<string, unknown>>, field: Field, request: FieldsInput): LocaleChanges {
  const changes: Record<string, unknown> = {};
  for (const [code, value] of Object.entries(map)) {
    if (isFull(request.violations)) break;
    const locale = request.locales.byCode(code);
    if (locale === undefined) rejectLocale(code, field, request);
    else if (!field.localized && !locale.isDefault) rejectLocalized(locale, field, request);
    else if (value === null) changes[placeOf(field, locale)] = null;
    else {
      const stored = parseIn(locale, value, field, request);
      if (stored !== undefined) changes[placeOf(field, locale)] = stored;
    }
  }
  return changes;
}

function parseIn(locale: Locale, value: unknown, field: Field, request: FieldsInput): unknown {
  const { linkKey, violations, root } = request;
  return parseValue(value, field, { path: valuePath(field, locale, root), linkKey, violations });
}

function placeOf(field: Field, locale: Locale): number {
  return field.localized ? locale.number : NO_LOCALE;
}

function rejectUnknown(
  id: string,
  byId: ReadonlyMap<string, Field>,
  { violations, root = 'fields' }: FieldsInput,
): void {
  const message = `Leave ${quoted(id)} out; the content type has no such field.${didYouMean(id, byId.keys())}`;
  addViolation({ path: `${root}.${id.slice(0, 64)}`, violations }, 'unknown', message);
}

function rejectLocale(code: string, field: Field, { locales, violations, root }: FieldsInput): void {
  const codes = locales.all.map((locale) => locale.code);
  const possible = field.localized ? shownCodes(codes) : `${locales.default.code} alone, as the field is not localized`;
  const message = `Give a value for ${possible}; the space has no locale ${quoted(code)}.${didYouMean(code, codes)}`;
  addViolation({ path: valuePath(field, { code: code.slice(0, 64) }, root), violations }, 'locale', message);
}

/** Formats locale codes for a message, shortened if there are many. */
function shownCodes(codes: readonly string[]): string {
  const rest = codes.length - CODES_SHOWN_MAX;
  return `${codes.slice(0, CODES_SHOWN_MAX).join(', ')}${rest > 0 ? ` or ${rest} others` : ''}`;
}

function rejectLocalized(locale: Locale, field: Field, { locales, violations, root }: FieldsInput): void {
  const message = `Give a plain value, or one for ${locales.default.code} alone; the field is not localized, so it has one value for all locales.`;
  addViolation({ path: valuePath(field, locale, root), violations }, 'locale', message);
}
