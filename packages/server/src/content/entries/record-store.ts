/** Reads entries by key, for records of them. */
import type { Reader } from '../../platform/database/database.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { EntryRow } from './tables.ts';

/** Some entries of an environment, by key. */
export const selectEntriesInRange = prepared<
  { environment: number; above: string; upto: string; limit: number },
  EntryRow
>((db, place) =>
  db
    .selectFrom('entries')
    .selectAll()
    .where('environment', '=', place('environment'))
    .where('key', '>', place('above'))
    .where('key', '<=', place('upto'))
    .orderBy('key')
    .limit(place('limit')),
);

/** The entries with those keys, in no order. */
export async function selectEntriesByKey(
  db: Reader,
  environment: number,
  keys: readonly string[],
): Promise<EntryRow[]> {
  if (keys.length === 0) return [];
  return db.selectFrom('entries').selectAll().where('environment', '=', environment).where('key', 'in', keys).execute();
}
