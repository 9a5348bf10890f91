/** Counts the words of a document by the rules of its language. A block is counted once, until it is edited. */
import type { Node } from '@tiptap/pm/model';

export class WordCounter {
  readonly #counts = new WeakMap<Node, number>();
  readonly #segmenter: Intl.Segmenter;

  /** @param locale of the text, as BCP 47 has it */
  constructor(locale: string) {
    this.#segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  }

  wordsOf(node: Node): number {
    const known = this.#counts.get(node);
    if (known !== undefined) return known;
    const count = node.isTextblock
      ? this.#wordsIn(node.textBetween(0, node.content.size, ' ', ' '))
      : node.children.reduce((sum, child) => sum + this.wordsOf(child), 0);
    this.#counts.set(node, count);
    return count;
  }

  #wordsIn(text: string): number {
    let count = 0;
    for (const { isWordLike } of this.#segmenter.segment(text)) if (isWordLike) count++;
    return count;
  }
}
