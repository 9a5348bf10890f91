/** That a process that took more of a core than its share is told to rest, and one that did not is not. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CoreShare } from './core-share.ts';

const SHARE = 0.1;
const SPENT_MS = 50;
/** What is spent, less what may be made up for, at the share; clocks of CPU time are coarse. */
const REST_MS_MIN = 350;

it('has a process rest for what it took too much', async () => {
  const share = new CoreShare(SHARE);
  spend(SPENT_MS);
  const restMs = share.restMs();
  assert.ok(restMs > REST_MS_MIN, `${restMs} ms`);
  await sleep(REST_MS_MIN);
  const leftMs = share.restMs();
  assert.ok(leftMs < restMs, `${leftMs} ms of ${restMs} ms`);
});

it('lets a process be that takes no more than its share', async () => {
  const share = new CoreShare(0.9);
  await sleep(SPENT_MS);
  assert.equal(share.restMs(), 0);
});

it('does not save up what was not taken', async () => {
  const share = new CoreShare(SHARE);
  await sleep(10 * SPENT_MS);
  share.restMs();
  spend(SPENT_MS);
  const restMs = share.restMs();
  assert.ok(restMs > REST_MS_MIN, `${restMs} ms`);
});

/** Takes CPU time, whatever else the machine does. */
function spend(cpuMs: number): void {
  const before = process.cpuUsage();
  let spentMs = 0;
  while (spentMs < cpuMs) {
    const { user, system } = process.cpuUsage(before);
    spentMs = (user + system) / 1_000;
  }
}
