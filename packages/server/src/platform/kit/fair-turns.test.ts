/** What fits at once, who waits, in which order, and that none of the parties can fill the queue of all. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EVERYBODY, FairTurns, type FairTurnsLimits, QueueFullError, type TurnRequest } from './fair-turns.ts';

/** Tasks that wait behind a gate, by party. */
function stage(limits: FairTurnsLimits) {
  const turns = new FairTurns(limits);
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const run = (party: string, request?: TurnRequest) =>
    turns
      .run(
        party,
        async () => {
          order.push(party);
          await gate.promise;
        },
        request,
      )
      .catch((error: unknown) => error);
  return { turns, order, run, open: gate.resolve };
}

/** Amounts that are taken, by party, and what became of each. */
function amounts(limits: FairTurnsLimits) {
  const turns = new FairTurns(limits);
  const begun: string[] = [];
  const take = (party: string, amount: number): void => {
    void turns.take(party, { amount }).then(
      () => begun.push(`${party} ${amount}`),
      (error: unknown) => begun.push(`${party} ${amount}: ${(error as Error).name}`),
    );
  };
  return { turns, begun, take };
}

describe('tasks', () => {
  it('run no more at a time than there are places', async () => {
    const turns = new FairTurns({ total: 2 });
    let [running, most] = [0, 0];
    const task = async () => {
      running += 1;
      most = Math.max(most, running);
      await nextTurn();
      running -= 1;
    };
    await Promise.all(Array.from({ length: 10 }, (_, index) => turns.run(`party ${index % 3}`, task)));
    assert.deepEqual([running, most], [0, 2]);
  });

  it('alternate between the parties, and those of one keep their order', async () => {
    const { run, open, order } = stage({ total: 1 });
    const all = ['a', 'a', 'a', 'a', 'b', 'c', 'b'].map((party) => run(party));
    open();
    await Promise.all(all);
    assert.deepEqual(order, ['a', 'a', 'b', 'c', 'a', 'b', 'a']);
    const turns = new FairTurns({ total: 2 });
    const began: number[] = [];
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        turns.run(EVERYBODY, async () => {
          began.push(at);
          await nextTurn();
        }),
      ),
    );
    assert.deepEqual(
      began,
      Array.from({ length: 10 }, (_, at) => at),
    );
  });

  it('of a party with too many waiting are refused, and no others', async () => {
    const { run, open, order } = stage({ total: 1, waitingPerParty: 2 });
    const all = ['a', 'a', 'a', 'a', 'b'].map((party) => run(party));
    open();
    const outcomes = await Promise.all(all);
    assert.equal(outcomes.filter((outcome) => outcome instanceof QueueFullError).length, 1);
    assert.deepEqual(order, ['a', 'a', 'b', 'a']);
  });

  it('make room for those of a party with fewer waiting, where the queue is full', async () => {
    const { run, open, order } = stage({ total: 1, waiting: 3 });
    const all = ['a', 'a', 'a', 'a', 'b', 'c', 'd'].map((party) => run(party));
    open();
    const refused = (await Promise.all(all)).map((outcome) => outcome instanceof QueueFullError);
    assert.deepEqual(refused, [false, false, true, true, false, false, true]);
    assert.deepEqual(order, ['a', 'a', 'b', 'c']);
  });

  it('pass on the place of one that fails', async () => {
    const turns = new FairTurns({ total: 1 });
    const failing = turns.run('a', () => Promise.reject(new Error('broken')));
    const next = turns.run('b', async () => 1);
    await assert.rejects(failing, /broken/);
    assert.equal(await next, 1);
  });

  it('that are urgent go before others of their party', async () => {
    const turns = new FairTurns({ total: 1 });
    const order: string[] = [];
    const run = (name: string, isUrgent = false) =>
      turns.run(name[0] ?? '', async () => void order.push(name), { isUrgent });
    await Promise.all([run('a1'), run('a2'), run('a3', true), run('b1'), run('a4', true)]);
    assert.deepEqual(order, ['a1', 'a3', 'b1', 'a4', 'a2']);
  });

  it('of a party that has none take what is reserved past those who wait', async () => {
    const { run, order, open } = stage({ total: 2, reserved: 1 });
    const all = ['a', 'a', 'a', 'b', 'b'].map((party) => run(party));
    await nextTurn();
    assert.deepEqual(order, ['a', 'a', 'b']);
    open();
    await Promise.all(all);
  });

  it('may leave while they wait, and nobody waits for them then', async () => {
    const turns = new FairTurns({ total: 1 });
    const held = Promise.withResolvers<void>();
    const first = turns.run('a', () => held.promise);
    const leaving = new AbortController();
    const ranAllTheSame = () => Promise.reject(new Error('ran all the same'));
    const second = turns.run('a', ranAllTheSame, { signal: leaving.signal });
    const third = turns.run('a', async () => 'ran');
    leaving.abort(new Error('left'));
    await assert.rejects(second, /left/);
    await assert.rejects(turns.run('a', ranAllTheSame, { signal: leaving.signal }), /left/);
    assert.equal(turns.waiting, 1);
    held.resolve();
    await first;
    assert.equal(await third, 'ran');
  });

  it('that run do not end with their signal', async () => {
    const turns = new FairTurns({ total: 1 });
    const leaving = new AbortController();
    const run = turns.run('a', async () => leaving.abort(), { signal: leaving.signal });
    await run;
    assert.equal(await turns.run('a', async () => 'ran too'), 'ran too');
  });
});

