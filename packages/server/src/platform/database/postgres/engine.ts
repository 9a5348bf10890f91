/** What PostgreSQL says in its own way. */
import { PostgresAdapter, PostgresDialect, PostgresQueryCompiler } from 'kysely';
import type { Engine } from '../engine.ts';

export const engine: Engine = {
  adapter: new PostgresAdapter(),
  compiler: new PostgresQueryCompiler(),
  dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('Connections are opened by `opening.ts`.')) }),
  hasRowLocks: true,
};
