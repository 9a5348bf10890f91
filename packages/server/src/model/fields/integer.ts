/** The field type `integer`: a whole number that JavaScript represents exactly (±2^53 − 1). */
import { defineFieldType } from './define-field-type.ts';
import type { ParseContext } from './field-type.ts';
import { finiteNumber, numberMembers, plainNumber } from './values/number-rules.ts';
import { addViolation, describeValue } from './values/value-violations.ts';

const INTEGER_SHAPE = /^[+-]?\d{1,16}(?:\.0{1,320})?$/;

export const integerType = defineFieldType({
  name: 'integer',
  description: 'A whole number from -9007199254740991 to 9007199254740991.',
  ...numberMembers,
  validationRules: { bound: finiteNumber, parse },
  parse,
  operand,
});

function parse(input: unknown, context: ParseContext): number | undefined {
  if (typeof input !== 'number')
    return addViolation(context, 'type', `Give a whole number; this is ${describeValue(input)}.`);
  if (Number.isSafeInteger(input)) return plainNumber(input);
  return addViolation(
    context,
    'type',
    `Give a whole number between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}.`,
  );
}

function operand(text: string): number | undefined {
  const value = INTEGER_SHAPE.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? plainNumber(value) : undefined;
}
