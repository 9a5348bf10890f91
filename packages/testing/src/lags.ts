/** How long a node takes to notice what another one changed or ended. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from './until.ts';

const POLL_MS = 10;

/** Repeats a request until its response is as wanted. */
export interface Follower {
  until<T>(ask: () => Promise<T>, isWanted: (response: T) => boolean): Promise<void>;
  /** Adds the measured lags to the report of a test. */
  report(context: TestContext): void;
}

/** Waits for as long as it takes: only the deep tier tests that a node follows within a second. */
export const eventually: Follower = {
  until: async (ask, isWanted) => void (await until(ask, isWanted)),
  report: () => undefined,
};

/** Fails if it takes too long; for the deep tier. */
export class Lags implements Follower {
  readonly #maxMs: number;
  readonly #ms: number[] = [];

  /** @param maxMs the longest that a node may lag behind */
  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  /**
   * Fails if a request that was sent after the longest allowed lag gets another response than the wanted one. The duration of the
   * request itself does not count.
   */
  async until<T>(ask: () => Promise<T>, isWanted: (response: T) => boolean): Promise<void> {
    const changedAt = performance.now();
    for (let lagMs = 0; ; await sleep(POLL_MS)) {
      const askedAt = performance.now();
      const response = await ask();
      if (isWanted(response)) return void this.#ms.push(lagMs);
      lagMs = askedAt - changedAt;
      assert.ok(lagMs <= this.#maxMs, `still after ${lagMs} ms: ${response}`);
    }
  }

  report(context: TestContext): void {
    const sorted = this.#ms.toSorted((one, other) => one - other);
    const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN);
    context.diagnostic(`last seen as before after: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`);
  }
}
