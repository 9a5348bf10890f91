/** What both link types share: everything except the kind of their target. */
import { defineFieldType } from '../define-field-type.ts';
import type { Link } from '../field.ts';
import type { FieldType } from '../field-type.ts';
import { isLink, linkCode, linkOperand, parseLink, renderLink } from './link-value.ts';

/** The type of fields that link to one kind of target. */
export function linkType(kind: Link['kind']): FieldType {
  return defineFieldType({
    name: kind,
    description: `Comes in as an id, a key, or \`{"type": "${kind}", "id": "…"}\`; goes out as the last.`,
    mayBeObject: true,
    parse: (input, context) => parseLink(kind, input, context),
    render: (value, context) => (isLink(value) ? renderLink(value, context) : value),
    linksTo: () => [kind],
    links: (value) => (isLink(value) ? [value] : []),
    column: () => ({ kind: 'link', many: false }),
    indexValue: (value) => (isLink(value) ? linkCode(value) : ''),
    operand: (text, _field, linkKey) => linkOperand(kind, text, linkKey),
  });
}
