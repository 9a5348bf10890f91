/** The values inside of blocks and components that differ between two or three sides, each with the names of what it stands in. */
import { isObject } from '../../../../contract/src/is-object.ts';
import type { ContentType, Field } from '../../api/types.ts';
import { valueInside } from '../../drafts/value-inside.ts';
import type { ValueModel } from '../field-type.ts';
import { nameOfValue } from '../name-of-value.ts';
import { blockName } from './block-words.ts';
import { blockList, isStructured } from './blocks-in.ts';
import type { EntryFields } from './linked-values.ts';

/** What a value is on three sides; null or undefined for none. */
interface Sides {
  readonly base: unknown;
  readonly target: unknown;
  readonly source: unknown;
}

/** One value inside, or the position of a block. */
interface InnerLine extends Sides {
  /** Relative to the field. */
  readonly path: string;
  readonly name: string;
  readonly setting?: 'position';
  readonly model: ValueModel;
}

/** What values inside are named with. */
export interface Naming {
  /** All content types, those of both environments where two are compared. */
  readonly types: readonly ContentType[];
  /** Codes of the locales of the space, the default one first: a block is named by its words in the first that has some. */
  readonly locales: Names;
  /** The values of the entry by field and locale; undefined where they are not known. */
  readonly fields: EntryFields | undefined;
}

type Names = readonly string[];

interface Inside {
  readonly names: Names;
  readonly path: Names;
  /** Whether it stands in a value that belongs to one locale. */
  readonly isWithin: boolean;
  /** What the entry has there; undefined where that is not known. */
  readonly value: unknown;
}

/**
 * The lines of a value of a field that has blocks or a component inside; none for other fields.
 * @param rest the path behind the id of the field
 */
export function innerLines(field: Field, rest: Names, sides: Sides, naming: Naming): readonly InnerLine[] {
  if (!isStructured(field)) return [];
  const locale = field.localized ? (rest[0] ?? '') : (naming.locales[0] ?? '');
  const value = naming.fields?.[field.id]?.[locale];
  const isOfBlock = isBlock(sides) || blockList(value).some(({ id }) => id === rest[0]);
  const isOfList = field.localized || (rest.length === 1 && !isOfBlock);
  const names = [isOfList ? nameOfValue(field, rest[0] ?? '') : field.name];
  const at = { names, path: isOfList ? rest.slice(0, 1) : [], isWithin: field.localized, value };
  return linesAt(field, isOfList ? rest.slice(1) : rest, sides, { at, naming });
}

/** Whether the value at the path of a field and one more name is that of a block, and not of the field in a locale. */
function isBlock({ base, target, source }: Sides): boolean {
  const value = source ?? target ?? base;
  return isObject(value) && (typeof value.id === 'string' || typeof value.position === 'number');
}

interface Place {
  readonly at: Inside;
  readonly naming: Naming;
}

function linesAt(field: Field, rest: Names, sides: Sides, { at, naming }: Place): readonly InnerLine[] {
  if (field.type === 'component') {
    const component = naming.types.find(({ api_id }) => api_id === field.component);
    return rest.length === 0
      ? linesOfFields(component, sides, { at, naming })
      : lineWithin(component, rest, sides, { at, naming });
  }
  const [id, ...behind] = rest;
  if (id === undefined) return linesOfList(sides, { at, naming });
  if (behind.length === 0) return linesOfBlock(id, sides, { at, naming });
  const type = blockList(at.value).find((block) => block.id === id)?.type;
  const fitting = naming.types.filter(
    ({ api_id, fields }) => field.components?.includes(api_id) && fields.some((one) => one.id === behind[0]),
  );
  const component = fitting.find(({ api_id }) => api_id === type) ?? fitting[0];
  const name = nameOfBlock(id, undefined, { at, naming }) ?? (fitting.length === 1 ? component?.name : undefined);
  return lineWithin(component, behind, sides, { at: inside(at, name, id), naming });
}

