/**
 * Inline content of rich text: text with marks, line breaks, embedded entries, and links. Links around text are nodes in Contentful
 * and marks in Lectern.
 */

import { isLinkTarget } from '../../../contract/src/link-address.ts';
import { isRecord } from '../json-object.ts';
import type { Notes } from '../notes.ts';
import { embeddedNames, linkNames, markNames, named } from './rich-text-names.ts';

/** Maximum nesting that is converted. The service accepts 50 levels; Contentful's editor produces only a few. */
export const DEPTH_MAX = 40;

/** A node in the file, unvalidated. */
export type SourceNode = Readonly<Record<string, unknown>>;

/** A node of the converted document. */
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

/** What the conversion needs besides the document. */
export interface RichTextContext {
  /** The subject of notes, such as `entry abc, body (en-US)`. */
  readonly about: string;
  readonly notes: Notes;
  /** The Lectern key of a link's target. */
  readonly linkKey: (kind: 'entry' | 'asset', id: string) => string;
}

/** Converts inline content. */
export function convertInlines(
  nodes: readonly SourceNode[],
  context: RichTextContext,
  depth: number,
): readonly RichNode[] {
  return nodes.flatMap((child) => inlineOf(child, [], context, depth));
}

const OTHER_INLINES: readonly string[] = [
  'text',
  'embedded-entry-inline',
  'embedded-resource-inline',
  'resource-hyperlink',
];

/** Whether a node is inline. */
export function isInline(node: SourceNode): boolean {
  const nodeType = String(node.nodeType);
  return OTHER_INLINES.includes(nodeType) || named(linkNames, nodeType) !== undefined;
}

/** The node for an entry or asset, if its target is known. */
export function embeddedNode(
  node: SourceNode,
  embedded: { readonly type: string; readonly kind: 'entry' | 'asset' },
  context: RichTextContext,
): readonly RichNode[] {
  const id = targetOf(node);
  if (id !== undefined)
    return [{ type: embedded.type, attrs: { [embedded.kind]: reference(embedded.kind, id, context) } }];
  context.notes.add('left_out', context.about, `An embedded ${embedded.kind} that points to nothing was left out.`);
  return [];
}

/** The children of a node. */
export function childrenOf(node: SourceNode): readonly SourceNode[] {
  return Array.isArray(node.content) ? node.content.filter(isRecord) : [];
}

/** Why an unknown node cannot be converted. */
export function unknownReason(node: SourceNode): string {
  const isResource = String(node.nodeType).includes('resource');
  return isResource ? 'links to content of other spaces do not exist here' : 'there is no such node here';
}

/** Notes that text was nested too deep and is left out. */
export function noteDepth(context: RichTextContext): readonly [] {
  context.notes.add('left_out', context.about, `Rich text nested deeper than ${DEPTH_MAX} levels was left out.`);
  return [];
}

/** Converts one inline node, with the marks of the surrounding links. */
function inlineOf(
  node: SourceNode,
  links: readonly RichMark[],
  context: RichTextContext,
  depth: number,
): readonly RichNode[] {
  if (depth > DEPTH_MAX) return noteDepth(context);
  const nodeType = String(node.nodeType);
  if (nodeType === 'text') return textNodes(node, links, context);
  const embedded = named(embeddedNames, nodeType);
  if (embedded?.type === 'entryInline') return embeddedNode(node, embedded, context);
  const link = named(linkNames, nodeType);
  const mark = link === undefined ? undefined : linkMark(node, link, context);
  const inner = mark === undefined ? links : [...links.filter((outer) => outer.type !== mark.type), mark];
  const content = childrenOf(node).flatMap((child) => inlineOf(child, inner, context, depth + 1));
  if (link === undefined) noteUnknown(node, content.length > 0, context);
  else if (content.length === 0) {
    context.notes.add('left_out', context.about, 'A link without text was left out: here a link is a mark on text.');
  }
  return content;
}

/** Text with its marks. Line breaks are characters in Contentful and nodes in Lectern, which has no empty text nodes. */
function textNodes(node: SourceNode, links: readonly RichMark[], context: RichTextContext): readonly RichNode[] {
  const marks = [...links, ...marksOf(node, context)];
  const lines = String(node.value ?? '').split(/\r\n|[\n\r\u2028]/);
  return lines.flatMap((text, index) => [
    ...(index === 0 ? [] : [{ type: 'hardBreak' }]),
    ...(text === '' ? [] : [{ type: 'text', ...(marks.length > 0 ? { marks } : {}), text }]),
  ]);
}

function marksOf(node: SourceNode, context: RichTextContext): readonly RichMark[] {
  const names = new Set<string>();
  for (const mark of Array.isArray(node.marks) ? node.marks : []) {
    const name = isRecord(mark) ? String(mark.type) : '';
    const ours = named(markNames, name);
    if (ours !== undefined) names.add(ours);
    else
      context.notes.add(
        'changed',
        context.about,
        `Mark "${name}": there is no such mark here; its text was kept without it.`,
      );
  }
  return [...names].map((type) => ({ type }));
}

/** The mark for a link around text; undefined if the link cannot be kept. */
function linkMark(
  node: SourceNode,
  link: { readonly type: string; readonly kind: 'url' | 'entry' | 'asset' },
  context: RichTextContext,
): RichMark | undefined {
  if (link.kind === 'url') return urlMark(node, link.type, context);
  const id = targetOf(node);
  if (id !== undefined) return { type: link.type, attrs: { [link.kind]: reference(link.kind, id, context) } };
  context.notes.add('changed', context.about, 'A link that points to nothing was dropped; its text was kept.');
  return undefined;
}

function urlMark(node: SourceNode, type: string, context: RichTextContext): RichMark | undefined {
  const href = isRecord(node.data) && typeof node.data.uri === 'string' ? node.data.uri.trim() : '';
  if (href !== '' && isLinkTarget(href)) return { type, attrs: { href } };
  context.notes.add(
    'changed',
    context.about,
    `The link to "${href}" was dropped, its text kept: no link here may have that address.`,
  );
  return undefined;
}

function noteUnknown(node: SourceNode, isKept: boolean, context: RichTextContext): void {
  const outcome = isKept ? 'only its text was kept' : 'it was left out';
  const message = `Rich text node "${String(node.nodeType)}": ${unknownReason(node)}; ${outcome}.`;
  context.notes.add(isKept ? 'changed' : 'left_out', context.about, message);
}

function reference(
  kind: 'entry' | 'asset',
  id: string,
  context: RichTextContext,
): { readonly type: string; readonly id: string } {
  return { type: kind, id: context.linkKey(kind, id) };
}

function targetOf(node: SourceNode): string | undefined {
  const target = isRecord(node.data) ? node.data.target : undefined;
  const id = isRecord(target) && isRecord(target.sys) ? target.sys.id : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}
