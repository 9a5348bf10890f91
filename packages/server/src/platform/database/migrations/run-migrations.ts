/**
 * Brings the tables of a database up to date, in the same way on both engines. Programs of two versions may share a
 * database: a program that finds an unknown migration continues only if that migration is not breaking.
 */
import { StartRefusal } from '../../errors/start-refusal.ts';
import { baseline } from './0001-baseline.ts';
import { migrations } from './all.ts';
import { type EngineStatements, type Migration, statementsFor } from './migration.ts';

/** One row of the table `migrations`. */
export interface DoneMigration {
  readonly name: string;
  /** 0 if programs that do not know the migration can continue; 1 in rows of programs that did not say. */
  readonly breaking: number;
  /** The version of the program that ran it; null if unknown. */
  readonly program: string | null;
}

/** A connection inside the transaction of the migrations, which excludes all other processes. */
export interface MigrationConnection {
  readonly engine: keyof EngineStatements;
  /** Runs a statement of a migration, in SQLite's type names. */
  readonly run: (statement: string) => void | Promise<void>;
  /** All rows of the table `migrations`. */
  readonly done: () => readonly object[] | Promise<readonly object[]>;
  /** Adds a row to that table. */
  readonly note: (row: DoneMigration & { readonly at: number }) => void | Promise<void>;
}

const TABLE = `CREATE TABLE IF NOT EXISTS migrations (
  name TEXT PRIMARY KEY, at INTEGER NOT NULL, breaking INTEGER NOT NULL DEFAULT 1, program TEXT)`;

/**
 * Runs the migrations that have not run yet.
 * @param program the version of this program; null if it does not matter
 * @returns whether the database was empty
 * @throws StartRefusal if a newer program has changed the tables so that this one cannot work with them, if they are from
 *   before the first release, or if tables of another program have their names
 */
export async function runMigrations(connection: MigrationConnection, program: string | null): Promise<boolean> {
  await connection.run(TABLE);
  const done = (await connection.done()) as readonly DoneMigration[];
  rejectUnreleased(done);
  rejectUnknown(done, program);
  const names = new Set(done.map(({ name }) => name));
  const isNew = names.size === 0;
  for (const migration of migrations.filter(({ name }) => !names.has(name)))
    await runOne(connection, migration, program).catch((error: unknown) => {
      throw isNew && isTaken(error) ? foreignTables(error) : error;
    });
  return isNew;
}

/** Before the first release, tables grew by migrations that are one baseline since, which changes with them. */
function rejectUnreleased(done: readonly DoneMigration[]): void {
  if (done.length === 0 || done.some(({ name }) => name === baseline.name)) return;
  throw new StartRefusal(
    'This database was written by a version of Lectern from before the first release, which this version does not read. ' +
      'Start the version that wrote it, run its `lectern export` for each space, and import the archives here.',
  );
}

function rejectUnknown(done: readonly DoneMigration[], program: string | null): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = done.findLast(({ name, breaking }) => breaking !== 0 && !known.has(name));
  if (unknown === undefined) return;
  const newer = unknown.program === null ? 'a newer version' : `version ${unknown.program}`;
  const own = program === null ? 'This program' : `This is Lectern ${program}, which`;
  throw new StartRefusal(
    `The tables of the database were changed by Lectern, ${newer} (migration ${unknown.name}). ` +
      `${own} cannot work with them: start ${newer} or later, or go back to a backup of before that upgrade.`,
  );
}

/** As both engines say it of a table. */
function isTaken(error: unknown): error is Error {
  return error instanceof Error && /already exists/.test(error.message);
}

function foreignTables({ message }: Error): StartRefusal {
  return new StartRefusal(
    `There is no installation in this database, but another program's tables (${message}): name another database in LECTERN_DATABASE_URL, or another folder in LECTERN_DATA_DIR. Nothing was changed.`,
  );
}

async function runOne(connection: MigrationConnection, migration: Migration, program: string | null): Promise<void> {
  for (const statement of statementsFor(connection.engine, migration)) await connection.run(statement);
  const { name, breaking } = migration;
  await connection.note({ name, at: Date.now(), breaking: breaking ? 1 : 0, program });
}
