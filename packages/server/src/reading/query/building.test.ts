/** Orders that are built while their table changes: rows that changed meanwhile end up in the right place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryBudget } from '../../platform/kit/memory-budget.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { buildOrder } from './building.ts';
import { baseSources, type IndexRow } from './index-row.ts';
import { compareInOrder } from './permutation.ts';
import { rowsOfOpposite, turned } from './turned-order.ts';
import { TypeTable } from './type-table.ts';

/** Enough rows that the sort yields at least once. */
const ROWS = 30_000;

function entry(number: number, publishedAt: number): IndexRow {
  return {
    id: number,
    version: 1,
    contentType: 1,
    key: `key ${number}`,
    status: 'draft',
    createdAt: 0,
    createdBy: 'usr',
    updatedAt: 0,
    updatedBy: 'usr',
    publishedAt,
    values: {},
  };
}

test('rows that come, go and change while an order is made stand where they belong', async () => {
  const table = new TypeTable(1, 'published');
  for (let number = 0; number < ROWS; number++) table.fill(table.takeRow(), entry(number, (number * 7_919) % 1_009));
  const source = baseSources.find(({ signature }) => signature === 'published_at') ?? assert.fail();
  const order = { steps: [{ column: table.column(source) ?? null, descending: true }], keys: table.keys };
  const memory = new MemoryBudget(2 ** 24);

  const building = buildOrder({ memory }, table, 'newest', order);
  table.change([
    { row: 5, entry: null },
    { row: 9, entry: entry(9, 5_000) },
    { row: table.takeRow(), entry: entry(ROWS, 400) },
  ]);
  assert.equal(await building, true);

  const rows = table.permutations.get('newest')?.value.rows ?? assert.fail();
  assert.equal(rows.length, ROWS);
  assert.equal(rows[0], 9);
  assert.ok(!rows.includes(5));
  for (let at = 1; at < rows.length; at++) {
    assert.ok(compareInOrder(order, rows[at - 1] ?? -1, order, rows[at] ?? -1) < 0, `at ${at}`);
  }
});

for (const descending of [true, false]) {
  for (const isChanged of [true, false]) {
    const change = isChanged ? 'a row changes' : 'nothing changes';
    test(`an order is made from the opposite one while ${change}: ${descending ? 'descending' : 'ascending'}`, async () => {
      const table = new TypeTable(1, 'published');
      for (let number = 0; number < ROWS; number++) {
        const publishedAt = number % 11 === 0 ? null : (number * 7_919) % 1_009;
        table.fill(table.takeRow(), { ...entry(number, 0), publishedAt });
      }
      const source = baseSources.find(({ signature }) => signature === 'published_at') ?? assert.fail();
      const orderOf = (isDescending: boolean) => ({
        steps: [{ column: table.column(source) ?? null, descending: isDescending }],
        keys: table.keys,
      });
      const parts = { memory: new MemoryBudget(2 ** 24) };
      await buildOrder(parts, table, 'opposite', orderOf(!descending));
      const order = orderOf(descending);
      const opposite = rowsOfOpposite(table, order) ?? assert.fail();
      const rowsTurned = await turned(opposite, order, new Pace());

      const building = buildOrder(parts, table, 'wanted', order);
      if (isChanged) table.change([{ row: 8, entry: entry(8, 2_000) }]);
      assert.equal(await building, true);

      const rows = table.permutations.get('wanted')?.value.rows ?? assert.fail();
      assert.equal(new Set(rows).size, ROWS);
      for (let at = 1; at < rows.length; at++) {
        assert.ok(compareInOrder(order, rows[at - 1] ?? -1, order, rows[at] ?? -1) < 0, `at ${at}`);
      }
      const others = (all: Int32Array) => [...all].filter((row) => !isChanged || row !== 8);
      assert.deepEqual(others(rowsTurned), others(rows));
    });
  }
}

test('an order that has no room is not made', async () => {
  const table = new TypeTable(1, 'published');
  table.fill(table.takeRow(), entry(1, 1));
  const order = { steps: [], keys: table.keys };
  assert.equal(await buildOrder({ memory: new MemoryBudget(0) }, table, 'key', order), false);
  assert.equal(table.permutations.size, 0);
});
