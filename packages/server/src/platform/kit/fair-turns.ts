/**
 * Shares a limited resource, such as places for tasks or memory, among parties. Requests that do not fit wait, in order within
 * a party; parties take turns. Invariants: no more is held than exists, except what was taken without asking, or by a single
 * holder. No party can fill the queue: once it is full, a request of a party with fewer replaces the last one of the party
 * with the most.
 */
import { Counts } from './counts.ts';
import { FairQueue } from './fair-queue.ts';

const NO_LIMIT = Number.POSITIVE_INFINITY;

/** The party for requests that are served in the order of their arrival, whoever makes them. */
export const EVERYBODY = '';

/** A limit that is left out does not apply. */
export interface FairTurnsLimits {
  /** The total amount. */
  readonly total: number;
  /** An additional amount for parties that hold nothing. */
  readonly reserved?: number;
  /** What one party may hold. */
  readonly perParty?: number;
  /** How many may wait. */
  readonly waiting?: number;
  readonly waitingPerParty?: number;
  /** How long a request may wait. */
  readonly waitMs?: number;
}

/** A request for a share of the resource. */
export interface TurnRequest {
  /** The amount; one place by default. */
  readonly amount?: number;
  /** Whether it is served before requests of its party that are not urgent. */
  readonly isUrgent?: boolean;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
  /** How long it may wait, overriding the limits. */
  readonly waitMs?: number;
}

/** Thrown if too many requests are waiting, or one has waited too long. */
export class QueueFullError extends Error {
  constructor() {
    super('Too many tasks are waiting.');
    this.name = 'QueueFullError';
  }
}

interface Waiting {
  readonly amount: number;
  readonly isUrgent: boolean;
  readonly begin: () => void;
  readonly refuse: (error: unknown) => void;
}

export class FairTurns {
  readonly #limits: Required<FairTurnsLimits>;
  readonly #heldBy = new Counts();
  readonly #queue = new FairQueue<Waiting>();

  constructor(limits: FairTurnsLimits) {
    const none = { perParty: NO_LIMIT, waiting: NO_LIMIT, waitingPerParty: NO_LIMIT, waitMs: NO_LIMIT };
    this.#limits = { reserved: 0, ...none, ...limits };
  }

  /** What is held by all. */
  get held(): number {
    return this.#heldBy.total;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Runs a task when it is its turn.
   * @throws QueueFullError, the reason of the signal, or what the task throws
   */
  async run<T>(party: string, task: () => Promise<T>, request: TurnRequest = {}): Promise<T> {
    const { amount = 1, signal } = request;
    signal?.throwIfAborted();
    if (!this.takeNow(party, amount)) await this.#wait(party, request);
    try {
      return await task();
    } finally {
      this.release(party, amount);
    }
  }

  /** Takes an amount when it is free. @throws QueueFullError, or the reason of the signal */
  async take(party: string, request: TurnRequest = {}): Promise<void> {
    request.signal?.throwIfAborted();
    if (!this.takeNow(party, request.amount)) await this.#wait(party, request);
  }

  /** Takes an amount at once, unless it does not fit or others are waiting for it. */
  takeNow(party: string, amount = 1): boolean {
    if (this.#queue.lengthOf(party) > 0 || !this.#fitsParty(party, amount)) return false;
    if (!this.#fitsAll(party, amount, this.#firstWithinLimits() !== undefined)) return false;
    this.hold(party, amount);
    return true;
  }

  /** Takes an amount without asking. */
  hold(party: string, amount = 1): void {
    this.#heldBy.add(party, amount);
  }

  /** Releases an amount. */
  release(party: string, amount = 1): void {
    this.#heldBy.add(party, -amount);
    this.#goOn();
  }

  #wait(
    party: string,
    { amount = 1, isUrgent = false, signal, waitMs = this.#limits.waitMs }: TurnRequest,
  ): Promise<void> {
    const own = this.#queue.lengthOf(party);
    if (own >= this.#limits.waitingPerParty) throw new QueueFullError();
    if (this.#queue.length >= this.#limits.waiting) this.#makeRoom(own + 1);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (reason: unknown) => {
      this.#queue.remove(party, waiting);
      waiting.refuse(reason);
      this.#goOn();
    };
    const timer = waitMs === NO_LIMIT ? undefined : setTimeout(() => leave(new QueueFullError()), waitMs).unref();
    const abort = () => leave(signal?.reason);
    const ended = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    const waiting: Waiting = {
      amount,
      isUrgent,
      begin: () => {
        ended();
        resolve();
      },
      refuse: (error) => {
        ended();
        reject(error);
      },
    };
    signal?.addEventListener('abort', abort);
    this.#queue.insert(party, waiting, (other) => isUrgent && !other.isUrgent);
    return promise;
  }

  /** @param needed how many the party that needs room will have waiting */
  #makeRoom(needed: number): void {
    const last = this.#queue.popLongest(needed);
    if (last === undefined) throw new QueueFullError();
    last.refuse(new QueueFullError());
  }

  #fitsParty(party: string, amount: number): boolean {
    const held = this.#heldBy.of(party);
    return held === 0 || held + amount <= this.#limits.perParty;
  }

  /** @param isPassing whether others wait for it, whom only what is reserved passes by */
  #fitsAll(party: string, amount: number, isPassing: boolean): boolean {
    const { total, reserved } = this.#limits;
    const beyond = this.#heldBy.of(party) === 0 ? reserved : 0;
    return (!isPassing || beyond > 0) && (this.held === 0 || this.held + amount <= total + beyond);
  }

  /** Starts every waiting request that now fits. */
  #goOn(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const waiting = this.#queue.shiftOf(next);
      if (waiting === undefined) return;
      this.hold(next, waiting.amount);
      waiting.begin();
    }
  }

  /** Whose turn it is: nobody's while there is too little for the first, unless what is reserved is enough for another. */
  #next(): string | undefined {
    const first = this.#firstWithinLimits();
    if (first === undefined) return undefined;
    for (const [party, { amount }] of this.#queue.turns()) {
      if (this.#fitsParty(party, amount) && this.#fitsAll(party, amount, party !== first)) return party;
      if (party === first && this.#limits.reserved === 0) return undefined;
    }
    return undefined;
  }

  /** The first party in turn that waits for what all share, not for its own limit. */
  #firstWithinLimits(): string | undefined {
    if (this.#queue.length === 0) return undefined;
    for (const [party, { amount }] of this.#queue.turns()) if (this.#fitsParty(party, amount)) return party;
    return undefined;
  }
}
