/** What a full map keeps, and when it starts over. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BoundedMap } from './bounded-map.ts';

const SIZE = 10;

function full(): BoundedMap<number, string> {
  const map = new BoundedMap<number, string>(SIZE);
  for (let key = 0; key < SIZE; key++) map.set(key, `value ${key}`);
  return map;
}

describe('a steady map', () => {
  it('keeps its entries while more are set than fit, and still updates them', () => {
    const map = full();
    for (let turn = 0; turn < 50; turn++) map.set(SIZE + turn, 'one too many');
    map.set(3, 'another');
    assert.deepEqual(
      [map.get(0), map.get(3), map.get(SIZE), map.get(SIZE + 49)],
      ['value 0', 'another', undefined, undefined],
    );
  });

  it('starts over once the working set has changed for good', () => {
    const map = full();
    for (let turn = 0; turn < 2_000; turn++) map.set(100 + (turn % 100), 'new');
    assert.equal(map.get(0), undefined);
    assert.ok(Array.from({ length: 100 }, (_, key) => map.get(100 + key)).some((value) => value === 'new'));
  });

  it('is empty once it is cleared', () => {
    const map = full();
    map.clear();
    assert.equal(map.get(0), undefined);
    map.set(1, 'one');
    assert.equal(map.get(1), 'one');
  });
});
