/**
 * Answers compressed from what is kept of their pieces: the deflate block of a fragment lies where fragments lie, that
 * of an asset's text beside it. Invariant: the loop is held no longer than a millisecond or so for blocks that are
 * missing; where more are, the response is compressed whole, and they are made off the loop for the next one.
 */

import type { FragmentCache } from './fragment-cache.ts';
import { deflatePiece, deflatePieceNow, gzipOfBlocks } from './gzip-blocks.ts';
import type { Piece, ResponseText } from './response-text.ts';
import type { Fragment } from './stored-fragment.ts';
import type { View } from './view.ts';

/** Text whose blocks are made at once: where they are kept, and where there is no room, so that they are for one response. */
const AT_ONCE_BYTES = 40_000;
const AT_ONCE_WITHOUT_ROOM_BYTES = 5_000;
/** Blocks made off the loop for one response, and answers for which they are made at the same time. */
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
   * A response as gzip; undefined where too many of its blocks are missing: some are made then.
   * @param places of its pieces
   * @param whole its bytes
   */
  gzip(text: ResponseText, places: readonly BlockPlace[], whole: Buffer): Buffer | undefined {
    const blocks = places.map((place) => place.find());
    const missing = blocks.flatMap((block, at) => (block === undefined ? [at] : []));
    if (lengthOf(missing, text) > (this.#fragments.hasRoom ? AT_ONCE_BYTES : AT_ONCE_WITHOUT_ROOM_BYTES)) {
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
      // Without a block, the next answer is compressed whole.
      await Promise.allSettled(made);
    } finally {
      this.#making -= 1;
    }
  }
}

function lengthOf(missing: readonly number[], { pieces }: ResponseText): number {
  let length = 0;
  for (const at of missing) length += (pieces[at]?.end ?? 0) - (pieces[at]?.start ?? 0);
  return length;
}
