/**
 * Merges one stored value that a change set and others have changed since the set was written. What only one side changed stands;
 * rich texts, lists and components are merged by block, item and place; what is left is a conflict. Pure.
 */
import {
  type BlocksRules,
  type InnerPlace,
  type MergedValue as MergedPlain,
  resolveBlocks,
  type Structure,
  type ThreeSides,
  writtenOver,
} from '../../../../contract/src/blocks-merge.ts';
import { mergeLists } from '../../../../contract/src/list-merge.ts';
import { mergeRichText } from '../../../../contract/src/rich-text-merge.ts';
import { sameJson } from '../../../../contract/src/same-json.ts';
import type { Model } from '../../model/content-types/model.ts';
import { insidePath, type Level, pathAt } from '../../model/fields/document/own-values.ts';
import { type Field, NO_LOCALE } from '../../model/fields/field.ts';
import type { Locale } from '../../model/spaces/locale.ts';

/** Whose value stands where both sides wrote another one. */
export type Preferred = 'set' | 'current';

/** A value in its three states; undefined where there is none. */
export interface ValueSides {
  /** What the set's value was written over. */
  readonly base: unknown;
  /** What stands there now. */
  readonly current: unknown;
  readonly value: unknown;
}

/** What both sides changed, each in another way. */
export interface ValueConflict extends ValueSides {
  /** Such as `fields.title.de`, or `fields.blocks.b3k9.title.de` for a value inside. */
  readonly path: string;
  /** What the values are of; null for a whole block. */
  readonly field: Field | null;
}

/** Where a value stands, and how what is inside of it is read. */
export interface ValuePlace {
  readonly field: Field;
  readonly locale: Locale;
  readonly model: Model;
}

export interface MergedValue {
  readonly value: unknown;
  /** What `value` is written over: what stands there now, but for what is to be decided, which is as it was before. */
  readonly base: unknown;
  readonly conflicts: readonly ValueConflict[];
}

const TOP: Pick<Level, 'root' | 'within'> = { root: 'fields', within: null };
/** A name that no block has, for the value as a whole. */
const WHOLE = '';

/**
 * Merges the value at a place.
 * @param choices by path, for places that are decided; a choice for the place itself decides all of it
 * @param preferred what stands at conflicts, which are told in any case
 */
export function mergeValue(
  sides: ValueSides,
  place: ValuePlace,
  { preferred, choices = new Map() }: { preferred: Preferred; choices?: ReadonlyMap<string, Preferred> },
): MergedValue {
  const path = pathAt(TOP, place.field, place.locale);
  const chosen = choices.get(path);
  const { base, current, value } = sides;
  if (chosen !== undefined) return settled(chosen === 'set' ? value : current, current);
  const structure = structureOf(place);
  const isDecidedInside =
    structure !== 'plain' && [...choices.keys()].some((one) => one.startsWith(`${rootOf(place)}.`));
  if (!isDecidedInside && (sameJson(current, base) || sameJson(current, value))) return settled(value, current);
  if (!isDecidedInside && sameJson(value, base)) return settled(current, current);
  if (structure !== 'plain') return mergeInside(sides, place, { structure, preferred, choices });
  const whole = { path, field: place.field, ...sides };
  if (place.field.type === 'rich_text') return mergeText(whole, preferred);
  const list = place.field.type === 'array' ? mergeLists({ base, mine: value, theirs: current }) : null;
  if (list !== null) return settled(list, current);
  return undecided(whole, preferred);
}

function settled(value: unknown, base: unknown): MergedValue {
  return { value, base, conflicts: [] };
}

function undecided(whole: ValueConflict, preferred: Preferred): MergedValue {
  const { base, current, value } = whole;
  return { value: preferred === 'set' ? value : current, base, conflicts: [whole] };
}

function mergeText(whole: ValueConflict, preferred: Preferred): MergedValue {
  const { base, current, value } = whole;
  const sides = { base, mine: value, theirs: current };
  const merged = mergeRichText(sides);
  if (merged === null) return undecided(whole, preferred);
  if (merged.clashes.length === 0) return settled(merged.value, current);
  const theirs = () => mergeRichText(sides, { decide: () => 'theirs' })?.value;
  return { value: preferred === 'set' ? merged.value : theirs(), base: merged.base, conflicts: [whole] };
}

