/**
 * The properties of an asset beside its texts and its file: the one list of them. Requests, records of imports and exports,
 * responses, the audit and merges take them from here. Every column that is none of the row, the texts or the file is one.
 */
import { inexactNumberIn } from '../../../../contract/src/exact-numbers.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import { hasControlCharacters } from '../../platform/kit/control-characters.ts';
import type { FILE_COLUMNS } from './file-columns.ts';
import type { AssetRow } from './tables.ts';

const TAGS_MAX = 50;
const TAG_CHARACTERS_MAX = 64;

/** The point of an image that stays visible when it is cropped, from 0 to 1 each. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

type OfRow = 'id' | 'environment' | 'key' | 'version' | 'created_at' | 'created_by' | 'updated_at' | 'updated_by';
export type PropertyName = Exclude<keyof AssetRow, OfRow | 'texts' | (typeof FILE_COLUMNS)[number]>;
type PropertyColumns = Pick<AssetRow, PropertyName>;

interface Property {
  /** Its value in a request or record; undefined if there is none. What is wrong is added to `violations`. */
  readonly read: (given: unknown, violations: Violation[]) => unknown;
  /** Its value in a form, where every value is text. */
  readonly readForm: (text: string) => unknown;
  /** What is shown where the column is null. */
  readonly none: unknown;
  /** Between the column and the value, where there is one. */
  readonly parse: (column: string) => unknown;
  readonly format: (value: unknown) => string;
}

const asJson = {
  parse: JSON.parse as (column: string) => unknown,
  format: JSON.stringify as (value: unknown) => string,
};

const properties = {
  focal_point: { read: readFocalPoint, readForm: (text) => jsonOr(text, '{'), none: null, ...asJson },
  tags: {
    read: readTags,
    readForm: (text) => (text.startsWith('[') ? jsonOr(text, '[') : text.split(',').map((tag) => tag.trim())),
    none: [] as string[],
    ...asJson,
  },
} satisfies Readonly<Record<PropertyName, Property>>;

type Read<Name extends PropertyName> = ReturnType<(typeof properties)[Name]['read']>;

/** As a request or record has them: null removes, undefined leaves what is there. */
export type GivenProperties = { readonly [Name in PropertyName]: Read<Name> };
export type ShownProperties = {
  readonly [Name in PropertyName]: NonNullable<Read<Name>> | (typeof properties)[Name]['none'];
};

export const PROPERTY_NAMES = Object.keys(properties) as readonly PropertyName[];

/** Reads all of them; what is wrong is added to `violations`. */
export function readProperties(given: Readonly<Record<string, unknown>>, violations: Violation[]): GivenProperties {
  return ofEach((name) => properties[name].read(given[name], violations)) as GivenProperties;
}

/** The columns after a change. @param before those of the asset; null if it is new */
export function propertyColumns(given: GivenProperties, before: PropertyColumns | null): PropertyColumns {
  return ofEach((name) => {
    const value = given[name];
    if (value === undefined) return before?.[name] ?? null;
    return propertyColumn(name, value);
  }) as PropertyColumns;
}

/** One column. @param value null or undefined for none */
export function propertyColumn(name: PropertyName, value: unknown): string | null {
  return value === null || value === undefined ? null : properties[name].format(value);
}

/** The value of one column; undefined for none. */
export function propertyValue(row: PropertyColumns, name: PropertyName): unknown {
  const column = row[name];
  return column === null ? undefined : properties[name].parse(column);
}

/** All of them as responses, records and the audit show them. */
export function shownProperties(row: PropertyColumns): ShownProperties {
  return ofEach((name) => propertyValue(row, name) ?? properties[name].none) as ShownProperties;
}

/** Whether a text names one of them. */
export function isPropertyName(name: string): name is PropertyName {
  return Object.hasOwn(properties, name);
}

/** JSON that starts with the character, with numbers that are exact; anything else stays the text that it is. */
export function jsonOr(text: string, opening: '{' | '['): unknown {
  if (!text.startsWith(opening) || inexactNumberIn(text) !== undefined) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The value of a property in a form. */
export function propertyOfForm(name: PropertyName, text: string): unknown {
  return properties[name].readForm(text);
}

function ofEach(read: (name: PropertyName) => unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(PROPERTY_NAMES.map((name) => [name, read(name)]));
}

/** @returns undefined if there is none; what is wrong is added to `violations` */
function readFocalPoint(given: unknown, violations: Violation[]): FocalPoint | null | undefined {
  if (given === undefined || given === null) return given;
  const { x, y, ...rest } = given as Record<string, unknown>;
  if (isShare(x) && isShare(y) && Object.keys(rest).length === 0) return { x, y };
  const message = 'Send the point as {"x": 0.5, "y": 0.5}: fractions of the width and height, from 0 to 1.';
  violations.push({ path: 'focal_point', rule: 'type', message });
  return undefined;
}

/** Without duplicates, and null for none. @returns undefined if there is none; what is wrong is added to `violations` */
function readTags(given: unknown, violations: Violation[]): string[] | null | undefined {
  if (given === undefined || given === null) return given;
  const tags = Array.isArray(given)
    ? [...new Set(given.map((tag) => (typeof tag === 'string' ? tag.trim() : tag)))]
    : [];
  if (Array.isArray(given) && tags.length <= TAGS_MAX && tags.every(isTag)) return tags.length === 0 ? null : tags;
  const message = `Send at most ${TAGS_MAX} tags as a list of texts of 1 to ${TAG_CHARACTERS_MAX} characters, none of them a control character.`;
  violations.push({ path: 'tags', rule: 'type', message });
  return undefined;
}

function isTag(tag: unknown): tag is string {
  return typeof tag === 'string' && tag.length > 0 && tag.length <= TAG_CHARACTERS_MAX && !hasControlCharacters(tag);
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
