/**
 * The embedded database: one SQLite file in WAL mode with full durability, one connection that writes and one that
 * reads, so that reads never wait for an open transaction.
 */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SqliteAdapter, SqliteDialect, SqliteQueryCompiler } from 'kysely';
import type { Database, Reader, StatementObserver, WriteOptions, Writer } from '../database.ts';
import { runsAtOnce } from '../immediate.ts';
import { migrations } from '../migrations/all.ts';
import { statementsFor } from '../migrations/migration.ts';
import { type Engine, kyselyOver, openHandle } from '../statement-handle.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteWriteQueue } from './sqlite-write-queue.ts';

const FILE_NAME = 'lectern.db';
const OWNER_ONLY = 0o600;
/** Pages of write-ahead log after which SQLite checkpoints. */
const AUTOCHECKPOINT_PAGES = 1_000;
/**
 * Page cache of a connection: enough for the inner pages of the b-trees of a million entries, so that reading one by
 * its id costs two pages, and for the pages that writes return to.
 */
const CACHE_KIB = 8_000;
const MIGRATION_LOCK_WAIT_MS = 30_000;

const engine: Engine = {
  adapter: new SqliteAdapter(),
  compiler: new SqliteQueryCompiler(),
  dialect: new SqliteDialect({ database: () => Promise.reject(new Error('Connections are opened by openSqlite.')) }),
};

/** Opens the database in that folder, creates it if needed, and brings its tables up to date. */
export async function openSqlite(folder: string, observe?: StatementObserver): Promise<Database> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, FILE_NAME);
  // SQLite gives the files beside it the same mode.
  closeSync(openSync(file, 'a', OWNER_ONLY));
  return new SqliteDatabase(file, observe);
}

class SqliteDatabase implements Database {
  readonly reader: Reader;
  readonly #writing: DatabaseSync;
  readonly #reading: DatabaseSync;
  readonly #file: string;
  readonly #observe: StatementObserver | undefined;
  readonly #queue: SqliteWriteQueue;
  readonly #dataVersion: () => number;
  #snapshotting: DatabaseSync | undefined;
  #snapshots: Promise<unknown> = Promise.resolve();

  constructor(file: string, observe: StatementObserver | undefined) {
    const writing = openConnection(file);
    migrate(writing);
    const reading = openReadOnly(file);
    this.#file = file;
    this.#observe = observe;
    this.#writing = writing;
    this.#reading = reading;
    const readingConnection = new SqliteConnection(reading, observe);
    this.reader = kyselyOver(engine, readingConnection);
    runsAtOnce(this.reader, (query) => readingConnection.execute(query).rows as never[]);
    this.#dataVersion = dataVersionOn(reading);
    const connection = new SqliteConnection(writing, observe);
    const othersMark = dataVersionOn(writing);
    this.#queue = new SqliteWriteQueue({
      connection,
      engine,
      isInTransaction: () => writing.isTransaction,
      changeMark: othersMark,
    });
  }

  write<T>(work: (writer: Writer) => Promise<T>, options?: WriteOptions): Promise<T> {
    return this.#queue.write(work, options);
  }

  /** On its own connection, opened at first use; one snapshot at a time. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    const run = this.#snapshots.then(() => this.#runSnapshot(work));
    this.#snapshots = run.catch(() => undefined);
    return run;
  }

  changeMark(): number {
    return this.#dataVersion();
  }

  async ping(): Promise<void> {
    this.#reading.prepare('SELECT 1').get();
  }

  async close(): Promise<void> {
    await this.#queue.idle();
    await this.#snapshots;
    this.#snapshotting?.close();
    this.#reading.close();
    this.#writing.close();
  }

  async #runSnapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    this.#snapshotting ??= openReadOnly(this.#file);
    const connection = new SqliteConnection(this.#snapshotting, this.#observe);
    const handle = openHandle(engine, connection);
    connection.run('BEGIN');
    try {
      return await work(handle.db);
    } finally {
      handle.end();
      connection.run('COMMIT');
    }
  }
}

/**
 * Reads the number that changes whenever another connection commits: it is read before every query, so rows come as
 * arrays.
 */
function dataVersionOn(connection: DatabaseSync): () => number {
  const statement = connection.prepare('PRAGMA data_version');
  statement.setReturnArrays(true);
  return () => (statement.get() as unknown as [number])[0];
}

function openConnection(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0 });
  database.exec(`PRAGMA busy_timeout = ${MIGRATION_LOCK_WAIT_MS}`);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA foreign_keys = ON');
  database.exec('PRAGMA trusted_schema = OFF');
  // Savepoint journals stay in memory too: as files they cost a tenth of each write.
  database.exec('PRAGMA temp_store = MEMORY');
  database.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  database.exec(`PRAGMA wal_autocheckpoint = ${AUTOCHECKPOINT_PAGES}`);
  database.exec('PRAGMA busy_timeout = 0');
  return database;
}

function openReadOnly(file: string): DatabaseSync {
  const database = openConnection(file);
  database.exec('PRAGMA query_only = ON');
  return database;
}

/** Runs the migrations that have not run yet, all in one transaction; other processes wait for it. */
function migrate(database: DatabaseSync): void {
  database.exec(`PRAGMA busy_timeout = ${MIGRATION_LOCK_WAIT_MS}`);
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec('CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, at INTEGER NOT NULL)');
    const done = new Set(
      database
        .prepare('SELECT name FROM migrations')
        .all()
        .map((row) => row.name),
    );
    for (const migration of migrations.filter(({ name }) => !done.has(name))) {
      for (const statement of statementsFor('sqlite', migration)) database.exec(inSqlite(statement));
      database.prepare('INSERT INTO migrations (name, at) VALUES (?, ?)').run(migration.name, Date.now());
    }
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
  database.exec('PRAGMA busy_timeout = 0');
}

function inSqlite(statement: string): string {
  return statement
    .replaceAll('SERIAL_KEY', 'INTEGER PRIMARY KEY AUTOINCREMENT')
    .replaceAll('CLUSTERED', 'WITHOUT ROWID');
}
