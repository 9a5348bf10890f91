/** What part of a core a process takes, where it is to leave the rest of the machine to others. */
import { performance } from 'node:perf_hooks';

/** What was not taken before can be made up for by this much and no more. */
const CREDIT_MAX_MS = 5;
/** What was taken too much at once is not held against the process for longer. */
const REST_MAX_MS = 1_000;
const MICROSECONDS = 1_000;

export class CoreShare {
  readonly #share: number;
  /** CPU time that may still be taken, in milliseconds; below 0 where more than the share was taken. */
  #creditMs = CREDIT_MAX_MS;
  #lookedAt = performance.now();
  #cpuMsBefore = cpuMs();

  /** @param share the part of one core that all threads of the process may take together, more than 0 */
  constructor(share: number) {
    this.#share = share;
  }

  /** How long the process is to rest until it has taken no more than its share, in milliseconds; a second at most. */
  restMs(): number {
    const now = performance.now();
    const cpu = cpuMs();
    const earnedMs = (now - this.#lookedAt) * this.#share;
    const creditMs = this.#creditMs + earnedMs - (cpu - this.#cpuMsBefore);
    this.#creditMs = Math.max(-REST_MAX_MS * this.#share, Math.min(creditMs, CREDIT_MAX_MS));
    this.#lookedAt = now;
    this.#cpuMsBefore = cpu;
    return Math.max(0, -this.#creditMs / this.#share);
  }
}

/** CPU time of the process so far, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / MICROSECONDS;
}
