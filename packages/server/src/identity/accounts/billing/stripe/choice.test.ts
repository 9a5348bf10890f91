/** Which subscription of an account counts, in whatever order Stripe reports them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose } from './choice.ts';
import type { StripeSubscription } from './stripe-api.ts';

/** Written `<created> <status>`, such as `2 active`; the id is the same text. */
function subscription(text: string, changed: Partial<StripeSubscription> = {}): StripeSubscription {
  const [created, status] = text.split(' ');
  return {
    id: text,
    created: Number(created),
    status,
    plan: 'pro',
    accountId: 'acc_1',
    ...changed,
  } as StripeSubscription;
}

const cases: readonly (readonly [string, readonly string[], string | null, readonly string[]])[] = [
  ['none', [], null, []],
  ['a paid one', ['1 active'], '1 active', []],
  ['one on trial', ['1 trialing'], '1 trialing', []],
  ['a late one', ['1 past_due'], '1 past_due', []],
  ['one that ended', ['1 canceled', '2 incomplete', '3 incomplete_expired'], null, []],
  ['the latest that is paid', ['1 active', '2 active', '3 canceled'], '2 active', ['1 active']],
  ['a paid one before a later one that is late', ['1 active', '2 past_due'], '1 active', []],
  ['the latest that is late, which takes the place of none', ['1 unpaid', '2 past_due'], '2 past_due', []],
  [
    'a paid one in the place of all before it',
    ['1 paused', '2 trialing', '3 active'],
    '3 active',
    ['2 trialing', '1 paused'],
  ],
];
for (const [what, all, current, superseded] of cases)
  test(`of ${all.join(', ') || 'none'}: ${what}`, () => {
    for (const order of [all, all.toReversed()]) {
      const choice = choose(
        order.map((one) => subscription(one)),
        'acc_1',
      );
      assert.deepEqual([choice.current?.id ?? null, choice.superseded], [current, superseded]);
      assert.equal(choice.current?.isPaid, current === null ? undefined : /active|trialing/.test(current));
    }
  });

test('those of other accounts, and without a plan of ours, do not count', () => {
  const all = [
    subscription('3 active', { accountId: 'acc_2' }),
    subscription('2 active', { plan: undefined }),
    subscription('1 past_due'),
  ];
  assert.deepEqual(choose(all, 'acc_1').current?.id, '1 past_due');
});

test('of two that were made in one second, one always counts', () => {
  const [a, b] = [subscription('1 active', { id: 'sub_a' }), subscription('1 active', { id: 'sub_b' })];
  for (const all of [
    [a, b],
    [b, a],
  ]) {
    const { current, superseded } = choose(all, 'acc_1');
    assert.deepEqual([current?.id, superseded], ['sub_b', ['sub_a']]);
  }
});
