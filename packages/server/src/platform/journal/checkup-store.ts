/** How far the journal of an environment is, for checks. */
import type { Reader } from '../database/database.ts';

const NAMED_MAX = 20;

export async function selectLastRevisions(db: Reader, environment: number) {
  const head = await db
    .selectFrom('journal_heads')
    .select(({ fn }) => fn.max<number | null>('revision').as('last'))
    .where('environment', '=', environment)
    .executeTakeFirst();
  const item = await db
    .selectFrom('journal_items')
    .select(({ fn }) => fn.max<number | null>('revision').as('last'))
    .where('environment', '=', environment)
    .where('published', '=', 1)
    .executeTakeFirst();
  const headless = await db
    .selectFrom('journal_items as item')
    .leftJoin('journal_heads as head', (join) =>
      join.onRef('head.environment', '=', 'item.environment').onRef('head.revision', '=', 'item.revision'),
    )
    .select('item.revision')
    .distinct()
    .where('item.environment', '=', environment)
    .where('head.revision', 'is', null)
    .orderBy('item.revision')
    .limit(NAMED_MAX)
    .execute();
  const broken = await db
    .selectFrom('journal_heads as head')
    .leftJoin('journal_items as item', (join) =>
      join.onRef('item.environment', '=', 'head.environment').onRef('item.revision', '=', 'head.revision'),
    )
    .select('head.revision')
    .where('head.environment', '=', environment)
    .groupBy('head.revision')
    // The items of a revision are numbered from 0.
    .having(({ fn, eb }) =>
      eb.or([eb(fn.count('item.revision'), '=', 0), eb(fn.count('item.revision'), '<=', fn.max('item.ordinal'))]),
    )
    .orderBy('head.revision')
    .limit(NAMED_MAX)
    .execute();
  return {
    incomplete: broken.map(({ revision }) => revision),
    last: head?.last ?? null,
    lastPublished: item?.last ?? 0,
    headless: headless.map(({ revision }) => revision),
  };
}
