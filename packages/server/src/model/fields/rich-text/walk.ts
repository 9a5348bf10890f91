/** Reads stored rich text: its links, its plain text, the names it uses, and its rendered form. */

import type { RichTextMark, RichTextNode } from '../../../../../contract/src/rich-text.ts';
import type { Link } from '../field.ts';
import type { RenderContext } from '../field-type.ts';
import { renderLink } from '../values/link-value.ts';
import { nodeKinds } from './schema.ts';

const LINK_KINDS = ['entry', 'asset'] as const;

/** The rendered document: every link as `{type, id}`. */
export function renderRichText(node: RichTextNode, context: RenderContext): RichTextNode {
  const { attrs, content, marks } = node;
  return {
    ...node,
    ...(attrs && { attrs: renderAttributes(attrs, context) }),
    ...(content && { content: content.map((inner) => renderRichText(inner, context)) }),
    ...(marks && { marks: marks.map((mark) => renderMark(mark, context)) }),
  };
}

/** The links in document order, without duplicates. */
export function richTextLinks(root: RichTextNode): readonly Link[] {
  const found = new Map<string, Link>();
  const take = (attrs: RichTextMark['attrs']) => {
    for (const link of attributeLinks(attrs ?? {})) found.set(`${link.kind}:${link.key}`, link);
  };
  visit(root, (node) => {
    take(node.attrs);
    for (const mark of node.marks ?? []) take(mark.attrs);
  });
  return [...found.values()];
}

/** The plain text, with a space between blocks. */
export function richTextText(root: RichTextNode): string {
  const parts: string[] = [];
  visit(root, (node) => {
    if (node.type === 'text') parts.push(node.text ?? '');
    else if (parts.at(-1) !== ' ' && (node.type === 'hardBreak' || nodeKinds.get(node.type)?.inline !== true))
      parts.push(' ');
  });
  return parts.join('').trim();
}

/** Names of the nodes and marks used, without duplicates. */
export function usedNames(root: RichTextNode): { nodes: ReadonlySet<string>; marks: ReadonlySet<string> } {
  const nodes = new Set<string>();
  const marks = new Set<string>();
  visit(root, (node) => {
    nodes.add(node.type);
    for (const mark of node.marks ?? []) marks.add(mark.type);
  });
  return { nodes, marks };
}

/** Calls `use` for every node, in document order. Recursion is safe: the parser limits the depth of stored documents. */
function visit(node: RichTextNode, use: (node: RichTextNode) => void): void {
  use(node);
  for (const inner of node.content ?? []) visit(inner, use);
}

function renderMark(mark: RichTextMark, context: RenderContext): RichTextMark {
  return mark.attrs === undefined ? mark : { ...mark, attrs: renderAttributes(mark.attrs, context) };
}

function renderAttributes(attrs: Readonly<Record<string, unknown>>, context: RenderContext): Record<string, unknown> {
  const rendered: Record<string, unknown> = { ...attrs };
  for (const link of attributeLinks(attrs)) rendered[link.kind] = renderLink(link, context);
  return rendered;
}

/** In every node and mark, an attribute named `entry` or `asset` is a link. */
function attributeLinks(attrs: Readonly<Record<string, unknown>>): readonly Link[] {
  return LINK_KINDS.flatMap((kind) => {
    const key = attrs[kind];
    return typeof key === 'string' ? [{ kind, key }] : [];
  });
}