function lineWithin(
  component: ContentType | undefined,
  [id = '', ...rest]: Names,
  sides: Sides,
  { at, naming }: Place,
): readonly InnerLine[] {
  const field = component?.fields.find((one) => one.id === id);
  const isLocalized = field?.localized === true && !at.isWithin;
  const hasInside = field !== undefined && isStructured(field);
  const hasLocale = !at.isWithin && (isLocalized || !hasInside);
  const [locale = ''] = hasLocale ? rest : [];
  const name = nameOfValue({ name: field?.name ?? id, localized: isLocalized }, locale);
  const next = inside({ ...at, isWithin: at.isWithin || isLocalized }, name, ...(hasLocale ? [id, locale] : [id]));
  if (hasInside) return linesAt(field, hasLocale ? rest.slice(1) : rest, sides, { at: next, naming });
  return [lineOf(next, field ?? { id, name: id, type: 'json' }, sides)];
}

/** What a block is called; undefined where nothing is known of it. @param shown the block itself, where it is shown */
function nameOfBlock(id: string, shown: unknown, { at, naming }: Place): string | undefined {
  const list = blockList(at.value);
  const block = list.find((one) => one.id === id) ?? blockList([shown])[0];
  return block && blockName(block, naming, list);
}

function linesOfList(sides: Sides, place: Place): readonly InnerLine[] {
  const lists = mapped(sides, (value) => new Map(recordsIn(value).map((block) => [String(block.id), block])));
  const ids = new Set([...lists.source.keys(), ...lists.target.keys()]);
  const at = { ...place.at, value: place.at.value ?? sides.source ?? sides.target };
  return [...ids].flatMap((id) =>
    linesOfBlock(
      id,
      mapped(lists, (blocks) => blocks.get(id)),
      { ...place, at },
    ),
  );
}

function linesOfBlock(id: string, sides: Sides, { at, naming }: Place): readonly InnerLine[] {
  const some = [sides.source, sides.target, sides.base].find(isObject);
  const name = nameOfBlock(id, some, { at, naming });
  if (typeof some?.position === 'number') {
    const positions = mapped(sides, (value) => (isObject(value) ? value.position : undefined));
    return [{ ...lineOf(inside(at, name, id), { id, name: id, type: 'integer' }, positions), setting: 'position' }];
  }
  const component = naming.types.find(({ api_id }) => api_id === some?.type);
  const next = inside(at, name, id);
  const lines = linesOfFields(component, sides, { at: next, naming });
  if (lines.length > 0) return lines;
  const shown = mapped(sides, (value) => (isObject(value) ? component?.name : undefined));
  return [lineOf(next, { id, name: id, type: 'string' }, shown)];
}

/** A line for each value of a component that a response shows. */
function linesOfFields(component: ContentType | undefined, sides: Sides, { at, naming }: Place): readonly InnerLine[] {
  const fields = mapped(sides, (value) => (isObject(value) && isObject(value.fields) ? value.fields : {}));
  return (component?.fields ?? []).flatMap((field) => {
    const values = mapped(fields, (some) => some[field.id]);
    if (!field.localized || at.isWithin)
      return linesOfValue(field, values, { at: inside(at, field.name, field.id), naming });
    const byLocale = mapped(values, (value) => (isObject(value) ? value : {}));
    const locales = new Set([...Object.keys(byLocale.source), ...Object.keys(byLocale.target)]);
    return [...locales].flatMap((locale) => {
      const next = inside({ ...at, isWithin: true }, nameOfValue(field, locale), field.id, locale);
      return linesOfValue(
        field,
        mapped(byLocale, (some) => some[locale]),
        { at: next, naming },
      );
    });
  });
}

function linesOfValue(field: Field, sides: Sides, place: Place): readonly InnerLine[] {
  if (isStructured(field)) return linesAt(field, [], sides, place);
  return sides.source === undefined && sides.target === undefined ? [] : [lineOf(place.at, field, sides)];
}

function lineOf({ names, path }: Inside, model: ValueModel, sides: Sides): InnerLine {
  return { ...sides, path: path.join('.'), name: names.join(' · '), model };
}

/** @param name undefined where what stands there has none */
function inside(at: Inside, name: string | undefined, ...path: Names): Inside {
  const names = name === undefined ? at.names : [...at.names, name];
  return { ...at, names, path: [...at.path, ...path], value: valueInside(at.value, path) };
}

function mapped<From, To>(
  { base, target, source }: Readonly<Record<keyof Sides, From>>,
  map: (value: From) => To,
): Readonly<Record<keyof Sides, To>> {
  return { base: map(base), target: map(target), source: map(source) };
}

function recordsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
