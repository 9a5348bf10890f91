/** Parties take turns, a bounded number of tasks at a time, and none of them can fill the queues of all. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FairTurns, type FairTurnsLimits, QueueFullError } from './fair-turns.ts';

function stage(limits: FairTurnsLimits) {
  const turns = new FairTurns(limits);
  const order: string[] = [];
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const take = (party: string) =>
    turns
      .take(party, async () => {
        await gate;
        order.push(party);
      })
      .catch((error: unknown) => error);
  return { turns, order, take, open: () => open() };
}

describe('fair turns', () => {
  it('run no more tasks at a time than allowed', async () => {
    const turns = new FairTurns({ atOnce: 2, waiting: 10, waitingPerParty: 10 });
    let [running, most] = [0, 0];
    const task = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
    };
    await Promise.all(Array.from({ length: 10 }, (_, index) => turns.take(`party ${index % 3}`, task)));
    assert.deepEqual([running, most], [0, 2]);
  });

  it('alternate between the parties', async () => {
    const { take, open, order } = stage({ atOnce: 1, waiting: 10, waitingPerParty: 10 });
    const all = ['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(take);
    open();
    await Promise.all(all);
    assert.deepEqual(order, ['a', 'a', 'b', 'c', 'a', 'b', 'a']);
  });

  it('refuse a party that has too many waiting, and no other', async () => {
    const { take, open, order } = stage({ atOnce: 1, waiting: 10, waitingPerParty: 2 });
    const all = ['a', 'a', 'a', 'a', 'b'].map(take);
    open();
    const outcomes = await Promise.all(all);
    assert.equal(outcomes.filter((outcome) => outcome instanceof QueueFullError).length, 1);
    assert.deepEqual(order, ['a', 'a', 'b', 'a']);
  });

  it('that are full make room for a party with fewer waiting', async () => {
    const { take, open, order } = stage({ atOnce: 1, waiting: 3, waitingPerParty: 3 });
    const all = ['a', 'a', 'a', 'a', 'b', 'c', 'd'].map(take);
    open();
    const refused = (await Promise.all(all)).map((outcome) => outcome instanceof QueueFullError);
    assert.deepEqual(refused, [false, false, true, true, false, false, true]);
    assert.deepEqual(order, ['a', 'a', 'b', 'c']);
  });

  it('pass on the place of a task that throws', async () => {
    const turns = new FairTurns({ atOnce: 1, waiting: 1, waitingPerParty: 1 });
    await assert.rejects(
      turns.take('a', () => Promise.reject(new Error('broken'))),
      /broken/,
    );
    assert.equal(await turns.take('a', async () => 1), 1);
  });
});
