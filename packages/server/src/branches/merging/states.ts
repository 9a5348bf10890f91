/** Builds the states of content types, entries and resources of plain values that merges compare, from stored data. */

import type { FieldTypeName } from '../../../../contract/src/fields.ts';
import type { KeptVersion } from '../../content/entries/merged-entry.ts';
import { renderContext } from '../../content/entries/representation.ts';
import type { ValueKind } from '../../content/kinds/kinds.ts';
import type { ValueRow } from '../../content/kinds/value-merge.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import { ownValues } from '../../model/fields/document/own-values.ts';
import type { Document, Field } from '../../model/fields/field.ts';
import { fieldType } from '../../model/fields/registry.ts';
import type { Locales } from '../../model/spaces/locale.ts';
import { environmentOfRow } from '../../platform/database/row-id.ts';
import type { ThreeWay } from './planning/decisions.ts';
import { type BaseType, baseSlots, type Slots, slotsIn, typeState } from './planning/slots.ts';
import { fieldIn, type TypeState } from './planning/type-state.ts';
import type { Place, ValuesState } from './planning/values-state.ts';
import type { BaseEntry, Relation } from './relation.ts';

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

/** The state of an entry on one side. */
export function entryState(
  { document, archived }: KeptVersion,
  type: ContentType,
  slots: Slots,
  locales: Locales,
): ValuesState {
  return { type: type.apiId, archived, values: valuesOf(document, { fields: type.fields, slots, locales }) };
}

/** The ancestor's state of an entry. */
export function baseState(
  { document, archived }: KeptVersion,
  { id }: Pick<BaseEntry, 'id'>,
  { apiId, base, slots }: TypeSides,
  locales: Locales,
): ValuesState {
  const numbers = base?.numbers[environmentOfRow(id)];
  const fields: Field[] = [];
  const there = new Map<number, string>();
  for (const field of base?.type.fields ?? []) {
    const number = numbers === undefined ? field.number : numbers.fields[field.number];
    if (number === undefined) continue;
    fields.push({ ...field, number });
    there.set(number, slots.base.get(field.number) ?? '');
  }
  return { type: apiId, archived, values: valuesOf(document, { fields, slots: there, locales }) };
}

function valuesOf(
  document: Document,
  { fields, slots, locales }: { fields: readonly Field[]; slots: Slots; locales: Locales },
): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const { field, locale, value } of ownValues({ document, fields, locales }))
    values.set(`${slots.get(field.number)} ${locale.number}`, value);
  return values;
}

/**
 * Completes the state of an entry with the ancestor's values, for places that its side's type does not have: a side that lacks a
 * field, or does not localize it, does not change its values.
 */
export function withUnsaid(
  state: ValuesState,
  base: ValuesState | undefined,
  { type, locales }: { type: TypeState | undefined; locales: Locales },
): ValuesState {
  if (base === undefined || base.type !== state.type) return state;
  const unsaid = [...base.values].filter(([place]) => !existsIn(type, place, locales));
  if (unsaid.length === 0) return state;
  const places = new Set(unsaid.map(([place]) => place));
  return { ...state, values: new Map([...state.values, ...unsaid]), unsaid: places };
}

function existsIn(type: TypeState | undefined, place: string, locales: Locales): boolean {
  const { slot, locale: number } = partsOf(place);
  const [field, locale] = [fieldIn(type, slot), locales.byNumber(number)];
  return field !== undefined && locale !== undefined && (field.settings.localized === true || locale.isDefault);
}

/** The slot and the locale of a place. */
export function partsOf(place: string): { readonly slot: string; readonly locale: number } {
  const at = place.lastIndexOf(' ');
  return { slot: place.slice(0, at), locale: Number(place.slice(at + 1)) };
}

/** The places of values of a merged content type. */
export function fieldPlaces(
  merged: TypeState | undefined,
  { three }: Pick<TypeSides, 'three'>,
  { locales, code }: { locales: Locales; code: string },
): (place: string) => Place {
  return (place) => {
    const { slot, locale: number } = partsOf(place);
    const field = fieldIn(merged, slot);
    const named = field ?? fieldIn(three.target, slot) ?? fieldIn(three.source, slot) ?? fieldIn(three.base, slot);
    const locale = locales.byNumber(number);
    const exists = existsIn(merged, place, locales);
    const type = named?.settings.type as FieldTypeName | undefined;
    return {
      path: `fields.${named?.id}.${locale?.code}`,
      exists,
      show: (value) => (type === undefined ? value : fieldType(type).render(value, renderContext({ code }))),
    };
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
