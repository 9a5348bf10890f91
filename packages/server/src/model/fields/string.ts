/** The field type `string`: one short line of text, such as a title. */
import { Type } from 'typebox';
import type { Validations } from './field.ts';
import type { FieldType, ParseContext } from './field-type.ts';
import { refuse } from './values/refusal.ts';
import { characterCount, checkTextSettings, parseText, validateText } from './values/text-rules.ts';

const STRING_CHARACTERS_MAX = 512;

const validations = [
  'min_length',
  'max_length',
  'pattern',
  'in',
  'format',
] as const satisfies readonly (keyof Validations)[];

export const stringType: FieldType = {
  name: 'string',
  valueSchema: Type.String({ maxLength: STRING_CHARACTERS_MAX }),
  validations,
  mayBeObject: false,
  mayBeUnique: true,
  mayBeDisplayed: true,
  parse,
  validate: (value, field, path) => validateText(String(value), field.validations, path),
  checkSettings: checkTextSettings(validations, parse),
  rendersAsStored: () => true,
  render: (value) => value,
  links: () => [],
  text: (value) => String(value),
  column: () => ({ kind: 'exact', orderable: true, many: false }),
  indexValue: (value) => String(value),
  operand: (text) => text,
};

function parse(input: unknown, context: ParseContext): string | undefined {
  const text = parseText(input, context);
  if (text === undefined || characterCount(text) <= STRING_CHARACTERS_MAX) return text;
  return refuse(
    context,
    'max_length',
    `Give at most ${STRING_CHARACTERS_MAX} characters, or use a field of type text.`,
  );
}
