/** The field type `boolean`: true or false. */
import { defineFieldType } from './define-field-type.ts';
import type { ParseContext } from './field-type.ts';
import { addViolation, describeValue } from './values/value-violations.ts';

export const booleanType = defineFieldType({
  name: 'boolean',
  description: '`true` or `false`.',
  parse,
  column: () => ({ kind: 'boolean', many: false }),
  indexValue: (value) => value === true,
  operand: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
});

function parse(input: unknown, context: ParseContext): boolean | undefined {
  if (typeof input === 'boolean') return input;
  return addViolation(context, 'type', `Give true or false; this is ${describeValue(input)}.`);
}
