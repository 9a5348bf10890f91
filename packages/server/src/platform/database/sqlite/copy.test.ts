/**
 * That a copy shows one moment, whatever another process commits and checkpoints meanwhile. Each commit there changes every page and
 * is larger than what makes a checkpoint, so that the log begins anew all the time.
 * `COPIES=1000` for longer.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { copySqlite, sqliteDamage } from './copy.ts';
import { sqliteFile } from './place.ts';

const COPIES = Number(process.env.COPIES ?? 40);
const ROWS = 2_000;
/** Rows of two lengths in turn, so that pages come and go. */
const WRITER = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1], { timeout: 10_000 });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 20');
  database.exec('CREATE TABLE texts (id INTEGER PRIMARY KEY, round INTEGER, text TEXT); CREATE INDEX rounds ON texts (round)');
  const insert = database.prepare('INSERT OR REPLACE INTO texts VALUES (?, ?, ?)');
  for (let round = 1; ; round++) {
    database.exec('BEGIN');
    for (let id = 1; id <= ${ROWS}; id++) insert.run(id, round, 'x'.repeat(round % 2 === 0 ? 900 : 1_300));
    database.exec('COMMIT');
    if (round === 1) console.log('ready');
  }
`;

test(`${COPIES} copies beside a writer each have one moment`, { timeout: COPIES * 5_000 }, async (context) => {
  const folder = scratchFolder(context);
  const writer = spawn(process.execPath, ['--eval', WRITER, sqliteFile(folder)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  context.after(() => writer.kill('SIGKILL'));
  await once(writer.stdout, 'data');
  let last = 1;
  for (let made = 0; made < COPIES; made++) {
    const target = join(folder, `copy-${made}.db`);
    await copySqlite(folder, target);
    assert.equal(sqliteDamage(target), null);
    const [rows, first, newest] = roundsOf(target);
    assert.deepEqual([rows, first], [ROWS, newest], `copy ${made} has rows of several moments`);
    assert.ok(newest >= last, `copy ${made} is of round ${newest}, and the one before of ${last}`);
    last = newest;
    assert.deepEqual(
      ['-wal', '-shm', '-journal'].filter((end) => existsSync(target + end)),
      [],
    );
    rmSync(target);
  }
  assert.ok(last > 1 && writer.exitCode === null, `the writer went on until round ${last}`);
});

test('a database without a log is copied too', async (context) => {
  const folder = scratchFolder(context);
  const source = new DatabaseSync(sqliteFile(folder));
  source.exec('CREATE TABLE texts (round INTEGER); INSERT INTO texts VALUES (7)');
  source.close();
  const target = join(folder, 'copy.db');
  await copySqlite(folder, target);
  assert.deepEqual(roundsOf(target), [1, 7, 7]);
});

test('nothing is copied over a file', async (context) => {
  const folder = scratchFolder(context);
  const target = join(folder, 'copy.db');
  await assert.rejects(copySqlite(folder, target), /does not exist; check LECTERN_DATA_DIR/);
  new DatabaseSync(sqliteFile(folder)).close();
  await copySqlite(folder, target);
  await assert.rejects(copySqlite(folder, target), { code: 'EEXIST' });
});

/** How many rows a copy has, and the least and the greatest of their rounds. */
function roundsOf(file: string): [number, number, number] {
  using database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare('SELECT count(*) AS rows, min(round) AS first, max(round) AS newest FROM texts').get();
  return [Number(row?.rows), Number(row?.first), Number(row?.newest)];
}

function scratchFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-copy-'));
  context.after(() => rmSync(folder, { recursive: true }));
  return folder;
}
