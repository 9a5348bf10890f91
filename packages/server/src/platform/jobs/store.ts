/**
 * The rows of jobs that run in one process at a time: which process has the lease, and when the job was last done. Times are
 * the database's. Invariant: a lease is never valid for longer than `leaseMs` from now, whatever its row says.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Reader, Writer } from '../database/database.ts';
import { databaseTime } from '../database/database-time.ts';
import { lockForShare } from '../database/locks.ts';

/** Who holds a lease. */
export interface Holder {
  /** The machine and the process there, for people. */
  readonly node: string;
  /** Identifies this start of the process; never repeated. */
  readonly boot: string;
}

/** What a process wants to run. */
export interface LeaseRequest {
  readonly name: string;
  readonly holder: Holder;
  /** How long a lease lasts if it is not renewed. */
  readonly leaseMs: number;
  /** The job is due if it was last done this long ago; 0 for always. */
  readonly afterMs: number;
}

/** Adds the row of a job; its first interval starts. */
export async function insertJob(writer: Writer, name: string): Promise<void> {
  await writer
    .insertInto('background_jobs')
    .values({ name, done_at: databaseTime(writer), node: null, boot: null, leased_until: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** When a job was last done, and whether the holder may run it now; undefined if it has no row. */
export async function findJob(
  db: Reader,
  request: LeaseRequest,
): Promise<{ doneAt: number; mayRun: boolean } | undefined> {
  const row = await db
    .selectFrom('background_jobs')
    .select(['done_at', sql<number>`case when ${mayRun(db, request)} then 1 else 0 end`.as('may_run')])
    .where('name', '=', request.name)
    .executeTakeFirst();
  return row === undefined ? undefined : { doneAt: row.done_at, mayRun: row.may_run === 1 };
}

/** Takes the lease; returns whether that succeeded. */
export async function takeLease(writer: Writer, request: LeaseRequest): Promise<boolean> {
  const taken = await writer
    .updateTable('background_jobs')
    .set({ ...request.holder, leased_until: leaseEnd(writer, request) })
    .where('name', '=', request.name)
    .where(mayRun(writer, request))
    .returning('name')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Renews the lease; returns whether it is still the holder's. */
export async function renewLease(writer: Writer, request: Omit<LeaseRequest, 'afterMs'>): Promise<boolean> {
  const renewed = await writer
    .updateTable('background_jobs')
    .set({ leased_until: leaseEnd(writer, request) })
    .where('name', '=', request.name)
    .where('boot', '=', request.holder.boot)
    .returning('name')
    .executeTakeFirst();
  return renewed !== undefined;
}

/** Keeps the lease from being taken until the write ends; returns whether it is still the holder's. */
export async function keepLease(
  writer: Writer,
  { name, holder }: Pick<LeaseRequest, 'name' | 'holder'>,
): Promise<boolean> {
  const query = writer
    .selectFrom('background_jobs')
    .select('name')
    .where('name', '=', name)
    .where('boot', '=', holder.boot);
  return (await lockForShare(writer, query).executeTakeFirst()) !== undefined;
}

/** Releases the lease, if it is still the holder's. @param isDone whether the job is done for this interval */
export async function releaseLease(
  writer: Writer,
  { name, holder }: Pick<LeaseRequest, 'name' | 'holder'>,
  isDone: boolean,
): Promise<void> {
  await writer
    .updateTable('background_jobs')
    .set({ node: null, boot: null, leased_until: 0 })
    .$if(isDone, (update) => update.set({ done_at: databaseTime(writer) }))
    .where('name', '=', name)
    .where('boot', '=', holder.boot)
    .execute();
}

function leaseEnd(db: Reader, { leaseMs }: Pick<LeaseRequest, 'leaseMs'>): RawBuilder<number> {
  return sql`${databaseTime(db)} + ${leaseMs}`;
}

/** Whether no other process holds the lease and the job is due. Times in the future were written by a clock that was ahead. */
function mayRun(db: Reader, { holder, leaseMs, afterMs }: LeaseRequest): RawBuilder<boolean> {
  const now = databaseTime(db);
  return sql`(leased_until <= ${now} OR leased_until > ${now} + ${leaseMs} OR boot = ${holder.boot})
    AND (done_at <= ${now} - ${afterMs} OR done_at > ${now})`;
}
