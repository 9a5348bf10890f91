/** Row locks. SQLite needs none: its writes run one after the other. */
import type { Reader } from './database.ts';

interface Lockable {
  forUpdate(): this;
  forShare(): this;
  skipLocked(): this;
}

/** Locks the rows of a query until the transaction ends, so that no other transaction changes them. */
export function lockForUpdate<Q extends Lockable>(db: Reader, query: Q): Q {
  return hasRowLocks(db) ? query.forUpdate() : query;
}

/** Locks the rows of a query that no other transaction has locked, and skips the rest. Never waits. */
export function lockSkippingLocked<Q extends Lockable>(db: Reader, query: Q): Q {
  return hasRowLocks(db) ? query.forUpdate().skipLocked() : query;
}

/** Keeps the rows of a query from being changed until the transaction ends. Other transactions may do the same. */
export function lockForShare<Q extends Lockable>(db: Reader, query: Q): Q {
  return hasRowLocks(db) ? query.forShare() : query;
}

/** Whether the engine locks rows. If not, writes run one after the other and nothing has to be locked. */
export function hasRowLocks(db: Reader): boolean {
  return db.engine.hasRowLocks;
}

/** Whether a statement gave up because a row was locked for too long. */
export function isLockTimeout(error: unknown): boolean {
  const LOCK_NOT_AVAILABLE = '55P03';
  return typeof error === 'object' && error !== null && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}
