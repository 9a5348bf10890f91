/**
 * A pool of buffers, so that a full garbage collection does not have to reclaim one for every stream. Invariant: a
 * buffer is lent to one borrower at a time.
 */

/** Spare buffers kept even if few are lent. */
const SPARE_MIN = 4;

export class LentBuffers {
  readonly #bytes: number;
  readonly #spare: Buffer[] = [];
  #lent = 0;

  /** @param bytes size of each buffer */
  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** A buffer with arbitrary content. */
  lend(): Buffer {
    this.#lent += 1;
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.#bytes);
  }

  /** Takes a buffer back that nobody uses any more. Keeps at most as many spare buffers as are lent. */
  takeBack(buffer: Buffer): void {
    this.#lent -= 1;
    this.#spare.push(buffer);
    const kept = Math.max(this.#lent, SPARE_MIN);
    if (this.#spare.length > kept) this.#spare.length = kept;
  }
}
