/**
 * Builds rich text from a stream of content: inline content is collected in a paragraph (or heading) until a block or the end
 * closes it. The result is valid rich text: no empty text, no blanks at the edges, no breaks at the ends.
 */
import type { RichMark, RichNode } from '../../rich-node.ts';

/** The node that will contain the inline content. */
export type InlineHolder = Pick<RichNode, 'type' | 'attrs'>;

const PARAGRAPH: InlineHolder = { type: 'paragraph' };
const BREAK: RichNode = { type: 'hardBreak' };
/** A line end that WordPress shows as a break. It is compared by identity. */
const SOFT_BREAK: RichNode = { type: 'hardBreak' };
const BLANKS = /[ \t\r\n\f]+/g;
const ONLY_ADDRESS = /^https?:\/\/\S+$/;

/** Settings shared by all flows of one text. */
export interface FlowSettings {
  /** The mark for a paragraph that consists of a single address. */
  readonly addressMark: (address: string) => RichMark | null;
  /** Called with each text that is added. */
  readonly onText: (text: string) => void;
  /** Called for each `<br>` at an edge, where it has no effect. */
  readonly onIdleBreak: () => void;
}

export class Flow {
  readonly #blocks: RichNode[] = [];
  readonly #settings: FlowSettings;
  readonly #holder: InlineHolder;
  #inline: RichNode[] = [];

  constructor(settings: FlowSettings, holder: InlineHolder = PARAGRAPH) {
    this.#settings = settings;
    this.#holder = holder;
  }

  /** Adds text; runs of blanks become a single one. */
  text(text: string, marks: readonly RichMark[]): void {
    const previous = this.#inline.at(-1);
    const isAtEdge = previous === undefined || previous.type === 'hardBreak' || (previous.text ?? '').endsWith(' ');
    const collapsed = text.replaceAll(BLANKS, ' ');
    const shown = isAtEdge ? collapsed.replace(/^ /, '') : collapsed;
    if (shown === '') return;
    this.#settings.onText(shown);
    this.#inline.push({ type: 'text', ...(marks.length > 0 ? { marks } : {}), text: shown });
  }

  /** Adds a line break: `soft` for a line end that WordPress turns into a break. */
  break(soft: boolean): void {
    const last = this.#inline.at(-1);
    if (soft && (last === undefined || last.type === 'hardBreak')) return;
    if (!soft && last === SOFT_BREAK) this.#inline.pop();
    this.#inline.push(soft ? SOFT_BREAK : BREAK);
  }

  /** Adds a block after closing the paragraph before it. */
  block(block: RichNode): void {
    this.close();
    this.#blocks.push(block);
  }

  /** The last block, if nothing has been added after it. */
  lastBlock(): RichNode | undefined {
    return this.#inline.length === 0 ? this.#blocks.at(-1) : undefined;
  }

  /** Replaces the last block. */
  replaceLast(block: RichNode): void {
    this.#blocks[this.#blocks.length - 1] = block;
  }

  /** Closes the paragraph, and drops it if it is empty. @returns whether there was one */
  close(): boolean {
    const content = withoutEdges(this.#inline);
    const breaks = (nodes: readonly RichNode[]) => nodes.filter((node) => node === BREAK).length;
    for (let idle = breaks(this.#inline) - breaks(content); idle > 0; idle -= 1) this.#settings.onIdleBreak();
    this.#inline = [];
    if (content.length === 0) return false;
    this.#blocks.push({ ...this.#holder, content: this.#asAddress(content) });
    return true;
  }

  /** Closes the paragraph and returns all blocks. */
  end(): readonly RichNode[] {
    this.close();
    return this.#blocks;
  }

  #asAddress(content: readonly RichNode[]): readonly RichNode[] {
    const [only] = content;
    const text = only?.text ?? '';
    if (content.length !== 1 || only?.marks !== undefined || !ONLY_ADDRESS.test(text)) return content;
    const mark = this.#settings.addressMark(text);
    return mark === null ? content : [{ type: 'text', marks: [mark], text }];
  }
}

/** Removes breaks and blanks at both ends of inline content, and blanks before breaks. */
function withoutEdges(inline: readonly RichNode[]): readonly RichNode[] {
  const kept: RichNode[] = [];
  for (const node of inline.toReversed()) {
    const next = kept.at(-1);
    const isAtEnd = next === undefined || next.type === 'hardBreak';
    if (next === undefined && node.type === 'hardBreak') continue;
    const text = isAtEnd ? node.text?.replace(/ $/, '') : node.text;
    if (text === '') continue;
    kept.push(text === undefined ? node : { ...node, text });
  }
  const content = kept.reverse();
  const first = content.findIndex(({ type }) => type !== 'hardBreak');
  return first === -1 ? [] : content.slice(first);
}
