/**
 * How a fragment lies in memory: one record of bytes among many in a block, outside of the heap that the collector
 * goes through. Invariant: a record never changes once it is written, so that a reader that holds a fragment may go on
 * reading it even when its block has been given up.
 */
import type { RenderedFragment } from './fragment.ts';

/** Records begin at multiples of this, so that the numbers in their heads can be read as such. */
export const RECORD_ALIGNMENT = 8;

/** Places of the numbers in a record's head, in 32-bit words; the id takes two. */
const SIZE = 0;
const VIEW = 1;
const ID = 2;
const VERSION = 4;
const CONTENT_TYPE = 5;
const TEXT_LENGTH = 6;
const KEYS_LENGTH = 7;
const ENTRY_LINKS = 8;
const ASSET_LINKS = 9;
const HEAD_BYTES = 40;
const WORD_BYTES = 4;

/** Memory for records. */
export class FragmentBlock {
  readonly bytes: Buffer;
  readonly #words: Int32Array;
  readonly #doubles: Float64Array;

  /** @param size in bytes, a multiple of `RECORD_ALIGNMENT` */
  constructor(size: number) {
    const memory = new ArrayBuffer(size);
    this.bytes = Buffer.from(memory);
    this.#words = new Int32Array(memory);
    this.#doubles = new Float64Array(memory);
  }

  /** Writes a record. @param at its place. @param size what `recordSize` says */
  write({ at, size }: { at: number; size: number }, view: number, fragment: RenderedFragment): void {
    const { entry, text, entryLinks, assetLinks } = fragment;
    const keys = [entry.key, ...entryLinks, ...assetLinks];
    const keysLength = lengthOfKeys(keys);
    const word = at / WORD_BYTES;
    this.#words[word + SIZE] = size;
    this.#words[word + VIEW] = view;
    this.#doubles[(word + ID) / 2] = entry.id;
    this.#words[word + VERSION] = entry.version;
    this.#words[word + CONTENT_TYPE] = entry.contentType;
    this.#words[word + KEYS_LENGTH] = keysLength;
    this.#words[word + ENTRY_LINKS] = entryLinks.length;
    this.#words[word + ASSET_LINKS] = assetLinks.length;
    let end = at + HEAD_BYTES;
    for (const key of keys) {
      this.bytes[end] = key.length;
      end += 1 + this.bytes.write(key, end + 1, 'latin1');
    }
    this.#words[word + TEXT_LENGTH] = this.bytes.write(text, end);
  }

  sizeAt(at: number): number {
    return this.#word(at, SIZE);
  }

  viewAt(at: number): number {
    return this.#word(at, VIEW);
  }

  idAt(at: number): number {
    return this.#doubles[at / RECORD_ALIGNMENT + ID / 2] as number;
  }

  versionAt(at: number): number {
    return this.#word(at, VERSION);
  }

  fragmentAt(at: number): Fragment {
    const start = at + HEAD_BYTES + this.#word(at, KEYS_LENGTH);
    return new Fragment(this, at, { start, end: start + this.#word(at, TEXT_LENGTH) });
  }

  contentTypeAt(at: number): number {
    return this.#word(at, CONTENT_TYPE);
  }

  entryLinksAt(at: number): number {
    return this.#word(at, ENTRY_LINKS);
  }

  assetLinksAt(at: number): number {
    return this.#word(at, ASSET_LINKS);
  }

  #word(at: number, place: number): number {
    return this.#words[at / WORD_BYTES + place] as number;
  }
}

/** A fragment in a block. */
export class Fragment {
  /** Where its text is, in UTF-8: from `start` to before `end`. */
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly #block: FragmentBlock;
  readonly #at: number;

  constructor(block: FragmentBlock, at: number, { start, end }: { readonly start: number; readonly end: number }) {
    this.#block = block;
    this.#at = at;
    this.bytes = block.bytes;
    this.start = start;
    this.end = end;
  }

  /** Number of the entry's content type. */
  get contentType(): number {
    return this.#block.contentTypeAt(this.#at);
  }

  /** Row id of the entry. */
  get id(): number {
    return this.#block.idAt(this.#at);
  }

  get version(): number {
    return this.#block.versionAt(this.#at);
  }

  get key(): string {
    return this.#keys(0, 1)[0] as string;
  }

  /** As `RenderedFragment.entryLinks`. */
  get entryLinks(): readonly string[] {
    const count = this.#block.entryLinksAt(this.#at);
    return count === 0 ? NO_KEYS : this.#keys(1, count);
  }

  /** As `RenderedFragment.assetLinks`. */
  get assetLinks(): readonly string[] {
    const count = this.#block.assetLinksAt(this.#at);
    return count === 0 ? NO_KEYS : this.#keys(1 + this.#block.entryLinksAt(this.#at), count);
  }

  #keys(skipped: number, count: number): string[] {
    const { bytes } = this;
    let at = this.#at + HEAD_BYTES;
    for (let passed = 0; passed < skipped; passed++) at += 1 + (bytes[at] as number);
    const keys: string[] = [];
    while (keys.length < count) {
      const end = at + 1 + (bytes[at] as number);
      keys.push(bytes.toString('latin1', at + 1, end));
      at = end;
    }
    return keys;
  }
}

const NO_KEYS: readonly string[] = [];

/** Bytes that the record of a fragment takes. */
export function recordSize({ entry, text, entryLinks, assetLinks }: RenderedFragment): number {
  const keysLength = lengthOfKeys([entry.key]) + lengthOfKeys(entryLinks) + lengthOfKeys(assetLinks);
  return roundedUp(HEAD_BYTES + keysLength + Buffer.byteLength(text));
}

/** A fragment that lies alone. */
export function alone(fragment: RenderedFragment): Fragment {
  const size = recordSize(fragment);
  const block = new FragmentBlock(size);
  block.write({ at: 0, size }, 0, fragment);
  return block.fragmentAt(0);
}

/** Keys are of ASCII letters, each with a byte for its length. */
function lengthOfKeys(keys: readonly string[]): number {
  let length = keys.length;
  for (const key of keys) length += key.length;
  return length;
}

function roundedUp(bytes: number): number {
  return Math.ceil(bytes / RECORD_ALIGNMENT) * RECORD_ALIGNMENT;
}
