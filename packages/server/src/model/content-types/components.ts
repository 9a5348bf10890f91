/** What holds between content types and the components in their fields. Pure. */
import { COMPONENT_LEVELS_MAX, componentsOf } from '../../../../contract/src/fields.ts';
import { type Violation, violation } from '../../../../contract/src/violations.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import type { Field } from '../fields/field.ts';
import { allFields, type ContentType } from './content-type.ts';

/** The content types with a field, shown or hidden, whose values may have the component in them, directly or in others. */
export function holdersOf(component: ContentType, types: readonly ContentType[]): ContentType[] {
  const holding = new Set<string>();
  const holds = (type: ContentType) =>
    allFields(type)
      .flatMap(componentsOf)
      .some((name) => holding.has(name));
  for (let found = [component]; found.length > 0; ) {
    for (const { apiId } of found) holding.add(apiId);
    found = types.filter((type) => !holding.has(type.apiId) && holds(type));
  }
  return types.filter(({ apiId }) => apiId !== component.apiId && holding.has(apiId));
}

/** The content types in an order in which each can be created: components before what has them inside, else by `api_id`. */
export function inOrderOfUse(types: readonly ContentType[]): ContentType[] {
  const [inside, known] = [insideOf(types), new Map<string, number>()];
  const levels = new Map(
    types.map((type) => [
      type,
      type.kind === 'entry' ? Number.MAX_SAFE_INTEGER : levelsFrom(type.apiId, inside, known),
    ]),
  );
  return [...types].sort(
    (one, other) => (levels.get(one) ?? 0) - (levels.get(other) ?? 0) || (one.apiId < other.apiId ? -1 : 1),
  );
}

/** The violations in the components that a content type names, and in what it may have if it is a component itself. */
export function componentViolations(type: ContentType, others: readonly ContentType[]): Violation[] {
  const types = new Map([...others, type].map((one) => [one.apiId, one]));
  const levels = levelsOf([...types.values()]);
  const circles = circleViolations(type, levels);
  return [...partViolations(type, types), ...circles, ...(circles.length > 0 ? [] : depthViolations(type, levels))];
}

/** The same of all types of a model, which may have changed together: a list for each of them, in their order. */
export function componentViolationsOf(all: readonly ContentType[]): Violation[][] {
  const types = new Map(all.map((one) => [one.apiId, one]));
  const levels = levelsOf(all);
  const found = all.map((type) => [...partViolations(type, types), ...circleViolations(type, levels)]);
  // Levels can be counted where no circle is.
  return found.some((some) => some.length > 0) ? found : all.map((type) => depthViolations(type, levels));
}

function partViolations(type: ContentType, types: ReadonlyMap<string, ContentType>): Violation[] {
  return [
    ...type.fields.flatMap((field, index) => unknownComponents(field, index, types)),
    ...(type.kind === 'component' ? partsOfEntries(type) : partsOfComponents(type)),
  ];
}

function unknownComponents(field: Field, index: number, types: ReadonlyMap<string, ContentType>): Violation[] {
  return componentsOf(field).flatMap((name, at) => {
    // What is no name at all was refused before.
    if (name === '' || types.get(name)?.kind === 'component') return [];
    const known = [...types.values()].filter(({ kind }) => kind === 'component').map(({ apiId }) => apiId);
    const path = field.component === undefined ? `${settingPath(field, index)}.${at}` : settingPath(field, index);
    const message = types.has(name)
      ? `Name a content type of kind component; ${quoted(name)} is of kind entry.`
      : `Create the component ${quoted(name)} first, or name one that exists.${didYouMean(name, known)}`;
    return [violation(path, 'component', message)];
  });
}

/** A component has nothing that only entries can have. */
function partsOfEntries({ fields, slugField, previewUrl }: ContentType): Violation[] {
  const found: Violation[] = [];
  for (const [index, { type, unique }] of fields.entries()) {
    if (type === 'slug')
      found.push(
        violation(`fields.${index}.type`, 'component', 'Use a field of type string; a component has no slug.'),
      );
    if (unique)
      found.push(
        violation(`fields.${index}.unique`, 'component', 'Leave unique out; inside of a component nothing is unique.'),
      );
  }
  if (slugField !== null) found.push(violation('slug_field', 'component', 'Leave it out; a component has no slug.'));
  if (previewUrl !== null)
    found.push(violation('preview_url', 'component', 'Leave it out; a component has no page of its own.'));
  return found;
}

