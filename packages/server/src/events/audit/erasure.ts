/**
 * Erases personal data from the records of what a user did and of what was done to them. The rest stays provable, by
 * the stored digest of the details.
 */
import type { Database } from '../../platform/database/database.ts';
import { systemActor } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { emptyDetails } from '../../platform/journal/past-records.ts';
import type { RecordDigests } from '../../platform/journal/record-digests.ts';
import { detailsOf } from './record.ts';
import { accountsWithRecordsOf, ERASURE, type RecordRow, recordsOf } from './store.ts';

const ROWS_AT_ONCE = 200;
/** Who the audit says erased: whoever runs the installation. */
const ERASER = 'lectern audit erase';

export interface ErasureParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly digests: RecordDigests;
}

/**
 * Erases the details of the records of a user, in every account, in steps. Each account gets a record of the erasure.
 * @returns the number of records
 */
export async function eraseDetails(parts: ErasureParts, userId: string): Promise<number> {
  let erased = 0;
  for (const accountId of await accountsWithRecordsOf(parts.database.reader, userId))
    erased += await eraseIn(parts, accountId, userId);
  return erased;
}

async function eraseIn(
  { database, journal, digests }: ErasureParts,
  accountId: string,
  userId: string,
): Promise<number> {
  let erased = 0;
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = await recordsOf(database.reader, { accountId, userId, after, limit: ROWS_AT_ONCE });
    const last = rows.at(-1);
    if (last === undefined) return erased;
    const isFirst = erased === 0;
    await journal.write(systemActor(ERASER, accountId), async (writer, change) => {
      for (const row of rows) await emptyDetails(writer, row.id, digestOf(digests, row));
      if (isFirst) change.record({ action: ERASURE, target: { type: 'user', id: userId } });
    });
    erased += rows.length;
    after = last.id;
  }
}

/** The digest that replaces the details; none if the row has none either. */
function digestOf(digests: RecordDigests, row: RecordRow): Uint8Array | null {
  return row.record_id === null ? null : digests.ofDetails(row.record_id, detailsOf(row));
}
