/** What keeps a session from acting in its account: each rule by itself, and the uses to which it applies. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { requireUsable, type SessionUse } from './session-rules.ts';
import type { SessionInUse } from './store.ts';

const USES: readonly SessionUse[] = ['anything', 'billing', 'self', 'leaving'];
const session = {
  account_id: 'acc_1',
  role: 'editor',
  user_suspended_at: null,
  account_suspended_at: null,
  account_suspended_for: null,
  sso_required: 0,
  sso_account_id: null,
  break_glass: 0,
  email_verified_at: 1,
  second_factor: 0,
  second_factor_rule: 'optional',
} as SessionInUse;

/** The error for each use, in the order of `USES`; null if the session is fit for it. */
function lacks(changed: Partial<SessionInUse>, verifiesEmail = true): unknown[] {
  return USES.map((use) => {
    try {
      requireUsable({ ...session, ...changed }, use, { serviceUrl: 'https://cms.example', verifiesEmail });
      return null;
    } catch (error) {
      assert.ok(error instanceof DomainError, String(error));
      return error.code;
    }
  });
}

const FIT = [null, null, null, null];
const SUSPENDED = Array.from(USES, () => 'account_suspended');
const CLOSED = ['account_suspended', 'account_suspended', 'account_suspended', null];
const UNPROVEN = ['email_unverified', 'email_unverified', null, null];
const UNSAFE = ['second_factor_required', 'second_factor_required', null, null];
const OUTSIDE = ['sso_required', 'sso_required', 'sso_required', null];
const unpaid = { account_suspended_at: 1, account_suspended_for: 'billing' };
const inAccount = { sso_account_id: 'acc_1' };

const cases: readonly (readonly [string, Partial<SessionInUse>, readonly unknown[]])[] = [
  ['of a member', {}, FIT],
  ['of a suspended user', { user_suspended_at: 1 }, SUSPENDED],
  ['in a suspended account', { account_suspended_at: 1 }, CLOSED],
  ['of an owner in a suspended account', { account_suspended_at: 1, role: 'owner' }, CLOSED],
  ['of a member where a payment is late', unpaid, ['account_suspended', null, null, null]],
  ['of an owner where a payment is late', { ...unpaid, role: 'owner' }, ['account_suspended', null, null, null]],
  [
    'of an owner where a payment is late and the operator suspended too',
    { account_suspended_at: 1, account_suspended_for: 'billing operator', role: 'owner' },
    CLOSED,
  ],
  ['by password where single sign-on is required', { sso_required: 1 }, OUTSIDE],
  ['by single sign-on of another account', { sso_required: 1, sso_account_id: 'acc_2' }, OUTSIDE],
  ['by single sign-on of the account', { sso_required: 1, ...inAccount }, FIT],
  ['of an owner who may do without', { sso_required: 1, break_glass: 1 }, FIT],
  ['with an unverified address', { email_verified_at: null }, UNPROVEN],
  ['with an unverified address, by single sign-on of the account', { email_verified_at: null, ...inAccount }, FIT],
  ['with an unverified address, by that of another', { email_verified_at: null, sso_account_id: 'acc_2' }, UNPROVEN],
  ['without the second factor that is required', { second_factor_rule: 'required' }, UNSAFE],
  ['with it', { second_factor_rule: 'required', second_factor: 1 }, FIT],
  ['without it, by single sign-on of the account', { second_factor_rule: 'required', ...inAccount }, FIT],
  ['without it, by single sign-on of another', { second_factor_rule: 'required', sso_account_id: 'acc_2' }, UNSAFE],
  ['that lacks several things', { second_factor_rule: 'required', email_verified_at: null, sso_required: 1 }, OUTSIDE],
];
for (const [what, changed, expected] of cases)
  test(`a session ${what}`, () => assert.deepEqual(lacks(changed), expected));

test('no address has to be verified where the installation asks for none', () => {
  assert.deepEqual(lacks({ email_verified_at: null }, false), FIT);
});
