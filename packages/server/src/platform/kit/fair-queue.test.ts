/** Parties take turns, each in its own order, and the longest line gives room. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FairQueue } from './fair-queue.ts';

describe('a fair queue', () => {
  const queueOf = (items: readonly string[]) => {
    const queue = new FairQueue<string>();
    for (const item of items) queue.push(item.charAt(0), item);
    return queue;
  };
  const drained = (queue: FairQueue<string>) => Array.from({ length: queue.length }, () => queue.shift());

  it('takes an item of a party whose turn comes later, and removes one that does not wait any longer', () => {
    const queue = queueOf(['a1', 'a2', 'b1', 'b2', 'c1']);
    assert.equal(queue.shiftOf('b'), 'b1');
    queue.remove('a', 'a1');
    queue.remove('c', 'c1');
    queue.remove('c', 'c1');
    assert.deepEqual(
      [...queue.turns()],
      [
        ['a', 'a2'],
        ['b', 'b2'],
      ],
    );
    assert.equal(queue.shiftOf('c'), undefined);
    assert.deepEqual(drained(queue), ['a2', 'b2']);
  });

  it('alternates between parties, and keeps the order of each', () => {
    const queue = queueOf(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
    assert.deepEqual(
      [queue.length, queue.lengthOf('a'), queue.next, [...queue.firsts()]],
      [6, 3, 'a1', ['a1', 'b1', 'c1']],
    );
    assert.deepEqual(drained(queue), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    assert.deepEqual([queue.length, queue.next, queue.shift()], [0, undefined, undefined]);
  });

  it('puts what is to come again in front of its party, whose turn stays', () => {
    const queue = queueOf(['a1', 'b1', 'b2']);
    queue.insert('b', 'b0', () => true);
    queue.insert('b', 'b1+', (other) => other === 'b2');
    queue.insert('c', 'c1', () => true);
    assert.deepEqual(drained(queue), ['a1', 'b0', 'c1', 'b1', 'b1+', 'b2']);
  });

  it('gives up the last item of the party with most, unless none has more', () => {
    const queue = queueOf(['a1', 'b1', 'b2', 'b3']);
    assert.deepEqual([queue.popLongest(1), queue.popLongest(1), queue.popLongest(1)], ['b3', 'b2', undefined]);
    assert.deepEqual([queue.length, [...queue.values()]], [2, ['a1', 'b1']]);
  });
});
