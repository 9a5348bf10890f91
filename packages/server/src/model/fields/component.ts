/** The field type `component`: the fields of one component, such as the SEO texts of a page, inside the value of a field. */
import { fieldTraits } from '../../../../contract/src/fields.ts';
import { defineFieldType } from './define-field-type.ts';
import type { Block } from './field.ts';
import type { ParseContext } from './field-type.ts';
import { checkComponentName, isBlock, parseInside, rejectUnknownKeys } from './values/block-value.ts';
import { checkValidations, rejectComponents, rejectItems } from './values/settings.ts';
import { addViolation, describeValue, isObject } from './values/value-violations.ts';

export const componentType = defineFieldType({
  name: 'component',
  description:
    'The fields of the [component](../guide/blocks.md) that `component` names: `{"fields": {"title": "…"}}`. A field inside that is localized has a value for each locale, if the field around it is not.',
  mayBeObject: true,
  parse,
  checkSettings: (field, path) => [
    ...checkValidations(field, path, { allowed: fieldTraits.component.validations }),
    ...rejectItems(field, path),
    ...rejectComponents(field, path, 'component'),
    ...checkComponentName(field.component, `${path}.component`),
  ],
  render: (value, { inside }) => {
    const shown = isBlock(value) ? inside?.(value) : undefined;
    return { fields: shown?.fields ?? {} };
  },
  blocks: { haveIds: false, of: (value) => (isBlock(value) ? [value] : []), from: ([block]) => block },
});

function parse(input: unknown, context: ParseContext): Block | undefined {
  if (!isObject(input))
    return addViolation(context, 'type', `Give the component as {"fields": {…}}; this is ${describeValue(input)}.`);
  const before = context.violations.length;
  rejectUnknownKeys(input, ['fields'], context);
  const path = context.inside?.path ?? context.path;
  const block = parseInside(context.field.component, input.fields, { ...context, path }, false);
  return context.violations.length > before ? undefined : block;
}
