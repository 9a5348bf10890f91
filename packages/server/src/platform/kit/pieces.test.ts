/** Items in pieces: in order, none lost, none larger than it must be. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inPieces } from './pieces.ts';

const itself = (bytes: number) => bytes;

describe('items in pieces', () => {
  for (const [items, pieces] of [
    [[], []],
    [[3, 4, 3], [[3, 4, 3]]],
    [
      [3, 4, 4, 10, 1],
      [[3, 4], [4], [10], [1]],
    ],
    [
      [11, 1, 12],
      [[11], [1], [12]],
    ],
    [[0, 10, 0], [[0, 10, 0]]],
  ] as const)
    it(`of 10 bytes: ${JSON.stringify(items)}`, () => assert.deepEqual(inPieces(items, itself, 10), pieces));
});
