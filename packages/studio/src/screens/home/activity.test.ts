/** What the home screen says of the last changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '../../api/types.ts';
import { activityOf } from './activity.ts';

const entry = (key: string, status: Entry['status'], updated: Date, created = new Date(2026, 0, 1)) =>
  ({ key, status, updated_at: updated.toISOString(), created_at: created.toISOString() }) as Entry;

test('tells the last change of each entry by the day on which it happened', () => {
  const [late, early, before] = [
    new Date(2026, 10, 28, 23, 59),
    new Date(2026, 10, 28, 0, 1),
    new Date(2026, 10, 27, 23),
  ];
  const days = activityOf([
    entry('new', 'draft', late, late),
    entry('out', 'published', early),
    entry('revised', 'changed', before),
    entry('away', 'archived', before),
  ]);
  assert.deepEqual(
    days.map(({ day, events }) => [day, ...events.map(({ entry: { key }, kind }) => `${key} ${kind}`)]),
    [
      ['2026-11-28', 'new created', 'out published'],
      ['2026-11-27', 'revised changed', 'away archived'],
    ],
  );
});
