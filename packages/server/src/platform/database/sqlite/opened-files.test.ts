/** A database whose files are removed or replaced takes no writes, so that none is acknowledged that a restart would not find. */
import assert from 'node:assert/strict';
import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { removeFolder, temporaryFolder } from '../../../../../testing/src/temporary-folder.ts';
import type { Database } from '../database.ts';
import { openSqlite } from './database.ts';

let folder: string;
let database: Database;
let told: string[];
beforeEach(async () => {
  folder = temporaryFolder('replaced');
  told = [];
  database = await openSqlite(folder, { onUnusable: (message) => told.push(message) });
});
afterEach(async () => {
  await database.close();
  removeFolder(folder);
});

const write = () => database.write((writer) => writer.run(sql`SELECT 1`.compile(writer)));
const refused = { code: 'unavailable', message: /was removed or replaced, so nothing was written/ };

for (const name of ['lectern.db', 'lectern.db-wal', 'lectern.db-shm']) {
  test(`${name} removed or replaced refuses writes and tells the operator once, until it is back`, async () => {
    const path = join(folder, name);
    await write();
    renameSync(path, `${path}.aside`);
    await assert.rejects(write(), refused);
    writeFileSync(path, 'another file');
    await assert.rejects(write(), refused);
    await assert.rejects(database.ping(), refused);
    assert.equal(database.condition(), 'replaced');
    assert.equal(told.length, 1);
    assert.match(
      told[0] ?? '',
      new RegExp(`^${RegExp.escape(path)} was removed or replaced .* docs/operations/failures.md#`),
    );
    renameSync(`${path}.aside`, path);
    await write();
    assert.equal(database.condition(), 'ok');
  });
}

test('snapshots never come from a file that took the place of the opened one', async () => {
  const path = join(folder, 'lectern.db');
  cpSync(path, `${path}.other`);
  renameSync(`${path}.other`, path);
  const reads = () => database.snapshot((reader) => reader.run(sql`SELECT 1`.compile(reader)));
  await assert.rejects(reads(), refused);
  rmSync(path);
  await assert.rejects(reads(), refused);
  assert.equal(
    (await database.reader.run(sql`SELECT 1 AS one`.compile(database.reader))).length,
    1,
    'other reads go on',
  );
});
