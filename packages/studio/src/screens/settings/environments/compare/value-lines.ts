/** The values of two environments that differ in one resource, each with what it is: by field and locale, or by setting. */
import { isObject } from '../../../../../../contract/src/is-object.ts';
import type { ComparedResource, ContentType } from '../../../../api/types.ts';
import type { Naming } from '../../../../fields/blocks/inner-lines.ts';
import {
  type EntryModel,
  linesOfField,
  type ThreeSides,
  textModel,
  threeOf,
  type ValueLine,
} from '../../../../fields/lines-of-field.ts';

type Resource = Pick<ComparedResource, 'path' | 'kind' | 'key' | 'content_type'>;
type Side = 'base' | 'target' | 'source';
const SIDES = ['base', 'target', 'source'] as const;

export function valueLines(resource: Resource, sides: ThreeSides, naming: Naming): readonly ValueLine[] {
  const type = naming.types.find(({ api_id }) => api_id === (resource.content_type ?? resource.key));
  const rest = sides.path.slice(resource.path.length + 1).split('.');
  if (sides.path === resource.path) return linesOfWhole(resource, sides, { type, naming });
  if (resource.kind === 'content_type') return [lineOfModel(sides, rest, type)];
  const [part = '', ...behind] = rest;
  if (resource.kind === 'entry' && part === 'fields') return linesOfField(sides, behind, { type, naming });
  return [lineOfSetting(sides, part, behind.join('.'))];
}

/** A resource that one of the sides does not have: a line for each value of the one that has it. */
function linesOfWhole(resource: Resource, sides: ThreeSides, { type, naming }: EntryModel): readonly ValueLine[] {
  if (resource.kind === 'content_type')
    return [{ ...lineOfSetting(mapped(sides, fieldsInWords), 'fields', ''), path: sides.path }];
  const found = new Map<string, { readonly place: readonly string[]; readonly of: Record<Side, unknown> }>();
  for (const side of SIDES)
    for (const [place, value] of leavesOf(sides[side])) {
      const name = place.join('.');
      const known = found.get(name) ?? { place, of: { base: undefined, target: undefined, source: undefined } };
      known.of[side] = value;
      found.set(name, known);
    }
  return [...found].flatMap(([name, { place, of }]) => {
    const each = { ...sides, ...of, path: `${sides.path}.${name}` };
    const [part = '', ...behind] = place;
    if (part === 'content_type' || (part === 'archived' && of.source !== true && of.target !== true)) return [];
    return part === 'fields'
      ? linesOfField(each, behind, { type, naming })
      : [lineOfSetting(each, part, behind.join('.'))];
  });
}

/** The values of a shown resource by their places: `fields.<id>.<locale>`, or a setting with its locale. */
function leavesOf(whole: unknown): readonly (readonly [readonly string[], unknown])[] {
  if (!isObject(whole)) return [];
  return Object.entries(whole).flatMap(([part, value]): readonly (readonly [readonly string[], unknown])[] => {
    if (part === 'fields' && isObject(value))
      return Object.entries(value).flatMap(([id, byLocale]) =>
        isObject(byLocale) ? Object.entries(byLocale).map(([locale, one]) => [[part, id, locale], one] as const) : [],
      );
    if (isObject(value) && (part === 'title' || part === 'alt' || part === 'description'))
      return Object.entries(value).map(([locale, one]) => [[part, locale], one] as const);
    return [[[part], value]];
  });
}

function lineOfModel(sides: ThreeSides, rest: readonly string[], type: ContentType | undefined): ValueLine {
  const [part = '', id = '', ...behind] = rest;
  if (part !== 'fields') return lineOfSetting(sides, part, '');
  const field = type?.fields.find((one) => one.id === id)?.name ?? id;
  if (behind.length === 0) return { ...lineOfSetting(mapped(sides, fieldInWords), 'field', ''), name: field };
  return { ...lineOfSetting(sides, behind[0] ?? '', ''), name: field };
}

function lineOfSetting(sides: ThreeSides, setting: string, locale: string): ValueLine {
  return { ...threeOf(sides), name: locale, setting, model: textModel(setting, sides) };
}

function mapped(sides: ThreeSides, map: (value: unknown) => unknown): ThreeSides {
  return { ...sides, base: map(sides.base), target: map(sides.target), source: map(sides.source) };
}

/** A field of the model in a line: its name, id and type. */
function fieldInWords(field: unknown): unknown {
  if (!isObject(field)) return field;
  return `${String(field.name ?? field.id)} (${String(field.id)}, ${String(field.type)})`;
}

/** A content type in lines: its name and its fields. */
function fieldsInWords(type: unknown): unknown {
  if (!isObject(type)) return type;
  const fields = Array.isArray(type.fields) ? type.fields : [];
  return fields.map(fieldInWords).join('\n');
}
