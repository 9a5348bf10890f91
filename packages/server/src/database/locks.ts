/** Row locks. SQLite needs none: its writes run one after the other. */
import { PostgresAdapter } from 'kysely';
import type { Reader } from './database.ts';

interface Lockable {
  forUpdate(): this;
  forShare(): this;
}

/** Locks the rows of a query until the transaction ends, so that nobody else changes them. */
export function lockForUpdate<Q extends Lockable>(db: Reader, query: Q): Q {
  return hasRowLocks(db) ? query.forUpdate() : query;
}

/** Keeps the rows of a query from being changed until the transaction ends; others may do the same. */
export function lockForShare<Q extends Lockable>(db: Reader, query: Q): Q {
  return hasRowLocks(db) ? query.forShare() : query;
}

function hasRowLocks(db: Reader): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
