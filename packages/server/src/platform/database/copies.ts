/**
 * Copies of the database for backups: complete, checked, and from one moment, whether the service runs or not. The copied
 * database is not changed in any way, so it may belong to another version of the program.
 */
import { join } from 'node:path';
import { sql } from 'kysely';
import type { DatabaseConfig, Reader } from './database.ts';
import { migrations } from './migrations/all.ts';
import type { PostgresTools } from './postgres/copy.ts';

/** The file name of a copy, by kind of database. */
export const copyNames = { sqlite: 'lectern.db', postgres: 'lectern.dump' } as const;

/**
 * Copies the database into a folder, under its name in `copyNames`.
 * @param work reads the same state that is copied
 * @throws if the database cannot be read, or is damaged
 */
export async function copyDatabase<T>(
  { database, tools }: { readonly database: DatabaseConfig; readonly tools: PostgresTools },
  folder: string,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  const target = join(folder, copyNames[database.kind]);
  if (database.kind === 'postgres') {
    const { dumpPostgres } = await import('./postgres/copy.ts');
    return dumpPostgres({ url: database.url, tools }, target, work);
  }
  const { copySqlite, readSqlite, sqliteDamage } = await import('./sqlite/copy.ts');
  await copySqlite(database.folder, target);
  const damage = sqliteDamage(target);
  if (damage !== null) throw new Error(`The database in ${database.folder} is damaged: ${damage}.`);
  return readSqlite(target, work);
}

/** The migrations that have run on a database, in order. */
export async function migrationsOf(reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM migrations ORDER BY name`.execute(reader);
  return rows.map(({ name }) => name);
}

/** The migrations that this program does not know, because a newer one ran them. */
export function unknownMigrations(names: readonly string[]): string[] {
  const known = new Set(migrations.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}

/**
 * What is wrong with a copy; null if it is sound.
 * @param tools for a dump of PostgreSQL
 */
export async function damageOf(
  file: string,
  kind: DatabaseConfig['kind'],
  tools: PostgresTools,
): Promise<string | null> {
  if (kind === 'sqlite') return (await import('./sqlite/copy.ts')).sqliteDamage(file);
  const { readDump } = await import('./postgres/copy.ts');
  return readDump({ tools }, file).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

/**
 * Makes sure that a database is empty, because nothing may be restored over existing data.
 * @throws if it is not empty
 */
export async function rejectFullDatabase(database: DatabaseConfig): Promise<void> {
  if (database.kind === 'sqlite') return;
  const { isEmptyPostgres } = await import('./postgres/copy.ts');
  if (await isEmptyPostgres({ url: database.url })) return;
  throw new Error('The database that LECTERN_DATABASE_URL names is not empty; create an empty one, and name that.');
}

/** Fills an empty PostgreSQL database from a dump, in one transaction. */
export async function fillPostgres(url: string, tools: PostgresTools, dump: string): Promise<void> {
  const { restorePostgres } = await import('./postgres/copy.ts');
  await restorePostgres({ url, tools }, dump);
}
