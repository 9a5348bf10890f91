/**
 * Converts a text of the blocks editor to rich text: paragraphs, headings, lists, quotes, code, images, links and marks. Text is
 * never lost; an unknown kind of block keeps its text in a paragraph.
 */
import { isLinkTarget } from '../../../../contract/src/link-address.ts';
import { LANGUAGE_CHARACTERS_MAX } from '../../../../contract/src/rich-text.ts';
import { excerpt } from '../../excerpt.ts';
import { isRecord } from '../../json-object.ts';
import type { RichMark, RichNode } from '../../rich-node.ts';
import { textIn } from '../archive/schema.ts';
import type { ValueContext } from './value-context.ts';

const ADDRESS_SHOWN = 120;
const LEVELS = [1, 2, 3, 4, 5, 6];
/** Maximum nesting of lists; deeper ones are merged into the last level. */
const LISTS_DEPTH_MAX = 20;
const marks: readonly (readonly [source: string, mark: string])[] = [
  ['bold', 'bold'],
  ['italic', 'italic'],
  ['underline', 'underline'],
  ['strikethrough', 'strike'],
  ['code', 'code'],
];

type SourceNode = Readonly<Record<string, unknown>>;

/** The document; the value itself if it is not a list of blocks. */
export function convertBlocks(value: unknown, context: ValueContext): unknown {
  if (!Array.isArray(value)) return value;
  const content = value.filter(isRecord).flatMap((node) => blocksOf(node, context));
  return content.length === 0 ? undefined : { type: 'doc', content };
}

function blocksOf(node: SourceNode, context: ValueContext): readonly RichNode[] {
  const convert = Object.hasOwn(blocks, textIn(node, 'type')) ? blocks[textIn(node, 'type')] : undefined;
  if (convert !== undefined) return convert(node, context);
  const shown = excerpt(textIn(node, 'type'), ADDRESS_SHOWN);
  context.notes.add(
    'changed',
    context.about,
    `A block of the unknown kind "${shown}" became a paragraph with its text.`,
  );
  return [holder('paragraph', node, context)];
}

const blocks: Readonly<Record<string, (node: SourceNode, context: ValueContext) => readonly RichNode[]>> = {
  paragraph: (node, context) => [holder('paragraph', node, context)],
  heading: (node, context) => [headingOf(node, context)],
  quote: (node, context) => [{ type: 'blockquote', content: [holder('paragraph', node, context)] }],
  code: (node) => [codeOf(node)],
  list: (node, context) => listOf(node, context, 1),
  image: (node, context) => [imageOf(node, context)],
};

function holder(type: string, node: SourceNode, context: ValueContext): RichNode {
  const content = childrenOf(node).flatMap((child) => inlineOf(child, [], context));
  return content.length === 0 ? { type } : { type, content };
}

function headingOf(node: SourceNode, context: ValueContext): RichNode {
  const level = LEVELS.find((one) => one === Number(node.level)) ?? LEVELS.length;
  return { ...holder('heading', node, context), attrs: { level } };
}

function codeOf(node: SourceNode): RichNode {
  const text = plainText(node);
  const language = textIn(node, 'language');
  return {
    type: 'codeBlock',
    ...(language === '' || language.length > LANGUAGE_CHARACTERS_MAX ? {} : { attrs: { language } }),
    ...(text === '' ? {} : { content: [{ type: 'text', text }] }),
  };
}

/** A list. Strapi stores nested lists beside the items; they are moved into the preceding item. */
function listOf(node: SourceNode, context: ValueContext, depth: number): readonly RichNode[] {
  const items: { readonly content: RichNode[] }[] = [];
  for (const child of childrenOf(node)) {
    const last = items.at(-1);
    if (textIn(child, 'type') !== 'list') items.push({ content: [holder('paragraph', child, context)] });
    else if (depth >= LISTS_DEPTH_MAX)
      items.push({ content: [{ type: 'paragraph', ...textContent(plainText(child)) }] });
    else if (last === undefined) items.push({ content: [{ type: 'paragraph' }, ...listOf(child, context, depth + 1)] });
    else last.content.push(...listOf(child, context, depth + 1));
  }
  const type = node.format === 'ordered' ? 'orderedList' : 'bulletList';
  return items.length === 0 ? [] : [{ type, content: items.map(({ content }) => ({ type: 'listItem', content })) }];
}

function imageOf(node: SourceNode, context: ValueContext): RichNode {
  const image = isRecord(node.image) ? node.image : {};
  const key = context.assetOf(image);
  if (key !== null) return { type: 'assetBlock', attrs: { asset: { type: 'asset', id: key } } };
  const address = textIn(image, 'url');
  const text = textIn(image, 'alternativeText') || textIn(image, 'name') || address;
  context.notes.add(
    'missing_link',
    context.about,
    `The picture ${excerpt(address, ADDRESS_SHOWN)} is not in the media library of the file; it became a link.`,
  );
  const link = isAddress(address) ? [{ type: 'link', attrs: { href: address } }] : [];
  return text === '' ? { type: 'paragraph' } : { type: 'paragraph', content: [textNode(text, link)] };
}

function inlineOf(node: SourceNode, outer: readonly RichMark[], context: ValueContext): readonly RichNode[] {
  if (textIn(node, 'type') === 'link' && outer.length === 0)
    return childrenOf(node).flatMap((child) => inlineOf(child, linkMarks(node, context), context));
  if (Array.isArray(node.children)) return childrenOf(node).flatMap((child) => inlineOf(child, outer, context));
  const own = marks.filter(([name]) => node[name] === true).map(([, type]) => ({ type }));
  return linesOf(textIn(node, 'text'), [...own, ...outer]);
}

function linkMarks(node: SourceNode, { about, notes }: ValueContext): readonly RichMark[] {
  const href = textIn(node, 'url').trim();
  if (isAddress(href)) return [{ type: 'link', attrs: { href } }];
  const message = `The link to ${excerpt(href, ADDRESS_SHOWN) || 'nothing'} cannot be one here; its text was kept.`;
  notes.add('left_out', about, message);
  return [];
}

function isAddress(text: string): boolean {
  return text !== '' && isLinkTarget(text);
}

/** A text with its line ends converted to breaks. */
function linesOf(text: string, own: readonly RichMark[]): readonly RichNode[] {
  return text
    .split(/\r?\n/)
    .flatMap((line, index) => [
      ...(index === 0 ? [] : [{ type: 'hardBreak' }]),
      ...(line === '' ? [] : [textNode(line, own)]),
    ]);
}

function textNode(text: string, own: readonly RichMark[]): RichNode {
  return own.length === 0 ? { type: 'text', text } : { type: 'text', text, marks: own };
}

function textContent(text: string): Pick<RichNode, 'content'> {
  return text === '' ? {} : { content: [textNode(text, [])] };
}

function plainText(node: SourceNode): string {
  return Array.isArray(node.children) ? childrenOf(node).map(plainText).join('') : textIn(node, 'text');
}

function childrenOf(node: SourceNode): readonly SourceNode[] {
  return Array.isArray(node.children) ? node.children.filter(isRecord) : [];
}
