/**
 * Parses the `fields` of a request, plain values or per-locale maps, into changes by field and locale. Does not depend on what is
 * stored.
 */

import type { Violation } from '../../../../../contract/src/violations.ts';
import { isFull } from '../../../platform/errors/domain-error.ts';
import { didYouMean, quoted } from '../../../platform/kit/suggestion.ts';
import type { Locale } from '../../spaces/locale.ts';
import { type Document, type Field, NO_LOCALE } from '../field.ts';
import type { FieldType, InsideParser, ParseContext } from '../field-type.ts';
import { fieldType } from '../registry.ts';
import { addViolation, describeValue, isObject } from '../values/value-violations.ts';
import { type DocumentModel, fieldsInside, holdsBlocks, insidePath, pathAt } from './own-values.ts';

const CODES_SHOWN_MAX = 20;
/** Maximum size of the stored document of an entry, all its values together. */
export const DOCUMENT_BYTES_MAX = 1_048_576;

/** A request's changes to one field: locale number → stored value, or null to remove it. */
export type LocaleChanges = Readonly<Record<string, unknown>>;

/** Field number → changes; null removes the field in every locale. Fields that the request does not name are absent. */
export type FieldChanges = ReadonlyMap<number, LocaleChanges | null>;

export interface FieldsInput extends DocumentModel {
  /** The `fields` of a body; undefined counts as an empty object. */
  readonly input: unknown;
  /** The visible fields of the content type. */
  readonly fields: readonly Field[];
  readonly linkKey: ParseContext['linkKey'];
  /** Receives the violations; if there are any, the changes must not be applied. */
  readonly violations: Violation[];
  /** Name of the object in the request, used in paths; `fields` by default. */
  readonly root?: string;
  /** The locale of the value around the fields; null or absent if there is none, or it is of no locale. */
  readonly within?: Locale | null;
  /** Which components get the defaults of their fields: none by default, blocks that have no id yet, or these and all others. */
  readonly defaults?: 'new_blocks' | 'all';
  /** Counts the bytes of these defaults: a short request could ask for more than memory holds. */
  readonly filled?: { bytes: number };
}

/** Parses the fields of a request. Collects all violations, not only the first. */
export function parseFields(request: FieldsInput): FieldChanges {
  const { input = {}, fields, violations, root = 'fields' } = request;
  const counting = { filled: { bytes: 0 }, ...request };
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
    else changes.set(field.number, parseField(value, field, counting));
  }
  return changes;
}

/** Parses one plain value of a field, for one locale. */
export function parseValue(value: unknown, field: Field, context: Omit<ParseContext, 'field'>): unknown {
  return fieldType(field.type).parse(value, { ...context, field });
}

function parseField(value: unknown, field: Field, request: FieldsInput): LocaleChanges {
  if (isLocaleMap(value, fieldType(field.type), request)) return parseLocaleMap(value, field, request);
  const locale = usualLocale(request);
  const stored = parseIn(locale, value, field, request);
  return stored === undefined ? {} : { [placeOf(field, locale)]: stored };
}

/**
 * Whether a value is a per-locale map: an object whose keys are all locale codes, or any object if the type's values are never
 * objects.
 */
function isLocaleMap(
  value: unknown,
  type: FieldType,
  { locales }: DocumentModel,
): value is Readonly<Record<string, unknown>> {
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
    else if (!field.localized && locale !== usualLocale(request)) rejectLocalized(locale, field, request);
    else if (value === null) changes[placeOf(field, locale)] = null;
    else {
      const stored = parseIn(locale, value, field, request);
      if (stored !== undefined) changes[placeOf(field, locale)] = stored;
    }
  }
  return changes;
}

function parseIn(locale: Locale, value: unknown, field: Field, request: FieldsInput): unknown {
  const { linkKey, violations } = request;
  const context = { path: pathOf(field, locale, request), linkKey, violations };
  if (!holdsBlocks(field)) return parseValue(value, field, context);
  return parseValue(value, field, { ...context, inside: insideParser(field, locale, request) });
}

