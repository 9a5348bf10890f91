/** The field type `json`: any JSON value but null, stored as given, with any keys. */
import { defineFieldType } from './define-field-type.ts';
import { addViolation } from './values/value-violations.ts';

export const jsonType = defineFieldType({
  name: 'json',
  description:
    'Any JSON value but null, with any keys, in the order given; at most 100 levels deep with the body around it.',
  mayBeObject: true,
  parse: (input, context) => input ?? addViolation(context, 'type', 'Give any JSON value but null.'),
});
