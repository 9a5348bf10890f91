/** What the time types (date, datetime) share: `min`, `max`, and a column of milliseconds since the epoch. */
import type { FieldTypeDefinition } from '../define-field-type.ts';
import { validateRange } from './range.ts';

/**
 * The members that both time types have in common.
 * @param time reads a value, bound or operand as milliseconds; undefined if it is invalid
 */
export function timeMembers(time: (value: unknown) => number | undefined) {
  return {
    validationRules: { bound: time },
    validate: (value, field, path) => validateRange(time(value) ?? 0, field.validations ?? {}, path, time),
    column: () => ({ kind: 'number', many: false }),
    indexValue: (value) => time(value) ?? 0,
    operand: time,
  } satisfies Partial<FieldTypeDefinition>;
}
