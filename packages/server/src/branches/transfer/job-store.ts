/** What the rows of exports and imports have in common: each is a job of a space, processed until it has ended. */
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import type { ExportRow, ImportRow } from './tables.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** How long the result of a job can be fetched after it has ended. */
export const RESULT_KEPT_MS = DAY_MS;
/** A job that has not ended after this time is removed. */
export const RUNNING_KEPT_MS = 7 * DAY_MS;

export class JobRows<R extends ExportRow | ImportRow> {
  readonly #table: 'exports' | 'imports';

  constructor(table: 'exports' | 'imports') {
    this.#table = table;
  }

  /** The jobs of a space, oldest first. */
  async list(db: Reader, spaceId: string): Promise<R[]> {
    const jobs = db.selectFrom(this.#table).selectAll().where('space_id', '=', spaceId).orderBy('id');
    return (await jobs.execute()) as R[];
  }

  /** The next job to work on after the given one, or the first. */
  async next(db: Reader, after = ''): Promise<R | undefined> {
    const job = await db
      .selectFrom(this.#table)
      .selectAll()
      .where('status', '=', 'running')
      .where('id', '>', after)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return job as R | undefined;
  }

  /** The job; undefined if it was removed. */
  async find(db: Reader, id: string): Promise<R | undefined> {
    return (await db.selectFrom(this.#table).selectAll().where('id', '=', id).executeTakeFirst()) as R | undefined;
  }

  /** The job, locked until the write ends; undefined if it was removed. */
  async lock(writer: Writer, id: string): Promise<R | undefined> {
    const job = lockForUpdate(writer, writer.selectFrom(this.#table).selectAll().where('id', '=', id));
    return (await job.executeTakeFirst()) as R | undefined;
  }

  /** Counts one more failed step. @returns the number of consecutive failures */
  async addFailure(writer: Writer, id: string): Promise<number> {
    const row = await writer
      .updateTable(this.#table)
      .set((eb) => ({ failures: eb('failures', '+', 1) }))
      .where('id', '=', id)
      .returning('failures')
      .executeTakeFirst();
    return row?.failures ?? 0;
  }
}
