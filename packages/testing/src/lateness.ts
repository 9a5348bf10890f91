/** How late a busy machine is with this process, so that tests of deadlines are about the program and not about the machine. */

const TICK_MS = 10;
/** What a timer may be late on a machine that is idle. */
const USUAL_MS = 5;

/** Sums up, from its making on, how long this process waited for its turn. */
export class Lateness {
  readonly #timer: NodeJS.Timeout;
  #tickedAt = performance.now();
  #ms = 0;

  constructor() {
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  /** Ends the measurement. @returns the sum in milliseconds */
  end(): number {
    clearInterval(this.#timer);
    this.#tick();
    return this.#ms;
  }

  #tick(): void {
    const now = performance.now();
    this.#ms += Math.max(0, now - this.#tickedAt - TICK_MS - USUAL_MS);
    this.#tickedAt = now;
  }
}
