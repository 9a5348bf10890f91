/** Gathers the changes of one page, bounded by their number, their bytes, and the rows that were looked at for them. */
import type { Model } from '../../model/content-types/model.ts';
import { deliveredLocales, deliveredTypes } from '../delivery/model-routes.ts';
import type { Piece } from '../delivery/response-text.ts';

/** Bytes of stored values that a page holds, except for its first entry. */
const PAGE_BYTES = 4 * 1_048_576;
/** Rows and items of the journal that are looked at for one page: most may be of types that nobody asked for. */
const LOOKED_AT_MAX = 20_000;

const CLOSE = Buffer.from('}');
const COMMA = Buffer.from(',');

/** What a page says beside its changes. */
export interface PageHead {
  readonly revision: number;
  readonly complete: boolean;
  readonly reset: boolean;
  readonly next: string;
}

export class SyncPage {
  readonly #limit: number;
  readonly #pieces: Buffer[] = [];
  #count = 0;
  #bytes = 0;
  #lookedAt = 0;
  /** Whether something had no room. */
  #isFull = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many changes there are. */
  get count(): number {
    return this.#count;
  }

  /** How many more it takes; 0 once it is full, or enough was looked at. */
  get room(): number {
    return this.#isFull || this.#lookedAt >= LOOKED_AT_MAX ? 0 : Math.max(0, this.#limit - this.#count);
  }

  /** Notes that so many rows were looked at. */
  looked(rows: number): void {
    this.#lookedAt += rows;
  }

  /** How many of some things fit, by their bytes: at least one on an empty page. What does not fit fills the page. */
  fitting(sizes: readonly number[]): number {
    let bytes = this.#bytes;
    for (const [count, size] of sizes.entries()) {
      bytes += size;
      if (bytes <= PAGE_BYTES || this.#count + count === 0) continue;
      this.#isFull = true;
      return count;
    }
    return sizes.length;
  }

  put(kind: 'entry' | 'asset', { id, revision, value }: { id: string; revision: number; value: Piece }): void {
    this.#add(`{"op":"put","kind":"${kind}","id":"${id}","revision":${revision},"value":`, value);
  }

  remove(kind: 'entry' | 'asset', { id, revision }: { id: string; revision: number }): void {
    this.#add(`{"op":"remove","kind":"${kind}","id":"${id}","revision":${revision}`);
  }

  /** The whole model, in the place of the one before. */
  model(model: Model): void {
    const shown = { content_types: deliveredTypes(model), locales: deliveredLocales(model.locales) };
    const bytes = Buffer.from(JSON.stringify(shown));
    const value = { bytes, start: 0, end: bytes.length };
    this.#add(`{"op":"model","kind":"model","id":"model","revision":${model.revision},"value":`, value);
  }

  /** The page in JSON. */
  text({ revision, complete, reset, next }: PageHead): Buffer {
    const head = `{"revision":${revision},"complete":${complete},"reset":${reset},"next":"${next}","changes":[`;
    return Buffer.concat([Buffer.from(head), ...this.#pieces, Buffer.from(']}')]);
  }

  #add(start: string, value?: Piece): void {
    if (this.#count > 0) this.#pieces.push(COMMA);
    this.#pieces.push(Buffer.from(start));
    if (value !== undefined) this.#pieces.push(value.bytes.subarray(value.start, value.end));
    this.#pieces.push(CLOSE);
    this.#count += 1;
    this.#bytes += start.length + (value === undefined ? 0 : value.end - value.start);
  }
}
