/** What each space of an account has, by the counters of its environments. */
import type { Reader } from '../../platform/database/database.ts';

/** @returns a row for each space that has an environment */
export async function contentBySpace(db: Reader, accountId: string) {
  return db
    .selectFrom('environments')
    .innerJoin('spaces', 'spaces.id', 'environments.space_id')
    .select(({ fn }) => [
      'spaces.id',
      fn.countAll<number>().as('environments'),
      fn.sum<number>('environments.entries').as('entries'),
      fn.sum<number>('environments.assets').as('assets'),
      fn.sum<number>('environments.asset_bytes').as('asset_bytes'),
      fn.sum<number>('environments.content_types').as('content_types'),
    ])
    .where('spaces.account_id', '=', accountId)
    .where('environments.status', '<>', 'deleting')
    .groupBy('spaces.id')
    .execute();
}

/** @returns a row for each space: each has a locale */
export async function localesBySpace(db: Reader, accountId: string) {
  return db
    .selectFrom('locales')
    .innerJoin('spaces', 'spaces.id', 'locales.space_id')
    .select(({ fn }) => ['spaces.id', fn.countAll<number>().as('locales')])
    .where('spaces.account_id', '=', accountId)
    .groupBy('spaces.id')
    .execute();
}
