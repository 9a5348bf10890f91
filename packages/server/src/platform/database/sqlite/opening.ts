/** Opens the file of the embedded database, and brings its tables up to date. */
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartRefusal } from '../../errors/start-refusal.ts';
import { unusablePlace, whyUnusable } from '../../errors/unusable-place.ts';
import { makeFolder } from '../../kit/new-folder.ts';
import { type MigrationConnection, runMigrations } from '../migrations/run-migrations.ts';
import { damageMessage, isDamage, isNoDatabase, isNotAccessible } from './condition.ts';
import { inSqlite } from './migration-statements.ts';
import { sqliteFile } from './place.ts';

const OWNER_ONLY = 0o600;
/** Pages of write-ahead log after which SQLite checkpoints. */
const AUTOCHECKPOINT_PAGES = 1_000;
/**
 * Page cache of a connection: enough for the inner pages of the b-trees of a million entries, so that reading one by
 * its id costs two pages, and for the pages that writes return to.
 */
const CACHE_KIB = 8_000;
const MIGRATION_LOCK_WAIT_MS = 30_000;
const OTHER_FOLDER = 'set LECTERN_DATA_DIR to another folder';

/**
 * Creates the file if it is missing, readable only by its owner.
 * @returns its path
 * @throws StartRefusal if it cannot be written to
 */
export function makeSqliteFile(folder: string): string {
  const file = sqliteFile(folder);
  try {
    makeFolder(folder);
    // SQLite gives its companion files the same mode.
    closeSync(openSync(file, 'a', OWNER_ONLY));
  } catch (error) {
    throw unusablePlace(file, error, OTHER_FOLDER);
  }
  return file;
}

/** Opens a connection that writes. */
export function openConnection(file: string): DatabaseSync {
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

/** Opens a connection that only reads. */
export function openReadOnly(file: string): DatabaseSync {
  const database = openConnection(file);
  database.exec('PRAGMA query_only = ON');
  return database;
}

/**
 * Runs all pending migrations in one transaction, for which other processes wait.
 * @param admit runs after them in the same transaction, with whether the database was empty
 */
export async function migrate(
  database: DatabaseSync,
  program: string | null,
  admit: (isNew: boolean) => Promise<void>,
): Promise<void> {
  database.exec(`PRAGMA busy_timeout = ${MIGRATION_LOCK_WAIT_MS}`);
  database.exec('BEGIN IMMEDIATE');
  try {
    await admit(await runMigrations(migrationsOn(database), program));
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
  database.exec('PRAGMA busy_timeout = 0');
}

/** Returns a function that reads how many bytes inside the file are free because rows were deleted. */
export function freeBytesIn(database: DatabaseSync): () => number {
  const pages = database.prepare('PRAGMA freelist_count');
  const { page_size: pageSize } = database.prepare('PRAGMA page_size').get() as { page_size: number };
  return () => Number(pages.get()?.freelist_count) * pageSize;
}

/** The operator's message for a file that cannot be opened; returns other errors unchanged. */
export function openingError(error: unknown, file: string): unknown {
  if (isNoDatabase(error)) {
    return new StartRefusal(
      `${file} is not a database of SQLite, or was overwritten: keep it aside, and restore a backup into another folder with \`lectern restore\` (docs/operations/backup.md#restore), or name another folder in LECTERN_DATA_DIR.`,
      { cause: error },
    );
  }
  if (isNotAccessible(error)) return unusablePlace(file, whyUnusable(file) ?? error, OTHER_FOLDER);
  return isDamage(error) ? new StartRefusal(damageMessage(file), { cause: error }) : error;
}

function migrationsOn(database: DatabaseSync): MigrationConnection {
  return {
    engine: 'sqlite',
    run: (statement) => database.exec(inSqlite(statement)),
    done: () => database.prepare('SELECT * FROM migrations ORDER BY name').all(),
    note: ({ name, at, breaking, program }) => {
      const insert = 'INSERT INTO migrations (name, at, breaking, program) VALUES (?, ?, ?, ?)';
      database.prepare(insert).run(name, at, breaking, program);
    },
  };
}
