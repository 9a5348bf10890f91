/** Buffers are reused by one borrower at a time, and no more are kept than were in use. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LentBuffers } from './lent-buffers.ts';

const BYTES = 1_000;
const MANY = 50;
const SPARE_MAX = 4;

it('lends a buffer to one at a time', () => {
  const buffers = new LentBuffers(BYTES);
  const [first, second] = [buffers.lend(), buffers.lend()];
  assert.notEqual(first, second);
  assert.deepEqual([first.length, second.length], [BYTES, BYTES]);
  buffers.takeBack(second);
  assert.equal(buffers.lend(), second);
  buffers.takeBack(first);
  buffers.takeBack(second);
  assert.notEqual(buffers.lend(), buffers.lend());
});

it('makes no new ones while the number in use stays the same', () => {
  const buffers = new LentBuffers(BYTES);
  const lent = Array.from({ length: MANY }, () => buffers.lend());
  const seen = new Set(lent);
  for (let turn = 0; turn < 2 * MANY; turn++) {
    buffers.takeBack(lent.shift() as Buffer);
    lent.push(buffers.lend());
  }
  assert.deepEqual(
    lent.filter((buffer) => !seen.has(buffer)),
    [],
  );
});

it('keeps few where few are in use', () => {
  const buffers = new LentBuffers(BYTES);
  const lent = Array.from({ length: MANY }, () => buffers.lend());
  for (const buffer of lent) buffers.takeBack(buffer);
  const again = Array.from({ length: MANY }, () => buffers.lend());
  assert.equal(again.filter((buffer) => lent.includes(buffer)).length, SPARE_MAX);
});
