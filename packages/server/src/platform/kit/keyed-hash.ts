/**
 * HMAC-SHA-256 (RFC 2104) for many short texts under one key. Node's `createHmac` makes an object outside the heap for
 * each, which costs garbage collection later; one-shot hashes make none.
 */
import { hash } from 'node:crypto';

const ALGORITHM = 'sha256';
const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
/** Most bytes of UTF-8 for one UTF-16 code unit. */
const CHARACTER_BYTES_MAX = 3;

export class KeyedHash {
  readonly #inner: Buffer;
  readonly #outer: Buffer;

  /** @param key of at most 64 bytes */
  constructor(key: Buffer) {
    this.#inner = padded(key, INNER_PAD);
    this.#outer = padded(key, OUTER_PAD);
  }

  /** The HMAC of a text: 32 bytes. */
  of(text: string): Buffer {
    const message = Buffer.allocUnsafe(BLOCK_BYTES + text.length * CHARACTER_BYTES_MAX);
    this.#inner.copy(message);
    const length = BLOCK_BYTES + message.write(text, BLOCK_BYTES);
    const outer = Buffer.allocUnsafe(BLOCK_BYTES + DIGEST_BYTES);
    this.#outer.copy(outer);
    outer.set(hash(ALGORITHM, message.subarray(0, length), 'buffer'), BLOCK_BYTES);
    return hash(ALGORITHM, outer, 'buffer');
  }
}

function padded(key: Buffer, pad: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES, pad);
  for (const [at, byte] of key.entries()) block[at] = byte ^ pad;
  return block;
}
