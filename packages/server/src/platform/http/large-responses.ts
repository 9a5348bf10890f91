/**
 * Makes large or slow responses a few at a time. Spaces take turns, and the bytes of a response count from before they are read
 * until they are sent. Cheap responses are not limited. Invariant: whatever is taken is released when the response is closed,
 * at the latest.
 */
import type { ServerResponse } from 'node:http';
import { DomainError } from '../errors/domain-error.ts';
import { FairTurns, type FairTurnsLimits, QueueFullError } from '../kit/fair-turns.ts';
import type { MaybePromise } from '../kit/steps.ts';

/** Responses made at a time. Only one per space: a second one would gain nothing, and use memory for both. */
const TURNS: FairTurnsLimits = { total: 3, perParty: 1, waiting: 4_000, waitingPerParty: 1_000, waitMs: 30_000 };
/** Bytes of responses that are being made or sent. Making them uses about four times as much memory. */
const BYTES: FairTurnsLimits = {
  total: 192 * 1_048_576,
  perParty: 64 * 1_048_576,
  waiting: 1_000,
  waitingPerParty: 100,
  waitMs: 30_000,
};
/** Smaller responses, and lists with fewer items, are made at once. */
const CHEAP_BYTES = 262_144;
const CHEAP_ITEMS = 100;
const RETRY_AFTER_S = 5;

export interface LargeResponsesLimits {
  readonly turns: FairTurnsLimits;
  readonly bytes: FairTurnsLimits;
}

export class LargeResponses {
  readonly #turns: FairTurns;
  readonly #bytes: FairTurns;
  readonly #shares: { readonly turns: FairTurns; readonly bytes: FairTurns };

  constructor({ turns, bytes }: LargeResponsesLimits = { turns: TURNS, bytes: BYTES }) {
    this.#turns = new FairTurns(turns);
    this.#bytes = new FairTurns(bytes);
    this.#shares = { turns: this.#turns, bytes: this.#bytes };
  }

  /** The bytes in progress. */
  get bytes(): number {
    return this.#bytes.held;
  }

  /** The number of responses being made. */
  get beingMade(): number {
    return this.#turns.held;
  }

  /**
   * Tracks what one response takes.
   * @param party whose turn it uses: a space
   * @param response where it is sent; without it, the caller must call `end`
   */
  of(party: string, response?: ServerResponse): LargeResponse {
    const large = new LargeResponse(party, this.#shares);
    response?.once('close', () => large.end());
    return large;
  }

  /**
   * Does long work for a response when it is the space's turn.
   * @throws `unavailable`, or what the work throws
   */
  async take<T>(party: string, work: () => Promise<T>): Promise<T> {
    const large = this.of(party);
    await large.turn();
    try {
      return await work();
    } finally {
      large.end();
    }
  }

  /** Counts a body that is being sent, unless it is small. */
  sending(party: string, bytes: number, response: ServerResponse): void {
    if (bytes <= CHEAP_BYTES || response.destroyed) return;
    this.#bytes.hold(party, bytes);
    response.once('close', () => this.#bytes.release(party, bytes));
  }
}

/** What one response takes, from before it is made until it is sent. */
export class LargeResponse {
  readonly #party: string;
  readonly #turns: FairTurns;
  readonly #all: FairTurns;
  #hasTurn = false;
  #bytes = 0;
  #isOver = false;

  constructor(party: string, { turns, bytes }: { readonly turns: FairTurns; readonly bytes: FairTurns }) {
    this.#party = party;
    this.#turns = turns;
    this.#all = bytes;
  }

  /** Waits for the turn of a list, unless it has few items. @throws `unavailable` */
  turnOfList(items: number): MaybePromise<void> {
    return items <= CHEAP_ITEMS ? undefined : this.turn();
  }

  /** Waits for a turn, unless the response already has one. @throws `unavailable` */
  turn(): MaybePromise<void> {
    if (this.#hasTurn) return undefined;
    if (!this.#turns.takeNow(this.#party)) return this.#waitForTurn();
    this.#hasTurn = true;
    return undefined;
  }

  /**
   * Waits until there is room for `bytes` more bytes, and takes a turn, unless they are few. It has no turn while it waits,
   * because the bytes in progress may be going to a slow client.
   * @throws `unavailable`
   */
  room(bytes: number): MaybePromise<void> {
    if (bytes <= CHEAP_BYTES || bytes <= this.#bytes) return undefined;
    this.#giveBack();
    if (!this.#all.takeNow(this.#party, bytes)) return this.#waitForRoom(bytes);
    this.#bytes = bytes;
    return this.turn();
  }

  /** Ends its turn: the response is made and has this size. */
  made(bytes: number): void {
    this.#endTurn();
    this.#giveBack();
    if (this.#isOver || bytes <= CHEAP_BYTES) return;
    this.#all.hold(this.#party, bytes);
    this.#bytes = bytes;
  }

  /** Releases everything. */
  end(): void {
    this.#isOver = true;
    this.#endTurn();
    this.#giveBack();
  }

  async #waitForTurn(): Promise<void> {
    await taken(this.#turns.take(this.#party));
    this.#hasTurn = true;
    this.#endIfOver();
  }

  async #waitForRoom(bytes: number): Promise<void> {
    this.#endTurn();
    await taken(this.#all.take(this.#party, { amount: bytes }));
    this.#bytes = bytes;
    this.#endIfOver();
    await this.turn();
  }

  /** The waiting client has disconnected. */
  #endIfOver(): void {
    if (!this.#isOver) return;
    this.end();
    throw tooMany();
  }

  #endTurn(): void {
    if (!this.#hasTurn) return;
    this.#hasTurn = false;
    // Everything else that waits for the event loop runs before the next response.
    setImmediate(() => this.#turns.release(this.#party));
  }

  #giveBack(): void {
    if (this.#bytes === 0) return;
    this.#all.release(this.#party, this.#bytes);
    this.#bytes = 0;
  }
}

async function taken(share: Promise<void>): Promise<void> {
  try {
    await share;
  } catch (error) {
    throw error instanceof QueueFullError ? tooMany() : error;
  }
}

function tooMany(): DomainError {
  const message =
    'Too many large responses are being sent; try again in a moment, or request less with limit or select.';
  return new DomainError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_S });
}
