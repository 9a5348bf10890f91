/** Opens the database that the configuration names. */

import type { Database, DatabaseConfig, OpeningOptions } from './database.ts';
import { refuseHalfRestored } from './half-restored.ts';
import { hasSqliteFile, sqliteFile } from './sqlite/place.ts';

/**
 * Opens the database and brings its tables up to date. The unused engine is not even loaded.
 * @throws StartRefusal if this program cannot work with what is there
 */
export async function openDatabase(config: DatabaseConfig, options: OpeningOptions = {}): Promise<Database> {
  if (config.kind === 'sqlite') {
    refuseHalfRestored(config.folder);
    const { openSqlite } = await import('./sqlite/database.ts');
    return openSqlite(config.folder, options);
  }
  const { openPostgres } = await import('./postgres/database.ts');
  return openPostgres(config, options);
}

/**
 * Whether Lectern's tables are in the database; nothing is created. What cannot be read counts as a database, so that its
 * reader says what is wrong with it.
 */
export async function hasTables(config: DatabaseConfig): Promise<boolean> {
  if (config.kind === 'sqlite') {
    if (!hasSqliteFile(config.folder)) return false;
    const { hasSqliteTables } = await import('./sqlite/copy.ts');
    return hasSqliteTables(config.folder);
  }
  const { hasPostgresTables } = await import('./postgres/copy.ts');
  return hasPostgresTables(config);
}

/** The file of a database that is one, and whether anything was written to it; null for a database on a server. */
export function databaseFile(config: DatabaseConfig): { readonly path: string; readonly isThere: boolean } | null {
  if (config.kind !== 'sqlite') return null;
  return { path: sqliteFile(config.folder), isThere: hasSqliteFile(config.folder) };
}
