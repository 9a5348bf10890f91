/** How long one node goes on with what another one has changed or ended. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from './until.ts';

const POLL_MS = 10;

/** Asks until a response is as wanted. */
export interface Follower {
  until<T>(ask: () => Promise<T>, isWanted: (response: T) => boolean): Promise<void>;
  /** Says in the report of a test what was seen. */
  report(context: TestContext): void;
}

/** However long that takes: what a node does within a second is a matter of the deep tier. */
export const eventually: Follower = {
  until: async (ask, isWanted) => void (await until(ask, isWanted)),
  report: () => undefined,
};

/** Fails where it takes too long; for the deep tier. */
export class Lags implements Follower {
  readonly #maxMs: number;
  readonly #ms: number[] = [];

  /** @param maxMs the longest that a node may lag behind */
  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  /** A response must be as wanted where it was asked for later than a node may lag behind. How long it takes is another matter. */
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