/** A type of entries has nothing that only components can have. */
function partsOfComponents({ previewPicture }: ContentType): Violation[] {
  if (previewPicture === null) return [];
  return [violation('preview_picture', 'component', 'Leave it out; only components have a preview picture.')];
}

/** Components of a type that have it inside themselves. */
function circleViolations(type: ContentType, { inside }: Levels): Violation[] {
  const without = new Set<string>();
  return type.fields.flatMap((field, index) =>
    componentsOf(field).flatMap((name) => {
      const circle = pathTo(type.apiId, name, inside, without);
      if (circle === undefined) return [];
      const shown = [type.apiId, ...circle].join(' → ');
      const message = `Take ${quoted(name)} out; a component cannot be inside of itself: ${shown}.`;
      return [violation(settingPath(field, index), 'circle', message)];
    }),
  );
}

/** Too many components inside of each other, in a type or in one that may have it inside. No component is inside of itself. */
function depthViolations(type: ContentType, { inside, around }: Levels): Violation[] {
  const above = type.kind === 'component' ? levelsFrom(type.apiId, around, new Map()) : 0;
  const known = new Map<string, number>();
  return type.fields.flatMap((field, index) => {
    const levels = above + Math.max(0, ...componentsOf(field).map((name) => levelsFrom(name, inside, known)));
    if (levels <= COMPONENT_LEVELS_MAX) return [];
    const message = `Use components with fewer levels here; at most ${COMPONENT_LEVELS_MAX} components are inside of each other, and this makes ${levels}.`;
    return [violation(settingPath(field, index), 'depth', message, { limit: COMPONENT_LEVELS_MAX, given: levels })];
  });
}

/** Where a field names its components. */
function settingPath({ component }: Field, index: number): string {
  return `fields.${index}.${component === undefined ? 'components' : 'component'}`;
}

/** The content types one level further on, by `api_id`. */
type NextLevel = ReadonlyMap<string, ReadonlySet<string>>;

interface Levels {
  readonly inside: NextLevel;
  /** The components around each. */
  readonly around: NextLevel;
}

function levelsOf(types: readonly ContentType[]): Levels {
  return { inside: insideOf(types), around: aroundOf(types.filter(({ kind }) => kind === 'component')) };
}

/** What values of each type may have directly in them. A hundred fields may name the same hundred components. */
function insideOf(types: readonly ContentType[]): NextLevel {
  return new Map(types.map(({ apiId, fields }) => [apiId, new Set(fields.flatMap(componentsOf))]));
}

/** The types whose values may have each component directly in them. */
function aroundOf(types: readonly ContentType[]): NextLevel {
  const around = new Map<string, Set<string>>();
  for (const [apiId, inside] of insideOf(types))
    for (const name of inside) around.set(name, (around.get(name) ?? new Set()).add(apiId));
  return around;
}

/**
 * The components from one to another, both included; undefined if the first cannot have the other inside.
 * @param without those known not to have it inside; receives more of them
 */
function pathTo(wanted: string, from: string, inside: NextLevel, without: Set<string>): string[] | undefined {
  if (from === wanted) return [from];
  if (without.has(from)) return undefined;
  without.add(from);
  for (const name of inside.get(from) ?? []) {
    const rest = pathTo(wanted, name, inside, without);
    if (rest === undefined) continue;
    without.delete(from);
    return [from, ...rest];
  }
  return undefined;
}

/**
 * How many components are inside of each other at most, from this one on, itself counted. The types have no circles.
 * @param next inwards or outwards
 * @param known the levels of those looked at before; receives more of them
 */
function levelsFrom(apiId: string, next: NextLevel, known: Map<string, number>): number {
  const before = known.get(apiId);
  if (before !== undefined) return before;
  const levels = 1 + Math.max(0, ...[...(next.get(apiId) ?? [])].map((name) => levelsFrom(name, next, known)));
  known.set(apiId, levels);
  return levels;
}
