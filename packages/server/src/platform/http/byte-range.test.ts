/** Which part of a body a `Range` selects. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRange } from './byte-range.ts';

const cases: readonly (readonly [string | undefined, ReturnType<typeof readRange>])[] = [
  [undefined, null],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['Bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=99-', { start: 99, end: 99 }],
  ['bytes=-1', { start: 99, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', null],
  ['bytes=-', null],
  ['bytes=0-0,5-9', null],
  ['bytes=a-b', null],
  ['items=0-1', null],
  ['bytes=0-99999999999999999999', null],
];

for (const [header, expected] of cases) {
  test(`"${header}" of 100 bytes is ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(readRange(header, 100), expected);
  });
}

test('an empty body has no part', () => {
  assert.equal(readRange('bytes=0-', 0), 'unsatisfiable');
  assert.equal(readRange('bytes=-5', 0), 'unsatisfiable');
});
