/** What can be done with blocks, and with values of components. Pure. */

import { BLOCKS_MAX } from '../../../../contract/src/fields.ts';
import { isObject } from '../../../../contract/src/is-object.ts';
import type { ContentType, Field } from '../../api/types.ts';
import { type Block, blockList, fieldsOf, type InnerFields, isStructured } from './blocks-in.ts';

/** Finds a content type by its `api_id`. */
export type TypeOf = (apiId: string) => Pick<ContentType, 'fields'> | undefined;

const ID_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 8;

export function newBlockId(): string {
  const random = crypto.getRandomValues(new Uint8Array(ID_LENGTH));
  return [...random].map((byte) => ID_CHARACTERS[byte % ID_CHARACTERS.length]).join('');
}

/**
 * What a new component begins with: the defaults of its fields, in the default locale.
 * @param within whether the value around it belongs to one locale
 */
export function defaultsOf(
  { fields }: Pick<ContentType, 'fields'>,
  { within, defaultLocale }: { readonly within: boolean; readonly defaultLocale: string },
): InnerFields {
  const filled = fields.filter((field) => field.default !== undefined && field.default !== null);
  return Object.fromEntries(
    filled.map((field) => [field.id, field.localized && !within ? { [defaultLocale]: field.default } : field.default]),
  );
}

/** The list with blocks at a place, which may be beyond its end. */
export function withBlocks(list: readonly Block[], at: number, blocks: readonly Block[]): readonly Block[] {
  return list.toSpliced(at, 0, ...blocks);
}

/** Whether so many blocks more still have room. */
export function hasRoom(list: readonly Block[], more: number, most: number | undefined): boolean {
  return list.length + more <= Math.min(most ?? BLOCKS_MAX, BLOCKS_MAX);
}

/** The list with a block at another place; the same list where it cannot go there. */
export function movedBlock(list: readonly Block[], id: string, to: number): readonly Block[] {
  const from = list.findIndex((block) => block.id === id);
  const block = list[from];
  if (block === undefined || to < 0 || to >= list.length || to === from) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, block);
}

/** The same block as another one: it and all blocks inside of it have new ids. */
export function copiedBlock(block: Block, typeOf: TypeOf): Block {
  return { ...block, id: newBlockId(), fields: copiedFields(block.fields, block.type, typeOf) };
}

/** The fields of a component, in which all blocks have new ids. */
export function copiedFields(fields: InnerFields, type: string, typeOf: TypeOf): InnerFields {
  return mapFields(fields, type, typeOf, (value, field) => copiedValue(value, field, typeOf));
}

function copiedValue(value: unknown, field: Field, typeOf: TypeOf): unknown {
  if (field.type === 'blocks' && Array.isArray(value))
    return blockList(value).map((block) => copiedBlock(block, typeOf));
  if (field.type !== 'component' || field.component === undefined) return value;
  return { fields: copiedFields(fieldsOf(value), field.component, typeOf) };
}

/** Changes each structured value inside of a component, also those of single locales. */
function mapFields(
  fields: InnerFields,
  type: string,
  typeOf: TypeOf,
  change: (value: unknown, field: Field) => unknown,
): InnerFields {
  const inner = typeOf(type)?.fields ?? [];
  return Object.fromEntries(
    Object.entries(fields).map(([id, value]) => {
      const field = inner.find((one) => one.id === id);
      if (field === undefined || !isStructured(field)) return [id, value];
      if (!isLocaleMap(value, field)) return [id, change(value, field)];
      const byLocale = Object.entries(value).map(([locale, one]) => [locale, change(one, field)]);
      return [id, Object.fromEntries(byLocale)];
    }),
  );
}

/** A structured value of a localized field is a map by locale, unless the value around it belongs to one locale. */
function isLocaleMap(value: unknown, field: Pick<Field, 'localized'>): value is object {
  return field.localized && isObject(value) && !('fields' in value);
}

/** A value of no locale as one of a single locale has it, or the other way round. */
export interface Relocation {
  /** The locale that the value belongs to; null where it belongs to none. */
  readonly from: string | null;
  readonly to: string | null;
  /** Whose values are taken, the first that has one, where a value of no locale becomes one of a locale. */
  readonly locales: readonly string[];
}

/**
 * A block as its new place has it: fields that its component does not have are left out, as the server would refuse them.
 * @param left receives the ids of those
 */
export function relocatedBlock(block: Block, typeOf: TypeOf, relocation: Relocation, left: Set<string>): Block {
  return { ...block, fields: relocatedFields(block.fields, block.type, { typeOf, relocation, left }) };
}

interface Relocating {
  readonly typeOf: TypeOf;
  readonly relocation: Relocation;
  readonly left: Set<string>;
}

function relocatedFields(fields: InnerFields, type: string, how: Relocating): InnerFields {
  const { typeOf, relocation, left } = how;
  const inner = typeOf(type)?.fields ?? [];
  const pairs = Object.entries(fields).flatMap(([id, value]): [string, unknown][] => {
    const field = inner.find((one) => one.id === id);
    if (field === undefined) {
      left.add(id);
      return [];
    }
    const placed = field.localized ? relocatedMap(value, relocation) : value;
    const isMap = field.localized && relocation.to === null;
    const change = (one: unknown) => relocatedValue(one, field, how, isMap);
    if (placed === undefined) return [];
    if (!isMap || !isObject(placed)) return [[id, change(placed)]];
    return [[id, Object.fromEntries(Object.entries(placed).map(([locale, one]) => [locale, change(one)]))]];
  });
  return Object.fromEntries(pairs);
}

function relocatedMap(value: unknown, { from, to, locales }: Relocation): unknown {
  if (from !== null && to === null) return { [from]: value };
  if (from !== null || to === null || !isObject(value)) return value;
  const first = locales.find((locale) => locale in value);
  return first === undefined ? undefined : value[first];
}

/** @param isInLocale whether the value has become one of a locale, or was one, inside of a value that belongs to none */
function relocatedValue(value: unknown, field: Field, how: Relocating, isInLocale: boolean): unknown {
  if (!isStructured(field)) return value;
  // Inside of one locale nothing is localized once more, before and after.
  const inner = isInLocale ? { ...how, relocation: { ...how.relocation, from: 'one', to: 'one' } } : how;
  if (field.type === 'component') return { fields: relocatedFields(fieldsOf(value), field.component ?? '', inner) };
  return blockList(value).map((block) => ({ ...block, fields: relocatedFields(block.fields, block.type, inner) }));
}

/** The first words in a component that say what it is; '' where it has none. @param textOf the words of a value, '' without */
export function firstWords(
  fields: InnerFields,
  type: Pick<ContentType, 'fields'>,
  { locales, textOf }: { readonly locales: readonly string[]; textOf(value: unknown, field: Field): string },
): string {
  for (const field of type.fields) {
    const value = fields[field.id];
    const isMap = field.localized && isObject(value) && locales.some((locale) => locale in value);
    const shown = isMap ? locales.map((locale) => value[locale]) : [value];
    const words = shown.map((one) => textOf(one, field).trim()).find((text) => text !== '');
    if (words !== undefined) return words;
  }
  return '';
}
