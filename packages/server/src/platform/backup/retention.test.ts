/** The rule by days, weeks and months: on a long row of backups at once, with gaps, and applied day by day. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { surplus } from './retention.ts';

const DAY_MS = 86_400_000;
/** A Sunday. */
const END = Date.parse('2026-11-22T03:00:00Z');

test('of two years of daily backups, 7 daily, 4 weekly and 12 monthly ones stay', () => {
  const all = Array.from({ length: 730 }, (_, days) => ({ at: END - days * DAY_MS }));
  const gone = new Set(surplus(all));
  const kept = all.filter((backup) => !gone.has(backup)).map(({ at }) => new Date(at).toISOString().slice(0, 10));
  assert.deepEqual(kept.slice(0, 7), [
    '2026-11-22',
    '2026-11-21',
    '2026-11-20',
    '2026-11-19',
    '2026-11-18',
    '2026-11-17',
    '2026-11-16',
  ]);
  // The last Sundays, and the last day of each month before this one.
  assert.deepEqual(kept.slice(7, 12), ['2026-11-15', '2026-11-08', '2026-11-01', '2026-10-31', '2026-09-30']);
  assert.equal(kept.at(-1), '2025-12-31');
  assert.equal(kept.length, 7 + 3 + 11);
});

test('of several backups of one day the newest stays, and gaps cost nothing', () => {
  const [evening, noon, monthAgo] = [{ at: END + DAY_MS / 2 }, { at: END }, { at: END - 30 * DAY_MS }];
  assert.deepEqual(surplus([evening, noon, monthAgo]), [noon]);
  assert.deepEqual(surplus([]), []);
});

test('backups made day by day, each followed by a clearing, keep the same ones', () => {
  let kept: { at: number }[] = [];
  for (let days = 730; days >= 0; days--) {
    kept.unshift({ at: END - days * DAY_MS });
    const gone = new Set(surplus(kept));
    kept = kept.filter((backup) => !gone.has(backup));
  }
  assert.equal(kept.length, 7 + 3 + 11);
  assert.equal(new Date(kept.at(-1)?.at ?? 0).toISOString().slice(0, 10), '2025-12-31');
});
