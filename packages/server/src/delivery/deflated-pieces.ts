/**
 * Answers compressed from what is kept of their pieces: the deflate block of a fragment lies where fragments lie, that
 * of an asset's text beside it. Invariant: no answer waits for a block: where one is missing, the answer is compressed
 * whole, and the block is there for the next one, unless other fragments would have to go for it.
 */
import type { AnswerText, Piece } from './answer-text.ts';
import type { FragmentCache } from './fragment-cache.ts';
import { deflatePiece, gzipOfBlocks } from './gzip-blocks.ts';
import type { Fragment } from './stored-fragment.ts';
import type { View } from './view.ts';

/** Blocks made for one answer at once, and answers for which they are made at the same time. */
const BLOCKS_MAX = 64;
const MAKING_MAX = 2;

/** Where the block of a piece is kept. */
export interface BlockPlace {
  find(): Piece | undefined;
  keep(block: Buffer): void;
}

export class DeflatedPieces {
  readonly #fragments: FragmentCache;
  #making = 0;

  constructor(fragments: FragmentCache) {
    this.#fragments = fragments;
  }

  /** Where the blocks of fragments are. */
  places(fragments: readonly Fragment[], view: View): BlockPlace[] {
    const deflated = { ...view, key: `${view.key} deflated` };
    return fragments.map((fragment) => ({
      find: () => this.#fragments.get(deflated, fragment.id, fragment.version),
      keep: (block) => {
        this.#fragments.put(deflated, { entry: fragment, text: block, entryLinks: [], assetLinks: [] });
      },
    }));
  }

  /**
   * An answer as gzip; undefined where not all of its blocks are there: they are made now.
   * @param places of its pieces
   * @param whole its bytes
   */
  gzip(text: AnswerText, places: readonly BlockPlace[], whole: Buffer): Buffer | undefined {
    const blocks: Piece[] = [];
    const missing: number[] = [];
    for (let at = 0; at < places.length; at++) {
      const block = places[at]?.find();
      if (block === undefined) missing.push(at);
      else blocks.push(block);
    }
    if (missing.length === 0) return gzipOfBlocks(text, blocks, whole);
    void this.#make(text, places, missing.slice(0, BLOCKS_MAX));
    return undefined;
  }

  async #make(text: AnswerText, places: readonly BlockPlace[], missing: readonly number[]): Promise<void> {
    if (this.#making >= MAKING_MAX || !this.#fragments.hasRoom) return;
    this.#making += 1;
    try {
      const made = missing.map(async (at) => places[at]?.keep(await deflatePiece(text.pieces[at] as Piece)));
      // Without a block, answers are compressed whole.
      await Promise.allSettled(made);
    } finally {
      this.#making -= 1;
    }
  }
}
