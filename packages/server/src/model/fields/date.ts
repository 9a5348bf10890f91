/** The field type `date`: a calendar day without a time, such as `2026-11-21`. Stored as that text. */

import { dayTime } from '../../../../contract/src/moments.ts';
import { defineFieldType } from './define-field-type.ts';
import type { ParseContext } from './field-type.ts';
import { timeMembers } from './values/time-rules.ts';
import { addViolation } from './values/value-violations.ts';

export const dateType = defineFieldType({
  name: 'date',
  description: 'A day that is in the calendar, `2026-11-21`, of the years 0 to 9999.',
  ...timeMembers((value) => (typeof value === 'string' ? dayTime(value) : undefined)),
  parse,
});

function parse(input: unknown, context: ParseContext): string | undefined {
  if (typeof input === 'string' && dayTime(input) !== undefined) return input;
  return addViolation(context, 'type', 'Give a day of the calendar as YYYY-MM-DD, such as 2026-11-21.');
}
