/**
 * The field type `datetime`: a moment. It comes in as ISO 8601 with an offset or Z, and is kept in UTC with
 * milliseconds, so that one moment has one form.
 */
import { Type } from 'typebox';
import { isoTime } from '../../platform/kit/clock.ts';
import type { Validations } from './field.ts';
import type { FieldType, ParseContext } from './field-type.ts';
import { dayTime, momentTime } from './values/moment.ts';
import { validateRange } from './values/number-rules.ts';
import { refuse } from './values/refusal.ts';
import { checkValidations, refuseItems } from './values/settings.ts';

const validations = ['min', 'max'] as const satisfies readonly (keyof Validations)[];

export const datetimeType: FieldType = {
  name: 'datetime',
  valueSchema: Type.String({ format: 'date-time' }),
  validations,
  mayBeObject: false,
  mayBeUnique: true,
  mayBeDisplayed: false,
  parse,
  validate: (value, field, path) => validateRange(bound(value) ?? 0, field.validations ?? {}, path, bound),
  checkSettings: (field, path) => [
    ...checkValidations(field, path, { allowed: validations, bound }),
    ...refuseItems(field, path),
  ],
  rendersAsStored: () => true,
  render: (value) => value,
  links: () => [],
  text: () => '',
  column: () => ({ kind: 'number', orderable: true, many: false }),
  indexValue: (value) => bound(value) ?? 0,
  operand: bound,
};

function parse(input: unknown, context: ParseContext): string | undefined {
  const at = typeof input === 'string' ? momentTime(input) : undefined;
  if (at !== undefined) return isoTime(at);
  return refuse(context, 'type', 'Give a moment in ISO 8601 with an offset or Z, such as 2026-11-21T10:00:00Z.');
}

/** Bounds and operands may be a day alone, which stands for its first moment in UTC. */
function bound(value: unknown): number | undefined {
  return typeof value === 'string' ? (momentTime(value) ?? dayTime(value)) : undefined;
}
