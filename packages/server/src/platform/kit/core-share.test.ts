/** That a process that took more of a core than its share is told to rest, and one that did not is not. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CoreShare } from './core-share.ts';

const SHARE = 0.05;
/** Much more than the share, also where it takes long because others have the machine. */
const SPENT_MS = 100;
const REST_MAX_MS = 1_000;
/** Earns more than half of what is spent. */
const IDLE_MS = 1_500;

it('has a process rest for what it took too much, for a second at most', async () => {
  const share = new CoreShare(SHARE);
  spend(SPENT_MS);
  assert.ok(isAll(share.restMs()));
  await sleep(REST_MAX_MS / 2);
  const leftMs = share.restMs();
  assert.ok(!isAll(leftMs), `${leftMs} ms are left`);
});

it('lets a process be that takes no more than its share', async () => {
  const share = new CoreShare(0.9);
  await sleep(SPENT_MS);
  assert.equal(share.restMs(), 0);
});

it('does not save up what was not taken', async () => {
  const share = new CoreShare(SHARE);
  await sleep(IDLE_MS);
  share.restMs();
  spend(SPENT_MS);
  assert.ok(isAll(share.restMs()));
});

function isAll(restMs: number): boolean {
  return Math.abs(restMs - REST_MAX_MS) < 1;
}

/** Takes CPU time, whatever else the machine does. */
function spend(cpuMs: number): void {
  const before = process.cpuUsage();
  let spentMs = 0;
  while (spentMs < cpuMs) {
    const { user, system } = process.cpuUsage(before);
    spentMs = (user + system) / 1_000;
  }
}
