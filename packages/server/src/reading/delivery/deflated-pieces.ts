/**
 * Compressed responses, joined from pieces that were compressed before: the deflate block of a fragment is kept where
 * fragments are kept, that of an asset's text beside the text. Invariant: missing blocks hold the event loop for less than
 * 2 ms; where too many are missing, the response is compressed whole, and blocks are made off the loop for the next one.
 */

import type { FragmentCache } from './fragment-cache.ts';
import { deflatePiece, deflatePieceNow, gzipOfBlocks } from './gzip-blocks.ts';
import type { Piece, ResponseText } from './response-text.ts';
import type { Fragment } from './stored-fragment.ts';
import type { View } from './view.ts';

/** Making a block costs up to 25 ns for a byte, and as much as so many bytes before the first one. */
const BLOCK_COST_BYTES = 700;
/** Cost, in bytes, of the blocks that are made on the loop: 1.6 ms at most. Less where none of them can be kept. */
const COST_MAX_BYTES = 64_000;
const COST_MAX_WITHOUT_ROOM_BYTES = 8_000;
/** Blocks made off the loop for one response, and responses for which they are made at the same time. */
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
   * A response as gzip; undefined where too many of its blocks are missing, some of which are then made off the loop.
   * @param places where the blocks of its pieces are kept
   * @param whole its bytes
   */
  gzip(text: ResponseText, places: readonly BlockPlace[], whole: Buffer): Buffer | undefined {
    const blocks = places.map((place) => place.find());
    const missing = blocks.flatMap((block, at) => (block === undefined ? [at] : []));
    if (costOf(missing, text) > (this.#fragments.hasRoom ? COST_MAX_BYTES : COST_MAX_WITHOUT_ROOM_BYTES)) {
      void this.#make(text, places, missing.slice(0, BLOCKS_MAX));
      return undefined;
    }
    for (const at of missing) {
      const bytes = deflatePieceNow(text.pieces[at] as Piece);
      places[at]?.keep(bytes);
      blocks[at] = { bytes, start: 0, end: bytes.length };
    }
    return gzipOfBlocks(text, blocks as Piece[], whole);
  }

  async #make(text: ResponseText, places: readonly BlockPlace[], missing: readonly number[]): Promise<void> {
    if (this.#making >= MAKING_MAX || !this.#fragments.hasRoom) return;
    this.#making += 1;
    try {
      const made = missing.map(async (at) => places[at]?.keep(await deflatePiece(text.pieces[at] as Piece)));
      // Without a block, the next response is compressed whole.
      await Promise.allSettled(made);
    } finally {
      this.#making -= 1;
    }
  }
}

/** What it costs to make the missing blocks, in bytes. */
function costOf(missing: readonly number[], { pieces }: ResponseText): number {
  let bytes = missing.length * BLOCK_COST_BYTES;
  for (const at of missing) bytes += (pieces[at]?.end ?? 0) - (pieces[at]?.start ?? 0);
  return bytes;
}
