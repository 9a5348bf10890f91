/** Turns stored values of `component` and `blocks` into the form in which they are merged, and back. */
import type { Block, ComponentValue, InnerFields } from '../../../../contract/src/blocks-merge.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import {
  blocksIn,
  type DocumentModel,
  fieldsInside,
  type InnerLevel,
  type Level,
  levelOf,
  localesAt,
  type OwnValue,
  storedAt,
  visibleComponent,
} from '../../model/fields/document/own-values.ts';
import { type Component, type Field, NO_LOCALE, type Block as StoredBlock } from '../../model/fields/field.ts';
import { fieldType } from '../../model/fields/registry.ts';
import type { Locales } from '../../model/spaces/locale.ts';
import type { Shapes } from './planning/shapes.ts';
import { type BaseType, baseSlots, type Slots } from './planning/slots.ts';
import type { TypeOutcome } from './planning/type-merge.ts';
import type { TypeState } from './planning/type-state.ts';
import type { Side } from './relation.ts';

/** A content type in the ancestor and on both sides, by `api_id`. */
type NumberedTypes = ReadonlyMap<
  string,
  { readonly base: BaseType | undefined; readonly slots: Readonly<Record<'target' | 'source', Slots>> }
>;

/** What the documents of one side, or of the ancestor, are read with. */
export interface Reading extends DocumentModel {
  /** The slots of the fields of a content type. */
  slotsOf(apiId: string): Slots;
  readonly shapes: Shapes;
}

/** What the documents of a side are read with. */
export interface SideReading extends Reading {
  fieldsOf(apiId: string): readonly Field[];
}

export function readingOf(
  side: 'target' | 'source',
  { model }: Side,
  { types, shapes }: { types: NumberedTypes; shapes: Shapes },
): SideReading {
  const slotsOf = (apiId: string): Slots => types.get(apiId)?.slots[side] ?? new Map();
  const fieldsOf = (apiId: string) => model.typeByApiId(apiId)?.fields ?? [];
  return { locales: model.locales, components: model, fieldsOf, slotsOf, shapes };
}

/** What a merge leaves of a type of the target; undefined where that is nothing. */
export interface TypeAfter {
  readonly planned: ContentType | undefined;
  readonly outcome: Pick<TypeOutcome, 'type'>;
}

/**
 * The same for the target of a merge: what the target has hidden and the merge shows again, fields and blocks, is read too. The
 * target may have edited it before it was hidden, and these edits are shown again as well.
 */
export function targetReading(
  side: Side,
  { planned, ...parts }: { types: NumberedTypes; shapes: Shapes; planned: ReadonlyMap<string, TypeAfter> },
): SideReading {
  const known = readingOf('target', side, parts);
  const read = side.model.types.map((type) => shownAgain(type, known.slotsOf(type.apiId), planned.get(type.apiId)));
  const byApiId = new Map(read.map((one) => [one.type.apiId, one]));
  const byNumber = new Map(read.map(({ type }) => [type.number, type]));
  return {
    ...known,
    components: {
      componentByNumber: (number) => byNumber.get(number),
      componentByApiId: (apiId) => byApiId.get(apiId)?.type,
    },
    fieldsOf: (apiId) => byApiId.get(apiId)?.type.fields ?? [],
    slotsOf: (apiId) => byApiId.get(apiId)?.slots ?? known.slotsOf(apiId),
  };
}

/** A type of the target with its hidden fields that the merge shows again, and the components that its fields then take again. */
function shownAgain(
  type: ContentType,
  slots: Slots,
  merged: TypeAfter | undefined,
): { readonly type: ContentType; readonly slots: Slots } {
  const after = merged?.planned;
  if (merged === undefined || after === undefined || after === type) return { type, slots };
  const fields = type.fields.map((field) => {
    const { components = [] } = after.fields.find(({ number }) => number === field.number) ?? {};
    const again = components.filter((name) => field.components?.includes(name) === false);
    return again.length === 0 ? field : { ...field, components: [...(field.components ?? []), ...again] };
  });
  const hidden = new Set(type.hiddenFields.map(({ number }) => number));
  const restored = after.fields.filter(({ number }) => hidden.has(number));
  const slotOf = ({ id }: Field) => merged.outcome.type?.fields.find((field) => field.id === id)?.slot ?? '';
  return {
    type: { ...type, fields: [...fields, ...restored] },
    slots: new Map([...slots, ...restored.map((field) => [field.number, slotOf(field)] as const)]),
  };
}

/** What the ancestor's documents in rows of an environment are read with: types and fields have the numbers of the environment. */
export function baseReading(
  environment: number,
  { types, shapes, locales }: { types: NumberedTypes; shapes: Shapes; locales: Locales },
): Reading {
  const known = new Map(
    [...types].flatMap(([apiId, { base }]) => (base === undefined ? [] : [[apiId, baseFields(base, environment)]])),
  );
  const components = [...known.values()].filter(({ kind }) => kind === 'component');
  return {
    locales,
    components: {
      componentByNumber: (number) => components.find((one) => one.number === number),
      componentByApiId: (name) => components.find(({ apiId }) => apiId === name),
    },
    slotsOf: (apiId) => known.get(apiId)?.slots ?? new Map(),
    shapes,
  };
}

