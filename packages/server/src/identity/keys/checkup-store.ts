/** API keys, a few at a time, for checks. */
import type { Reader } from '../../platform/database/database.ts';
import type { ApiKeyRow } from './tables.ts';

export async function keysAfter(db: Reader, after: string, limit: number): Promise<ApiKeyRow[]> {
  return db.selectFrom('api_keys').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();
}

/** How many keys the spaces of an account have. */
export async function countKeysIn(db: Reader, account: string): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .innerJoin('spaces', 'spaces.id', 'api_keys.space_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('spaces.account_id', '=', account)
    .executeTakeFirstOrThrow();
  return Number(count);
}
