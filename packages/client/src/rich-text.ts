/**
 * Makes a page of a rich text: HTML, or elements of any framework. Links that share a mark are one element, and what cannot be
 * seen is left out. A site says how its own content looks, node by node; the rest has a plain default.
 */
import { isLinkTarget } from '../../contract/src/link-address.ts';
import { DEPTH_MAX } from '../../contract/src/rich-text.ts';
import { type ImageAsset, image, srcset } from './images.ts';
import type { RichText } from './types/rich-text.ts';

/** What a site decides. @typeParam Piece a string of HTML, or an element of a framework; `E` and `A`: what the text points to */
export interface RichTextOptions<Piece, E, A> {
  /** Where links to an entry lead. Without it, or where it gives nothing, the text of a link stands without one. */
  href?(entry: Seen<E, 'fields'>): string | null | undefined;
  /** Makes nodes by their type, `entryBlock` above all; null for nothing. HTML must come escaped. */
  readonly nodes?: Readonly<Record<string, (node: RenderedNode<E, A>, children: readonly Piece[]) => Piece | null>>;
  /** Makes marks by their type. */
  readonly marks?: Readonly<Record<string, (mark: TextMark, children: readonly Piece[]) => Piece | null>>;
}

/** A node, with what it points to: null if that cannot be seen, or if the query did not include it. */
export interface RenderedNode<E, A> extends TextNode {
  readonly entry: Seen<E, 'fields'> | null;
  readonly asset: Seen<A, 'url'> | null;
}

/** Without null and without links that were not included. */
type Seen<Target, Property extends string> = Extract<Target, { readonly [P in Property]: unknown }>;

/** A mark of inline content, such as `bold`, or `link` with its `href`. */
export interface TextMark {
  readonly type: string;
  readonly attrs?: { readonly href?: string; readonly entry?: unknown; readonly asset?: unknown };
}

/** Any node of a rich text. */
export interface TextNode {
  readonly type: string;
  readonly attrs?: {
    /** Of a heading, 1 to 6. */
    readonly level?: number;
    /** Of an ordered list. */
    readonly start?: number;
    /** Of code. */
    readonly language?: string;
    readonly colspan?: number;
    readonly rowspan?: number;
    readonly entry?: unknown;
    readonly asset?: unknown;
  };
  readonly content?: readonly TextNode[];
  readonly marks?: readonly TextMark[];
  readonly text?: string;
}

/** Makes an element: `createElement` of React and Preact, `h` of Vue. */
export type ElementMaker<Element> = (
  tag: string,
  properties: Record<string, unknown>,
  children: (Element | string)[],
) => Element;

/**
 * The HTML of a rich text, safe to be put into a page: texts and attributes are escaped, and addresses that a browser could run are left out.
 * @param text the value of a field; nothing gives an empty string
 */
export function toHtml<E, A>(
  text: RichText<E, A> | null | undefined,
  options: RichTextOptions<string, E, A> = {},
): string {
  const maker: Maker<string> = {
    text: escapeHtml,
    element: (tag, properties, children) =>
      `<${tag}${attributesOf(properties)}>${VOID_TAGS.has(tag) ? '' : `${children.join('')}</${tag}>`}`,
  };
  return contentOf(text, { maker, options: asKnown(options), depth: 0 }).join('');
}

/**
 * The elements of a rich text, in a framework.
 * @param text the value of a field; nothing gives no element
 * @param h how the framework makes an element; each gets a `key`
 */
export function toElements<Element, E, A>(
  text: RichText<E, A> | null | undefined,
  h: ElementMaker<Element>,
  options: RichTextOptions<Element | string, E, A> = {},
): (Element | string)[] {
  let key = 0;
  const maker: Maker<Element | string> = {
    text: (value) => value,
    element: (tag, properties, children) => h(tag, { key: key++, ...properties }, children),
  };
  return contentOf(text, { maker, options: asKnown(options), depth: 0 });
}

/** The words of a rich text, one line a block, for a description or a search. */
export function toText(text: RichText<unknown, unknown> | null | undefined): string {
  return text ? wordsOf(text, 1) : '';
}

function wordsOf(text: TextNode, depth: number): string {
  requireShallow(depth);
  if (text.type === 'text') return text.text ?? '';
  if (text.type === 'hardBreak') return '\n';
  if (text.type === 'entryInline') return titleOf(targetsOf(text.attrs ?? {}).entry) ?? '';
  const parts = (text.content ?? []).map((node) => wordsOf(node, depth + 1));
  return isInlineHolder(text) ? parts.join('') : parts.filter((part) => part !== '').join('\n');
}

