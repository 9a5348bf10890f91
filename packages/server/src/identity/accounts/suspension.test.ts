/** Why an account is suspended, and who can use it nevertheless. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForPayment, isOpen, isSuspendedFor } from './suspension.ts';

const cases: readonly (readonly [
  string,
  number | null,
  string | null,
  readonly [boolean, boolean, boolean, boolean],
])[] = [
  // by the operator, for billing, for a payment alone, open to its members
  ['not suspended', null, null, [false, false, false, true]],
  ['not suspended any more', null, 'billing', [false, false, false, true]],
  ['suspended before reasons were noted', 1, null, [true, false, false, false]],
  ['suspended by the operator', 1, 'operator', [true, false, false, false]],
  ['suspended for a late payment', 1, 'billing', [false, true, true, true]],
  ['suspended for both', 1, 'billing operator', [true, true, false, false]],
];
for (const [what, suspended_at, suspended_for, expected] of cases)
  test(`an account that is ${what}`, () => {
    const account = { suspended_at, suspended_for };
    const reasons = (['operator', 'billing'] as const).map((reason) => isSuspendedFor(account, reason));
    // An account that is no longer suspended has no reason, whatever its row says.
    assert.deepEqual([...reasons, suspended_at !== null && isForPayment(account), isOpen(account)], expected);
  });
