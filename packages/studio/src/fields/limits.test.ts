/** When the length of a value is told. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { isLengthTold } from './limits.ts';

test('the length of a text is told near its limit and beyond, and that of a list wherever there is a limit', () => {
  const most = 100;
  const text = (length: number, least = 0) => isLengthTold({ length, least, most, unit: 'characters' });
  assert.deepEqual([text(79), text(80), text(101), text(4, 5), text(6, 5)], [false, true, true, true, false]);
  const without = { least: 0, most: Number.POSITIVE_INFINITY, unit: 'characters' } as const;
  assert.equal(isLengthTold({ ...without, length: 5_000 }), false);
  assert.equal(isLengthTold({ length: 1, least: 0, most, unit: 'items' }), true);
});
