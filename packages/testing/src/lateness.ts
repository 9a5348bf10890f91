/** Measures how late a busy machine runs this process, so that tests of deadlines test the program and not the machine. */

const TICK_MS = 10;
/** How late a timer may be on an idle machine. */
const USUAL_MS = 5;

/** Sums up how long this process waited for its turn since the object was created. */
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
