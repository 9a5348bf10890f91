/** A file of records is cut between its lines, and each part knows where it begins. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf } from './record-parts.ts';

test('a file of records is cut into whole lines, each part behind the one before', async () => {
  const lines = Array.from({ length: 1_201 }, (_, number) => `{"entry":{"key":"ü-${number}"}}`);
  const parts = await Array.fromAsync(partsOf(new Blob([lines.join('\n')])));
  assert.deepEqual(
    parts.map(({ before }) => before),
    [0, 500, 1_000],
  );
  assert.equal(parts.map(({ text }) => text).join(''), `${lines.join('\n')}\n`);
  assert.deepEqual(await Array.fromAsync(partsOf(new Blob(['\n\n']))), [], 'a file of empty lines has no part');
});
