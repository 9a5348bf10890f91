/**
 * Erases personal data from audit records: either from those of what a user did and what was done to that user, or from all
 * records of an account. The stored digest of the details still proves the rest.
 */
import type { Database } from '../../platform/database/database.ts';
import { systemActor } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { emptyDetails } from '../../platform/journal/past-records.ts';
import type { RecordDigests } from '../../platform/journal/record-digests.ts';
import { detailsOf } from './record.ts';
import { accountsWithRecordsOf, ERASURE, type RecordRow, recordsToErase } from './store.ts';

const ROWS_AT_ONCE = 200;

export interface ErasureParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly digests: RecordDigests;
}

export interface ErasureOptions {
  /** The actor that the audit names for the erasure. */
  readonly by: string;
  /** Stops the erasure after its current step. */
  readonly signal?: AbortSignal;
}

/**
 * Erases the details of the records of a user, in every account, in steps. Each account gets a record of the erasure.
 * @returns the number of records
 */
export async function eraseDetailsOfUser(
  parts: ErasureParts,
  userId: string,
  options: ErasureOptions,
): Promise<number> {
  let erased = 0;
  for (const accountId of await accountsWithRecordsOf(parts.database.reader, userId))
    erased += await eraseIn(parts, { accountId, userId }, options);
  return erased;
}

/** Erases the details of all records of an account, in the same way. */
export async function eraseDetailsOfAccount(
  parts: ErasureParts,
  accountId: string,
  options: ErasureOptions,
): Promise<number> {
  return eraseIn(parts, { accountId }, options);
}

async function eraseIn(
  { database, journal, digests }: ErasureParts,
  of: { readonly accountId: string; readonly userId?: string },
  { by, signal }: ErasureOptions,
): Promise<number> {
  const target = of.userId === undefined ? { type: 'account', id: of.accountId } : { type: 'user', id: of.userId };
  let erased = 0;
  for (let after = Number.MIN_SAFE_INTEGER; signal?.aborted !== true; ) {
    const rows = await recordsToErase(database.reader, { ...of, after, limit: ROWS_AT_ONCE });
    const last = rows.at(-1);
    if (last === undefined) return erased;
    const isFirst = erased === 0;
    await journal.write(systemActor(by, of.accountId), async (writer, change) => {
      for (const row of rows) await emptyDetails(writer, row.id, digestOf(digests, row));
      if (isFirst) change.record({ action: ERASURE, target });
    });
    erased += rows.length;
    after = last.id;
  }
  return erased;
}

/** The digest that replaces the details; none if the row has none either. */
function digestOf(digests: RecordDigests, row: RecordRow): Uint8Array | null {
  return row.record_id === null ? null : digests.ofDetails(row.record_id, detailsOf(row));
}
