/** What is said of a plan before it is ordered. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { changedLimits, exceeded } from './plan-changes.ts';

it('the limits that another plan has otherwise are told, smaller ones first, with what exceeds them', () => {
  const usage = [
    { metric: 'spaces', limit: 1, used: 1 },
    { metric: 'entries', limit: null, used: 12 },
    { metric: 'members', limit: 5, used: 2 },
    { metric: 'api_requests_per_second', limit: 9, used: null },
  ] as const;
  const changes = changedLimits(usage, { spaces: 3, entries: 10, members: 5, api_requests_per_second: 4 });
  assert.deepEqual(
    changes.map(({ metric }) => metric),
    ['entries', 'api_requests_per_second', 'spaces'],
  );
  assert.deepEqual(
    exceeded(changes).map(({ metric, now, next }) => [metric, now, next]),
    [['entries', null, 10]],
  );
});
