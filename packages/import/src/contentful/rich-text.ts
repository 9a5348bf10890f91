/**
 * Converts a Contentful rich text document to ours: ProseMirror with Tiptap's names. The result always has the
 * structure that the service requires (no empty text, no list without items); what cannot be converted is noted.
 */
import { SPAN_MAX } from '../../../contract/src/rich-text.ts';
import { isRecord } from '../json-object.ts';
import {
  childrenOf,
  convertInlines,
  DEPTH_MAX,
  embeddedNode,
  isInline,
  noteDepth,
  type RichNode,
  type RichTextContext,
  type SourceNode,
  unknownReason,
} from './rich-text-inline.ts';
import { blockNames, embeddedNames, headingLevel, named } from './rich-text-names.ts';

/**
 * Converts one document.
 * @returns undefined if the value is not a rich text document at all
 */
export function convertRichText(value: unknown, context: RichTextContext): RichNode | undefined {
  if (!isRecord(value) || value.nodeType !== 'document') return undefined;
  const content = blocksOf(value, context, 1);
  return { type: 'doc', content: content.length === 0 ? [{ type: 'paragraph' }] : content };
}

/** Converts the children of a block node; inline content among them is wrapped in a paragraph. */
function blocksOf(node: SourceNode, context: RichTextContext, depth: number): readonly RichNode[] {
  if (depth > DEPTH_MAX) return noteDepth(context);
  const blocks: RichNode[] = [];
  let loose: SourceNode[] = [];
  const close = () => {
    const content = convertInlines(loose, context, depth + 1);
    if (content.length > 0) blocks.push(textBlock('paragraph', content));
    loose = [];
  };
  for (const child of childrenOf(node)) {
    if (isInline(child)) loose.push(child);
    else {
      close();
      blocks.push(...blockOf(child, context, depth + 1));
    }
  }
  close();
  return blocks;
}

function blockOf(node: SourceNode, context: RichTextContext, depth: number): readonly RichNode[] {
  const nodeType = String(node.nodeType);
  const level = headingLevel(nodeType);
  if (level !== null)
    return [{ ...textBlock('heading', convertInlines(childrenOf(node), context, depth)), attrs: { level } }];
  const embedded = named(embeddedNames, nodeType);
  if (embedded !== undefined) return embeddedNode(node, embedded, context);
  if (nodeType === 'paragraph') return [textBlock('paragraph', convertInlines(childrenOf(node), context, depth))];
  if (nodeType === 'hr') return [{ type: 'horizontalRule' }];
  const name = named(blockNames, nodeType);
  return name === undefined
    ? unknownBlock(node, context, depth)
    : container(node, name, blocksOf(node, context, depth));
}

/** A block that contains blocks. An empty one is dropped, except for parts of a list or table, which get a paragraph. */
function container(node: SourceNode, name: string, content: readonly RichNode[]): readonly RichNode[] {
  const filled = partsOf(name, content);
  if (filled.length > 0) return [{ type: name, ...cellAttributes(node), content: filled }];
  return FILLED_WITH_PARAGRAPH.has(name)
    ? [{ type: name, ...cellAttributes(node), content: [{ type: 'paragraph' }] }]
    : [];
}

const FILLED_WITH_PARAGRAPH: ReadonlySet<string> = new Set(['listItem', 'tableCell', 'tableHeader']);

/** Lists and tables contain only their own parts; anything else in one is wrapped in such a part. */
const PARTS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  bulletList: ['listItem'],
  orderedList: ['listItem'],
  table: ['tableRow'],
  tableRow: ['tableCell', 'tableHeader'],
};

function partsOf(name: string, content: readonly RichNode[]): readonly RichNode[] {
  const parts = PARTS[name];
  if (parts === undefined) return content;
  return content.flatMap((node) => (parts.includes(node.type) ? node : partWith(parts[0], node)));
}

function partWith(name: string, node: RichNode): readonly RichNode[] {
  const inner = partsOf(name, [node]);
  return inner.length === 0 ? [] : [{ type: name, content: inner }];
}

function cellAttributes({ nodeType, data }: SourceNode): { readonly attrs?: Readonly<Record<string, unknown>> } {
  if (!String(nodeType).endsWith('-cell') || !isRecord(data)) return {};
  const spans = ['colspan', 'rowspan'].flatMap((name) => (isSpan(data[name]) ? [[name, data[name]]] : []));
  return spans.length > 0 ? { attrs: Object.fromEntries(spans) } : {};
}

function isSpan(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 1 && Number(value) <= SPAN_MAX;
}

/** Keeps the content of an unknown block, but not the block itself. */
function unknownBlock(node: SourceNode, context: RichTextContext, depth: number): readonly RichNode[] {
  const content = blocksOf(node, context, depth);
  const outcome = content.length > 0 ? 'what stood in it was kept' : 'it was left out';
  const message = `Rich text node "${String(node.nodeType)}": ${unknownReason(node)}; ${outcome}.`;
  context.notes.add(content.length > 0 ? 'changed' : 'left_out', context.about, message);
  return content;
}

function textBlock(type: string, content: readonly RichNode[]): RichNode {
  return content.length === 0 ? { type } : { type, content };
}
