/**
 * Rich text as language models read and write it. They replace runs of text, so that nodes, marks and links stay as they are. New
 * rich text is written as a list of simple blocks, without links.
 */

import type { RichTextNode } from '../../../../../contract/src/rich-text.ts';
import type { Prose } from '../field-type.ts';
import { isObject } from '../values/value-violations.ts';
import { isRichTextNode } from './schema.ts';

const HEADING_LEVEL = 2;

/** How a kind of written block becomes a node, and which nodes the field must allow for it. */
interface BlockKind {
  readonly needs: readonly string[];
  readonly node: (text: string) => RichTextNode;
}

const BLOCKS: ReadonlyMap<unknown, BlockKind> = new Map<string, BlockKind>([
  ['paragraph', { needs: [], node: paragraph }],
  ['heading', { needs: ['heading'], node: heading }],
  ['list_item', { needs: ['bulletList'], node: (text) => ({ type: 'listItem', content: [paragraph(text)] }) }],
  ['quote', { needs: ['blockquote'], node: (text) => ({ type: 'blockquote', content: [paragraph(text)] }) }],
]);

/** @param allowed the nodes that a field allows; undefined for all */
export function richTextProse(allowed: readonly string[] | undefined): Prose {
  const kinds = [...BLOCKS]
    .filter(([, { needs }]) => needs.every((node) => allowed?.includes(node) ?? true))
    .map(([kind]) => String(kind));
  return {
    texts: (value) => (isRichTextNode(value) ? runsOf(value) : []),
    withTexts: (value, texts) => (isRichTextNode(value) ? withRuns(value, texts.values()) : value),
    schema: { type: 'array', items: blockSchema(kinds), description: 'The blocks of a formatted text, in order.' },
    toInput: toDocument,
  };
}

function blockSchema(kinds: readonly string[]): Readonly<Record<string, unknown>> {
  return {
    type: 'object',
    properties: { kind: { type: 'string', enum: kinds }, text: { type: 'string', description: 'Plain text.' } },
    required: ['kind', 'text'],
    additionalProperties: false,
  };
}

/** The texts of all runs except code. */
function runsOf(node: RichTextNode): string[] {
  if (isProseRun(node)) return [node.text];
  return isCode(node) ? [] : (node.content ?? []).flatMap(runsOf);
}

function withRuns(node: RichTextNode, texts: Iterator<string>): RichTextNode {
  if (isProseRun(node)) return { ...node, text: texts.next().value ?? node.text };
  if (isCode(node) || node.content === undefined) return node;
  return { ...node, content: node.content.map((inner) => withRuns(inner, texts)) };
}

function isProseRun(node: RichTextNode): node is RichTextNode & { readonly text: string } {
  return node.text !== undefined && !isCode(node);
}

function isCode({ type, marks = [] }: RichTextNode): boolean {
  return type === 'codeBlock' || marks.some((mark) => mark.type === 'code');
}

/** Builds the document from written blocks. Consecutive list items become one list. */
function toDocument(written: unknown): RichTextNode {
  const content: RichTextNode[] = [];
  for (const block of Array.isArray(written) ? written : []) {
    const { kind, text } = isObject(block) ? block : {};
    if (typeof text !== 'string' || text.trim() === '') continue;
    const node = (BLOCKS.get(kind)?.node ?? paragraph)(text.trim());
    const before = content.at(-1);
    if (node.type !== 'listItem') content.push(node);
    else if (before?.type === 'bulletList') content[content.length - 1] = withItem(before, node);
    else content.push({ type: 'bulletList', content: [node] });
  }
  return { type: 'doc', content: content.length === 0 ? [{ type: 'paragraph' }] : content };
}

function withItem(list: RichTextNode, item: RichTextNode): RichTextNode {
  return { ...list, content: [...(list.content ?? []), item] };
}

function heading(text: string): RichTextNode {
  return { type: 'heading', attrs: { level: HEADING_LEVEL }, content: [textNode(text)] };
}

function paragraph(text: string): RichTextNode {
  return { type: 'paragraph', content: [textNode(text)] };
}

function textNode(text: string): RichTextNode {
  return { type: 'text', text };
}
