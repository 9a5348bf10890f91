/** The rows of change sets and of their items. */
import { sql } from 'kysely';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { databaseTime } from '../../platform/database/database-time.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import type { Pace } from '../../platform/kit/pace.ts';
import type { ChangeSetRow, ItemRow } from './tables.ts';

/** Items read at a time: each has up to a few MiB of values. */
const ITEMS_AT_ONCE = 20;
/** How long nothing has changed in a scheduled set before it is looked at. */
const QUIET_MS = 10_000;
/** Scheduled sets with one entry that are compared: each has up to a few MiB of values of it. */
const MET_MAX = 50;

/** A set in its environment. */
export interface SetPlace {
  /** Number of the environment. */
  readonly environment: number;
  readonly key: string;
}

/** What names an item. */
export type ItemPlace = Pick<ItemRow, 'environment' | 'change_set' | 'key'>;

/** What a list of sets is narrowed to. */
export interface SetFilter {
  readonly states?: readonly string[] | undefined;
  readonly onto?: string | undefined;
  /** Key of an entry that the set has. */
  readonly entry?: string | undefined;
  /** Those with which the service does something by itself until then, in milliseconds since the epoch. */
  readonly dueUntil?: number | undefined;
}

/** What sets are sorted by. */
export type ListedSet = Pick<ChangeSetRow, 'key' | 'name' | 'planned_for' | 'publish_at' | 'created_at' | 'updated_at'>;

/** The entries of a set, and how many of them have problems and conflicts. */
export interface SetCounts {
  readonly entries: number;
  readonly problems: number;
  readonly conflicts: number;
}

export async function listedSets(db: Reader, environment: number, filter: SetFilter): Promise<ListedSet[]> {
  const { states, onto, entry, dueUntil } = filter;
  let query = db
    .selectFrom('change_sets')
    .select(['key', 'name', 'planned_for', 'publish_at', 'created_at', 'updated_at'])
    .where('environment', '=', environment);
  if (states !== undefined) query = query.where('state', 'in', [...states]);
  if (onto !== undefined) query = query.where('onto', '=', onto);
  if (dueUntil !== undefined) query = query.where('due_at', '<=', dueUntil);
  if (entry !== undefined)
    query = query.where((on) =>
      on.exists(
        on
          .selectFrom('change_set_items as item')
          .select('item.key')
          .where('item.environment', '=', environment)
          .where('item.key', '=', entry)
          .whereRef('item.change_set', '=', 'change_sets.key'),
      ),
    );
  return query.execute();
}

export async function setsWithKeys(db: Reader, environment: number, keys: readonly string[]): Promise<ChangeSetRow[]> {
  if (keys.length === 0) return [];
  return db
    .selectFrom('change_sets')
    .selectAll()
    .where('environment', '=', environment)
    .where('key', 'in', [...keys])
    .execute();
}

/** The row of a set, locked until the write ends: whoever changes a set or its items locks it first. */
export async function lockSet(writer: Writer, { environment, key }: SetPlace): Promise<ChangeSetRow | undefined> {
  const one = writer
    .selectFrom('change_sets')
    .selectAll()
    .where('environment', '=', environment)
    .where('key', '=', key);
  return lockForUpdate(writer, one).executeTakeFirst();
}

