/** The size of a drawing, from `width`, `height` and `viewBox`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawingSize } from './drawing-size.ts';

type Case = readonly [
  width: string | null,
  height: string | null,
  viewBox: string | null,
  size: readonly (number | null)[],
];
const cases: readonly Case[] = [
  [null, null, null, [null, null]],
  ['100', '50', null, [100, 50]],
  ['100', null, null, [100, null]],
  ['1in', '2.54cm', null, [96, 96]],
  ['3pt', '1pc', null, [4, 16]],
  ['25.4mm', '.5in', null, [96, 48]],
  ['1e2', '1E1px', null, [100, 10]],
  [' 10 ', '10PX', null, [10, 10]],
  ['0.2', '0.4', null, [1, 1]],
  ['0', '10', null, [null, 10]],
  ['-5', '10', null, [null, 10]],
  ['50%', '2em', null, [null, null]],
  ['50%', '50%', '0 0 30 20', [30, 20]],
  [null, null, '0,0, 30,20', [30, 20]],
  [null, null, '-10 -10 30.4 20.6', [30, 21]],
  ['60', null, '0 0 30 20', [60, 40]],
  [null, '10', '0 0 30 20', [15, 10]],
  ['60', '60', '0 0 30 20', [60, 60]],
  ['0', null, '0 0 30 20', [null, null]],
  [null, null, '0 0 30', [null, null]],
  [null, null, '0 0 30 0', [null, null]],
  [null, null, '0 0 a b', [null, null]],
  [null, null, '0 0 30 20 10', [null, null]],
  ['1000001', '10', null, [null, 10]],
  ['1e99', '10', null, [null, 10]],
  [`${'9'.repeat(65)}`, '10', null, [null, 10]],
  [null, '10', '0 0 1e300 1e-300', [null, 10]],
];
for (const [width, height, viewBox, expected] of cases)
  test(`${JSON.stringify({ width, height, viewBox })} is ${expected.join(' by ')}`, () => {
    const given = Object.entries({ width, height, viewBox });
    const attributes = new Map(given.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
    const size = drawingSize(attributes);
    assert.deepEqual([size.width, size.height], expected);
  });
