/** Until when the deletion of an account or a user can be cancelled. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireRestorable } from './deletion-grace.ts';

const NOW = 1_000;
const cases: readonly (readonly [string, number | null, number | null, boolean])[] = [
  ['is not asked for', null, null, true],
  ['is not asked for, of something suspended', null, 1, true],
  ['is to come', NOW + 1, null, true],
  ['is to come, of something suspended for another reason', NOW + 1, 1, true],
  ['is due and has not begun', NOW, null, true],
  ['is due and has begun', NOW, 1, false],
  ['is overdue and has begun', NOW - 1, NOW - 1, false],
];
for (const [what, deletion_at, suspended_at, isRestorable] of cases)
  test(`a deletion that ${what} can ${isRestorable ? '' : 'no longer '}be taken back`, () => {
    const run = () => requireRestorable('account', { deletion_at, suspended_at }, NOW);
    if (isRestorable) run();
    else
      assert.throws(run, {
        code: 'conflict',
        message: 'The account is being deleted; it is too late to cancel the deletion.',
      });
  });
