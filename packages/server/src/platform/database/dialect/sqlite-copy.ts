/**
 * Copies of the embedded database. A copy is made inside one read transaction, so that it shows one moment and ends
 * however much is written meanwhile; writers never wait for it.
 */
import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { SqliteAdapter, SqliteDialect, SqliteQueryCompiler } from 'kysely';
import type { Reader } from '../database.ts';
import { type Engine, kyselyOver } from '../statement-handle.ts';
import { SqliteCondition } from './sqlite-condition.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { openingError } from './sqlite-file.ts';
import { sqliteFile } from './sqlite-place.ts';

const OWNER_ONLY = 0o600;
const PIECE_BYTES = 4_194_304;
/** The header of a log has salts, which change whenever it begins anew (SQLite's file format, section 4.1). */
const LOG_HEADER_BYTES = 32;
/** For the moments in which another process opens or closes the database. */
const LOCK_WAIT_MS = 30_000;

/**
 * Copies the database of a folder to a new file, durably. No service may have that database open in the same process:
 * closing a file that SQLite has open drops its locks (SQLite, How To Corrupt, section 2.2).
 * @throws if there is no database, or it cannot be read
 */
export async function copySqlite(folder: string, target: string): Promise<void> {
  const file = sqliteFile(folder);
  if (!existsSync(file)) throw new Error(`${file} does not exist; check LECTERN_DATA_DIR.`);
  await using pages = await open(file, 'r');
  {
    using _source = openSource(file);
    await copySnapshot(pages, file, target);
  }
  mergeLog(target);
  await using copy = await open(target, 'r+');
  await copy.sync();
}

/** Opens a database in a read transaction. @throws StartRefusal if it cannot be opened */
function openSource(file: string): DatabaseSync {
  let source: DatabaseSync | undefined;
  try {
    source = new DatabaseSync(file, { timeout: LOCK_WAIT_MS });
    source.exec('BEGIN');
    // The transaction begins with its first read.
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    return source;
  } catch (error) {
    source?.close();
    throw openingError(error, file);
  }
}

/** Makes the copy one file by itself, which can be read where nothing can be written: what its log has moves into it. */
function mergeLog(target: string): void {
  using copy = new DatabaseSync(target);
  // The file is synced once it is whole.
  copy.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = DELETE');
}

/**
 * Copies the pages and then the log while a read transaction holds them. Until it ends, a checkpoint brings into the file
 * only what the log had when it began, and a log that it uses does not begin anew (SQLite, Write-Ahead Logging, section
 * 2.2): so the file, with what the log has put over it, is the state of a commit, whatever was written meanwhile.
 */
async function copySnapshot(pages: FileHandle, file: string, target: string): Promise<void> {
  await using copy = await open(target, 'wx', OWNER_ONLY);
  await copyBytes(pages, copy);
  const log = logOf(file);
  if (existsSync(log)) await copyLog(log, logOf(target));
}

/** A log of which the transaction uses nothing may begin anew once, in the middle of its copy too. */
async function copyLog(log: string, target: string): Promise<void> {
  await using source = await open(log, 'r');
  for (let before: Buffer | null = null; ; ) {
    const header = await headerOf(source);
    if (before?.equals(header)) return;
    before = header;
    await using copy = await open(target, 'w', OWNER_ONLY);
    await copyBytes(source, copy);
  }
}

async function headerOf(log: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await log.read(Buffer.alloc(LOG_HEADER_BYTES), 0, LOG_HEADER_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

async function copyBytes(from: FileHandle, to: FileHandle): Promise<void> {
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  for (let position = 0; ; ) {
    const { bytesRead } = await from.read(piece, 0, PIECE_BYTES, position);
    if (bytesRead === 0) return;
    await to.writeFile(piece.subarray(0, bytesRead));
    position += bytesRead;
  }
}

function logOf(file: string): string {
  return `${file}-wal`;
}

/** Whether a program has made its tables in the database of a folder, which has the file of one; true if it cannot be read. */
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
