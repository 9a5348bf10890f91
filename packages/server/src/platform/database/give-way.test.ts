/** Work in many writes gives way to writes that wait, for a while. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Database, DatabaseFigures } from './database.ts';
import { giveWay } from './give-way.ts';

/** A database whose queue has these lengths, one after the other, and the last one from then on. */
function queueOf(lengths: number[]): Pick<Database, 'figures'> {
  const next = () => (lengths.length > 1 ? lengths.shift() : lengths[0]);
  return { figures: () => ({ queue: { length: next(), oldestMs: 0 } }) as DatabaseFigures };
}

it('a long work lets what waits go first, though not for ever', async () => {
  const lengths = [3, 2, 2, 0];
  await giveWay(queueOf(lengths));
  assert.deepEqual(lengths, [0]);
  await giveWay(queueOf([1]));
});
