/**
 * Buffers that are used again: what V8 has to take back by looking through the whole heap is made once instead of for
 * every stream. Invariant: a buffer is lent to one at a time.
 */

/** Spare ones that are kept where hardly any are lent. */
const SPARE_MIN = 4;

export class LentBuffers {
  readonly #bytes: number;
  readonly #spare: Buffer[] = [];
  #lent = 0;

  /** @param bytes size of each */
  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** A buffer with whatever was in it. */
  lend(): Buffer {
    this.#lent += 1;
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.#bytes);
  }

  /** Takes a buffer back, which nobody reads or writes any more. Keeps no more than as many as are lent. */
  takeBack(buffer: Buffer): void {
    this.#lent -= 1;
    this.#spare.push(buffer);
    const kept = Math.max(this.#lent, SPARE_MIN);
    if (this.#spare.length > kept) this.#spare.length = kept;
  }
}
