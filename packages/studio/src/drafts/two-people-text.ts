/** What a person knows of the rich text of an entry that two write into, block by block, and which words of theirs it held. */
import assert from 'node:assert/strict';
import type { RichTextNode } from '../../../contract/src/rich-text.ts';
import { blocksOf } from '../../../contract/src/rich-text-merge.ts';
import type { LeftoverValue } from './device.ts';
import { blocksMissing, undecidedBlocks } from './three-way.ts';
import type { Draft } from './types.ts';
import { fieldAndLocale, pathOf } from './value-path.ts';

export const BODY = pathOf('body', 'en');
const { field: FIELD, locale: LOCALE } = fieldAndLocale(BODY);

export type TextEdit = 'write' | 'add' | 'remove';

const paragraph = (text: string): RichTextNode => ({ type: 'paragraph', content: [{ type: 'text', text }] });

export const firstText = documentOf(['One at first', 'Two at first', 'Three at first'].map(paragraph));

export class TextMemory {
  readonly #name: string;
  /** The blocks that the person has been shown, in any state. */
  readonly #shown = new Set<string>();
  /** The words that they wrote and have neither removed nor been told of as gone. */
  readonly #words = new Set<string>();

  constructor(name: string) {
    this.#name = name;
  }

  /** Changes one block: what is in the others the person does not look at. */
  write(draft: Draft, edit: TextEdit, { nth, key }: { readonly nth: number; readonly key: number }): void {
    const blocks = [...(blocksOf(draft.value(FIELD, LOCALE)) ?? [])];
    const at = blocks.length === 0 ? 0 : nth % blocks.length;
    const old = blocks[at];
    const word = `${this.#name}-${key}`;
    if (old !== undefined && edit !== 'add') this.#showBlock(old);
    const made = paragraph(edit === 'write' && old !== undefined ? `${textOf(old)} ${word}` : `New ${word}`);
    if (edit === 'remove') blocks.splice(at, 1);
    else blocks.splice(at, edit === 'write' ? 1 : 0, made);
    if (edit !== 'remove') {
      this.#words.add(word);
      this.#showBlock(made);
    }
    draft.set(FIELD, LOCALE, documentOf(blocks));
    this.choose(draft);
  }

  /** The person knows what has gone from the text now, as they did that. */
  choose(draft: Draft): void {
    for (const word of this.#words) if (!this.#isAnywhere(draft, word)) this.#words.delete(word);
  }

  /** The tab has ended. What is stored its person sees in the next one; what the device alone has is theirs as before. */
  reopen(left: readonly Pick<LeftoverValue, 'mine' | 'base'>[]): void {
    for (const word of this.#words)
      if (!left.some(({ mine, base }) => holds(mine, word) && !holds(base, word))) this.#words.delete(word);
  }

  /** The whole text is looked at. */
  show(value: unknown): void {
    for (const block of blocksOf(value) ?? []) this.#showBlock(block);
  }

  /** What the dialog tells of others is looked at. */
  look(draft: Draft): void {
    const news = draft.newsOf(FIELD, LOCALE);
    for (const block of blocksMissing(news?.now, news?.before)) this.#showBlock(block as RichTextNode);
  }

  note(draft: Draft): void {
    const mine = draft.value(FIELD, LOCALE);
    const conflict = draft.conflict(FIELD, LOCALE);
    for (const { theirs } of (conflict && undecidedBlocks({ ...conflict, mine })?.clashes) ?? [])
      if (theirs !== null) this.#showBlock(theirs);
    const isTold = draft.newsOf(FIELD, LOCALE)?.isMine === true;
    for (const word of this.#words) {
      if (this.#isAnywhere(draft, word)) continue;
      assert.ok(isTold, `${this.#name} was not told that ${word} is gone`);
      this.#words.delete(word);
    }
  }

  checkEnd(draft: Draft, stored: unknown): void {
    if (draft.state.status !== 'saved') return;
    for (const word of this.#words) assert.ok(holds(stored, word), `${word} of ${this.#name} is not there`);
  }

  /** All blocks of a text have been shown; of one that is replaced, those that are not in the next. */
  requireShown(value: unknown, what: string, next?: unknown): void {
    for (const block of blocksMissing(value, next))
      assert.ok(
        this.#shown.has(JSON.stringify(block)),
        `${this.#name} ${what} ${JSON.stringify(block)} without having seen it`,
      );
  }

  #showBlock(block: RichTextNode): void {
    this.#shown.add(JSON.stringify(block));
  }

  /** Whether a word is in the text, or in what is offered above it. */
  #isAnywhere(draft: Draft, word: string): boolean {
    const offered = draft.found.filter(({ field }) => field === FIELD).map(({ kept }) => kept);
    return [draft.value(FIELD, LOCALE), ...offered].some((value) => holds(value, word));
  }
}

function holds(text: unknown, word: string): boolean {
  return textOf(text).includes(`${word} `);
}

function documentOf(blocks: readonly RichTextNode[]): RichTextNode | undefined {
  return blocks.length === 0 ? undefined : { type: 'doc', content: blocks };
}

/** Its words, with a blank behind each. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  const { text, content = [] } = value as RichTextNode;
  return text === undefined ? content.map(textOf).join('') : `${text} `;
}