describe('amounts', () => {
  const limits = { total: 100, perParty: 60, waiting: 4, waitingPerParty: 2, waitMs: 60_000 };

  it('that are held are no more than there is, by all and by one', async () => {
    const { turns, begun, take } = amounts(limits);
    for (const [party, amount] of [
      ['a', 40],
      ['a', 30],
      ['b', 50],
      ['b', 20],
    ] as const)
      take(party, amount);
    await nextTurn();
    assert.deepEqual(begun, ['a 40', 'b 50']);
    assert.equal(turns.held, 90);
    turns.release('a', 40);
    await nextTurn();
    assert.deepEqual(begun, ['a 40', 'b 50', 'a 30']);
  });

  it('may be more than the limit for one alone', () => {
    const { turns } = amounts(limits);
    assert.ok(turns.takeNow('a', 500));
    assert.ok(!turns.takeNow('a', 1));
  });

  it('come in turn, and who waits longest for what all share comes first', async () => {
    const { turns, begun, take } = amounts({ ...limits, perParty: 100 });
    turns.hold('x', 100);
    take('a', 80);
    take('a', 10);
    take('b', 30);
    await nextTurn();
    assert.ok(!turns.takeNow('c', 10), 'nobody passes those who wait');
    turns.release('x', 50);
    await nextTurn();
    assert.deepEqual(begun, [], 'a small one does not take what a large one waits for');
    turns.release('x', 50);
    await nextTurn();
    assert.deepEqual(begun, ['a 80']);
    turns.release('a', 80);
    await nextTurn();
    assert.deepEqual(begun, ['a 80', 'b 30', 'a 10']);
  });

  it('of a party that is at its limit hold up nobody else', async () => {
    const { turns, begun, take } = amounts(limits);
    turns.hold('a', 60);
    take('a', 10);
    take('b', 40);
    await nextTurn();
    assert.deepEqual(begun, ['b 40']);
  });

  it('are waited for by a bounded number, of which none of a party with few is refused', async () => {
    const { turns, begun, take } = amounts(limits);
    turns.hold('x', 100);
    for (const party of ['a', 'a', 'a', 'b', 'b', 'c']) take(party, 50);
    await nextTurn();
    assert.deepEqual(begun, ['a 50: QueueFullError', 'a 50: QueueFullError']);
    assert.equal(turns.waiting, 4);
  });

  it('are waited for for a bounded time, and then nobody waits for who gave up', async () => {
    const { turns, begun, take } = amounts(limits);
    turns.hold('x', 50);
    const given = turns.take('a', { amount: 60, waitMs: 1 });
    take('b', 50);
    await assert.rejects(given, QueueFullError);
    await nextTurn();
    assert.deepEqual(begun, ['b 50']);
  });
});
