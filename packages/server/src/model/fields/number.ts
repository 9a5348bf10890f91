/** The field type `number`: a finite number with or without a fraction. */
import { Type } from 'typebox';
import type { FieldType, ParseContext } from './field-type.ts';
import { checkNumberSettings, numberValidations, plainNumber, validateNumber } from './values/number-rules.ts';
import { describeValue, refuse } from './values/refusal.ts';

const NUMBER_SHAPE = /^[+-]?(?:\d{1,320}(?:\.\d{0,320})?|\.\d{1,320})(?:e[+-]?\d{1,3})?$/i;

export const numberType: FieldType = {
  name: 'number',
  valueSchema: Type.Number(),
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
  if (typeof input === 'number' && Number.isFinite(input)) return plainNumber(input);
  if (typeof input === 'number') return refuse(context, 'type', 'Give a number no larger than 1.7e308.');
  return refuse(context, 'type', `Give a number; this is ${describeValue(input)}.`);
}

function operand(text: string): number | undefined {
  const value = NUMBER_SHAPE.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? plainNumber(value) : undefined;
}
