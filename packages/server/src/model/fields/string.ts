/** The field type `string`: one short line of text, such as a title. */
import { characterCount } from '../../../../contract/src/characters.ts';
import { STRING_CHARACTERS_MAX } from '../../../../contract/src/fields.ts';
import { defineFieldType } from './define-field-type.ts';
import type { ParseContext } from './field-type.ts';
import { plainProse } from './values/plain-prose.ts';
import { parseText, textMembers } from './values/text-rules.ts';
import { addViolation } from './values/value-violations.ts';

export const stringType = defineFieldType({
  name: 'string',
  description: `Text of at most ${STRING_CHARACTERS_MAX} characters.`,
  ...textMembers,
  validationRules: { parse },
  parse,
  prose: ({ validations }) => plainProse(validations, STRING_CHARACTERS_MAX),
});

function parse(input: unknown, context: ParseContext): string | undefined {
  const text = parseText(input, context);
  if (text === undefined || characterCount(text) <= STRING_CHARACTERS_MAX) return text;
  return addViolation(
    context,
    'max_length',
    `Give at most ${STRING_CHARACTERS_MAX} characters, or use a field of type text.`,
    { limit: STRING_CHARACTERS_MAX, given: characterCount(text) },
  );
}
