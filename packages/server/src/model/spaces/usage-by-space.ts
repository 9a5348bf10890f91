/** What each space of an account has of what plans count. Nothing is counted row by row that may be many. */

import type { Reader } from '../../platform/database/database.ts';
import type { EnvironmentMetric } from '../../platform/journal/usage-changes.ts';
import { listedSpaces } from './store.ts';
import { contentBySpace, localesBySpace } from './usage-store.ts';

/** What spaces have of their own, or by their environments. */
export type SpaceMetric = EnvironmentMetric | 'environments' | 'locales';

/** How much of a metric each space of an account has, by id of the space. */
export async function usageBySpace(
  db: Reader,
  accountId: string,
  metric: SpaceMetric,
): Promise<ReadonlyMap<string, number>> {
  if (metric === 'locales')
    return new Map((await localesBySpace(db, accountId)).map(({ id, locales }) => [id, Number(locales)]));
  return new Map((await contentBySpace(db, accountId)).map((row) => [row.id, Number(row[metric])]));
}

/** The names of all spaces of an account, by id. */
export async function namesOfSpaces(db: Reader, accountId: string): Promise<ReadonlyMap<string, string>> {
  return new Map((await listedSpaces(db, accountId, null)).map(({ id, name }) => [id, name]));
}
