/**
 * Which fields of a content type are the same one in the common ancestor and on both sides. Each environment numbers its
 * fields on its own, and ids change: a slot is the name of a field that means the same on all sides. Pure.
 */
import type { ContentType } from '../../../model/content-types/content-type.ts';
import type { Field } from '../../../model/fields/field.ts';
import type { FieldState, TypeState } from './type-state.ts';

/** The numbers of a content type and its fields in an environment that numbers them otherwise. */
export interface OtherNumbers {
  readonly type: number;
  /** Number in the ancestor → number there. */
  readonly fields: Readonly<Record<string, number>>;
  /** Fields that came later have this number there, or a higher one. */
  readonly next: number;
}

/** A content type as the common ancestor had it. */
export interface BaseType {
  readonly type: ContentType;
  /** By the number of the environment; others have the numbers of `type`. */
  readonly numbers: Readonly<Record<string, OtherNumbers>>;
}

/** The slots of the visible fields of a content type, by number. */
export type Slots = ReadonlyMap<number, string>;

/** The slots of the fields of the ancestor. */
export function baseSlots(base: BaseType | undefined): Slots {
  return new Map((base?.type.fields ?? []).map(({ number }) => [number, slotOf(number)]));
}

/**
 * The slots of the fields of a type of an environment. A field that was removed and made again is another one; the fields
 * of a type that was deleted and made again, which nothing holds values in, are known by id and type.
 */
export function slotsIn(base: BaseType | undefined, type: ContentType | undefined, environment: number): Slots {
  const slots = new Map<number, string>();
  if (type === undefined) return slots;
  const isSame = isOf(base, type, environment);
  const byNumber = earlierSlots(base, type, environment);
  for (const field of type.fields) {
    const again = isSame
      ? undefined
      : base?.type.fields.find(({ id, type: name }) => id === field.id && name === field.type);
    const known = again === undefined ? byNumber.get(field.number) : slotOf(again.number);
    slots.set(field.number, known ?? `n:${field.id}:${field.type}`);
  }
  return slots;
}

/**
 * Whether a type shows a field again that it had when the ancestor was made, but the ancestor did not show: then its
 * entries hold values that are new, though nobody saved them since.
 */
export function showsAgain(base: BaseType | undefined, type: ContentType | undefined, environment: number): boolean {
  if (base === undefined || type === undefined || !isOf(base, type, environment)) return false;
  const next = base.numbers[environment]?.next ?? base.type.nextFieldNumber;
  const known = new Set(baseSlots(base).values());
  const slots = slotsIn(base, type, environment);
  return type.fields.some(({ number }) => number < next && !known.has(slots.get(number) ?? ''));
}

/** The slots of the fields of the ancestor, by their numbers in an environment, whether its type still has them or not. */
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

/** Whether the type is the one that the ancestor had, and was not made again since. */
function isOf(base: BaseType | undefined, type: ContentType, environment: number): boolean {
  return (base?.numbers[environment]?.type ?? base?.type.number) === type.number;
}

/** A type as merges see it. */
export function typeState(type: ContentType, slots: Slots): TypeState {
  const { name, description } = type;
  const slotOrNull = (number: number | null) => (number === null ? null : (slots.get(number) ?? null));
  return {
    name,
    description,
    displayField: slotOrNull(type.displayField),
    slugField: slotOrNull(type.slugField),
    // An ancestor that was noted by an earlier version has none.
    previewUrl: type.previewUrl ?? null,
    fields: type.fields.map((field) => fieldState(field, slots)),
  };
}

/** The numbers that the fields of one type have in another one, for the ancestor that the first one becomes. */
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

function slotOf(number: number): string {
  return `b${number}`;
}
