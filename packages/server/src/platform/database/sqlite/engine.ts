/** What SQLite says in its own way. */
import { SqliteAdapter, SqliteDialect, SqliteQueryCompiler } from 'kysely';
import type { Engine } from '../engine.ts';

export const engine: Engine = {
  adapter: new SqliteAdapter(),
  compiler: new SqliteQueryCompiler(),
  dialect: new SqliteDialect({ database: () => Promise.reject(new Error('Connections are opened by `opening.ts`.')) }),
  hasRowLocks: false,
};
