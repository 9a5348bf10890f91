/**
 * Copies of the database for backups: made whole and checked, at one moment, while the service runs or not. Nothing of the
 * copied database is changed, so that it may be of another version of the program.
 */
import { join } from 'node:path';
import { sql } from 'kysely';
import type { DatabaseConfig, Reader } from './database.ts';
import { migrations } from './migrations/all.ts';
import type { PostgresTools } from './postgres/copy.ts';

/** The name of a copy by the kind of its database. */
export const copyNames = { sqlite: 'lectern.db', postgres: 'lectern.dump' } as const;

/**
 * Copies the database into a folder, under its name in `copyNames`.
 * @param work reads the state that is copied
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

/** The migrations that a database has had, in order. */
export async function migrationsOf(reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM migrations ORDER BY name`.execute(reader);
  return rows.map(({ name }) => name);
}

/** Those of the migrations that this program does not know, as a newer one ran them. */
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
 * Refuses a database that is not empty, as nothing may be restored over it.
 * @throws if it is not
 */
export async function refuseFullDatabase(database: DatabaseConfig): Promise<void> {
  if (database.kind === 'sqlite') return;
  const { isEmptyPostgres } = await import('./postgres/copy.ts');
  if (await isEmptyPostgres({ url: database.url })) return;
  throw new Error('The database that LECTERN_DATABASE_URL names is not empty; create an empty one, and name that.');
}

/** Fills an empty PostgreSQL from a dump, in one transaction. */
export async function fillPostgres(url: string, tools: PostgresTools, dump: string): Promise<void> {
  const { restorePostgres } = await import('./postgres/copy.ts');
  await restorePostgres({ url, tools }, dump);
}
