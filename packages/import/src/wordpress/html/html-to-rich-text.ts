/**
 * Converts the HTML of a post, from the classic editor or the block editor, to rich text. Each element becomes a node or mark, or
 * is counted as a loss; text is never lost. Nothing in the result can be executed: unknown elements stay text.
 */
import { SPAN_MAX } from '../../../../contract/src/rich-text.ts';
import { excerpt } from '../../excerpt.ts';
import type { RichMark, RichNode } from '../../rich-node.ts';
import {
  blockElements,
  codeElements,
  embeddingElements,
  emptyElements,
  exactMarks,
  headingLevels,
  similarMarks,
} from './elements.ts';
import { Flow, type InlineHolder } from './flow.ts';
import { elementsIn, type HtmlElement, type HtmlNode, parseHtml, textIn } from './html-tree.ts';
import type { Losses } from './losses.ts';
import { addressPlace, codeBlock, hrefOf, isLink, languageOf, listItem, listKind } from './nodes.ts';
import { type HtmlContext, References } from './references.ts';
import { ShortcodeContent } from './shortcode-content.ts';
import { piecesOf } from './shortcodes.ts';

/** Maximum depth. Rich text may nest 50 levels, and a table needs four levels below itself. */
const DEPTH_MAX = 45;
const SOURCE_SHOWN = 120;

/** Where inline content and blocks go, and what surrounds them. */
interface Place {
  readonly flow: Flow;
  readonly marks: readonly RichMark[];
  /** Depth of the node that contains the flow. */
  readonly depth: number;
  /** Whether an empty line starts a paragraph, which is the case outside of any block element. */
  readonly splits: boolean;
}

/** The document; null if it is empty. */
export function htmlToRichText(html: string, context: HtmlContext): RichNode | null {
  const nodes = parseHtml(html);
  if (nodes === null) {
    context.losses.add('changed', 'Its HTML is nested too deep to be text of people, and was kept as code.');
    return { type: 'doc', content: [codeBlock(html)] };
  }
  const blocks = new HtmlConverter(context, !html.includes('<!-- wp:')).convert(nodes);
  return blocks.length === 0 ? null : { type: 'doc', content: blocks };
}

class HtmlConverter {
  readonly #context: HtmlContext;
  readonly #losses: Losses;
  readonly #references: References;
  readonly #shortcodes: ShortcodeContent;
  /** Whether the text comes from the classic editor, where line ends and empty lines matter. */
  readonly #isClassic: boolean;
  /** Number of text characters added so far. If an element does not increase it, the element contains no text. */
  #characters = 0;

  constructor(context: HtmlContext, isClassic: boolean) {
    this.#context = context;
    this.#losses = context.losses;
    this.#references = new References(context);
    this.#shortcodes = new ShortcodeContent(context, this.#references);
    this.#isClassic = isClassic;
  }

  convert(nodes: readonly HtmlNode[]): readonly RichNode[] {
    const place = { flow: this.#flow(), marks: [], depth: 1, splits: true };
    this.#all(nodes, place);
    this.#shortcodes.endCaption(place);
    return place.flow.end();
  }

  #flow(holder?: InlineHolder): Flow {
    const onText = (text: string) => {
      this.#characters += text.trim().length;
    };
    const onIdleBreak = () =>
      this.#losses.changed('br', 'at the beginning or end of a paragraph it shows nothing and was left out.');
    return new Flow({ addressMark: (address) => this.#references.embedMark(address), onText, onIdleBreak }, holder);
  }

  #blocksOf(nodes: readonly HtmlNode[], place: Omit<Place, 'flow'>): readonly RichNode[] {
    const flow = this.#flow();
    this.#all(nodes, { ...place, flow });
    return flow.end();
  }

  #all(nodes: readonly HtmlNode[], place: Place): void {
    for (const node of nodes) {
      if (node.kind === 'text') this.#text(node.text, place);
      else if (node.kind === 'comment') this.#comment(node.text, place);
      else this.#element(node, place);
    }
  }

