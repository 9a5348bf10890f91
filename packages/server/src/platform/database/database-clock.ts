/**
 * A clock of this process that follows the database's clock, for times that other processes compare. It is accurate if it
 * was measured recently. If the database is a file, both clocks are the machine's.
 */
import type { Clock } from '../kit/clock.ts';
import type { Database } from './database.ts';
import { databaseNow } from './database-time.ts';
import { hasRowLocks } from './locks.ts';

const MEASURED_EVERY_MS = 10_000;

export class DatabaseClock {
  readonly #database: Pick<Database, 'reader'>;
  readonly #clock: Clock;
  #aheadMs = 0;
  #measuredAt = Number.NEGATIVE_INFINITY;

  /** @param parts.clock this process's own clock */
  constructor(parts: { database: Pick<Database, 'reader'>; clock: Clock }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
  }

  /** Milliseconds since the epoch. */
  readonly now: Clock = () => this.#clock() + this.#aheadMs;

  /** Compares the clocks, unless that was done recently. */
  async measure(): Promise<void> {
    const { reader } = this.#database;
    if (!hasRowLocks(reader) || performance.now() - this.#measuredAt < MEASURED_EVERY_MS) return;
    const asked = this.#clock();
    const at = await databaseNow(reader);
    this.#aheadMs = Math.round(at - (asked + this.#clock()) / 2);
    this.#measuredAt = performance.now();
  }
}
