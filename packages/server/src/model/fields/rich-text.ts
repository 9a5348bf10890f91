/**
 * The field type `rich_text`: a ProseMirror document with Tiptap's names, with links to entries and assets. Its
 * grammar is in `rich-text/schema.ts`.
 */

import type { Validations } from '../../../../contract/src/fields.ts';
import { basicNodes, type RichTextNode } from '../../../../contract/src/rich-text.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import { defineFieldType } from './define-field-type.ts';
import { parseRichText } from './rich-text/parse.ts';
import { richTextProse } from './rich-text/prose.ts';
import { isRichTextNode, markKinds, nodeKinds } from './rich-text/schema.ts';
import { renderRichText, richTextLinks, richTextText, usedNames } from './rich-text/walk.ts';
import { validateLength } from './values/text-rules.ts';

const names = { nodes: [...nodeKinds.keys()], marks: [...markKinds.keys()] };

export const richTextType = defineFieldType({
  name: 'rich_text',
  description: 'A document of nodes and marks: see [rich text](../guide/rich-text.md).',
  validationRules: { names },
  mayBeObject: true,
  parse: parseRichText,
  validate: (value, field, path) => (isRichTextNode(value) ? validate(value, field.validations ?? {}, path) : []),
  render: (value, context) => (isRichTextNode(value) ? renderRichText(value, context) : value),
  linksTo: () => ['entry', 'asset'],
  links: (value) => (isRichTextNode(value) ? richTextLinks(value) : []),
  text: (value) => (isRichTextNode(value) ? richTextText(value) : ''),
  prose: ({ validations }) => richTextProse(validations?.nodes),
});

function validate(root: RichTextNode, settings: Validations, path: string): Violation[] {
  const used = usedNames(root);
  return [
    ...forbidden('nodes', used.nodes, allowedNodes(settings.nodes), path),
    ...forbidden('marks', used.marks, settings.marks, path),
    ...validateLength(richTextText(root), settings, path),
  ];
}

function forbidden(
  rule: 'nodes' | 'marks',
  used: ReadonlySet<string>,
  allowed: readonly string[] | undefined,
  path: string,
): Violation[] {
  if (allowed === undefined) return [];
  const surplus = [...used].filter((name) => !allowed.includes(name));
  if (surplus.length === 0) return [];
  const rest = allowed.length === 0 ? 'none' : allowed.join(', ');
  const params = { names: surplus, listed: allowed };
  return [{ path, rule, params, message: `Leave ${surplus.join(', ')} out; the field takes ${rest} as ${rule}.` }];
}

/** Adds to the listed nodes those that every text needs, and the parts that the listed nodes consist of. */
function allowedNodes(listed: readonly string[] | undefined): readonly string[] | undefined {
  return listed && [...basicNodes, ...listed, ...listed.flatMap((name) => nodeKinds.get(name)?.parts ?? [])];
}
