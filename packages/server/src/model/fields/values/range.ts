/** The validations `min` and `max`, for every type whose values have an order. */

import type { Validations } from '../../../../../contract/src/fields.ts';
import type { Violation } from '../../../platform/errors/domain-error.ts';

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
  const least = bound(validations.min);
  const most = bound(validations.max);
  if (least !== undefined && value < least) return [{ path, rule: 'min', message: `Give ${validations.min} or more.` }];
  if (most !== undefined && value > most) return [{ path, rule: 'max', message: `Give ${validations.max} or less.` }];
  return [];
}
