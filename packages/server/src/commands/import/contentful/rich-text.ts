/**
 * Turns a Contentful rich text document into ours: ProseMirror with Tiptap's names. What comes out always has the
 * structure that ProseMirror asks for (no empty text, no list without items); what cannot be carried over is noted.
 */
import { isLinkTarget } from '../../../fields/rich-text/href.ts';
import type { Notes } from '../notes.ts';
import { isRecord } from './export-file.ts';
import { blockNames, embeddedNames, headingLevel, linkNames, markNames, named } from './rich-text-names.ts';

/** Deepest nesting that is followed; Contentful's editor makes a tenth of it. */
const DEPTH_MAX = 80;

/** A node of the document that comes out. */
export interface RichNode {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly RichNode[];
  readonly text?: string;
  readonly marks?: readonly RichMark[];
}

export interface RichMark {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
}

/** What the conversion has to know beside the document. */
export interface RichTextContext {
  /** What notes are about, such as `entry abc, body (en-US)`. */
  readonly about: string;
  readonly notes: Notes;
  /** The key here of what a link there points to. */
  readonly linkKey: (kind: 'entry' | 'asset', id: string) => string;
}

/**
 * Converts one document.
 * @returns undefined where the value is no rich text document at all
 */
export function convertRichText(value: unknown, context: RichTextContext): RichNode | undefined {
  if (!isRecord(value) || value['nodeType'] !== 'document') return undefined;
  const content = blocksOf(value, context, 1);
  return { type: 'doc', content: content.length === 0 ? [{ type: 'paragraph' }] : content };
}

/** The children of a node that holds blocks; text that stands among them loose gets a paragraph. */
function blocksOf(node: Readonly<Record<string, unknown>>, context: RichTextContext, depth: number): readonly RichNode[] {
  if (depth > DEPTH_MAX) {
    context.notes.add('left_out', context.about, `Rich text nested deeper than ${DEPTH_MAX} levels was left out.`);
    return [];
  }
  const blocks: RichNode[] = [];
  let loose: RichNode[] = [];
  for (const child of childrenOf(node)) {
    if (isInline(child)) {
      loose.push(...inlineOf(child, [], context, depth + 1));
      continue;
    }
    if (loose.length > 0) blocks.push(textBlock('paragraph', loose));
    loose = [];
    blocks.push(...blockOf(child, context, depth));
  }
  return loose.length > 0 ? [...blocks, textBlock('paragraph', loose)] : blocks;
}

function blockOf(node: Readonly<Record<string, unknown>>, context: RichTextContext, depth: number): readonly RichNode[] {
  const nodeType = String(node['nodeType']);
  const level = headingLevel(nodeType);
  if (level !== null) return [{ ...textBlock('heading', inlinesOf(node, context, depth + 1)), attrs: { level } }];
  const embedded = named(embeddedNames, nodeType);
  if (embedded !== undefined) return embeddedNode(node, embedded, context);
  switch (nodeType) {
    case 'paragraph':
      return [textBlock('paragraph', inlinesOf(node, context, depth + 1))];
    case 'hr':
      return [{ type: 'horizontalRule' }];
    case 'unordered-list':
    case 'ordered-list':
      return container(nodeType, wrapped(blocksOf(node, context, depth + 1), 'listItem'));
    case 'list-item':
      return container(nodeType, startingWithParagraph(blocksOf(node, context, depth + 1)));
    case 'blockquote':
      return container(nodeType, blocksOf(node, context, depth + 1));
    case 'table':
      return container(nodeType, blocksOf(node, context, depth + 1).filter((row) => row.type === 'tableRow'));
    case 'table-row':
      return container(nodeType, wrapped(blocksOf(node, context, depth + 1), 'tableCell', 'tableHeader'));
    case 'table-cell':
    case 'table-header-cell':
      return [cell(node, blocksOf(node, context, depth + 1))];
    default:
      return unknownBlock(node, nodeType, context, depth);
  }
}