export async function countOpenSets(db: Reader, environment: number): Promise<number> {
  const { count } = await db
    .selectFrom('change_sets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('environment', '=', environment)
    .where('published_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertSet(writer: Writer, row: ChangeSetRow): Promise<void> {
  await writer.insertInto('change_sets').values(row).execute();
}

export async function updateSet(writer: Writer, { environment, key, ...columns }: ChangeSetRow): Promise<void> {
  await saveOfSet(writer, { environment, key }, columns);
}

/** Saves some columns of a set. */
export async function saveOfSet(
  writer: Writer,
  { environment, key }: SetPlace,
  columns: Partial<Omit<ChangeSetRow, keyof SetPlace>>,
): Promise<void> {
  await writer
    .updateTable('change_sets')
    .set(columns)
    .where('environment', '=', environment)
    .where('key', '=', key)
    .execute();
}

export async function deleteSet(writer: Writer, { environment, key }: SetPlace): Promise<void> {
  await writer
    .deleteFrom('change_set_items')
    .where('environment', '=', environment)
    .where('change_set', '=', key)
    .execute();
  await writer.deleteFrom('change_sets').where('environment', '=', environment).where('key', '=', key).execute();
}

/** The counts of some sets, by key. */
export async function countsOf(
  db: Reader,
  environment: number,
  keys: readonly string[],
): Promise<ReadonlyMap<string, SetCounts>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('change_set_items')
    .select(({ fn }) => [
      'change_set',
      fn.countAll<number>().as('entries'),
      fn.sum<number>('problems').as('problems'),
      fn.sum<number>('conflicts').as('conflicts'),
    ])
    .where('environment', '=', environment)
    .where('change_set', 'in', [...keys])
    .groupBy('change_set')
    .execute();
  return new Map(
    rows.map(({ change_set: key, entries, problems, conflicts }) => [
      key,
      { entries: Number(entries), problems: Number(problems), conflicts: Number(conflicts) },
    ]),
  );
}

/** The item of an entry in a set. */
export async function findItem(
  db: Reader,
  { environment, key: changeSet }: SetPlace,
  entry: string,
): Promise<ItemRow | undefined> {
  return db
    .selectFrom('change_set_items')
    .selectAll()
    .where('environment', '=', environment)
    .where('change_set', '=', changeSet)
    .where('key', '=', entry)
    .executeTakeFirst();
}

/** Some items of a set in the order of their keys, after one of them. */
export async function itemsAfter(
  db: Reader,
  { environment, key: changeSet }: SetPlace,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<ItemRow[]> {
  return db
    .selectFrom('change_set_items')
    .selectAll()
    .where('environment', '=', environment)
    .where('change_set', '=', changeSet)
    .where('key', '>', after)
    .orderBy('key')
    .limit(limit)
    .execute();
}

/** The keys of the entries of some sets, each once, in order. @param limit of keys; absent for all */
export async function keysIn(
  db: Reader,
  environment: number,
  sets: readonly string[],
  limit?: number,
): Promise<string[]> {
  if (sets.length === 0) return [];
  const query = db
    .selectFrom('change_set_items')
    .select('key')
    .distinct()
    .where('environment', '=', environment)
    .where('change_set', 'in', [...sets])
    .orderBy('key');
  const rows = await (limit === undefined ? query : query.limit(limit)).execute();
  return rows.map(({ key }) => key);
}

/** When a set was last written into, in milliseconds; 0 for an empty one. */
export async function lastWriteInto(db: Reader, { environment, key }: SetPlace): Promise<number> {
  const row = await db
    .selectFrom('change_set_items')
    .select(({ fn }) => fn.max('updated_at').as('at'))
    .where('environment', '=', environment)
    .where('change_set', '=', key)
    .executeTakeFirst();
  return Number(row?.at ?? 0);
}

/** The items of some entries in some sets. */
export async function itemsOfSets(
  db: Reader,
  environment: number,
  { sets, entries }: { readonly sets: readonly string[]; readonly entries: readonly string[] },
): Promise<ItemRow[]> {
  if (sets.length === 0 || entries.length === 0) return [];
  return db
    .selectFrom('change_set_items')
    .selectAll()
    .where('environment', '=', environment)
    .where('change_set', 'in', [...sets])
    .where('key', 'in', [...entries])
    .execute();
}

export async function countItems(db: Reader, { environment, key }: SetPlace): Promise<number> {
  const { count } = await db
    .selectFrom('change_set_items')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('environment', '=', environment)
    .where('change_set', '=', key)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Sets that are still to go out and have one of the entries, with the entry's key. */
export async function openSetsWith(
  db: Reader,
  environment: number,
  keys: readonly string[],
): Promise<
  (Pick<ItemRow, 'key' | 'change_set' | 'changes' | 'content_type'> & Pick<ChangeSetRow, 'name' | 'publish_at'>)[]
> {
  if (keys.length === 0) return [];
  return db
    .selectFrom('change_set_items as item')
    .innerJoin('change_sets as one', (join) =>
      join.onRef('one.environment', '=', 'item.environment').onRef('one.key', '=', 'item.change_set'),
    )
    .select(['item.key', 'item.change_set', 'item.changes', 'item.content_type', 'one.name', 'one.publish_at'])
    .where('item.environment', '=', environment)
    .where('item.key', 'in', [...keys])
    .where('one.published_at', 'is', null)
    .where('one.state', '<>', 'closed')
    .execute();
}

/** Whether a set that is still to go out will create an entry with the key. */
export async function isReserved(db: Reader, environment: number, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('change_set_items as item')
    .innerJoin('change_sets as one', (join) =>
      join.onRef('one.environment', '=', 'item.environment').onRef('one.key', '=', 'item.change_set'),
    )
    .select('item.key')
    .where('item.environment', '=', environment)
    .where('item.key', '=', key)
    .where('item.action', '=', 'create')
    .where('one.published_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes that the items of a set have changed. A scheduled one is looked at once nothing changes for a moment. */
export async function touchSet(
  writer: Writer,
  { environment, key, state, content_version }: ChangeSetRow,
): Promise<void> {
  const checkAt = sql<number>`${databaseTime(writer)} + ${QUIET_MS}`;
  await writer
    .updateTable('change_sets')
    .set({ content_version: content_version + 1, ...(state === 'scheduled' && { check_at: checkAt }) })
    .where('environment', '=', environment)
    .where('key', '=', key)
    .execute();
}

/** Some sets in some states that were last changed before a time, have nothing more to come, and of which values are left to remove. */
export async function setsToEmpty(
  db: Reader,
  { states, before }: { readonly states: readonly string[]; readonly before: number },
  limit: number,
): Promise<ChangeSetRow[]> {
  return db
    .selectFrom('change_sets as one')
    .selectAll()
    .where('state', 'in', [...states])
    .where('due_at', 'is', null)
    .where('updated_at', '<', before)
    .where((on) =>
      on.or([
        on('values_removed_at', 'is', null),
        on.exists(
          on
            .selectFrom('change_set_items as item')
            .select('item.key')
            .whereRef('item.environment', '=', 'one.environment')
            .whereRef('item.change_set', '=', 'one.key'),
        ),
      ]),
    )
    .limit(limit)
    .execute();
}

/** Removes some items of a set. @returns how many */
export async function removeSomeItems(writer: Writer, { environment, key }: SetPlace, limit: number): Promise<number> {
  const some = await writer
    .selectFrom('change_set_items')
    .select(['environment', 'change_set', 'key'])
    .where('environment', '=', environment)
    .where('change_set', '=', key)
    .limit(limit)
    .execute();
  for (const item of some) await deleteItem(writer, item);
  return some.length;
}

export async function insertItem(writer: Writer, row: ItemRow): Promise<void> {
  await writer.insertInto('change_set_items').values(row).execute();
}

export async function updateItem(writer: Writer, { environment, change_set, key, ...columns }: ItemRow): Promise<void> {
  await saveOfItem(writer, { environment, change_set, key }, columns);
}

/** Saves some columns of an item. */
export async function saveOfItem(
  writer: Writer,
  { environment, change_set: changeSet, key }: ItemPlace,
  columns: Partial<Omit<ItemRow, keyof ItemPlace>>,
): Promise<void> {
  await writer
    .updateTable('change_set_items')
    .set(columns)
    .where('environment', '=', environment)
    .where('change_set', '=', changeSet)
    .where('key', '=', key)
    .execute();
}

export async function deleteItem(
  writer: Writer,
  { environment, change_set: changeSet, key }: ItemPlace,
): Promise<void> {
  await writer
    .deleteFrom('change_set_items')
    .where('environment', '=', environment)
    .where('change_set', '=', changeSet)
    .where('key', '=', key)
    .execute();
}

/**
 * Runs something for each item of a set, in the order of the entries' keys, reading a few at a time.
 * @returns how many there are
 */
export async function eachItem(
  db: Reader,
  set: SetPlace,
  run: (item: ItemRow) => Promise<void>,
  pace: Pace,
): Promise<number> {
  let count = 0;
  for await (const items of itemsInPieces(db, set)) {
    for (const item of items) {
      await run(item);
      await pace.restIfDue();
    }
    count += items.length;
  }
  return count;
}

/** The items of a set in the order of the entries' keys, a few at a time. */
export async function* itemsInPieces(db: Reader, set: SetPlace): AsyncGenerator<ItemRow[]> {
  let after = '';
  for (;;) {
    const items = await itemsAfter(db, set, { after, limit: ITEMS_AT_ONCE });
    if (items.length > 0) yield items;
    if (items.length < ITEMS_AT_ONCE) return;
    after = items.at(-1)?.key ?? '';
  }
}

/** Some items of entries of some types, in the order of their sets and keys, after one of them. */
export async function itemsOfTypes(
  db: Reader,
  at: { environment: number; types: readonly number[]; changeSet: string; key: string },
  limit: number,
): Promise<ItemRow[]> {
  return db
    .selectFrom('change_set_items')
    .selectAll()
    .where('environment', '=', at.environment)
    .where('content_type', 'in', [...at.types])
    .where((on) =>
      on.or([
        on('change_set', '>', at.changeSet),
        on.and([on('change_set', '=', at.changeSet), on('key', '>', at.key)]),
      ]),
    )
    .orderBy('change_set')
    .orderBy('key')
    .limit(limit)
    .execute();
}

/**
 * Removes some of the sets of an environment with their items.
 * @returns whether none is left
 */
export async function removeSomeSets(writer: Writer, environment: number, sets: number): Promise<boolean> {
  const some = await writer
    .selectFrom('change_sets')
    .select('key')
    .where('environment', '=', environment)
    .limit(sets)
    .execute();
  for (const { key } of some) await deleteSet(writer, { environment, key });
  return some.length < sets;
}

/** The scheduled sets of an environment. */
export async function scheduledSets(db: Reader, environment: number): Promise<ChangeSetRow[]> {
  return db
    .selectFrom('change_sets')
    .selectAll()
    .where('environment', '=', environment)
    .where('due_at', 'is not', null)
    .where('state', '=', 'scheduled')
    .execute();
}

/** An entry in a scheduled set. */
export type ScheduledItem = Pick<ItemRow, 'key' | 'change_set' | 'action' | 'changes' | 'content_type'> &
  Pick<ChangeSetRow, 'name' | 'publish_at' | 'accepted'>;

/** An entry in other scheduled sets than one, in those first that go out first. */
export async function scheduledItemsOf(
  db: Reader,
  { environment, key: changeSet }: SetPlace,
  entry: string,
): Promise<ScheduledItem[]> {
  return db
    .selectFrom('change_set_items as item')
    .innerJoin('change_sets as one', (join) =>
      join.onRef('one.environment', '=', 'item.environment').onRef('one.key', '=', 'item.change_set'),
    )
    .select(['item.key', 'item.change_set', 'item.action', 'item.changes', 'item.content_type'])
    .select(['one.name', 'one.publish_at', 'one.accepted'])
    .where('item.environment', '=', environment)
    .where('item.key', '=', entry)
    .where('item.change_set', '<>', changeSet)
    .where('one.state', '=', 'scheduled')
    .orderBy('one.publish_at')
    .limit(MET_MAX)
    .execute();
}

/** In how many milliseconds, by the database's clock, the service has to do something with a set; null for never. */
export async function nextDueIn(db: Reader): Promise<number | null> {
  const row = await db
    .selectFrom('change_sets')
    .select(({ fn }) => sql<number | null>`${fn.min('due_at')} - ${databaseTime(db)}`.as('in_ms'))
    .executeTakeFirst();
  return row === undefined || row.in_ms === null ? null : Number(row.in_ms);
}

/** Sets with which the service has to do something now, those that have waited longest first. */
export async function setsDue(db: Reader, limit: number): Promise<ChangeSetRow[]> {
  return db
    .selectFrom('change_sets')
    .selectAll()
    .where('due_at', '<=', databaseTime(db))
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/** Scheduled sets that are to be looked at now. */
export async function setsToCheck(db: Reader, limit: number): Promise<ChangeSetRow[]> {
  return db
    .selectFrom('change_sets')
    .selectAll()
    .where('check_at', '<=', databaseTime(db))
    .orderBy('check_at')
    .limit(limit)
    .execute();
}

/** Leaves a set that is due for later. */
export async function deferSet(writer: Writer, { environment, key }: SetPlace, ms: number): Promise<void> {
  await writer
    .updateTable('change_sets')
    .set({ due_at: sql<number>`${databaseTime(writer)} + ${ms}` })
    .where('environment', '=', environment)
    .where('key', '=', key)
    .where('due_at', '<=', databaseTime(writer))
    .execute();
}

/** The sets of an environment with which the service does something by itself up to a time. */
export async function setsUntil(db: Reader, environment: number, time: number): Promise<ChangeSetRow[]> {
  return db
    .selectFrom('change_sets')
    .selectAll()
    .where('environment', '=', environment)
    .where('due_at', 'is not', null)
    .where((on) => on.or([on('publish_at', '<=', time), on('ends_at', '<=', time)]))
    .execute();
}
