/** Rows of change sets and of their entries, for checks. */
import type { Reader } from '../../../platform/database/database.ts';
import type { ItemPlace, SetPlace } from '../store.ts';
import type { ChangeSetRow, ItemRow } from '../tables.ts';

/** Sets of all environments, after one of them. */
export async function setsInOrder(db: Reader, { environment, key }: SetPlace, limit: number): Promise<ChangeSetRow[]> {
  return db
    .selectFrom('change_sets')
    .selectAll()
    .where(({ eb, refTuple, tuple }) => eb(refTuple('environment', 'key'), '>', tuple(environment, key)))
    .orderBy('environment')
    .orderBy('key')
    .limit(limit)
    .execute();
}

/** Entries of all sets, after one of them. */
export async function itemsInOrder(
  db: Reader,
  { environment, change_set, key }: ItemPlace,
  limit: number,
): Promise<(ItemPlace & Pick<ItemRow, 'changes' | 'undo'>)[]> {
  return db
    .selectFrom('change_set_items')
    .select(['environment', 'change_set', 'key', 'changes', 'undo'])
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('environment', 'change_set', 'key'), '>', tuple(environment, change_set, key)),
    )
    .orderBy('environment')
    .orderBy('change_set')
    .orderBy('key')
    .limit(limit)
    .execute();
}

/** Numbers of deleted environments that still have sets. */
export async function deletedWithSets(db: Reader): Promise<number[]> {
  const rows = await db
    .selectFrom('change_sets')
    .leftJoin('environments', 'environments.number', 'change_sets.environment')
    .select('change_sets.environment as gone')
    .distinct()
    .where('environments.number', 'is', null)
    .execute();
  return rows.map(({ gone }) => gone);
}

/** Sets that do not exist, but have entries. */
export async function setsOfLostItems(db: Reader): Promise<SetPlace[]> {
  return db
    .selectFrom('change_set_items as item')
    .leftJoin('change_sets as one', (join) =>
      join.onRef('one.environment', '=', 'item.environment').onRef('one.key', '=', 'item.change_set'),
    )
    .select(['item.environment', 'item.change_set as key'])
    .distinct()
    .where('one.key', 'is', null)
    .execute();
}
