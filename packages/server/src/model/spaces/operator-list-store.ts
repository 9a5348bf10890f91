/** Spaces as the operator lists them. */
import type { Reader } from '../../platform/database/database.ts';
import type { Page } from '../../platform/database/pages.ts';

/** Selects spaces. */
export interface SpaceFilter {
  /** Id of the account that owns them. */
  readonly account?: string | undefined;
}

/** A page of spaces, in the order of their ids. */
export function spacePage(db: Reader, { account }: SpaceFilter, { after, limit }: Page) {
  let query = db
    .selectFrom('spaces')
    .select(['id', 'account_id', 'name', 'created_at'])
    .select((eb) =>
      eb
        .selectFrom('environments')
        .whereRef('environments.space_id', '=', 'spaces.id')
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('environments'),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit);
  if (account !== undefined) query = query.where('account_id', '=', account);
  return query.execute();
}
