/** What both link types share: everything but the kind of their target and the validations of the target. */
import { defineFieldType } from '../define-field-type.ts';
import type { Link, Validations } from '../field.ts';
import type { FieldType } from '../field-type.ts';
import { isLink, linkCode, linkOperand, parseLink, renderLink } from './link-value.ts';

/** The type of fields that link to one kind of target. @param validations those that a field may set for its target */
export function linkType(kind: Link['kind'], validations: readonly (keyof Validations)[]): FieldType {
  return defineFieldType({
    name: kind,
    description: `Comes in as an id, a key, or \`{"type": "${kind}", "id": "…"}\`; goes out as the last.`,
    validations,
    mayBeObject: true,
    parse: (input, context) => parseLink(kind, input, context),
    render: (value, context) => (isLink(value) ? renderLink(value, context) : value),
    links: (value) => (isLink(value) ? [value] : []),
    column: () => ({ kind: 'link', orderable: true, many: false }),
    indexValue: (value) => (isLink(value) ? linkCode(value) : ''),
    operand: (text, _field, linkKey) => linkOperand(kind, text, linkKey),
  });
}
