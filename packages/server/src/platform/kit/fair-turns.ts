/**
 * Runs a bounded number of tasks at a time for several parties. Each party has a queue of its own, and their tasks run
 * in turn. No party can fill the queues: it may have a bounded number waiting, and when all queues together are full, a
 * task of a party with fewer takes the place of the last one of the party with most.
 */
import { FairQueue } from './fair-queue.ts';

/** How many tasks run and wait. */
export interface FairTurnsLimits {
  readonly atOnce: number;
  readonly waiting: number;
  readonly waitingPerParty: number;
}

/** Thrown when too many tasks are waiting. */
export class QueueFullError extends Error {
  constructor() {
    super('Too many tasks are waiting.');
    this.name = 'QueueFullError';
  }
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: (error: QueueFullError) => void;
}

export class FairTurns {
  readonly #limits: FairTurnsLimits;
  readonly #waiting = new FairQueue<Waiting>();
  #running = 0;

  constructor(limits: FairTurnsLimits) {
    this.#limits = limits;
  }

  /** Runs a task when it is its turn. @throws QueueFullError, or what the task throws */
  async take<T>(party: string, task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.atOnce) this.#running += 1;
    else await this.#wait(party);
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  #wait(party: string): Promise<void> {
    const own = this.#waiting.lengthOf(party);
    if (own >= this.#limits.waitingPerParty) throw new QueueFullError();
    if (this.#waiting.length >= this.#limits.waiting) this.#makeRoom(own + 1);
    return new Promise((begin, refuse) => this.#waiting.push(party, { begin, refuse }));
  }

  /** @param needed how many tasks the party that needs room will have waiting */
  #makeRoom(needed: number): void {
    const last = this.#waiting.popLongest(needed);
    if (last === undefined) throw new QueueFullError();
    last.refuse(new QueueFullError());
  }

  /** Passes the place of a task that has ended on to the next. */
  #next(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next.begin();
  }
}
