/** The field type `entry`: a link to an entry of the environment, kept by key. Whether the target is there, publishing asks. */

import type { Validations } from './field.ts';
import type { FieldType } from './field-type.ts';
import { isLink, linkCode, linkOperand, linkSchema, parseLink, renderLink } from './values/link-value.ts';
import { checkValidations, refuseItems } from './values/settings.ts';

const validations = ['content_types'] as const satisfies readonly (keyof Validations)[];

export const entryType: FieldType = {
  name: 'entry',
  valueSchema: linkSchema('entry'),
  validations,
  mayBeObject: true,
  mayBeUnique: false,
  mayBeDisplayed: false,
  parse: (input, context) => parseLink('entry', input, context),
  validate: () => [],
  checkSettings: (field, path) => [
    ...checkValidations(field, path, { allowed: validations }),
    ...refuseItems(field, path),
  ],
  render: (value, context) => (isLink(value) ? renderLink(value, context) : value),
  links: (value) => (isLink(value) ? [value] : []),
  text: () => '',
  column: () => ({ kind: 'link', orderable: true, many: false }),
  indexValue: (value) => (isLink(value) ? linkCode(value) : ''),
  operand: (text, _field, linkKey) => linkOperand('entry', text, linkKey),
};
