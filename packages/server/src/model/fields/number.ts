/** The field type `number`: a finite number with or without a fraction. */
import { isExactNumber } from '../../../../contract/src/exact-numbers.ts';
import { defineFieldType } from './define-field-type.ts';
import type { ParseContext } from './field-type.ts';
import { finiteNumber, numberMembers, plainNumber } from './values/number-rules.ts';
import { addViolation, describeValue } from './values/value-violations.ts';

const NUMBER_SHAPE = /^[+-]?(?:\d{1,320}(?:\.\d{0,320})?|\.\d{1,320})(?:e[+-]?\d{1,3})?$/i;

export const numberType = defineFieldType({
  name: 'number',
  description: 'A finite number that a double carries exactly, as it does every number of up to 15 digits.',
  ...numberMembers,
  validationRules: { bound: finiteNumber, parse },
  parse,
  operand,
});

function parse(input: unknown, context: ParseContext): number | undefined {
  if (typeof input === 'number' && Number.isFinite(input)) return plainNumber(input);
  if (typeof input === 'number') return addViolation(context, 'type', 'Give a number no larger than 1.7e308.');
  return addViolation(context, 'type', `Give a number; this is ${describeValue(input)}.`);
}

function operand(text: string): number | undefined {
  return NUMBER_SHAPE.test(text) && isExactNumber(text) ? plainNumber(Number(text)) : undefined;
}
