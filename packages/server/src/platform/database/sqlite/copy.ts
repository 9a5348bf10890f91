/**
 * Copies of the embedded database. A copy is made inside one read transaction, so that it shows one moment and finishes
 * however much is written meanwhile; writers never wait for it.
 */
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import type { Reader } from '../database.ts';
import { readerOver } from '../statement-handle.ts';
import { SqliteCondition } from './condition.ts';
import { SqliteConnection } from './connection.ts';
import { engine } from './engine.ts';
import { openingError } from './opening.ts';
import { sqliteFile } from './place.ts';

const OWNER_ONLY = 0o600;
/** Pages copied at once in the thread pool: four megabytes. */
const PAGES_AT_ONCE = 1_000;
/** Covers the moments in which another process opens or closes the database. */
const LOCK_WAIT_MS = 30_000;

/**
 * Copies the database of a folder to a new file, durably.
 * @throws if there is no database, it cannot be read, or the file already exists
 */
export async function copySqlite(folder: string, target: string): Promise<void> {
  const file = sqliteFile(folder);
  if (!existsSync(file)) throw new Error(`${file} does not exist; check LECTERN_DATA_DIR.`);
  await using copy = await open(target, 'wx', OWNER_ONLY);
  {
    using source = openSource(file);
    await backup(source, target, { rate: PAGES_AT_ONCE });
  }
  withoutLog(target);
  await copy.sync();
}

/**
 * Opens a database in a read transaction. Without it, a copy would start over on each commit of another connection.
 * @throws StartRefusal if it cannot be opened
 */
function openSource(file: string): DatabaseSync {
  let source: DatabaseSync | undefined;
  try {
    source = new DatabaseSync(file, { timeout: LOCK_WAIT_MS });
    source.exec('BEGIN');
    // The read transaction starts with the first read.
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    return source;
  } catch (error) {
    source?.close();
    throw openingError(error, file);
  }
}

/** Makes a copy readable on read-only media: its header then says that it has no log. */
function withoutLog(target: string): void {
  using copy = new DatabaseSync(target);
  // The whole file is synced at the end.
  copy.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = DELETE');
}

/** Whether the database file in a folder contains a program's tables; true if the file cannot be read. */
export function hasSqliteTables(folder: string): boolean {
  try {
    using database = new DatabaseSync(sqliteFile(folder), { timeout: LOCK_WAIT_MS });
    return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get() !== undefined;
  } catch {
    return true;
  }
}

/** What is wrong with a copy; null if it is sound. */
export function sqliteDamage(file: string): string | null {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const [row] = database.prepare('PRAGMA integrity_check(1)').all();
    return row?.integrity_check === 'ok' ? null : String(row?.integrity_check);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    database.close();
  }
}

/** Reads a copy. */
export async function readSqlite<T>(file: string, work: (reader: Reader) => Promise<T>): Promise<T> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return await work(readerOver(engine, new SqliteConnection(database, new SqliteCondition(file, ignore))));
  } finally {
    database.close();
  }
}

/** Whoever reads the copy gets the error. */
function ignore(): void {}
