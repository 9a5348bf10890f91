/** Reads of one committed state: a transaction that writes nothing. */
import type { Reader, StatementObserver } from '../database.ts';
import { openHandle } from '../statement-handle.ts';
import { PostgresConnection } from './connection.ts';
import { engine } from './engine.ts';
import { isConnectionLost } from './errors.ts';
import { rollBack } from './opening.ts';
import type { Lease } from './shares.ts';

/** Runs reads that all see the same committed state of the server that the connection leads to. */
export async function inSnapshot<T>(
  { client }: Lease,
  work: (reader: Reader) => Promise<T>,
  observe: StatementObserver | undefined,
): Promise<T> {
  const handle = openHandle(engine, new PostgresConnection(client, { observe }));
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const value = await work(handle.db);
    handle.end();
    await client.query('COMMIT');
    return value;
  } catch (error) {
    handle.end();
    if (isConnectionLost(error)) throw error;
    const broken = await rollBack(client);
    throw broken ?? error;
  }
}