/** A node that may not be empty is left away where nothing is in it. */
function container(nodeType: string, content: readonly RichNode[]): readonly RichNode[] {
  return content.length === 0 ? [] : [{ type: named(blockNames, nodeType) ?? nodeType, content }];
}

/** Puts what may only stand inside one of these nodes, and stands alone, into the first of them. */
function wrapped(nodes: readonly RichNode[], ...types: readonly [string, ...string[]]): readonly RichNode[] {
  return nodes.map((node) => (types.includes(node.type) ? node : { type: types[0], content: startingWithParagraph([node]) }));
}

/** A list item begins with a paragraph, an empty one where the text there began with something else. */
function startingWithParagraph(blocks: readonly RichNode[]): readonly RichNode[] {
  return blocks[0]?.type === 'paragraph' ? blocks : [{ type: 'paragraph' }, ...blocks];
}

function cell(node: Readonly<Record<string, unknown>>, content: readonly RichNode[]): RichNode {
  const data = isRecord(node['data']) ? node['data'] : {};
  const spans = ['colspan', 'rowspan'].flatMap((name) => (isSpan(data[name]) ? [[name, data[name]]] : []));
  return {
    type: node['nodeType'] === 'table-header-cell' ? 'tableHeader' : 'tableCell',
    ...(spans.length > 0 ? { attrs: Object.fromEntries(spans) } : {}),
    content: content.length === 0 ? [{ type: 'paragraph' }] : content,
  };
}

function isSpan(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 1;
}

/** What stands inside a block that is not known is kept; the block itself is not. */
function unknownBlock(
  node: Readonly<Record<string, unknown>>,
  nodeType: string,
  context: RichTextContext,
  depth: number,
): readonly RichNode[] {
  const content = blocksOf(node, context, depth + 1);
  const kept = content.length > 0;
  const reason = unknownReason(nodeType);
  const outcome = kept ? 'what stood in it was kept' : 'it was left out';
  context.notes.add(kept ? 'changed' : 'left_out', context.about, `Rich text node "${nodeType}": ${reason}; ${outcome}.`);
  return content;
}

function textBlock(type: string, content: readonly RichNode[]): RichNode {
  return content.length === 0 ? { type } : { type, content: joinedText(content) };
}

function inlinesOf(node: Readonly<Record<string, unknown>>, context: RichTextContext, depth: number): readonly RichNode[] {
  return childrenOf(node).flatMap((child) => inlineOf(child, [], context, depth));
}

/** One node inside a line of text, under the links that stand around it. */
function inlineOf(
  node: Readonly<Record<string, unknown>>,
  links: readonly RichMark[],
  context: RichTextContext,
  depth: number,
): readonly RichNode[] {
  if (depth > DEPTH_MAX) {
    context.notes.add('left_out', context.about, `Rich text nested deeper than ${DEPTH_MAX} levels was left out.`);
    return [];
  }
  const nodeType = String(node['nodeType']);
  if (nodeType === 'text') return textNodes(node, links, context);
  const embedded = named(embeddedNames, nodeType);
  if (embedded?.type === 'entryInline') return embeddedNode(node, embedded, context);
  const link = named(linkNames, nodeType);
  const mark = link === undefined ? noteUnknownInline(nodeType, context) : linkMark(node, link, context);
  const inner = mark === null ? links : [...links, mark];
  const content = childrenOf(node).flatMap((child) => inlineOf(child, inner, context, depth + 1));
  if (mark !== null && content.length === 0) {
    context.notes.add('left_out', context.about, 'A link without text was left out: here a link is a mark on text.');
  }
  return content;
}

/** Text with its marks. Line breaks are characters there and nodes here; empty text does not exist here. */
function textNodes(node: Readonly<Record<string, unknown>>, links: readonly RichMark[], context: RichTextContext): readonly RichNode[] {
  const marks = [...links, ...marksOf(node, context)];
  const lines = String(node['value'] ?? '').split(/\r\n|[\n\r\u2028]/);
  return lines.flatMap((text, index) => [
    ...(index === 0 ? [] : [{ type: 'hardBreak' }]),
    ...(text === '' ? [] : [{ type: 'text', ...(marks.length > 0 ? { marks } : {}), text }]),
  ]);
}

