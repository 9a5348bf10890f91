/**
 * Keeps responses within a budget of bytes, from their second request on, and has each put together
 * and compressed once however many wait. Invariant: what it gives shows what the content is at the head of the lookup, because a
 * response is given only while nothing that it rests on has changed since.
 */
import type { Head } from '../../platform/journal/environment-heads.ts';
import type { PublishedHeads } from '../../platform/journal/published-heads.ts';
import type { MemoryBudget, Reservation } from '../../platform/kit/memory-budget.ts';
import { ownBytes } from '../../platform/kit/own-bytes.ts';
import { SeenBefore } from '../../platform/kit/seen-before.ts';
import { inSteps, type MaybePromise, type Steps, settled } from '../../platform/kit/steps.ts';
import type { Basis } from './basis.ts';
import type { Compression, Encoded } from './compression.ts';
import type { Encoding } from './encoding.ts';
import { shownRevision } from './entity-tag.ts';
import type { ReadPlane } from './view.ts';

/** Share of the memory that one response may take. */
const SHARE_MAX = 1 / 8;
/** What a response takes beside its bytes: objects, map entries, texts. */
const OVERHEAD_BYTES = 1_500;

/** What a response is looked up by: the request, and where the content stood when it came. */
export interface Lookup {
  /** Everything that decides the response but the state of the content. */
  readonly key: string;
  readonly plane: ReadPlane;
  readonly head: Head;
}

/** A response, free of HTTP. */
export interface KeptResponse {
  /** Moves into memory of its own once it is kept. */
  body: Buffer;
  /** Cursor of the next page; null where there is none. */
  readonly cursor: string | null;
  /** A revision of the environment that it shows. */
  readonly revision: number;
  readonly basis: Basis;
  /** What shared caches may know it by. */
  readonly cacheTag: string;
}

interface Kept {
  readonly response: KeptResponse;
  /** Where the content stood at least when the response was put together. */
  readonly madeAt: Head;
  /** Where the content stood when the response was last found to hold. */
  heldAt: Head;
  readonly reservation: Reservation;
  /** The body as it was requested compressed, or the work on it. */
  readonly encoded: Map<Encoding, Encoded | Promise<Encoded>>;
}

export interface ResponseCacheParts {
  readonly memory: MemoryBudget;
  readonly publishedHeads: Pick<PublishedHeads, 'known' | 'of'>;
  readonly compression: Pick<Compression, 'quickly' | 'well'>;
}

export class ResponseCache {
  readonly #memory: MemoryBudget;
  readonly #compression: ResponseCacheParts['compression'];
  readonly #publishedHeads: Pick<PublishedHeads, 'known' | 'of'>;
  readonly #kept = new Map<string, Kept>();
  readonly #flights = new Map<string, Promise<KeptResponse>>();
  readonly #seen = new SeenBefore();

  constructor(parts: ResponseCacheParts) {
    this.#memory = parts.memory;
    this.#compression = parts.compression;
    this.#publishedHeads = parts.publishedHeads;
  }