interface Inside {
  readonly structure: Structure;
  readonly preferred: Preferred;
  readonly choices: ReadonlyMap<string, Preferred>;
}

function mergeInside(
  { base, current, value }: ValueSides,
  place: ValuePlace,
  { structure, preferred, choices }: Inside,
): MergedValue {
  const root = rootOf(place);
  const sides = { base, mine: value, theirs: current };
  const rules = rulesOf(place);
  const sideOf = (take: Preferred) => (take === 'set' ? ('mine' as const) : ('theirs' as const));
  const decided = new Map(
    [...choices].flatMap(([path, take]) =>
      path.startsWith(`${root}.`) ? [[path.slice(root.length + 1), sideOf(take)] as const] : [],
    ),
  );
  const { value: merged, conflicts } = resolveBlocks(structure, sides, { ...rules, choices: decided });
  const found = conflicts.map((one) => ({
    path: one.path === WHOLE ? pathAt(TOP, place.field, place.locale) : `${root}.${one.path}`,
    field: one.path === WHOLE ? place.field : one.place === null ? null : fieldInside(one.place, place.model),
    base: one.base,
    current: one.theirs,
    value: one.mine,
  }));
  if (conflicts.length === 0) return settled(merged, current);
  const before = writtenOver(structure, sides, { ...rules, conflicts });
  if (preferred === 'set') return { value: merged, base: before, conflicts: found };
  const all = new Map([...decided, ...conflicts.map(({ path }) => [path, 'theirs' as const] as const)]);
  return { value: resolveBlocks(structure, sides, { ...rules, choices: all }).value, base: before, conflicts: found };
}

/** What the paths inside of the value begin with. */
function rootOf({ field, locale }: ValuePlace): string {
  return insidePath(field, locale, TOP.root);
}

function structureOf({ field, model }: Pick<ValuePlace, 'field' | 'model'>): Structure {
  if (field.type === 'blocks') return 'blocks';
  if (field.type !== 'component') return 'plain';
  const component = model.componentByApiId(field.component ?? '');
  return component === undefined ? 'plain' : { component: String(component.number) };
}

function rulesOf({ field, model }: ValuePlace): BlocksRules {
  const { locales } = model;
  return {
    isWithin: field.localized,
    noLocale: String(NO_LOCALE),
    shapeOf: (type, key) => {
      const inner = fieldInside({ type, key }, model);
      return { holds: inner === null ? 'plain' : structureOf({ field: inner, model }), byLocale: true };
    },
    nameOf: ({ type, key, locale, isWithin }) => {
      const inner = fieldInside({ type, key }, model);
      const id = inner?.id ?? key;
      const isOfLocale = locale !== undefined && Number(locale) !== NO_LOCALE;
      const hasInside = inner !== null && structureOf({ field: inner, model }) !== 'plain';
      if (isWithin || (!isOfLocale && hasInside)) return id;
      return `${id}.${(isOfLocale ? locales.byNumber(Number(locale)) : locales.default)?.code ?? locale}`;
    },
    mergeValue: (sides, inner) => mergedPlain(sides, fieldInside(inner, model)),
  };
}

/** A rich text or a list inside of a component; null for a value that is taken whole. */
function mergedPlain(sides: ThreeSides, field: Field | null): MergedPlain | null {
  if (field?.type === 'rich_text') return mergeRichText(sides);
  const value = field?.type === 'array' ? mergeLists(sides) : null;
  return value === null ? null : { value, base: sides.base, clashes: [] };
}

/** The field of a component, shown or hidden; null if it is gone. */
function fieldInside({ type, key }: Pick<InnerPlace, 'type' | 'key'>, model: Model): Field | null {
  const component = model.componentByNumber(Number(type));
  const fields = component === undefined ? [] : [...component.fields, ...component.hiddenFields];
  return fields.find(({ number }) => String(number) === key) ?? null;
}
