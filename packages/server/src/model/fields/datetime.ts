/**
 * The field type `datetime`: a moment. Requests give it in ISO 8601 with an offset or Z; it is stored in UTC with
 * milliseconds, so that one moment has one form.
 */

import { dayTime, momentTime } from '../../../../contract/src/moments.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import { defineFieldType } from './define-field-type.ts';
import type { ParseContext } from './field-type.ts';
import { timeMembers } from './values/time-rules.ts';
import { addViolation } from './values/value-violations.ts';

export const datetimeType = defineFieldType({
  name: 'datetime',
  description:
    'A moment in ISO 8601 with an offset or `Z`; seconds may be missing. Kept and given in UTC with milliseconds, `2026-11-21T10:00:00.000Z`.',
  ...timeMembers(momentOrDay),
  parse,
});

function parse(input: unknown, context: ParseContext): string | undefined {
  const at = typeof input === 'string' ? momentTime(input) : undefined;
  if (at !== undefined) return isoTime(at);
  return addViolation(context, 'type', 'Give a moment in ISO 8601 with an offset or Z, such as 2026-11-21T10:00:00Z.');
}

/** Bounds and operands may be a day without a time, which means its first moment in UTC. */
function momentOrDay(value: unknown): number | undefined {
  return typeof value === 'string' ? (momentTime(value) ?? dayTime(value)) : undefined;
}
