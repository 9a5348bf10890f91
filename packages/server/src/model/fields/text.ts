/** The field type `text`: text of any length, with line breaks. Entries can be filtered by it, but not ordered. */
import { defineFieldType } from './define-field-type.ts';
import { plainProse } from './values/plain-prose.ts';
import { parseText, textMembers } from './values/text-rules.ts';

export const textType = defineFieldType({
  name: 'text',
  description: 'Text of any length.',
  ...textMembers,
  validationRules: { parse: parseText },
  parse: parseText,
  prose: ({ validations }) => plainProse(validations),
  column: () => ({ kind: 'exact', many: false }),
});
