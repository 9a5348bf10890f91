/** The field type `asset`: a link to an asset of the environment, kept by key. Whether the target is there, publishing asks. */

import type { Validations } from './field.ts';
import type { FieldType } from './field-type.ts';
import { isLink, linkCode, linkOperand, linkSchema, parseLink, renderLink } from './values/link-value.ts';
import { checkValidations, refuseItems } from './values/settings.ts';

const validations = ['mime_types', 'max_size'] as const satisfies readonly (keyof Validations)[];

export const assetType: FieldType = {
  name: 'asset',
  valueSchema: linkSchema('asset'),
  validations,
  mayBeObject: true,
  mayBeUnique: false,
  mayBeDisplayed: false,
  parse: (input, context) => parseLink('asset', input, context),
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
  operand: (text, _field, linkKey) => linkOperand('asset', text, linkKey),
};
