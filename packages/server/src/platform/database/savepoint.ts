/** Parts of a write that may fail without failing the whole: each item of a bulk, each line of an import. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Writer } from './database.ts';

/**
 * Runs a part of a write. If it throws, everything it wrote is undone and the error is rethrown.
 * Parts run one after the other and are never nested.
 */
export async function savepoint<T>(writer: Writer, part: () => Promise<T>): Promise<T> {
  const { deferred } = writer;
  const mark = deferred.length;
  await sql`SAVEPOINT part`.execute(writer);
  try {
    const value = await part();
    await sql`RELEASE SAVEPOINT part`.execute(writer);
    return value;
  } catch (error) {
    deferred.length = mark;
    await sql`ROLLBACK TO SAVEPOINT part`.execute(writer);
    await sql`RELEASE SAVEPOINT part`.execute(writer);
    throw error;
  }
}

/** Lets waiting reads go first; only for `long` writes, between their parts. */
export async function yieldToReads(): Promise<void> {
  await nextTurn();
}
