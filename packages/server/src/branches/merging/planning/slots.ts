/**
 * Identifies which fields of a content type are the same in the common ancestor and on both sides. Each environment numbers its
 * fields separately, and ids change: a slot is a name that identifies the same field on all sides. Pure.
 */
import { renamedLayout } from '../../../../../contract/src/layout.ts';
import type { ContentType } from '../../../model/content-types/content-type.ts';
import type { Field } from '../../../model/fields/field.ts';
import type { FieldState, TypeState } from './type-state.ts';

/** The numbers of a content type and its fields in an environment with different numbering. */
export interface OtherNumbers {
  readonly type: number;
  /** Number in the ancestor → number in this environment. */
  readonly fields: Readonly<Record<string, number>>;
  /** Fields added later have this number or a higher one. */
  readonly next: number;
}

/** A content type as the common ancestor had it. */
export interface BaseType {
  readonly type: ContentType;
  /** By environment number. Environments not listed use the numbers of `type`. */
  readonly numbers: Readonly<Record<string, OtherNumbers>>;
}

/** The slots of the visible fields of a content type, by number. */
export type Slots = ReadonlyMap<number, string>;

/** The slots of the fields of the ancestor. */
export function baseSlots(base: BaseType | undefined): Slots {
  return new Map((base?.type.fields ?? []).map(({ number }) => [number, slotOf(number)]));
}

/**
 * The slots of the fields of a type in an environment. A field that was removed and recreated counts as another field. If the whole
 * type was deleted and recreated, its fields are matched by id and type, because nothing has values in them.
 */
export function slotsIn(base: BaseType | undefined, type: ContentType | undefined, environment: number): Slots {
  const slots = new Map<number, string>();
  if (type === undefined) return slots;
  const isSame = isOf(base, type, environment);
  const byNumber = earlierSlots(base, type, environment);
  for (const field of type.fields) {
    const again = isSame
      ? undefined
      : base?.type.fields.find((one) => one.id === field.id && kindOf(one) === kindOf(field));
    const known = again === undefined ? byNumber.get(field.number) : slotOf(again.number);
    slots.set(field.number, known ?? `n:${field.id}:${kindOf(field)}`);
  }
  return slots;
}

/**
 * Whether a type shows something again that existed at the time of the ancestor, but was hidden there: a field, or the blocks of a
 * component. Its entries then have values that are new to the merge, though nobody has saved them since.
 * @param isKnown whether the ancestor had a component
 */
export function showsAgain(
  base: BaseType | undefined,
  type: ContentType,
  { environment, isKnown }: { readonly environment: number; readonly isKnown: (component: string) => boolean },
): boolean {
  if (base === undefined || !isOf(base, type, environment)) return false;
  const next = base.numbers[environment]?.next ?? base.type.nextFieldNumber;
  const known = new Map(base.type.fields.map((field) => [slotOf(field.number), field]));
  const slots = slotsIn(base, type, environment);
  return type.fields.some(({ number, components = [] }) => {
    const was = known.get(slots.get(number) ?? '');
    if (was === undefined) return number < next;
    return components.some((name) => isKnown(name) && was.components?.includes(name) === false);
  });
}

/** The slots of the ancestor's fields, by their numbers in an environment, whether or not its type still has them. */
export function earlierSlots(base: BaseType | undefined, type: ContentType, environment: number): Slots {
  const slots = new Map<number, string>();
  if (base === undefined || !isOf(base, type, environment)) return slots;
  const numbers = base.numbers[environment];
  for (const { number } of base.type.fields) {
    const there = numbers === undefined ? number : numbers.fields[number];
    if (there !== undefined) slots.set(there, slotOf(number));
  }
  return slots;
}

/** Whether the type is the ancestor's, and was not recreated since. */
function isOf(base: BaseType | undefined, type: ContentType, environment: number): boolean {
  return (base?.numbers[environment]?.type ?? base?.type.number) === type.number;
}

/** A type as merges see it. */
export function typeState(type: ContentType, slots: Slots): TypeState {
  const { kind = 'entry', name, description } = type;
  const slotOrNull = (number: number | null) => (number === null ? null : (slots.get(number) ?? null));
  return {
    kind,
    name,
    description,
    displayField: slotOrNull(type.displayField),
    slugField: slotOrNull(type.slugField),
    // Ancestors stored by an earlier release have none of these.
    previewUrl: type.previewUrl ?? null,
    previewPicture: type.previewPicture ?? null,
    deliverFormerIds: type.deliverFormerIds ?? false,
    layout: type.layout == null ? null : renamedLayout(type.layout, (number) => slots.get(number)),
    fields: type.fields.map((field) => fieldState(field, slots)),
  };
}

/** The numbers of one type's fields in another type, for when the first becomes the ancestor. */
export function numbersIn(
  type: { readonly type: ContentType; readonly slots: Slots },
  other: { readonly type: ContentType; readonly slots: Slots },
): OtherNumbers {
  const bySlot = new Map([...other.slots].map(([number, slot]) => [slot, number]));
  const pairs = [...type.slots].flatMap(([number, slot]) => {
    const there = bySlot.get(slot);
    return there === undefined ? [] : [[number, there]];
  });
  const fields = Object.fromEntries(pairs) as Record<string, number>;
  return { type: other.type.number, fields, next: other.type.nextFieldNumber };
}

function fieldState(field: Field, slots: Slots): FieldState {
  const { number, home: _, id, ...settings } = field;
  return { slot: slots.get(number) ?? '', id, settings };
}

/** Values fit another field of the same kind only. */
function kindOf({ type, component }: Pick<Field, 'type' | 'component'>): string {
  return component === undefined ? type : `${type}:${component}`;
}

function slotOf(number: number): string {
  return `b${number}`;
}
