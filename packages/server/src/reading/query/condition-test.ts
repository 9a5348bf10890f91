/**
 * A condition on a value, prepared so that it can be tested many times. The only place that defines what operators mean, for
 * columns and streamed rows alike.
 */
import { fold } from '../../../../contract/src/folded-text.ts';
import type { IndexValue } from '../../model/fields/field-type.ts';
import { compareSortValues, orderedText } from '../../platform/kit/page-position.ts';
import type { StoredValue } from './index-row.ts';
import type { Condition } from './query.ts';

export interface ConditionTest {
  /** The result for entries without a value. */
  readonly absent: boolean;
  /** The result for all entries with a value; null if it depends on the value. */
  readonly present: boolean | null;
  /** Whether one item meets the condition. */
  readonly item: (value: IndexValue) => boolean;
  /** Entries match if any item does (true) or if none does (false). */
  readonly wanted: boolean;
  /** The values that `item` accepts, if they are few and known. */
  readonly exact: readonly IndexValue[] | null;
  /** Set for a range over numbers, so that columns of numbers need not call `item`. */
  readonly range: { readonly operator: RangeOperator; readonly operand: number } | null;
  /** Set for a range over text, folded, so that columns that know the order of their values need not call `item` for each. */
  readonly textRange: { readonly operator: RangeOperator; readonly operand: string } | null;
}

export type RangeOperator = 'gt' | 'gte' | 'lt' | 'lte';

const NO_RANGE = { range: null, textRange: null } as const;

/** Prepares a condition for testing. */
export function conditionTest({ operator, operands }: Pick<Condition, 'operator' | 'operands'>): ConditionTest {
  const [first] = operands;
  if (operator === 'exists') {
    return {
      absent: first !== true,
      present: first === true,
      item: () => true,
      wanted: true,
      exact: null,
      ...NO_RANGE,
    };
  }
  if (operator === 'eq' || operator === 'in' || operator === 'ne' || operator === 'nin') {
    const exact = new Set(operands);
    const wanted = operator === 'eq' || operator === 'in';
    return {
      absent: !wanted,
      present: null,
      item: (value) => exact.has(value),
      wanted,
      exact: [...exact],
      ...NO_RANGE,
    };
  }
  if (first === undefined)
    return { absent: false, present: false, item: () => false, wanted: true, exact: [], ...NO_RANGE };
  const operand = comparable(first);
  return {
    absent: false,
    present: null,
    item: (value) => fits[operator](compareSortValues(comparable(value), operand, false)),
    wanted: true,
    exact: null,
    range: typeof operand === 'number' ? { operator, operand } : null,
    textRange: typeof operand === 'string' ? { operator, operand } : null,
  };
}

/** Whether a value, or none, meets the condition. */
export function holds(test: ConditionTest, value: StoredValue | undefined): boolean {
  if (value === undefined) return test.absent;
  if (test.present !== null) return test.present;
  const some = Array.isArray(value) ? value.some(test.item) : test.item(value as IndexValue);
  return some === test.wanted;
}

/** The form in which orders and ranges compare a value: numbers as they are, everything else as folded text. */
export function comparable(value: IndexValue): number | string {
  return typeof value === 'number' ? value : foldedText(value);
}

/** The form in which orders and ranges compare text: folded, and cut to the length that a cursor can carry. */
export function foldedText(value: IndexValue): string {
  return orderedText(fold(String(value)));
}

const fits: Readonly<Record<RangeOperator, (order: number) => boolean>> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};
