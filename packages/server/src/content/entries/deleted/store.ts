/** Rows of deleted entries. */
import type { Reader } from '../../../platform/database/database.ts';
import { placesOf, prepared } from '../../../platform/database/prepared.ts';
import { type DeletedEntryRow, tables } from '../tables.ts';

export const insertDeletedEntry = prepared<{ [K in keyof DeletedEntryRow]: DeletedEntryRow[K] }, unknown>((db, place) =>
  db.insertInto('deleted_entries').values(placesOf(tables.deleted_entries, place)),
);

export const deleteDeletedEntry = prepared<{ id: number }, unknown>((db, place) =>
  db.deleteFrom('deleted_entries').where('id', '=', place('id')),
);

/** Some of the entries that were deleted before a time, longest ago first. */
export async function selectDeletedBefore(
  db: Reader,
  time: number,
  limit: number,
): Promise<Pick<DeletedEntryRow, 'id' | 'environment'>[]> {
  return db
    .selectFrom('deleted_entries')
    .select(['id', 'environment'])
    .where('deleted_at', '<', time)
    .orderBy('deleted_at')
    .limit(limit)
    .execute();
}
