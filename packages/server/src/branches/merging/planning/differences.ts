/** The differences between two sides, and which side changed since the common ancestor. Pure. */
import { sameJson } from '../../../../../contract/src/same-json.ts';
import type { Show, ThreeWay } from './decisions.ts';
import { differencesInside } from './inner-differences.ts';
import { shownInside } from './inner-merge.ts';
import {
  fieldIn,
  idIn,
  idInAny,
  sameField,
  sameType,
  shownField,
  shownLayout,
  shownType,
  slotsOf,
  type TypeState,
} from './type-state.ts';
import { nameOf, type Place, placesOf, sameState, shownState, type ValuesState } from './values-state.ts';

/** One place where the two sides differ; null means that nothing is there. */
export interface Difference {
  readonly path: string;
  readonly base: unknown;
  readonly target: unknown;
  readonly source: unknown;
  readonly changed_in: 'source' | 'target' | 'both';
}

/** What a side did since the common ancestor. */
export const sideChanges = ['none', 'created', 'changed', 'deleted'] as const;
export type SideChange = (typeof sideChanges)[number];

export function differencesOfValues(
  path: string,
  three: ThreeWay<ValuesState>,
  placeOf: (place: string) => Place,
): Difference[] {
  const { base, target, source } = three;
  if (source === undefined || target === undefined)
    return differenceAt(path, three, { same: sameState, show: shownState(placeOf) });
  const found = placesOf(base, target, source).flatMap((place) => {
    const values = {
      base: base?.values.get(place),
      target: target.values.get(place),
      source: source.values.get(place),
    };
    return differencesAt(path, values, placeOf(place));
  });
  const archived = { base: base?.archived, target: target.archived, source: source.archived };
  return [...found, ...differenceAt(`${path}.archived`, archived, { same: sameJson, show: same })];
}

/** The differences of a value, and inside of it. */
function differencesAt(path: string, three: ThreeWay<unknown>, place: Place): Difference[] {
  const { show, inside } = place;
  const whole = () => differenceAt(`${path}.${nameOf(place)}`, three, { same: sameJson, show });
  if (inside === undefined) return whole();
  return differencesInside(inside.structure, three, inside).flatMap((one) => {
    if (one.path === '') return whole();
    const showInside = (value: unknown) => (one.isMove ? { position: value } : shownInside(value, one, inside));
    return differenceAt(`${path}.${inside.root}.${one.path}`, one.three, { same: sameJson, show: showInside });
  });
}

export function differencesOfTypes(path: string, three: ThreeWay<TypeState>): Difference[] {
  const { base, target, source } = three;
  if (source === undefined || target === undefined)
    return differenceAt(path, three, { same: sameType, show: shownType });
  const at = (name: string, read: (type: TypeState) => unknown) => {
    const values = { base: base && read(base), target: read(target), source: read(source) };
    return differenceAt(`${path}.${name}`, values, { same: sameJson, show: same });
  };
  return [
    ...at('kind', ({ kind }) => kind),
    ...at('name', ({ name }) => name),
    ...at('description', ({ description }) => description),
    ...at('display_field', (type) => idIn(type, type.displayField) ?? null),
    ...at('slug_field', (type) => idIn(type, type.slugField) ?? null),
    ...at('preview_url', ({ previewUrl }) => previewUrl),
    ...at('preview_picture', ({ previewPicture }) => previewPicture),
    ...at('deliver_former_ids', ({ deliverFormerIds }) => deliverFormerIds),
    ...differenceAt<TypeState['layout']>(
      `${path}.layout`,
      { base: base?.layout, target: target.layout ?? null, source: source.layout ?? null },
      { same: sameJson, show: (layout) => shownLayout(layout, (slot) => idInAny([target, source, base], slot)) },
    ),
    ...slotsOf(source, target).flatMap((slot) =>
      differencesOfFields(path, {
        base: fieldIn(base, slot),
        target: fieldIn(target, slot),
        source: fieldIn(source, slot),
      }),
    ),
  ];
}

function differencesOfFields(typePath: string, three: ThreeWay<NonNullable<ReturnType<typeof fieldIn>>>): Difference[] {
  const { base, target, source } = three;
  const path = `${typePath}.fields.${(target ?? source)?.id}`;
  if (source === undefined || target === undefined)
    return differenceAt(path, three, { same: sameField, show: shownField });
  const names = new Set([...Object.keys(source.settings), ...Object.keys(target.settings)]);
  // A rename is one difference: that the former id is kept follows from it.
  if (source.id !== target.id) names.delete('former_ids');
  return [
    ...differenceAt(
      `${path}.id`,
      { base: base?.id, target: target.id, source: source.id },
      { same: sameJson, show: same },
    ),
    ...[...names].flatMap((name) => {
      const values = { base: base?.settings[name], target: target.settings[name], source: source.settings[name] };
      return differenceAt(`${path}.${name}`, values, { same: sameJson, show: same });
    }),
  ];
}

/** How a side changed a resource. */
export function changeOf<T>(
  base: T | undefined,
  state: T | undefined,
  isSame: (one: T, other: T) => boolean,
): SideChange {
  if (base === undefined) return state === undefined ? 'none' : 'created';
  if (state === undefined) return 'deleted';
  return isSame(base, state) ? 'none' : 'changed';
}

/** The difference at a place; empty if both sides are equal. */
function differenceAt<T>(
  path: string,
  { base, target, source }: ThreeWay<T>,
  { same: isSame, show }: { same: (one: T, other: T) => boolean; show: Show<T> },
): Difference[] {
  const equal = (one: T | undefined, other: T | undefined) =>
    one === undefined || other === undefined ? one === other : isSame(one, other);
  if (equal(target, source)) return [];
  const shown = (value: T | undefined) => (value === undefined ? null : show(value));
  const changed = equal(target, base) ? 'source' : equal(source, base) ? 'target' : 'both';
  return [{ path, base: shown(base), target: shown(target), source: shown(source), changed_in: changed }];
}

function same(value: unknown): unknown {
  return value;
}
