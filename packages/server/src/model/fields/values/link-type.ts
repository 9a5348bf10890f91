/** What the two types of link have in common: all but the kind of their target and what they may ask of it. */
import type { Link, Validations } from '../field.ts';
import type { FieldType } from '../field-type.ts';
import { isLink, linkCode, linkOperand, linkSchema, parseLink, renderLink } from './link-value.ts';
import { checkValidations, refuseItems } from './settings.ts';

/** The type of fields that link to one kind of target. @param validations what a field may ask of the target */
export function linkType(kind: Link['kind'], validations: readonly (keyof Validations)[]): FieldType {
  return {
    name: kind,
    valueSchema: linkSchema(kind),
    validations,
    mayBeObject: true,
    mayBeUnique: false,
    mayBeDisplayed: false,
    parse: (input, context) => parseLink(kind, input, context),
    validate: () => [],
    checkSettings: (field, path) => [
      ...checkValidations(field, path, { allowed: validations }),
      ...refuseItems(field, path),
    ],
    rendersAsStored: () => false,
    render: (value, context) => (isLink(value) ? renderLink(value, context) : value),
    links: (value) => (isLink(value) ? [value] : []),
    text: () => '',
    column: () => ({ kind: 'link', orderable: true, many: false }),
    indexValue: (value) => (isLink(value) ? linkCode(value) : ''),
    operand: (text, _field, linkKey) => linkOperand(kind, text, linkKey),
  };
}
