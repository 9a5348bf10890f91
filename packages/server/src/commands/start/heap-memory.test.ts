/** That pages which a peak left behind are noticed, and go back to the system while the process is busy. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { giveBackPages, PeakWatch } from './heap-memory.ts';

const MEGABYTE = 1_048_576;
const OBJECTS_AT_PEAK = 1_500_000;
const OBJECTS_A_TURN = 1_000;
const GIVEN_BACK_BYTES_MIN = 50 * MEGABYTE;

it('counts what was of no use for a while, and nothing that is still used now and then', () => {
  const watch = new PeakWatch(0);
  assert.equal(watch.look(200, 0), 0);
  assert.equal(watch.look(100, 1_000), 0);
  assert.equal(watch.look(100, 9_999), 0);
  assert.equal(watch.look(100, 10_000), 0, 'the peak was in the time before');
  assert.equal(watch.look(150, 15_000), 0);
  assert.equal(watch.look(100, 20_000), 50);
  assert.equal(watch.look(120, 30_000), 80);
  watch.forget();
  assert.equal(watch.look(120, 31_000), 0);
  assert.equal(watch.look(90, 41_000), 0);
  assert.equal(watch.look(90, 52_000), 30);
});

it('gives the pages of a peak back while objects come and go', { timeout: 60_000 }, async () => {
  let objects = made(OBJECTS_AT_PEAK);
  const peak = process.memoryUsage.rss();
  objects = [];
  let isOver = false;
  const given = giveBackPages().then(() => {
    isOver = true;
  });
  while (!isOver) {
    objects = objects.length < OBJECTS_AT_PEAK / 10 ? objects.concat(made(OBJECTS_A_TURN)) : [];
    await nextTurn();
  }
  await given;
  const left = process.memoryUsage.rss();
  assert.ok(peak - left > GIVEN_BACK_BYTES_MIN, `${peak} bytes, then ${left}`);
});

function made(count: number): object[] {
  return Array.from({ length: count }, (_, at) => ({ at, list: [at] }));
}
