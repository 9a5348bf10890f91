/** Finds exports and imports to be removed. */
import type { Reader } from '../../platform/database/database.ts';

const ROWS_AT_ONCE = 100;

/**
 * Jobs that have expired, or whose space is gone; at most 100.
 * @param now in milliseconds since 1970
 */
export async function expiredJobs(
  db: Reader,
  table: 'exports' | 'imports',
  now: number,
): Promise<{ id: string; space_id: string }[]> {
  const jobs = db
    .selectFrom(table)
    .select(['id', 'space_id'])
    .where((eb) => {
      const space = eb.selectFrom('spaces').select('spaces.id').whereRef('spaces.id', '=', 'space_id');
      return eb.or([eb('expires_at', '<', now), eb.not(eb.exists(space))]);
    })
    .orderBy('id')
    .limit(ROWS_AT_ONCE);
  return jobs.execute();
}
