/** What the journal says of an environment, to compare it with what the environment says of itself. */
import type { Reader } from '../database/database.ts';
import { selectLastRevisions } from './checkup-store.ts';

/** What the journal says of an environment. */
interface LastRevisions {
  readonly last: number | null;
  readonly lastPublished: number;
  readonly headless: readonly number[];
  readonly incomplete: readonly number[];
}

/**
 * The last revision, null if there is none; the last one that delivery saw; the first ones whose changes are there without
 * their row; and the first ones some of whose changes are missing.
 */
export function lastRevisions(db: Reader, environment: number): Promise<LastRevisions> {
  return selectLastRevisions(db, environment);
}