/** How pieces are made. */
interface Maker<Piece> {
  text(value: string): Piece;
  element(tag: string, properties: Record<string, unknown>, children: Piece[]): Piece;
}

interface Rendering<Piece> {
  /** How many nodes stand around. */
  readonly depth: number;
  readonly maker: Maker<Piece>;
  readonly options: KnownOptions<Piece>;
}

type KnownOptions<Piece> = RichTextOptions<Piece, LinkedEntry, LinkedAsset>;

/** Whatever the targets of a text are, these are what its links lead to. */
function asKnown<Piece, E, A>(options: RichTextOptions<Piece, E, A>): KnownOptions<Piece> {
  return options as unknown as KnownOptions<Piece>;
}

/** What is known of every entry that a query included. */
interface LinkedEntry {
  readonly slug: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What is known of every asset that a query included; texts are maps where all locales were read. */
interface LinkedAsset extends ImageAsset {
  readonly title: unknown;
  readonly alt: unknown;
  readonly file_name: string | null;
}

const VOID_TAGS = new Set(['br', 'hr', 'img']);
/** What browsers take that know no `srcset`. */
const IMAGE_WIDTH = 1600;
const IMAGE_WIDTHS = [400, 800, IMAGE_WIDTH];
/** Elements of marks, the outermost first, so that a link in which some words are bold is one link. */
const MARK_TAGS: Readonly<Record<string, string>> = {
  link: 'a',
  entryLink: 'a',
  assetLink: 'a',
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  superscript: 'sup',
  subscript: 'sub',
  code: 'code',
};
const MARK_ORDER = Object.keys(MARK_TAGS);

function contentOf<Piece>(node: TextNode | null | undefined, around: Rendering<Piece>): Piece[] {
  const rendering = { ...around, depth: around.depth + 1 };
  requireShallow(rendering.depth);
  const content = node?.content ?? [];
  return node && isInlineHolder(node)
    ? inMarks(content, 0, rendering)
    : content.flatMap((child) => nodePieces(child, rendering));
}

/** Whatever is deeper would overflow the stack at some point. @throws RangeError */
function requireShallow(depth: number): void {
  if (depth > DEPTH_MAX)
    throw new RangeError(`This rich text is nested more than ${DEPTH_MAX} nodes deep, as none of the service is.`);
}

function isInlineHolder({ type }: TextNode): boolean {
  return type === 'paragraph' || type === 'heading' || type === 'codeBlock';
}

/** Inline nodes next to each other that have a mark in common stand in one element of it. */
function inMarks<Piece>(nodes: readonly TextNode[], depth: number, rendering: Rendering<Piece>): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < nodes.length; ) {
    const node = nodes[at] as TextNode;
    const mark = markAt(node, depth);
    if (mark === undefined) {
      pieces.push(...nodePieces(node, rendering));
      at += 1;
      continue;
    }
    const same = JSON.stringify(mark);
    let end = at + 1;
    while (end < nodes.length && JSON.stringify(markAt(nodes[end] as TextNode, depth)) === same) end += 1;
    pieces.push(...markPieces(mark, inMarks(nodes.slice(at, end), depth + 1, rendering), rendering));
    at = end;
  }
  return pieces;
}

/** The marks of a node from the outermost on; of several links the first alone, as there is no link in a link. */
function markAt({ marks = [] }: TextNode, depth: number): TextMark | undefined {
  return [...marks]
    .sort((one, other) => MARK_ORDER.indexOf(one.type) - MARK_ORDER.indexOf(other.type))
    .filter(({ type }, at) => at === 0 || MARK_TAGS[type] !== 'a')[depth];
}

function markPieces<Piece>(mark: TextMark, children: Piece[], { maker, options }: Rendering<Piece>): Piece[] {
  const own = named(options.marks, mark.type);
  if (own !== undefined) return present(own(mark, children));
  const tag = named(MARK_TAGS, mark.type);
  if (tag === undefined) return children;
  if (tag !== 'a') return [maker.element(tag, {}, children)];
  return linked(addressOf(mark, options), children, maker);
}

/** Where a mark leads. */
function addressOf<Piece>({ attrs = {} }: TextMark, { href }: KnownOptions<Piece>): unknown {
  const { entry, asset } = targetsOf(attrs);
  return entry !== null ? href?.(entry) : (asset?.url ?? attrs.href);
}

function linked<Piece>(address: unknown, children: Piece[], maker: Maker<Piece>): Piece[] {
  if (typeof address !== 'string' || !isLinkTarget(address)) return children;
  return [maker.element('a', { href: address }, children)];
}