/** Parses what stands inside of a value of the field. */
export function insideParser(field: Field, locale: Locale, request: FieldsInput): InsideParser {
  const { components, violations, root = 'fields' } = request;
  const within = request.within ?? (field.localized ? locale : null);
  return {
    path: insidePath(field, locale, root),
    component: (apiId) => components.componentByApiId(apiId),
    fields: (component, input, { path, isNew }) => {
      const before = violations.length;
      const level = { ...request, input, fields: fieldsInside(component, field, within !== null), root: path, within };
      const changes = parseFields(level);
      if (violations.length > before) return undefined;
      const isFilled = request.defaults === 'all' || (request.defaults === 'new_blocks' && isNew);
      return isFilled ? withDefaults(changes, level) : documentOf(changes);
    },
  };
}

/** The values that the changes give a component. */
function documentOf(changes: FieldChanges): Document {
  const given = [...changes].map(([number, values]) => {
    const kept = Object.entries(values ?? {}).filter(([, value]) => value !== null);
    return [number, Object.fromEntries(kept)] as const;
  });
  return Object.fromEntries(given.filter(([, values]) => Object.keys(values).length > 0));
}

/** Adds the defaults of fields that the changes do not mention. Those name their targets by key, as they are stored. */
function withDefaults(changes: FieldChanges, level: FieldsInput): Document {
  const completed = new Map(changes);
  for (const field of level.fields) {
    if (field.default === undefined || field.default === null || changes.has(field.number)) continue;
    const path = pathOf(field, usualLocale(level), level);
    const stored = parseValue(field.default, field, { path, linkKey: (_kind, key) => key, violations: [] });
    if (!hasRoom(stored, level)) break;
    if (stored !== undefined) completed.set(field.number, { [placeOf(field, usualLocale(level))]: stored });
  }
  return documentOf(completed);
}

/** Counts a default. Adds a violation once all of them together are more than an entry may hold. */
function hasRoom(stored: unknown, { filled, violations, root = 'fields' }: FieldsInput): boolean {
  if (filled === undefined) return true;
  const wasFull = filled.bytes > DOCUMENT_BYTES_MAX;
  if (!wasFull) filled.bytes += Buffer.byteLength(JSON.stringify(stored) ?? '');
  if (wasFull || filled.bytes <= DOCUMENT_BYTES_MAX) return !wasFull;
  const message = `Give fewer components, or fewer of them without values; with the defaults of their fields an entry takes at most ${DOCUMENT_BYTES_MAX} bytes.`;
  addViolation({ path: root, violations }, 'max_bytes', message, { limit: DOCUMENT_BYTES_MAX });
  return false;
}

/** The locale of a value that names none. */
function usualLocale({ within, locales }: Pick<FieldsInput, 'within' | 'locales'>): Locale {
  return within ?? locales.default;
}

function pathOf(field: Pick<Field, 'id'>, locale: Pick<Locale, 'code'>, request: FieldsInput): string {
  const { root = 'fields', within = null } = request;
  return pathAt({ root, within }, field, locale);
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

function rejectLocale(code: string, field: Field, request: FieldsInput): void {
  const { locales, violations } = request;
  const codes = locales.all.map((locale) => locale.code);
  const only = usualLocale(request).code;
  const possible = field.localized ? shownCodes(codes) : `${only} alone, as the field is not localized`;
  const message = `Give a value for ${possible}; the space has no locale ${quoted(code)}.${didYouMean(code, codes)}`;
  addViolation({ path: pathOf(field, { code: code.slice(0, 64) }, request), violations }, 'locale', message);
}

/** Formats locale codes for a message, shortened if there are many. */
function shownCodes(codes: readonly string[]): string {
  const rest = codes.length - CODES_SHOWN_MAX;
  return `${codes.slice(0, CODES_SHOWN_MAX).join(', ')}${rest > 0 ? ` or ${rest} others` : ''}`;
}

function rejectLocalized(locale: Locale, field: Field, request: FieldsInput): void {
  const message = `Give a plain value, or one for ${usualLocale(request).code} alone; the field is not localized, so it has one value for all locales.`;
  addViolation({ path: pathOf(field, locale, request), violations: request.violations }, 'locale', message);
}
