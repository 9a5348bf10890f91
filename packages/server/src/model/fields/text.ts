/** The field type `text`: text of any length, with line breaks. It can be filtered by, and is no order. */
import { Type } from 'typebox';
import type { Validations } from './field.ts';
import type { FieldType } from './field-type.ts';
import { checkTextSettings, parseText, validateText } from './values/text-rules.ts';

const validations = [
  'min_length',
  'max_length',
  'pattern',
  'in',
  'format',
] as const satisfies readonly (keyof Validations)[];

export const textType: FieldType = {
  name: 'text',
  valueSchema: Type.String(),
  validations,
  mayBeObject: false,
  mayBeUnique: true,
  mayBeDisplayed: true,
  parse: parseText,
  validate: (value, field, path) => validateText(String(value), field.validations, path),
  checkSettings: checkTextSettings(validations, parseText),
  rendersAsStored: () => true,
  render: (value) => value,
  links: () => [],
  text: (value) => String(value),
  column: () => ({ kind: 'exact', orderable: false, many: false }),
  indexValue: (value) => String(value),
  operand: (text) => text,
};
