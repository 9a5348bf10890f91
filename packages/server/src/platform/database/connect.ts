/** Opens the configured database. */

import type { Database, DatabaseConfig, OpeningOptions } from './database.ts';
import { rejectHalfRestored } from './half-restored.ts';
import { hasSqliteFile, sqliteFile } from './sqlite/place.ts';

/**
 * Opens the database and brings its tables up to date. The code of the other engine is not even loaded.
 * @throws StartRefusal if this program cannot work with the existing database
 */
export async function openDatabase(config: DatabaseConfig, options: OpeningOptions = {}): Promise<Database> {
  if (config.kind === 'sqlite') {
    rejectHalfRestored(config.folder);
    const { openSqlite } = await import('./sqlite/database.ts');
    return openSqlite(config.folder, options);
  }
  const { openPostgres } = await import('./postgres/database.ts');
  return openPostgres(config, options);
}

/**
 * Whether the database contains Lectern's tables. Creates nothing. An unreadable file counts as a database, so that whoever
 * opens it reports what is wrong.
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

/** The path of a database file, and whether anything was written to it; null for a database on a server. */
export function databaseFile(config: DatabaseConfig): { readonly path: string; readonly isThere: boolean } | null {
  if (config.kind !== 'sqlite') return null;
  return { path: sqliteFile(config.folder), isThere: hasSqliteFile(config.folder) };
}
