/** The values inside of blocks and components that differ between two or three sides, each with the names of what it stands in. */
import type { ContentType, Field } from '../../api/types.ts';
import type { ValueModel } from '../field-type.ts';
import { nameOfValue } from '../name-of-value.ts';
import { isStructured } from './blocks-in.ts';

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

type Types = readonly ContentType[];
type Names = readonly string[];

interface Inside {
  readonly names: Names;
  readonly path: Names;
  /** Whether it stands in a value that belongs to one locale. */
  readonly isWithin: boolean;
}

/**
 * The lines of a value of a field that has blocks or a component inside; none for other fields.
 * @param rest the path behind the id of the field
 */
export function innerLines(field: Field, rest: Names, sides: Sides, types: Types): readonly InnerLine[] {
  if (!isStructured(field)) return [];
  const isWhole = field.localized || rest.length === 1;
  const isOfList = isWhole && (field.localized || !isBlock(sides));
  const names = [isOfList ? nameOfValue(field, rest[0] ?? '') : field.name];
  const at = { names, path: isOfList ? rest.slice(0, 1) : [], isWithin: field.localized };
  return linesAt(field, isOfList ? rest.slice(1) : rest, sides, { at, types });
}

/** Whether the value at the path of a field and one more name is that of a block, and not of the field in a locale. */
function isBlock({ base, target, source }: Sides): boolean {
  const value = source ?? target ?? base;
  return isRecord(value) && (typeof value.id === 'string' || typeof value.position === 'number');
}

interface Place {
  readonly at: Inside;
  readonly types: Types;
}

function linesAt(field: Field, rest: Names, sides: Sides, { at, types }: Place): readonly InnerLine[] {
  if (field.type === 'component') {
    const component = types.find(({ api_id }) => api_id === field.component);
    return rest.length === 0
      ? linesOfFields(component, sides, { at, types })
      : lineWithin(component, rest, sides, { at, types });
  }
  const [id, ...behind] = rest;
  if (id === undefined) return linesOfList(sides, { at, types });
  if (behind.length === 0) return linesOfBlock(id, sides, { at, types });
  const taken = types.filter(
    ({ api_id, fields }) => field.components?.includes(api_id) && fields.some((one) => one.id === behind[0]),
  );
  const name = taken.length === 1 ? `${taken[0]?.name} ${id}` : id;
  return lineWithin(taken[0], behind, sides, { at: inside(at, name, id), types });
}

function lineWithin(
  component: ContentType | undefined,
  [id = '', ...rest]: Names,
  sides: Sides,
  { at, types }: Place,
): readonly InnerLine[] {
  const field = component?.fields.find((one) => one.id === id);
  const isLocalized = field?.localized === true && !at.isWithin;
  const hasInside = field !== undefined && isStructured(field);
  const hasLocale = !at.isWithin && (isLocalized || !hasInside);
  const [locale = ''] = hasLocale ? rest : [];
  const name = nameOfValue({ name: field?.name ?? id, localized: isLocalized }, locale);
  const next = inside({ ...at, isWithin: at.isWithin || isLocalized }, name, ...(hasLocale ? [id, locale] : [id]));
  if (hasInside) return linesAt(field, hasLocale ? rest.slice(1) : rest, sides, { at: next, types });
  return [lineOf(next, field ?? { id, name: id, type: 'json' }, sides)];
}

function linesOfList(sides: Sides, place: Place): readonly InnerLine[] {
  const lists = mapped(sides, (value) => new Map(recordsIn(value).map((block) => [String(block.id), block])));
  const ids = new Set([...lists.source.keys(), ...lists.target.keys()]);
  return [...ids].flatMap((id) =>
    linesOfBlock(
      id,
      mapped(lists, (blocks) => blocks.get(id)),
      place,
    ),
  );
}

function linesOfBlock(id: string, sides: Sides, { at, types }: Place): readonly InnerLine[] {
  const some = [sides.source, sides.target, sides.base].find(isRecord);
  if (typeof some?.position === 'number') {
    const positions = mapped(sides, (value) => (isRecord(value) ? value.position : undefined));
    return [{ ...lineOf(inside(at, id, id), { id, name: id, type: 'integer' }, positions), setting: 'position' }];
  }
  const component = types.find(({ api_id }) => api_id === some?.type);
  const next = inside(at, `${component?.name ?? String(some?.type)} ${id}`, id);
  const lines = linesOfFields(component, sides, { at: next, types });
  if (lines.length > 0) return lines;
  const shown = mapped(sides, (value) => (isRecord(value) ? component?.name : undefined));
  return [lineOf(next, { id, name: id, type: 'string' }, shown)];
}

/** A line for each value of a component that a response shows. */
function linesOfFields(component: ContentType | undefined, sides: Sides, { at, types }: Place): readonly InnerLine[] {
  const fields = mapped(sides, (value) => (isRecord(value) && isRecord(value.fields) ? value.fields : {}));
  return (component?.fields ?? []).flatMap((field) => {
    const values = mapped(fields, (some) => some[field.id]);
    if (!field.localized || at.isWithin)
      return linesOfValue(field, values, { at: inside(at, field.name, field.id), types });
    const byLocale = mapped(values, (value) => (isRecord(value) ? value : {}));
    const locales = new Set([...Object.keys(byLocale.source), ...Object.keys(byLocale.target)]);
    return [...locales].flatMap((locale) => {
      const next = inside({ ...at, isWithin: true }, nameOfValue(field, locale), field.id, locale);
      return linesOfValue(
        field,
        mapped(byLocale, (some) => some[locale]),
        { at: next, types },
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

function inside(at: Inside, name: string, ...path: Names): Inside {
  return { ...at, names: [...at.names, name], path: [...at.path, ...path] };
}

function mapped<From, To>(
  { base, target, source }: Readonly<Record<keyof Sides, From>>,
  map: (value: From) => To,
): Readonly<Record<keyof Sides, To>> {
  return { base: map(base), target: map(target), source: map(source) };
}

function recordsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
