/** Opens the database that the configuration names. */
import type { Database, DatabaseConfig, StatementObserver } from './database.ts';

/** Opens the database and brings its tables up to date. The unused engine is not even loaded. */
export async function openDatabase(config: DatabaseConfig, observe?: StatementObserver): Promise<Database> {
  if (config.kind === 'sqlite') {
    const { openSqlite } = await import('./dialect/sqlite.ts');
    return openSqlite(config.folder, observe);
  }
  const { openPostgres } = await import('./dialect/postgres.ts');
  return openPostgres({
    url: config.url,
    unsafeDurability: config.unsafeDurability,
    ...(observe === undefined ? {} : { observe }),
  });
}
