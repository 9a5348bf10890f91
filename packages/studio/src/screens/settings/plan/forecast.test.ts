/** When a limit of the month is seen coming. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { daysLeft, limitReachedAt } from './forecast.ts';

const AT = Date.UTC(2026, 10, 16);
const DAY_MS = 86_400_000;

it('a limit is seen coming within this month alone, and not on its first day', () => {
  // Fifteen days took 600: 1,000 last for 25.
  assert.equal(limitReachedAt(600, 1_000, AT), Date.UTC(2026, 10, 26));
  assert.equal(limitReachedAt(400, 1_000, AT), null);
  assert.equal(limitReachedAt(1_000, 1_000, AT), null);
  assert.equal(limitReachedAt(0, 1_000, AT), null);
  assert.equal(limitReachedAt(600, null, AT), null);
  assert.equal(limitReachedAt(600, 1_000, Date.UTC(2026, 10, 1) + DAY_MS - 1), null);
});

it('the days of a month that are left count today', () => {
  assert.equal(daysLeft(AT), 15);
  assert.equal(daysLeft(Date.UTC(2026, 11, 1) - 1), 1);
});
