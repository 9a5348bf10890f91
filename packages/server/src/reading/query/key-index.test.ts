/**
 * Keys in memory compared with a plain map: they are found where they are, also after other keys were added and removed and reused
 * rows.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { baseSources } from './index-row.ts';
import { compareKeys, KeyColumn } from './key-column.ts';
import { KeyIndex } from './key-index.ts';

/** More than the first pages and slots have room for. */
const MANY = 30_000;

function columns(count: number): KeyColumn[] {
  const source = baseSources.find(({ signature }) => signature === 'key') ?? assert.fail();
  return Array.from({ length: count }, () => new KeyColumn(source));
}

test('keys are found where a plain map has them, whatever came and went', () => {
  const key = fc.stringMatching(/^[a-c.-]{1,2}$/);
  const steps = fc.array(fc.record({ key, table: fc.nat(1), isGone: fc.boolean() }), { maxLength: 60 });
  fc.assert(
    fc.property(steps, (all) => {
      const tables = columns(2);
      const index = new KeyIndex((table) => tables[table]);
      const places = new Map<string, { table: number; row: number }>();
      const free: number[][] = [[], []];
      let rows = 0;
      for (const { key: sought, table, isGone } of all) {
        const before = places.get(sought);
        if (isGone) {
          index.delete(sought);
          places.delete(sought);
        } else {
          const place = { table, row: free[table]?.pop() ?? rows++ };
          tables[table]?.set(place.row, sought);
          assert.deepEqual(index.set(sought, place), before);
          places.set(sought, place);
        }
        if (before === undefined) continue;
        tables[before.table]?.set(before.row, undefined);
        free[before.table]?.push(before.row);
      }
      for (const { key: sought } of all) assert.deepEqual(index.get(sought), places.get(sought), sought);
    }),
  );
});

test('many keys are found, read and compared, and copies of an order do not see what comes later', () => {
  const [keys] = columns(1);
  assert.ok(keys);
  const index = new KeyIndex(() => keys);
  const keyOf = (row: number): string => `${'x'.repeat(row % 60)}${row}`;
  for (let row = 0; row < MANY; row++) {
    keys.set(row, keyOf(row));
    index.set(keyOf(row), { table: 0, row });
  }
  const compare = keys.comparison(MANY);
  for (let row = 0; row < MANY; row++) {
    assert.equal(keys.get(row), keyOf(row));
    assert.deepEqual(index.get(keyOf(row)), { table: 0, row });
    const other = (row * 7_919) % MANY;
    assert.equal(Math.sign(keys.compare(row, keys, other)), compareKeys(keyOf(row), keyOf(other)));
  }
  assert.equal(index.get('nobody'), undefined);
  keys.set(1, 'zzz');
  assert.ok(compare(1, 2) < 0, 'the copy has the key that was there');
  assert.ok(keys.compare(1, keys, 2) > 0);
});

test('the keys of a small table are in one part', () => {
  const [keys] = columns(1);
  assert.ok(keys);
  const index = new KeyIndex(() => keys);
  for (let row = 0; row < 20; row++) {
    keys.set(row, `entry-${row}`);
    index.set(`entry-${row}`, { table: 0, row });
  }
  assert.ok(index.bytes < 1_000, `${index.bytes}`);
});

test('removed keys are reported once they are most of what is held', () => {
  const [keys] = columns(1);
  assert.ok(keys);
  for (let turn = 0; turn < 10_000; turn++) keys.set(0, `${'k'.repeat(50)}${turn}`);
  assert.equal(keys.isWasteful, false);
  for (let turn = 0; turn < 20_000; turn++) keys.set(0, `${'k'.repeat(50)}${turn}`);
  assert.equal(keys.isWasteful, true);
});
