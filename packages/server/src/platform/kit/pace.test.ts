/** What counts against the budget of work that may be refused. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Pace, WorkPace } from './pace.ts';

const BUDGET_MS = 30;

describe('the pace of work that may be refused', () => {
  test('counts what it takes of the processor, not how long the machine stands still', () => {
    const [any, work] = [new Pace(BUDGET_MS), new WorkPace(BUDGET_MS)];
    standStill(2 * BUDGET_MS);
    assert.deepEqual([any.isSpent(), work.isSpent()], [true, false]);
    compute(2 * BUDGET_MS);
    assert.equal(work.isSpent(), true);
  });

  test('does not count what others do while it rests', async () => {
    const work = new WorkPace(BUDGET_MS);
    setImmediate(() => compute(2 * BUDGET_MS));
    await work.rest();
    assert.equal(work.isSpent(), false);
  });
});

function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Takes so much time of the processor. */
function compute(ms: number): void {
  const used = () => process.threadCpuUsage().user / 1_000;
  for (const began = used(); used() - began < ms; );
}
