/** The field type `boolean`: true or false. */
import { Type } from 'typebox';
import type { FieldType, ParseContext } from './field-type.ts';
import { describeValue, refuse } from './values/refusal.ts';
import { checkValidations, refuseItems } from './values/settings.ts';

export const booleanType: FieldType = {
  name: 'boolean',
  valueSchema: Type.Boolean(),
  validations: [],
  mayBeObject: false,
  mayBeUnique: false,
  mayBeDisplayed: false,
  parse,
  validate: () => [],
  checkSettings: (field, path) => [...checkValidations(field, path, { allowed: [] }), ...refuseItems(field, path)],
  rendersAsStored: () => true,
  render: (value) => value,
  links: () => [],
  text: () => '',
  column: () => ({ kind: 'boolean', orderable: true, many: false }),
  indexValue: (value) => value === true,
  operand: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
};

function parse(input: unknown, context: ParseContext): boolean | undefined {
  if (typeof input === 'boolean') return input;
  return refuse(context, 'type', `Give true or false; this is ${describeValue(input)}.`);
}
