/**
 * Detects that writes fail repeatedly for a reason that is not their own fault and that nothing else here detects, for example
 * on a server that became read-only. One request that always fails does not count: the next write that changes something
 * resets this.
 */
const IN_A_ROW = 3;
/** After this time, it is unknown whether writes would still fail. */
const REMEMBERED_MS = 30_000;

export class WriteFailures {
  #inARow = 0;
  #lastAt = Number.NEGATIVE_INFINITY;

  /** Notes that a write failed for such a reason. */
  failed(): void {
    if (!this.#isRemembered) this.#inARow = 0;
    this.#inARow += 1;
    this.#lastAt = performance.now();
  }

  /** Notes that a write changed something. */
  succeeded(): void {
    this.#inARow = 0;
  }

  /** Whether there was any failure since the last success. */
  get areAny(): boolean {
    return this.#inARow > 0;
  }

  get areRepeated(): boolean {
    return this.#inARow >= IN_A_ROW && this.#isRemembered;
  }

  get #isRemembered(): boolean {
    return performance.now() - this.#lastAt < REMEMBERED_MS;
  }
}
