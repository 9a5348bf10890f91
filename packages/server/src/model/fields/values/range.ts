/** The validations `min` and `max`, for every type whose values have an order. */

import type { Validations } from '../../../../../contract/src/fields.ts';
import type { Violation } from '../../../../../contract/src/violations.ts';

/**
 * Checks a value against `min` and `max`.
 * @param bound reads a bound as a number that can be compared with `value`
 */
export function validateRange(
  value: number,
  validations: Validations,
  path: string,
  bound: (value: unknown) => number | undefined,
): Violation[] {
  const { min, max } = validations;
  const least = bound(min);
  const most = bound(max);
  if (min !== undefined && least !== undefined && value < least)
    return [{ path, rule: 'min', params: { limit: min }, message: `Give ${min} or more.` }];
  if (max !== undefined && most !== undefined && value > most)
    return [{ path, rule: 'max', params: { limit: max }, message: `Give ${max} or less.` }];
  return [];
}
