/** The dominant colour of an image. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dominantColor } from './dominant-color.ts';

const pixels = (...groups: readonly (readonly [count: number, color: readonly number[]])[]) =>
  Uint8Array.from(groups.flatMap(([count, color]) => Array.from({ length: count }, () => color).flat()));

test('the most frequent colour wins, averaged with similar ones', () => {
  assert.equal(dominantColor(pixels([3, [200, 0, 0, 255]], [2, [0, 0, 200, 255]])), '#c80000');
  assert.equal(dominantColor(pixels([1, [200, 0, 0, 255]], [1, [210, 0, 0, 255]], [1, [0, 0, 9, 255]])), '#cd0000');
});

test('transparent pixels do not count', () => {
  assert.equal(dominantColor(pixels([9, [0, 0, 0, 0]], [1, [10, 20, 30, 255]])), '#0a141e');
  assert.equal(dominantColor(pixels([9, [0, 0, 0, 0]])), '#ffffff');
});
