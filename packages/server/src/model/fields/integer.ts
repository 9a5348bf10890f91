/** The field type `integer`: a whole number that JavaScript holds exactly (±2^53 − 1). */
import { Type } from 'typebox';
import type { FieldType, ParseContext } from './field-type.ts';
import { checkNumberSettings, numberValidations, plainNumber, validateNumber } from './values/number-rules.ts';
import { describeValue, refuse } from './values/refusal.ts';

const INTEGER_SHAPE = /^[+-]?\d{1,16}$/;

export const integerType: FieldType = {
  name: 'integer',
  valueSchema: Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  validations: numberValidations,
  mayBeObject: false,
  mayBeUnique: true,
  mayBeDisplayed: false,
  parse,
  validate: (value, field, path) => validateNumber(Number(value), field.validations, path),
  checkSettings: checkNumberSettings(parse),
  rendersAsStored: () => true,
  render: (value) => value,
  links: () => [],
  text: () => '',
  column: () => ({ kind: 'number', orderable: true, many: false }),
  indexValue: (value) => Number(value),
  operand,
};

function parse(input: unknown, context: ParseContext): number | undefined {
  if (typeof input !== 'number')
    return refuse(context, 'type', `Give a whole number; this is ${describeValue(input)}.`);
  if (Number.isSafeInteger(input)) return plainNumber(input);
  return refuse(
    context,
    'type',
    `Give a whole number between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}.`,
  );
}

function operand(text: string): number | undefined {
  const value = INTEGER_SHAPE.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? plainNumber(value) : undefined;
}