  #text(text: string, place: Place): void {
    for (const piece of piecesOf(text)) {
      if ('shortcode' in piece) this.#shortcodes.take(piece.shortcode, place);
      else this.#plain(piece.text, place);
    }
  }

  #plain(text: string, { flow, marks, splits }: Place): void {
    if (!this.#isClassic) {
      flow.text(text, marks);
      return;
    }
    for (const [index, paragraph] of (splits ? text.split(/\r?\n[ \t]*\r?\n/) : [text]).entries()) {
      if (index > 0) flow.close();
      for (const [number, line] of paragraph.split(/\r?\n/).entries()) {
        if (number > 0) flow.break(true);
        flow.text(line, marks);
      }
    }
  }

  #element(element: HtmlElement, place: Place): void {
    const { name } = element;
    const level = headingLevels.get(name);
    const mark = exactMarks.get(name) ?? similarMarks.get(name);
    this.#handlers(element);
    if (level !== undefined) this.#held(element, { type: 'heading', attrs: { level } }, place);
    else if (mark !== undefined) this.#marked(element, mark, place);
    else if (name === 'p') this.#held(element, { type: 'paragraph' }, place);
    else if (name === 'a') this.#link(element, place);
    else if (name === 'br') place.flow.break(false);
    else if (name === 'img') this.#references.image(element, place);
    else if (name === 'hr') place.flow.block({ type: 'horizontalRule' });
    else if (name === 'pre') this.#pre(element, place);
    else if (name === 'ul' || name === 'ol') this.#list(element, place);
    else if (name === 'li') this.#strayItem(element, place);
    else if (name === 'blockquote') this.#quote(element, place);
    else if (name === 'table') this.#table(element, place);
    else if (name === 'q') this.#quoted(element, place);
    else if (codeElements.has(name)) this.#code(element, place);
    else if (embeddingElements.has(name)) this.#embedded(element, place);
    else if (emptyElements.has(name)) this.#empty(element, place);
    else if (blockElements.has(name)) this.#container(element, place);
    else this.#unknown(element, place);
  }

  /** A paragraph or heading: one node, or more if it contains blocks. */
  #held(element: HtmlElement, holder: InlineHolder, place: Place): void {
    place.flow.close();
    const inner = this.#flow(holder);
    this.#all(element.children, { ...place, flow: inner, splits: false });
    const blocks = inner.end();
    if (!blocks.some(({ type }) => type === holder.type))
      this.#losses.changed(
        element.name,
        blocks.length === 0 ? 'it is empty and was left out.' : 'what is in it became blocks of their own.',
      );
    for (const block of blocks) place.flow.block(block);
  }

  #marked(element: HtmlElement, type: string, place: Place): void {
    if (similarMarks.has(element.name)) this.#losses.changed(element.name, `it became ${type} text.`);
    const before = this.#characters;
    const isThere = place.marks.some((mark) => mark.type === type);
    if (isThere && exactMarks.has(element.name))
      this.#losses.changed(element.name, `it stands in ${type} text and changes nothing.`);
    this.#all(element.children, { ...place, marks: isThere ? place.marks : [...place.marks, { type }] });
    if (exactMarks.has(element.name) && !isThere && this.#characters === before)
      this.#losses.changed(element.name, 'there is no text in it to mark.');
  }

  #quoted(element: HtmlElement, place: Place): void {
    this.#losses.changed(element.name, 'it became quotation marks.');
    place.flow.text('“', place.marks);
    this.#all(element.children, place);
    place.flow.text('”', place.marks);
  }

  #link(element: HtmlElement, place: Place): void {
    const mark = this.#references.linkMark(element);
    const before = this.#characters;
    const marks = mark === null ? place.marks : [...place.marks.filter(({ type }) => !isLink(type)), mark];
    this.#all(element.children, { ...place, marks });
    if (mark !== null && this.#characters === before)
      this.#losses.changed(
        'a',
        'a link around an image or nothing was dropped: here a link is a mark on text.',
        addressPlace(hrefOf(element)),
      );
  }

  /** The element's content is only for browsers that cannot show it, so it is ignored. */
  #embedded(element: HtmlElement, place: Place): void {
    this.#references.embedded(element, place);
    this.#all(element.children, place);
  }

  #pre(element: HtmlElement, place: Place): void {
    for (const inner of elementsIn(element.children)) {
      this.#handlers(inner);
      this.#losses.changed(inner.name, 'inside code there is text alone; its text was kept.');
    }
    const text = textIn(element.children)
      .replace(/^\r?\n/, '')
      .replaceAll('\r\n', '\n')
      .trimEnd();
    if (text === '') this.#losses.changed('pre', 'it is empty and was left out.');
    else place.flow.block(codeBlock(text, languageOf(element)));
  }

  #code(element: HtmlElement, place: Place): void {
    const { name, children } = element;
    for (const inner of elementsIn(children)) this.#losses.changed(inner.name, `inside <${name}> its text was kept.`);
    const text = textIn(children).trim();
    this.#losses.changed(
      name,
      text === '' ? 'it is empty and was left out.' : 'it is not run or applied here; its text was kept as code.',
    );
    if (text !== '') place.flow.block(codeBlock(text));
  }

  #list(element: HtmlElement, place: Place): void {
    if (this.#isTooDeep(element, place)) return;
    place.flow.close();
    const depth = place.depth + 2;
    const items: RichNode[] = [];
    for (const child of element.children) {
      const isItem = child.kind === 'element' && child.name === 'li';
      if (isItem) this.#handlers(child);
      const content = this.#blocksOf(isItem ? child.children : [child], { marks: place.marks, depth, splits: false });
      if (isItem || content.length > 0) items.push(listItem(content));
    }
    if (items.length === 0) this.#losses.changed(element.name, 'it is empty and was left out.');
    else place.flow.block({ ...listKind(element), content: items });
  }

  /** An item outside of any list; consecutive ones become one list. */
  #strayItem(element: HtmlElement, place: Place): void {
    if (this.#isTooDeep(element, place)) return;
    this.#losses.changed('li', 'it stood outside of a list, and got one.');
    const item = listItem(this.#blocksOf(element.children, { ...place, depth: place.depth + 2, splits: false }));
    const last = place.flow.lastBlock();
    if (last?.type === 'bulletList') place.flow.replaceLast({ ...last, content: [...(last.content ?? []), item] });
    else place.flow.block({ type: 'bulletList', content: [item] });
  }

  #quote(element: HtmlElement, place: Place): void {
    if (this.#isTooDeep(element, place)) return;
    const content = this.#blocksOf(element.children, { marks: place.marks, depth: place.depth + 1, splits: true });
    if (content.length === 0) this.#losses.changed('blockquote', 'it is empty and was left out.');
    else place.flow.block({ type: 'blockquote', content });
  }

  #table(element: HtmlElement, place: Place): void {
    if (this.#isTooDeep(element, place)) return;
    place.flow.close();
    const rows = this.#rowsIn(element, place);
    if (rows.length === 0) this.#losses.changed('table', 'it has no rows; its text was kept.');
    else place.flow.block({ type: 'table', content: rows });
  }

  /** The rows of a table; content between them is placed before the table, as a caption is. */
  #rowsIn(parent: HtmlElement, place: Place): readonly RichNode[] {
    return parent.children.flatMap((child) => {
      if (child.kind === 'element' && ['thead', 'tbody', 'tfoot'].includes(child.name)) {
        this.#handlers(child);
        this.#losses.changed(child.name, 'tables have rows alone here; its rows were kept.');
        return this.#rowsIn(child, place);
      }
      if (child.kind === 'element' && child.name === 'tr') return this.#row(child, place);
      if (child.kind !== 'text' || child.text.trim() !== '') this.#all([child], place);
      return [];
    });
  }

  #row(element: HtmlElement, place: Place): readonly RichNode[] {
    this.#handlers(element);
    const cells = element.children.flatMap((child) => {
      if (child.kind === 'element' && (child.name === 'td' || child.name === 'th')) return [this.#cell(child, place)];
      if (child.kind !== 'text' || child.text.trim() !== '') this.#all([child], place);
      return [];
    });
    if (cells.length > 0) return [{ type: 'tableRow', content: cells }];
    this.#losses.changed('tr', 'it has no cells and was left out.');
    return [];
  }

  #cell(element: HtmlElement, place: Place): RichNode {
    this.#handlers(element);
    const content = this.#blocksOf(element.children, { marks: place.marks, depth: place.depth + 3, splits: false });
    const spans = (['colspan', 'rowspan'] as const).flatMap((name) => {
      const span = Number(element.attributes[name] ?? '1');
      return Number.isInteger(span) && span > 1 && span <= SPAN_MAX ? [[name, span] as const] : [];
    });
    return {
      type: element.name === 'th' ? 'tableHeader' : 'tableCell',
      ...(spans.length > 0 ? { attrs: Object.fromEntries(spans) } : {}),
      content: content.length > 0 ? content : [{ type: 'paragraph' }],
    };
  }

  #container(element: HtmlElement, place: Place): void {
    const { name, children } = element;
    this.#losses.changed(
      name,
      name === 'dt' ? 'it became a bold paragraph.' : 'rich text has no such element; what is in it was kept.',
    );
    place.flow.close();
    const isBold = name === 'dt' && !place.marks.some(({ type }) => type === 'bold');
    this.#all(children, isBold ? { ...place, marks: [...place.marks, { type: 'bold' }] } : place);
    place.flow.close();
  }

  #unknown(element: HtmlElement, place: Place): void {
    this.#losses.changed(element.name, 'rich text has no such element; what is in it was kept.');
    this.#all(element.children, place);
  }

  #empty(element: HtmlElement, place: Place): void {
    this.#losses.leftOut(element.name, 'rich text has no such element, and it has no text.');
    this.#all(element.children, place);
  }

  #isTooDeep(element: HtmlElement, place: Place): boolean {
    if (place.depth <= DEPTH_MAX) return false;
    this.#losses.changed(element.name, 'it is nested too deep for rich text; what is in it was kept without it.');
    place.flow.close();
    this.#all(element.children, place);
    place.flow.close();
    return true;
  }

  #handlers({ attributes }: HtmlElement): void {
    for (const name of Object.keys(attributes))
      if (/^on/i.test(name))
        this.#losses.add(
          'left_out',
          `The event handler "${excerpt(name, SOURCE_SHOWN)}" of an element was left out: nothing is run here.`,
        );
  }

  #comment(text: string, place: Place): void {
    const source = text.trim();
    if (source.startsWith('?')) place.flow.text(`<${source}>`, place.marks);
    else if (/^\/?wp:/.test(source)) this.#block(source, place);
    else if (source === 'nextpage' || /^more\b/.test(source))
      this.#losses.add(
        'left_out',
        `<!--${excerpt(source, SOURCE_SHOWN)}-->: where a post is cut into pages or a teaser is decided by the front end here.`,
      );
    else this.#losses.add('left_out', `A comment in the HTML was left out: "${excerpt(source, SOURCE_SHOWN)}".`);
  }

  /** A block that contains HTML is represented by that HTML; one without HTML is filled by WordPress when it is shown. */
  #block(source: string, place: Place): void {
    const name = /^wp:([\w-]+(?:\/[\w-]+)?)/.exec(source)?.[1];
    if (name === undefined || !source.endsWith('/')) return;
    const settings = source.slice(`wp:${name}`.length, -1).trim();
    const entry = name === 'block' ? this.#context.blockEntryOf(/"ref":\s?(\d{1,20})/.exec(settings)?.[1] ?? '') : null;
    if (entry !== null) place.flow.block({ type: 'entryBlock', attrs: { entry: { type: 'entry', id: entry } } });
    else
      this.#losses.add(
        'left_out',
        `The block "${name}" was left out: WordPress fills it when a page is shown.`,
        settings === '' ? '' : excerpt(settings, SOURCE_SHOWN),
      );
  }
}