function marksOf(node: Readonly<Record<string, unknown>>, context: RichTextContext): readonly RichMark[] {
  const names = new Set<string>();
  for (const mark of Array.isArray(node['marks']) ? node['marks'] : []) {
    const name = isRecord(mark) ? String(mark['type']) : '';
    const ours = named(markNames, name);
    if (ours === undefined) context.notes.add('changed', context.about, `Mark "${name}": there is no such mark here; its text was kept without it.`);
    else names.add(ours);
  }
  return [...names].map((type) => ({ type }));
}

/** The mark for a link around text; null where the link cannot be kept. */
function linkMark(
  node: Readonly<Record<string, unknown>>,
  link: { readonly type: string; readonly kind: 'url' | 'entry' | 'asset' },
  context: RichTextContext,
): RichMark | null {
  if (link.kind !== 'url') {
    const id = targetOf(node);
    if (id !== undefined) return { type: link.type, attrs: { [link.kind]: reference(link.kind, id, context) } };
    context.notes.add('changed', context.about, 'A link that points to nothing was dropped; its text was kept.');
    return null;
  }
  const href = isRecord(node['data']) && typeof node['data']['uri'] === 'string' ? node['data']['uri'].trim() : '';
  if (isLinkTarget(href)) return { type: link.type, attrs: { href } };
  context.notes.add('changed', context.about, `The link to "${href}" was dropped, its text kept: it is not an address that a link may have here.`);
  return null;
}

function noteUnknownInline(nodeType: string, context: RichTextContext): null {
  const reason = unknownReason(nodeType);
  context.notes.add('changed', context.about, `Rich text node "${nodeType}": ${reason}; only its text was kept.`);
  return null;
}

function unknownReason(nodeType: string): string {
  return nodeType.includes('resource') ? 'links to content of other spaces do not exist here' : 'there is no such node here';
}

function embeddedNode(
  node: Readonly<Record<string, unknown>>,
  embedded: { readonly type: string; readonly kind: 'entry' | 'asset' },
  context: RichTextContext,
): readonly RichNode[] {
  const id = targetOf(node);
  if (id !== undefined) return [{ type: embedded.type, attrs: { [embedded.kind]: reference(embedded.kind, id, context) } }];
  context.notes.add('left_out', context.about, `An embedded ${embedded.kind} that points to nothing was left out.`);
  return [];
}

function reference(kind: 'entry' | 'asset', id: string, context: RichTextContext): { readonly type: string; readonly id: string } {
  return { type: kind, id: context.linkKey(kind, id) };
}

function targetOf(node: Readonly<Record<string, unknown>>): string | undefined {
  const target = isRecord(node['data']) ? node['data']['target'] : undefined;
  const id = isRecord(target) && isRecord(target['sys']) ? target['sys']['id'] : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Joins neighbours of text that carry the same marks, as an editor would have written them. */
function joinedText(nodes: readonly RichNode[]): readonly RichNode[] {
  const joined: RichNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (last?.text !== undefined && node.text !== undefined && JSON.stringify(last.marks) === JSON.stringify(node.marks)) {
      joined[joined.length - 1] = { ...last, text: last.text + node.text };
    } else joined.push(node);
  }
  return joined;
}

const OTHER_INLINES = ['text', 'embedded-entry-inline', 'embedded-resource-inline', 'resource-hyperlink'];

function isInline(node: Readonly<Record<string, unknown>>): boolean {
  const nodeType = String(node['nodeType']);
  return OTHER_INLINES.includes(nodeType) || named(linkNames, nodeType) !== undefined;
}

function childrenOf(node: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(node['content']) ? node['content'].filter(isRecord) : [];
}
