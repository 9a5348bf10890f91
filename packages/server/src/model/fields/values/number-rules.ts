/** What the number types (integer, number) share: `min`, `max`, `in`, and how the query engine keeps a number. */

import type { Validations } from '../../../../../contract/src/fields.ts';
import type { Violation } from '../../../../../contract/src/violations.ts';
import type { FieldTypeDefinition } from '../define-field-type.ts';
import { validateRange } from './range.ts';
import { validateListed } from './text-rules.ts';

/** The members that all number types have in common. */
export const numberMembers = {
  validate: (value, field, path) => validateNumber(Number(value), field.validations, path),
  column: () => ({ kind: 'number', many: false }),
  indexValue: Number,
} satisfies Partial<FieldTypeDefinition>;

/** A number as stored. Negative zero becomes zero, as in JSON. */
export function plainNumber(value: number): number {
  return value === 0 ? 0 : value;
}

/** Reads a bound of a number type; undefined if the value is not a finite number. */
export function finiteNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function validateNumber(value: number, validations: Validations | undefined, path: string): Violation[] {
  if (validations === undefined) return [];
  return [...validateRange(value, validations, path, finiteNumber), ...validateListed(value, validations.in, path)];
}
