/** What the journal says of an environment, to compare it with what the environment says of itself. */
import type { Reader } from '../database/database.ts';
import { selectLastRevisions } from './checkup-store.ts';

/**
 * The last revision, null if there is none; the last one that delivery saw; and the first ones whose changes are there
 * without their row.
 */
export function lastRevisions(
  db: Reader,
  environment: number,
): Promise<{ readonly last: number | null; readonly lastPublished: number; readonly headless: readonly number[] }> {
  return selectLastRevisions(db, environment);
}