function nodePieces<Piece>(node: TextNode, rendering: Rendering<Piece>): Piece[] {
  const { maker, options } = rendering;
  const targets = targetsOf(node.attrs ?? {});
  const own = named(options.nodes, node.type);
  if (own !== undefined) return present(own({ ...node, ...targets }, contentOf(node, rendering)));
  if (node.type === 'text') return [maker.text(node.text ?? '')];
  if (node.type === 'entryInline' || node.type === 'entryBlock') return entryPieces(node, targets.entry, rendering);
  if (node.type === 'assetBlock') return assetPieces(targets.asset, maker);
  return elementPieces(node, contentOf(node, rendering), maker);
}

/** The nodes that are elements of HTML. One that is unknown is what it contains. */
function elementPieces<Piece>({ type, attrs = {} }: TextNode, children: Piece[], maker: Maker<Piece>): Piece[] {
  const element = (tag: string, properties: Record<string, unknown> = {}, content = children) => [
    maker.element(tag, properties, content),
  ];
  const cell = (tag: string) =>
    element(tag, { ...spanOf('colSpan', attrs.colspan), ...spanOf('rowSpan', attrs.rowspan) });
  switch (type) {
    case 'paragraph':
      return element('p');
    case 'heading':
      return element(`h${/^[2-6]$/.test(String(attrs.level)) ? attrs.level : 1}`);
    case 'bulletList':
      return element('ul');
    case 'orderedList':
      return element('ol', (attrs.start ?? 1) === 1 ? {} : { start: attrs.start });
    case 'listItem':
      return element('li');
    case 'blockquote':
      return element('blockquote');
    case 'codeBlock':
      return element('pre', {}, element('code', attrs.language ? { 'data-language': attrs.language } : {}));
    case 'horizontalRule':
      return element('hr');
    case 'hardBreak':
      return element('br');
    case 'table':
      return element('table', {}, element('tbody'));
    case 'tableRow':
      return element('tr');
    case 'tableCell':
      return cell('td');
    case 'tableHeader':
      return cell('th');
    default:
      return children;
  }
}

function spanOf(name: string, span = 1): Record<string, unknown> {
  return span === 1 ? {} : { [name]: span };
}

/** A block that the site does not make itself is a link to its entry, as one in a line is. */
function entryPieces<Piece>(
  { type }: TextNode,
  entry: LinkedEntry | null,
  { maker, options }: Rendering<Piece>,
): Piece[] {
  const title = titleOf(entry);
  if (entry === null || title === null) return [];
  const link = linked(options.href?.(entry), [maker.text(title)], maker);
  return type === 'entryBlock' ? [maker.element('p', {}, link)] : link;
}

function titleOf(entry: LinkedEntry | null): string | null {
  return textOf(entry?.fields.title) ?? textOf(entry?.fields.name) ?? textOf(entry?.slug);
}

/** Where all locales were read, texts are maps, of which no one can choose here. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function assetPieces<Piece>(asset: LinkedAsset | null, maker: Maker<Piece>): Piece[] {
  if (asset === null || !asset.url) return [];
  const { url, mime_type, width, height, title, alt, file_name } = asset;
  const name = textOf(title) ?? file_name ?? '';
  if (!mime_type?.startsWith('image/')) return [maker.element('p', {}, linked(url, [maker.text(name)], maker))];
  const sizes = srcset(asset, IMAGE_WIDTHS);
  const properties = {
    src: image(asset, { w: IMAGE_WIDTH, fm: 'auto' }),
    ...(sizes !== '' && { srcSet: sizes, sizes: '100vw' }),
    alt: textOf(alt) ?? '',
    ...(width !== null && height !== null && { width, height }),
    loading: 'lazy',
  };
  return [maker.element('img', properties, [])];
}

/** What the links in attributes point to. One that was not included is a `type` and an `id`, of which no address can be made. */
function targetsOf({ entry, asset }: NonNullable<TextNode['attrs']>): {
  entry: LinkedEntry | null;
  asset: LinkedAsset | null;
} {
  return {
    entry: has(entry, 'fields') ? (entry as LinkedEntry) : null,
    asset: has(asset, 'url') ? (asset as LinkedAsset) : null,
  };
}

function has(target: unknown, property: string): boolean {
  return typeof target === 'object' && target !== null && property in target;
}

/** What stands under a name itself, as every object also has a `constructor`. */
function named<T>(all: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return all && Object.hasOwn(all, name) ? all[name] : undefined;
}

function present<Piece>(piece: Piece | null): Piece[] {
  return piece === null ? [] : [piece];
}

function attributesOf(properties: Record<string, unknown>): string {
  return Object.entries(properties)
    .map(([name, value]) => ` ${name.toLowerCase()}="${escapeHtml(String(value))}"`)
    .join('');
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it stands in HTML, and in the value of an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPED[character] as string);
}
