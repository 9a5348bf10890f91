/** The field type `date`: a day of the calendar without a time, such as `2026-11-21`. Kept as that text. */
import { Type } from 'typebox';
import type { Validations } from './field.ts';
import type { FieldType, ParseContext } from './field-type.ts';
import { dayTime } from './values/moment.ts';
import { validateRange } from './values/number-rules.ts';
import { refuse } from './values/refusal.ts';
import { checkValidations, refuseItems } from './values/settings.ts';

const validations = ['min', 'max'] as const satisfies readonly (keyof Validations)[];

export const dateType: FieldType = {
  name: 'date',
  valueSchema: Type.String({ format: 'date' }),
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
  operand: (text) => dayTime(text),
};

function parse(input: unknown, context: ParseContext): string | undefined {
  if (typeof input === 'string' && dayTime(input) !== undefined) return input;
  return refuse(context, 'type', 'Give a day of the calendar as YYYY-MM-DD, such as 2026-11-21.');
}

function bound(value: unknown): number | undefined {
  return typeof value === 'string' ? dayTime(value) : undefined;
}
