/**
 * Keeps long work from blocking the event loop: the work often checks whether its time slice is over, and then yields.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

const STRETCH_MS = 3;

export class Pace {
  #began = performance.now();

  /** Whether the time slice is over. */
  isDue(): boolean {
    return performance.now() - this.#began >= STRETCH_MS;
  }

  /** Yields to whatever else waits for the event loop. */
  async rest(): Promise<void> {
    await nextTurn();
    this.#began = performance.now();
  }

  async restIfDue(): Promise<void> {
    if (this.isDue()) await this.rest();
  }
}
