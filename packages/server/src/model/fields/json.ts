/** The field type `json`: any JSON value but null, kept as given. Queries can only ask whether it is there. */
import { Type } from 'typebox';
import type { FieldType, ParseContext } from './field-type.ts';
import { refuse } from './values/refusal.ts';
import { checkValidations, refuseItems } from './values/settings.ts';

export const jsonType: FieldType = {
  name: 'json',
  valueSchema: Type.Unknown({ description: 'Any JSON value.' }),
  validations: [],
  mayBeObject: true,
  mayBeUnique: false,
  mayBeDisplayed: false,
  parse,
  validate: () => [],
  checkSettings: (field, path) => [...checkValidations(field, path, { allowed: [] }), ...refuseItems(field, path)],
  rendersAsStored: () => true,
  render: (value) => value,
  links: () => [],
  text: () => '',
  column: () => ({ kind: 'presence', orderable: false, many: false }),
  indexValue: () => true,
  operand: () => undefined,
};

function parse(input: unknown, context: ParseContext): unknown {
  return input ?? refuse(context, 'type', 'Give any JSON value but null.');
}
