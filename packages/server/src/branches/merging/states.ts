/** Builds the states of content types, entries and resources of plain values that merges compare, from stored data. */

import { structureOf } from '../../../../contract/src/blocks-merge.ts';
import type { FieldTypeName } from '../../../../contract/src/fields.ts';
import { sameJson } from '../../../../contract/src/same-json.ts';
import type { KeptVersion } from '../../content/entries/merged-entry.ts';
import { renderContext } from '../../content/entries/representation.ts';
import type { ValueKind } from '../../content/kinds/kinds.ts';
import type { ValueRow } from '../../content/kinds/value-merge.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import { holdsBlocks, storedAt, topLevel } from '../../model/fields/document/own-values.ts';
import type { Document, Field } from '../../model/fields/field.ts';
import { fieldType } from '../../model/fields/registry.ts';
import type { Locales } from '../../model/spaces/locale.ts';
import { comparedValue, type Reading, type SideReading } from './inner-states.ts';
import type { ThreeWay } from './planning/decisions.ts';
import { shownWhole } from './planning/inner-merge.ts';
import { type MergedComponent, namedField, Shapes } from './planning/shapes.ts';
import { type BaseType, baseSlots, type Slots, slotsIn, typeState } from './planning/slots.ts';
import { type FieldState, fieldIn, type TypeState } from './planning/type-state.ts';
import type { Place, ValuesState } from './planning/values-state.ts';
import type { Relation } from './relation.ts';

/** A content type in the common ancestor and on both sides. */
export interface TypeSides {
  readonly apiId: string;
  readonly base: BaseType | undefined;
  readonly target: ContentType | undefined;
  readonly source: ContentType | undefined;
  readonly slots: { readonly base: Slots; readonly target: Slots; readonly source: Slots };
  readonly three: ThreeWay<TypeState>;
}

/** All content types of the ancestor and both sides, in the order of the source, with those only in the target last. */
export function typeSides({ baseTypes, source, target }: Relation): Map<string, TypeSides> {
  const names = [...source.model.types, ...target.model.types].map(({ apiId }) => apiId);
  return new Map(
    [...new Set([...names, ...baseTypes.keys()])].map((apiId) => {
      const base = baseTypes.get(apiId);
      const [here, there] = [target.model.typeByApiId(apiId), source.model.typeByApiId(apiId)];
      const slots = {
        base: baseSlots(base),
        target: slotsIn(base, here, target.environment.number),
        source: slotsIn(base, there, source.environment.number),
      };
      const state = (type: ContentType | undefined, its: Slots) =>
        type === undefined ? undefined : typeState(type, its);
      const three = {
        base: state(base?.type, slots.base),
        target: state(here, slots.target),
        source: state(there, slots.source),
      };
      return [apiId, { apiId, base, target: here, source: there, slots, three }];
    }),
  );
}

/** How the values of components are held, where the merged types are known. */
export function shapesOf(
  types: ReadonlyMap<string, Pick<TypeSides, 'three'>>,
  mergedOf: (apiId: string) => TypeState | undefined,
  locales: Locales,
): Shapes {
  const componentOf = (apiId: string): MergedComponent | undefined => {
    const sides = types.get(apiId);
    return sides && { merged: mergedOf(apiId), three: sides.three };
  };
  return new Shapes(componentOf, locales);
}

/** A content type on one side. */
interface TypeOfSide {
  readonly apiId: string;
  /** As it will be; by it the values of its fields are held. */
  readonly merged: MergedComponent;
  readonly reading: SideReading;
}

/**
 * The state of an entry on one side, completed with the ancestor's values for places that the type of this side does not have: a side
 * that lacks a field, or does not localize it, does not change its values.
 */
export function entryState(
  { document, archived }: KeptVersion,
  { apiId, merged, reading }: TypeOfSide,
  base: ValuesState | undefined,
): ValuesState {
  const [fields, slots] = [reading.fieldsOf(apiId), reading.slotsOf(apiId)];
  const was = base?.type === apiId ? base.values : new Map<string, unknown>();
  const unsaid = new Map<string, unknown>();
  const values = new Map<string, unknown>();
  for (const [place, read] of valuesOf(document, { fields, slots, merged, reading })) {
    const value = read(was.get(place));
    values.set(place, value);
    if (!was.has(place) || !holdsBlocks({ type: fieldTypeAt(merged, place) })) continue;
    const own = read(undefined);
    if (!sameJson(own, value)) unsaid.set(place, own);
  }
  const fieldAt = (slot: string) => fields.find(({ number }) => slots.get(number) === slot);
  for (const [place, value] of was)
    if (!existsIn(fieldAt(partsOf(place).slot), place, reading.locales)) {
      values.set(place, value);
      unsaid.set(place, undefined);
    }
  return { type: apiId, archived, values, ...(unsaid.size > 0 ? { unsaid } : {}) };
}

