/** What a database has committed and still has to send, and how to expire the leases of dead processes. */
import { openDatabase } from '../../src/platform/database/connect.ts';
import type { Database, DatabaseConfig } from '../../src/platform/database/database.ts';

/** An event as the journal has it. */
export interface CommittedEvent {
  readonly revision: number;
  readonly event: string;
  /** Key of the resource. */
  readonly key: string;
}

/** The events of all environments after a revision, in order. */
export async function committedEvents(config: DatabaseConfig, after: number): Promise<CommittedEvent[]> {
  return withDatabase(config, async ({ reader }) => {
    const rows = await reader
      .selectFrom('journal_items')
      .select(['revision', 'event', 'key'])
      .where('event', 'is not', null)
      .where('revision', '>', after)
      .orderBy('revision')
      .orderBy('ordinal')
      .execute();
    return rows.map(({ revision, event, key }) => ({ revision, event: event ?? '', key }));
  });
}

/** The process that sends, by its id on this machine; undefined if none does. */
export async function senderOf(config: DatabaseConfig): Promise<number | undefined> {
  return withDatabase(config, async ({ reader }) => {
    const query = reader.selectFrom('background_jobs').select('node').where('name', '=', 'webhook-sending');
    const pid = (await query.executeTakeFirst())?.node?.split('/').at(-1);
    return pid === undefined ? undefined : Number(pid);
  });
}

/** Expires the leases of killed processes, as ten seconds would. */
export async function endLeases(config: DatabaseConfig): Promise<void> {
  await withDatabase(config, async (database) => {
    await database.write((writer) => writer.updateTable('background_jobs').set({ leased_until: 0 }).execute());
  });
}

/** Makes all that is to be sent wait as retries do whose time a clock wrote that was ahead by so much. */
export async function writtenAhead(config: DatabaseConfig, byMs: number): Promise<void> {
  const at = Date.now() + byMs;
  await withDatabase(config, async (database) => {
    await database.write(async (writer) => {
      const attempts = writer.updateTable('webhook_attempts').where('due_at', 'is not', null);
      await attempts.set({ created_at: at, due_at: at }).execute();
      await writer.updateTable('background_jobs').set({ leased_until: at }).execute();
    });
  });
}

/** How many attempts are still to be made, and environments have events that there are no deliveries of. */
export async function leftToSend(config: DatabaseConfig): Promise<number> {
  return withDatabase(config, async ({ reader }) => {
    // In this order, since what is no longer behind was made into attempts.
    const behind = await reader
      .selectFrom('environments as e')
      .innerJoin('webhook_cursors as c', 'c.environment', 'e.number')
      .select('e.number')
      .whereRef('e.revision', '>=', 'c.revision')
      .execute();
    const attempts = await reader.selectFrom('webhook_attempts').select('id').where('due_at', 'is not', null).execute();
    return behind.length + attempts.length;
  });
}

async function withDatabase<T>(config: DatabaseConfig, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(config);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