  /** The response, where it is kept and known to hold; there is no query and no waiting. */
  known(lookup: Lookup): KeptResponse | undefined {
    const kept = this.#kept.get(lookup.key);
    if (kept === undefined || !this.#holds(kept, lookup)) return undefined;
    kept.reservation.touch();
    return kept.response;
  }

  /**
   * The response, kept or read now.
   * @param read puts it together; it shows the content at the head of the lookup or later
   * @throws what `read` throws, to everyone who waited for it
   */
  get(lookup: Lookup, read: () => MaybePromise<KeptResponse>): MaybePromise<KeptResponse> {
    return inSteps(this.#get(lookup, read));
  }

  *#get(lookup: Lookup, read: () => MaybePromise<KeptResponse>): Steps<KeptResponse> {
    if (this.#kept.has(lookup.key) && this.#publishedHeads.known(lookup.head) === undefined) {
      yield* settled(this.#publishedHeads.of(lookup.head));
    }
    const known = this.known(lookup);
    if (known !== undefined) return known;
    const isSecond = this.#seen.look(lookup.key);
    const response = yield* settled(this.#readOnce(lookup, read));
    if (isSecond) this.#keep(lookup, response);
    return response;
  }

  /**
   * The body in an encoding, at once where that is kept. Whoever asks for it while it is compressed waits for the same.
   * @param party whose turn it is to compress: a space
   */
  encoded(
    { key }: Lookup,
    response: KeptResponse,
    { encoding, party }: { readonly encoding: Encoding; readonly party: string },
  ): MaybePromise<Encoded> {
    const { body } = response;
    if (encoding === 'identity') return { body, encoding };
    const kept = this.#kept.get(key);
    if (kept?.response !== response) return this.#compression.quickly(body, encoding, party);
    const known = kept.encoded.get(encoding);
    if (known !== undefined) return known;
    const compressing = this.#compress(kept, encoding, party);
    kept.encoded.set(encoding, compressing);
    return compressing;
  }

  #holds(kept: Kept, { plane, head }: Lookup): boolean {
    const { madeAt, heldAt, response } = kept;
    if (head.epoch !== madeAt.epoch || head.model_revision !== madeAt.model_revision) return false;
    if (plane === 'preview' || response.basis.restsOnDrafts) return head.revision === madeAt.revision;
    if (head.published_revision === heldAt.published_revision) return true;
    const parts = this.#publishedHeads.known(head);
    if (parts === undefined || !response.basis.stoodSince(madeAt.published_revision, parts)) return false;
    kept.heldAt = head;
    return true;
  }

  #readOnce({ key, plane, head }: Lookup, read: () => MaybePromise<KeptResponse>): MaybePromise<KeptResponse> {
    // A request that comes after a change must not wait for a response that was begun before it.
    const flight = `${shownRevision(plane, head)} ${head.epoch} ${key}`;
    const running = this.#flights.get(flight);
    if (running !== undefined) return running;
    const response = read();
    if (!(response instanceof Promise)) return response;
    const reading = response.finally(() => this.#flights.delete(flight));
    this.#flights.set(flight, reading);
    return reading;
  }

  #keep({ key, head }: Lookup, response: KeptResponse): void {
    // A response that shows more than the head of its lookup would be given as one of that head.
    if (response.revision > head.revision) return;
    const known = this.#kept.get(key);
    if (known?.madeAt.epoch === head.epoch && known.madeAt.revision >= head.revision) return;
    this.#giveUp(key, known);
    const bytes = response.body.length + response.cacheTag.length + 2 * key.length + OVERHEAD_BYTES;
    if (bytes > this.#memory.bytesMax * SHARE_MAX) return;
    const reservation = this.#memory.reserve(bytes, () => this.#giveUp(key, kept));
    if (reservation === null) return;
    response.body = ownBytes(response.body);
    const kept: Kept = { response, madeAt: head, heldAt: head, reservation, encoded: new Map() };
    this.#kept.set(key, kept);
  }

  #giveUp(key: string, kept: Kept | undefined): void {
    if (kept === undefined || this.#kept.get(key) !== kept) return;
    this.#kept.delete(key);
    kept.reservation.release();
  }

  async #compress({ response, reservation, encoded }: Kept, encoding: Encoding, party: string): Promise<Encoded> {
    let isKept = false;
    try {
      const made = await this.#compression.well(response.body, encoding, party);
      // What was given up meanwhile has no room, and what had to go out plain is tried again.
      isKept = made.encoding === encoding && reservation.resize(reservation.bytes + made.body.length);
      if (!isKept) return made;
      const own = { body: ownBytes(made.body), encoding };
      encoded.set(encoding, own);
      return own;
    } finally {
      if (!isKept) encoded.delete(encoding);
    }
  }
}
