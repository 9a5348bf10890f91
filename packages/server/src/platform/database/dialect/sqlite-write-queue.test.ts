/** Two writers on one file, like two processes: neither starves the other, however much it has to write. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../database.ts';
import { openSqlite } from './sqlite.ts';

const BUSY_CLIENTS = 8;
const WRITES_OF_THE_OTHER = 40;
/** Writes that the busy writer gets in while the other waits for its turn; a group holds at most 64. */
const OVERTAKEN_MAX = 200;

test('two writers on one file take turns, however much one of them has to write', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-queue-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const [busy, other] = [await openSqlite(folder), await openSqlite(folder)];
  context.after(() => Promise.all([busy.close(), other.close()]));
  let written = 0;
  let isOver = false;
  const clients = Array.from({ length: BUSY_CLIENTS }, async (_, client) => {
    while (!isOver) {
      await count(busy, `busy ${client}`);
      written += 1;
      await nextTurn();
    }
  });
  const overtaken: number[] = [];
  for (let turn = 0; turn < WRITES_OF_THE_OTHER; turn++) {
    const before = written;
    await count(other, 'other');
    overtaken.push(written - before);
  }
  isOver = true;
  await Promise.all(clients);
  context.diagnostic(`writes that overtook it: ${overtaken.join(' ')}`);
  assert.ok(written > WRITES_OF_THE_OTHER, `the busy writer only got ${written} turns`);
  assert.ok(Math.max(...overtaken) <= OVERTAKEN_MAX, `a write waited for ${Math.max(...overtaken)} others`);
});

function count(database: Database, scope: string): Promise<void> {
  return database.write(async (writer) => {
    for (let statement = 0; statement < 20; statement++) {
      await writer
        .insertInto('counters')
        .values({ scope, next: 1 })
        .onConflict((conflict) => conflict.column('scope').doUpdateSet((eb) => ({ next: eb('counters.next', '+', 1) })))
        .execute();
    }
  });
}
