/** The schedule of a delivery, and the pause of a webhook that takes nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAILING_MAX_MS, FAILURES_BEFORE_PAUSE, pauseMs, retryDelayMs } from './schedule.ts';

const NOON = Date.parse('2026-11-21T12:00:00.000Z');
const middle = { random: 0.5, now: NOON, retryAfter: null };

test('retries follow the schedule, and after the last there is none', () => {
  const seconds = Array.from({ length: 9 }, (_, index) => retryDelayMs(index + 1, middle)).map((ms) =>
    ms === null ? null : ms / 1_000,
  );
  assert.deepEqual(seconds, [5, 60, 300, 1_800, 7_200, 21_600, 43_200, 86_400, null]);
});

test('the last retry comes before its webhook is switched off for failing', () => {
  const latest = { ...middle, random: 1, retryAfter: '999999999' };
  const all = Array.from({ length: 100 }, (_, index) => retryDelayMs(index + 1, latest) ?? 0);
  const wholeMs = all.reduce((sum, ms) => sum + ms, 0);
  assert.ok(wholeMs < FAILING_MAX_MS, `a schedule of ${wholeMs} ms needs a longer FAILING_MAX_MS`);
});

test('a retry comes up to a fifth earlier or later', () => {
  assert.equal(retryDelayMs(1, { ...middle, random: 0 }), 4_000);
  assert.equal(retryDelayMs(1, { ...middle, random: 1 }), 6_000);
});

test('a receiver may put a retry off to twice its wait, and never bring it forward', () => {
  const cases: [string, number][] = [
    ['8', 8_000],
    ['3600', 10_000],
    ['0', 5_000],
    ['Sat, 21 Nov 2026 12:00:09 GMT', 9_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 5_000],
    ['soon', 5_000],
  ];
  for (const [retryAfter, expected] of cases) assert.equal(retryDelayMs(1, { ...middle, retryAfter }), expected);
});

test('failures in a row pause a webhook, each longer than the one before, for an hour at most', () => {
  assert.equal(pauseMs(FAILURES_BEFORE_PAUSE - 1), 0);
  assert.equal(pauseMs(FAILURES_BEFORE_PAUSE), 60_000);
  assert.equal(pauseMs(FAILURES_BEFORE_PAUSE + 1), 120_000);
  assert.equal(pauseMs(1_000_000), 3_600_000);
});
