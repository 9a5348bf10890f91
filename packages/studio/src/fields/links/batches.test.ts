/** Items that are asked for one by one are read together. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batched } from './batches.ts';

test('what is asked for in one turn is read at once, in requests of 150', async () => {
  const requests: (readonly string[])[] = [];
  const read = batched(async (ids) => {
    requests.push(ids);
    return new Map(ids.filter((id) => id !== 'missing').map((id) => [id, `item ${id}`]));
  });
  const ids = [...Array.from({ length: 160 }, (_, index) => String(index)), '0', 'missing'];
  const items = await Promise.all(ids.map(read));
  assert.deepEqual(items.slice(0, 2), ['item 0', 'item 1']);
  assert.deepEqual(items.slice(-2), ['item 0', null]);
  assert.deepEqual(
    requests.map(({ length }) => length),
    [150, 12],
  );
});

test('a request that fails fails all that wait for it, and the next one is made anew', async () => {
  let failing = true;
  const read = batched(async (ids) => {
    if (failing) throw new Error('no network');
    return new Map(ids.map((id) => [id, id]));
  });
  await Promise.all([assert.rejects(read('a'), /no network/), assert.rejects(read('b'), /no network/)]);
  failing = false;
  assert.equal(await read('a'), 'a');
});
