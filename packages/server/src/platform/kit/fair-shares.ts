/**
 * Shares of something of which there is only so much, such as memory, for several parties. What does not fit waits: in order
 * within a party, and the parties in turn, so that none takes it from the others. Invariant: no more is held than there is,
 * unless it was taken without asking, or by one alone.
 */
import { Counts } from './counts.ts';
import { FairQueue } from './fair-queue.ts';
import { QueueFullError } from './fair-turns.ts';

export interface FairSharesLimits {
  /** What there is, and what one party may hold of it. */
  readonly total: number;
  readonly perParty: number;
  /** How many may wait. */
  readonly waiting: number;
  readonly waitingPerParty: number;
  /** How long one may. */
  readonly waitMs: number;
}

interface Waiting {
  readonly amount: number;
  readonly begin: () => void;
}

export class FairShares {
  readonly #limits: FairSharesLimits;
  readonly #heldBy = new Counts();
  readonly #waiting = new FairQueue<Waiting>();

  constructor(limits: FairSharesLimits) {
    this.#limits = limits;
  }

  /** What is held by all. */
  get held(): number {
    return this.#heldBy.total;
  }

  /** Takes a share at once, unless it does not fit or others wait for it. */
  takeNow(party: string, amount: number): boolean {
    if (this.#waiting.lengthOf(party) > 0 || !this.#fitsParty(party, amount) || !this.#fitsAll(amount)) return false;
    // Whoever could have it by their own limit, and waits, comes first.
    for (const [other, first] of this.#waiting.turns()) if (this.#fitsParty(other, first.amount)) return false;
    this.hold(party, amount);
    return true;
  }

  /**
   * Takes a share when it is there.
   * @throws QueueFullError where too many wait, or it takes too long
   */
  take(party: string, amount: number): Promise<void> {
    if (this.takeNow(party, amount)) return Promise.resolve();
    const { waiting: waitingMax, waitingPerParty, waitMs } = this.#limits;
    if (this.#waiting.lengthOf(party) >= waitingPerParty || this.#waiting.length >= waitingMax)
      return Promise.reject(new QueueFullError());
    return new Promise((resolve, reject) => {
      const end = setTimeout(() => {
        this.#waiting.remove(party, waiting);
        reject(new QueueFullError());
        this.#goOn();
      }, waitMs).unref();
      const waiting: Waiting = {
        amount,
        begin: () => {
          clearTimeout(end);
          resolve();
        },
      };
      this.#waiting.push(party, waiting);
    });
  }

  /** Takes a share without asking. */
  hold(party: string, amount: number): void {
    this.#heldBy.add(party, amount);
  }

  /** Gives a share back. */
  release(party: string, amount: number): void {
    this.#heldBy.add(party, -amount);
    this.#goOn();
  }

  #fitsParty(party: string, amount: number): boolean {
    const held = this.#heldBy.of(party);
    return held === 0 || held + amount <= this.#limits.perParty;
  }

  #fitsAll(amount: number): boolean {
    return this.held === 0 || this.held + amount <= this.#limits.total;
  }

  /** Begins whatever fits by now. */
  #goOn(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const { party, first } = next;
      this.#waiting.shiftOf(party);
      this.hold(party, first.amount);
      first.begin();
    }
  }

  /** The first in turn whom no limit of its party stops; nobody goes before it while there is too little for it. */
  #next(): { party: string; first: Waiting } | undefined {
    for (const [party, first] of this.#waiting.turns())
      if (this.#fitsParty(party, first.amount)) return this.#fitsAll(first.amount) ? { party, first } : undefined;
    return undefined;
  }
}
