/** The number of items in a list, against the limits of its field. */
import type { Validations } from '../../../../../contract/src/fields.ts';
import { type Violation, violation } from '../../../../../contract/src/violations.ts';

/** The violation of `min_items` or `max_items`. @param path of the list */
export function validateCount(
  count: number,
  { min_items: least, max_items: most }: Validations,
  path: string,
): Violation[] {
  if (least !== undefined && count < least)
    return [
      violation(path, 'min_items', `Give at least ${least} items; there are ${count}.`, { limit: least, given: count }),
    ];
  if (most === undefined || count <= most) return [];
  return [
    violation(path, 'max_items', `Give at most ${most} items; there are ${count}.`, { limit: most, given: count }),
  ];
}
