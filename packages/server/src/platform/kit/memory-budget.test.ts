/** What is evicted when memory runs short, and what never is. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MemoryBudget } from './memory-budget.ts';

describe('a memory budget', () => {
  test('evicts what was least recently used, and no more than needed', () => {
    const evicted: string[] = [];
    const budget = new MemoryBudget(100);
    const first = budget.reserve(40, () => evicted.push('first'));
    budget.reserve(40, () => evicted.push('second'));
    first?.touch();
    assert.ok(budget.reserve(50, () => evicted.push('third')));
    assert.deepEqual(evicted, ['second']);
    assert.equal(budget.bytes, 90);
  });

  test('refuses what does not fit, and then evicts nothing', () => {
    const evicted: string[] = [];
    const budget = new MemoryBudget(100);
    const pinned = budget.reserve(60, () => evicted.push('pinned'));
    pinned?.pin();
    budget.reserve(30, () => evicted.push('other'));
    assert.equal(
      budget.reserve(41, () => {}),
      null,
    );
    assert.deepEqual(evicted, []);
    pinned?.unpin();
    assert.ok(budget.reserve(80, () => {}));
    assert.deepEqual(evicted, ['pinned', 'other']);
    assert.equal(budget.bytes, 80);
  });

  test('evicts what is cheap to make before what is expensive, and that too if nothing else is left', () => {
    const evicted: string[] = [];
    const budget = new MemoryBudget(100);
    const table = budget.reserve(50, () => evicted.push('table'), true);
    for (let round = 0; round < 50; round++) {
      const block = budget.reserve(20, () => evicted.push('block'));
      block?.touch();
      if (round % 4 === 0) table?.touch();
    }
    assert.ok(!evicted.includes('table'));
    assert.ok(evicted.includes('block'));
    assert.ok(budget.reserve(90, () => {}));
    assert.ok(evicted.includes('table'));
  });

  test('takes bytes back on release, once', () => {
    const budget = new MemoryBudget(100);
    const reservation = budget.reserve(10, () => {});
    assert.equal(reservation?.resize(100), true);
    assert.equal(reservation?.resize(101), false);
    reservation?.release();
    reservation?.release();
    assert.equal(budget.bytes, 0);
    assert.equal(reservation?.resize(1), false);
  });
});
