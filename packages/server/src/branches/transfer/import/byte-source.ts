/** Reads bytes from a stream in the amounts that a format requires. */

export class ByteSource {
  /** Number of bytes read. */
  taken = 0;
  /** Whether the stream ended before a read was complete. */
  isExhausted = false;
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** The next bytes; fewer at the end of the stream. */
  async take(count: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.pieces(count)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  /** The next bytes in chunks; fewer at the end of the stream. The caller has to consume all of them. */
  async *pieces(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0) {
        const next = await this.#chunks.next();
        if (next.done === true) {
          this.isExhausted = true;
          return;
        }
        this.#rest = next.value;
      }
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      this.taken += piece.length;
      left -= piece.length;
      yield piece;
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
