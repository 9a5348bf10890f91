/** What a value is in a locale, whether it meets a condition, and how values are ordered. */
import { fold } from '../../../contract/src/folded-text.ts';
import type { Operator } from '../../../contract/src/operators.ts';

/** Texts are ordered, and compared by ranges, by so many characters at most. */
const ORDERED_CHARACTERS_MAX = 160;

/** The name under which values stand, whatever the field or locale is called now: a number or a word. */
export type Name = string | number;

/** Values by locale. */
export type ByLocale = Readonly<Record<Name, unknown>>;

/** What an entry is ordered by; null for no value. */
export type OrderValue = string | number | null;

type Test = (item: string | number, operand: string | number) => boolean;
const COMPARED: Readonly<Partial<Record<Operator, Test>>> = {
  gt: (item, operand) => item > operand,
  gte: (item, operand) => item >= operand,
  lt: (item, operand) => item < operand,
  lte: (item, operand) => item <= operand,
};

/** The locale and its fallbacks, in order. @param fallbackOf the locale whose value is shown where one has none; null for none */
export function chainOf(locale: Name, fallbackOf: (locale: Name) => Name | null): Name[] {
  const chain: Name[] = [];
  for (let next: Name | null = locale; next !== null && !chain.includes(next); next = fallbackOf(next))
    chain.push(next);
  return chain;
}

/** The first value along a chain of locales. */
export function valueAlong(chain: readonly Name[], own: ByLocale): unknown {
  const shown = chain.find((name) => own[name] !== undefined);
  return shown === undefined ? undefined : own[shown];
}

/**
 * Whether a value, a list of values, or none meets a condition: a list does if any item does, or for `ne` and `nin` if none does.
 */
export function holds(operator: Operator, operands: readonly unknown[], held: unknown): boolean {
  const items = held === undefined ? [] : [held].flat();
  if (operator === 'exists') return (held !== undefined) === operands[0];
  const compared = COMPARED[operator];
  if (compared !== undefined) {
    const operand = ordered(operands[0]);
    return items.some((item) => compared(ordered(item), operand));
  }
  const isAny = items.some((item) => operands.includes(item));
  return operator === 'eq' || operator === 'in' ? isAny : !isAny;
}

/** What a value is ordered by. An empty text is none. */
export function orderValue(value: unknown): OrderValue {
  return value === undefined || value === '' ? null : ordered(value);
}

/** Compares what two entries are ordered by. None comes last in both directions, and numbers before texts. */
export function compareOrdered(a: OrderValue, b: OrderValue, descending: boolean): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  const isBefore = typeof a === typeof b ? a < b : typeof a === 'number';
  return isBefore === descending ? 1 : -1;
}

/** The form that orders and ranges compare: numbers as they are, everything else as text without case and accents. */
function ordered(value: unknown): string | number {
  return typeof value === 'number' ? value : fold(String(value)).slice(0, ORDERED_CHARACTERS_MAX);
}