/** A content type of the ancestor under the numbers of an environment. */
export function baseFields(
  { type, numbers }: BaseType,
  environment: number,
): Component & { kind: string; slots: Slots } {
  const its = numbers[environment];
  const bySlot = baseSlots({ type, numbers });
  const slots = new Map<number, string>();
  const fields: Field[] = [];
  for (const field of type.fields) {
    const number = its === undefined ? field.number : its.fields[field.number];
    if (number === undefined) continue;
    fields.push({ ...field, number });
    slots.set(number, bySlot.get(field.number) ?? '');
  }
  const { apiId, kind } = type;
  return { number: its?.type ?? type.number, apiId, kind, fields, hiddenFields: [], slots };
}

/** Where a value belongs in the merged model. */
export interface MergedAt {
  /** Whether it belongs to one locale. */
  readonly isWithin: boolean;
  /** Number of its locale; the default one if it belongs to none. */
  readonly locale: number;
  /** The ancestor's value, of which stays what this side's model has no place for; undefined for none. */
  readonly was: unknown;
}

/** A value of a document as merges compare it. @param level where it stands */
export function comparedValue(own: OwnValue, level: Level, at: MergedAt, reading: Reading): unknown {
  const held = fieldType(own.field.type).blocks;
  if (held === null) return own.value;
  const known = byId(at.was);
  const values = blocksIn(own.value, own.field).flatMap((block): readonly (ComponentValue | Block)[] => {
    const inner = levelOf(block, level, own, reading.components);
    const before = known.get(block.id);
    // A block that the field takes no longer is hidden, which this side has not changed since.
    if (inner === undefined) return before === undefined ? [] : [before];
    const { apiId: type } = inner.component;
    const was = before?.type === type ? before.fields : {};
    const fields = comparedFields(inner, { ...at, was }, reading);
    return [block.id === undefined ? { type, fields } : { id: block.id, type, fields }];
  });
  return held.haveIds ? values : values[0];
}

function comparedFields(
  level: InnerLevel,
  { isWithin, locale, was }: MergedAt & { readonly was: InnerFields },
  reading: Reading,
): InnerFields {
  const { apiId } = level.component;
  const slots = reading.slotsOf(apiId);
  const isByLocale = (slot: string) => !isWithin && reading.shapes.shapeOf(apiId, slot).byLocale;
  const fields: Record<string, unknown> = {};
  for (const [slot, value] of Object.entries(was)) {
    const field = level.fields.find(({ number }) => slots.get(number) === slot);
    if (field === undefined) fields[slot] = value;
    else if (isByLocale(slot)) {
      const said = new Set(localesAt(level, field, reading.locales).map(({ number }) => String(number)));
      const unsaid = Object.entries(value as InnerFields).filter(([number]) => !said.has(number));
      if (unsaid.length > 0) fields[slot] = Object.fromEntries(unsaid);
    }
  }
  for (const own of storedAt(level, reading.locales)) {
    const { number } = own.locale;
    const slot = slots.get(own.field.number) ?? '';
    const byLocale = isByLocale(slot);
    if (!byLocale && number !== locale) continue;
    const before = byLocale ? (was[slot] as InnerFields | undefined)?.[number] : was[slot];
    const at = { isWithin: isWithin || byLocale, locale: byLocale ? number : locale, was: before };
    const value = comparedValue(own, level, at, reading);
    if (value === undefined) continue;
    fields[slot] = byLocale ? { ...(fields[slot] as InnerFields | undefined), [number]: value } : value;
  }
  return fields;
}

/** The model of the target after the merge. */
export interface ModelAfter {
  readonly model: DocumentModel;
  /** A content type with the slots of its fields. */
  readonly mergedOf: (apiId: string) => TypeState | undefined;
}

/**
 * A merged value as it is stored in the target; undefined for none. Blocks that the field does not take are left out: those of the
 * target stay hidden.
 * @param field as it is read at its place @param isWithin whether the value belongs to one locale
 */
export function storedValue(value: unknown, field: Field, isWithin: boolean, after: ModelAfter): unknown {
  const held = fieldType(field.type).blocks;
  if (held === null || value === undefined) return value;
  const { components } = after.model;
  const given = (held.haveIds ? value : [value]) as readonly (Omit<Block, 'id'> & { readonly id?: string })[];
  const blocks = given.flatMap((block): StoredBlock[] => {
    const component = components.componentByApiId(block.type);
    if (component === undefined || visibleComponent({ type: component.number }, field, components) === undefined)
      return [];
    const state = after.mergedOf(block.type);
    const fields: Record<string, Record<string, unknown>> = {};
    for (const inner of fieldsInside(component, field, isWithin)) {
      const slot = state?.fields.find(({ id }) => id === inner.id)?.slot;
      const merged = slot === undefined ? undefined : block.fields[slot];
      if (merged === undefined) continue;
      const values = inner.localized ? (merged as InnerFields) : { [NO_LOCALE]: merged };
      const isInside = isWithin || inner.localized;
      fields[inner.number] = Object.fromEntries(
        Object.entries(values).map(([place, one]) => [place, storedValue(one, inner, isInside, after)]),
      );
    }
    return [{ ...(block.id === undefined ? {} : { id: block.id }), type: component.number, fields }];
  });
  return held.from(blocks);
}

type Known = ComponentValue & { readonly type?: string };

/** The blocks of a merged value by id; a component by undefined. */
function byId(value: unknown): ReadonlyMap<string | undefined, Block> {
  if (value === undefined) return new Map();
  const some = (Array.isArray(value) ? value : [value]) as readonly (Known & Partial<Block>)[];
  return new Map(some.map((block) => [block.id, block as Block]));
}
