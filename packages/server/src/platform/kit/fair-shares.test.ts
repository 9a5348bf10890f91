/** Shares of something for several parties: what fits, who waits, and in which order. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairShares } from './fair-shares.ts';
import { QueueFullError } from './fair-turns.ts';

const limits = { total: 100, perParty: 60, waiting: 4, waitingPerParty: 2, waitMs: 60_000 };

/** Takes shares and notes the order in which they come. */
function taking(shares: FairShares) {
  const begun: string[] = [];
  const take = (party: string, amount: number): void => {
    void shares.take(party, amount).then(
      () => begun.push(`${party} ${amount}`),
      (error: unknown) => begun.push(`${party} ${amount}: ${(error as Error).name}`),
    );
  };
  return { begun, take };
}

describe('fair shares', () => {
  test('no more is held than there is, by all and by one', async () => {
    const shares = new FairShares(limits);
    const { begun, take } = taking(shares);
    for (const [party, amount] of [
      ['a', 40],
      ['a', 30],
      ['b', 50],
      ['b', 20],
    ] as const)
      take(party, amount);
    await nextTurn();
    assert.deepEqual(begun, ['a 40', 'b 50']);
    assert.equal(shares.held, 90);
    shares.release('a', 40);
    await nextTurn();
    assert.deepEqual(begun, ['a 40', 'b 50', 'a 30']);
  });

  test('one alone may hold more than its limit', async () => {
    const shares = new FairShares(limits);
    assert.ok(shares.takeNow('a', 500));
    assert.ok(!shares.takeNow('a', 1));
  });

  test('parties come in turn, and who waits longest for what all share comes first', async () => {
    const shares = new FairShares({ ...limits, perParty: 100 });
    const { begun, take } = taking(shares);
    shares.hold('x', 100);
    take('a', 80);
    take('a', 10);
    take('b', 30);
    await nextTurn();
    assert.ok(!shares.takeNow('c', 10), 'nobody passes those who wait');
    shares.release('x', 50);
    await nextTurn();
    assert.deepEqual(begun, [], 'a small one does not take what a large one waits for');
    shares.release('x', 50);
    await nextTurn();
    assert.deepEqual(begun, ['a 80']);
    shares.release('a', 80);
    await nextTurn();
    assert.deepEqual(begun, ['a 80', 'b 30', 'a 10']);
  });

  test('a party that is at its limit holds up nobody else', async () => {
    const shares = new FairShares(limits);
    const { begun, take } = taking(shares);
    shares.hold('a', 60);
    take('a', 10);
    take('b', 40);
    await nextTurn();
    assert.deepEqual(begun, ['b 40']);
  });

  test('a bounded number waits', async () => {
    const shares = new FairShares(limits);
    const { begun, take } = taking(shares);
    shares.hold('a', 100);
    for (const party of ['a', 'a', 'a', 'b', 'b', 'c']) take(party, 50);
    await nextTurn();
    assert.deepEqual(begun, ['a 50: QueueFullError', 'c 50: QueueFullError']);
    for (let left = 4; left > 0; left--) {
      shares.release(left > 2 ? 'a' : 'b', left > 3 ? 100 : 50);
      await nextTurn();
    }
    assert.equal(begun.filter((one) => !one.includes('Error')).length, 4);
  });

  test('one waits for a bounded time, and holds nothing then', async () => {
    const shares = new FairShares({ ...limits, waitMs: 1 });
    shares.hold('a', 100);
    await assert.rejects(shares.take('a', 50), QueueFullError);
    shares.release('a', 100);
    assert.ok(shares.takeNow('a', 60));
  });
});