/** The ancestor's state of an entry. @param reading that of the environment in which the version is stored */
export function baseState(
  { document, archived }: KeptVersion,
  { apiId, fields }: { apiId: string; fields: readonly Field[] },
  { merged, reading }: Pick<TypeOfSide, 'merged'> & { readonly reading: Reading },
): ValuesState {
  const read = valuesOf(document, { fields, slots: reading.slotsOf(apiId), merged, reading });
  return { type: apiId, archived, values: new Map([...read].map(([place, value]) => [place, value(undefined)])) };
}

/** Each value of a document by its place, given the ancestor's there. */
function* valuesOf(
  document: Document,
  {
    fields,
    slots,
    merged,
    reading,
  }: Pick<TypeOfSide, 'merged'> & { reading: Reading; fields: readonly Field[]; slots: Slots },
): Generator<[place: string, read: (was: unknown) => unknown]> {
  const level = topLevel({ document, fields });
  for (const own of storedAt(level, reading.locales)) {
    const slot = slots.get(own.field.number) ?? '';
    const { number: locale } = own.locale;
    const isWithin = namedField(merged, slot)?.settings.localized === true;
    yield [`${slot} ${locale}`, (was) => comparedValue(own, level, { isWithin, locale, was }, reading)];
  }
}

function fieldTypeAt(merged: MergedComponent, place: string): FieldTypeName {
  return (namedField(merged, partsOf(place).slot)?.settings.type ?? 'json') as FieldTypeName;
}

/** Whether a field, as a type has it, has a value in the locale of a place. */
function existsIn(field: Pick<Field, 'localized'> | undefined, place: string, locales: Locales): boolean {
  const locale = locales.byNumber(partsOf(place).locale);
  return field !== undefined && locale !== undefined && (field.localized || locale.isDefault);
}

/** The slot and the locale of a place. */
export function partsOf(place: string): { readonly slot: string; readonly locale: number } {
  const at = place.lastIndexOf(' ');
  return { slot: place.slice(0, at), locale: Number(place.slice(at + 1)) };
}

/** The places of values of a merged content type. */
export function fieldPlaces(
  type: MergedComponent,
  { locales, code, shapes }: { locales: Locales; code: string; shapes: Shapes },
): (place: string) => Place {
  const shownPlain = (value: unknown, field: FieldState | undefined) =>
    field === undefined
      ? value
      : fieldType(field.settings.type as FieldTypeName).render(value, renderContext({ code }));
  return (place) => {
    const { slot, locale: number } = partsOf(place);
    const field = namedField(type, slot);
    const path = `fields.${field?.id}.${locales.byNumber(number)?.code}`;
    const settings = fieldIn(type.merged, slot)?.settings;
    const exists = existsIn(settings && { localized: settings.localized === true }, place, locales);
    const structure = structureOf(field?.settings ?? {});
    if (structure === 'plain') return { path, exists, show: (value) => shownPlain(value, field) };
    const isWithin = field?.settings.localized === true;
    const root = isWithin ? path : `fields.${field?.id}`;
    const inside = { structure, isWithin, root, field, shapes, show: shownPlain };
    return { path, exists, inside, show: (value) => shownWhole(value, inside) };
  };
}

/** The state of a resource of plain values, on one side or in the ancestor. */
export function valueState({ merge }: ValueKind, kept: unknown, locales: Locales): ValuesState {
  const values = merge.values(kept, locales).map(({ slot, locale, value }) => [`${slot} ${locale}`, value] as const);
  return { archived: false, values: new Map(values) };
}

/** The places of the values of a kind. */
export function valuePlaces({ merge }: ValueKind, locales: Locales): (place: string) => Place {
  return (place) => {
    const { slot, locale: number } = partsOf(place);
    const code = locales.byNumber(number)?.code;
    const path = code === undefined ? slot : `${slot}.${code}`;
    return { path, exists: true, show: (value) => merge.shown(slot, value) };
  };
}

/** The stored form of a resource after the merge. */
export function keptAfter(
  { merge }: ValueKind,
  before: ValueRow | undefined,
  values: ReadonlyMap<string, unknown>,
): unknown {
  const changes = [...values].map(([place, value]) => ({ ...partsOf(place), value }));
  return merge.changed(before && merge.kept(before), changes);
}
