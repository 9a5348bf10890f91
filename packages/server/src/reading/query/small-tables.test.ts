/** What the small tables of many tenants take is what is counted for them, so that the memory budget bounds them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Reader } from '../../platform/database/database.ts';
import { MemoryBudget } from '../../platform/kit/memory-budget.ts';
import { StateTable } from './state-table.ts';

const TABLES = 400;
const ENTRIES = 20;
/** What the collector and the allocator leave to chance. */
const SLACK = 1.4;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function bytesInUse(): number {
  for (let round = 0; round < 3; round++) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function smallTable(environment: number, memory: MemoryBudget): StateTable {
  const reservation = memory.reserve(0, () => undefined) ?? assert.fail();
  const reader = {} as Reader;
  const table = new StateTable({ environment, state: 'published', epoch: 'a', revision: 1, reader, reservation });
  table.fill(
    Array.from({ length: ENTRIES }, (_, row) => {
      const id = environment * ENTRIES + row;
      return { id, version: 1, contentType: 1, key: `${id}`, status: 'published', publishedAt: id };
    }),
  );
  reservation.resize(table.bytes);
  return table;
}

test('the tables of many small environments take about what is counted for them', () => {
  const memory = new MemoryBudget(Number.MAX_SAFE_INTEGER);
  // What the first one compiles counts for nobody.
  const tables = [smallTable(0, memory)];
  const before = { used: bytesInUse(), counted: memory.bytes };
  for (let environment = 1; environment <= TABLES; environment++) tables.push(smallTable(environment, memory));
  const used = bytesInUse() - before.used;
  const counted = memory.bytes - before.counted;
  assert.ok(used < counted * SLACK, `${used} bytes are used, ${counted} counted`);
  assert.equal(tables.length, TABLES + 1);
});
