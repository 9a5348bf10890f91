/**
 * Copies of the embedded database. A copy is made inside one read transaction, so that it shows one moment and ends
 * however much is written meanwhile; writers never wait for it.
 */
import { closeSync, existsSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { SqliteAdapter, SqliteDialect, SqliteQueryCompiler } from 'kysely';
import type { Reader } from '../database.ts';
import { type Engine, kyselyOver } from '../statement-handle.ts';
import { SqliteCondition } from './sqlite-condition.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { sqliteFile } from './sqlite-place.ts';

const OWNER_ONLY = 0o600;
/** Pages copied at a time: about as fast as copying the file, and the cache of the copy holds them. */
const PAGES_AT_ONCE = 400;
/** For the moments in which another process opens or closes the database. */
const LOCK_WAIT_MS = 30_000;

/**
 * Copies the database of a folder to a new file, durably.
 * @throws if there is no database, or it cannot be read
 */
export async function copySqlite(folder: string, target: string): Promise<void> {
  const file = sqliteFile(folder);
  if (!existsSync(file)) throw new Error(`${file} does not exist; check LECTERN_DATA_DIR.`);
  closeSync(openSync(target, 'wx', OWNER_ONLY));
  const source = new DatabaseSync(file, { timeout: LOCK_WAIT_MS });
  try {
    source.exec('BEGIN');
    // The transaction begins with its first read. Without it, each commit of others would start the copy anew.
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    await backup(source, target, { rate: PAGES_AT_ONCE });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(target);
  // One file by itself, which can be read where nothing can be written.
  copy.exec('PRAGMA journal_mode = DELETE');
  copy.close();
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
    return await work(kyselyOver(engine, new SqliteConnection(database, new SqliteCondition(file, ignore))));
  } finally {
    database.close();
  }
}

/** Whoever reads the copy gets the error. */
function ignore(): void {}

const engine: Engine = {
  adapter: new SqliteAdapter(),
  compiler: new SqliteQueryCompiler(),
  dialect: new SqliteDialect({ database: () => Promise.reject(new Error('Connections are opened by readSqlite.')) }),
};
