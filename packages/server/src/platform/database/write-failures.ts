/**
 * Whether writes fail again and again for a reason that is none of their own, and that nothing else here tells: on a server
 * that has become read-only, say. One request that always fails is not that: the next write that changes something ends it.
 */
const IN_A_ROW = 3;
/** After this, nobody knows any more whether writes would still fail. */
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
