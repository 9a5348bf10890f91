/** Boxes of a list that are pressed one by one, and in ranges. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withToggled } from './use-selection.ts';

const items = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
const after = (selected: string, id: string, from: string | null) =>
  [...withToggled(items, new Set(selected), { id, from })].toSorted().join('');

test('a box selects its item, and pressed again no longer does', () => {
  assert.equal(after('', 'b', null), 'b');
  assert.equal(after('bd', 'b', null), 'd');
});

test('a range selects all between, in either direction, beside what was selected', () => {
  assert.equal(after('b', 'd', 'b'), 'bcd');
  assert.equal(after('ad', 'b', 'd'), 'abcd');
  assert.equal(after('b', 'd', 'gone'), 'bd');
});
