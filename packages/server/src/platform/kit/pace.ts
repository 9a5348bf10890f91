/**
 * Keeps long work from holding up the event loop: the work asks often whether its stretch is over, and rests when it is.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

const STRETCH_MS = 3;

export class Pace {
  #began = performance.now();

  /** Whether others have waited long enough. */
  isDue(): boolean {
    return performance.now() - this.#began >= STRETCH_MS;
  }

  /** Lets whatever waits have its turn. */
  async rest(): Promise<void> {
    await nextTurn();
    this.#began = performance.now();
  }

  async restIfDue(): Promise<void> {
    if (this.isDue()) await this.rest();
  }
}
