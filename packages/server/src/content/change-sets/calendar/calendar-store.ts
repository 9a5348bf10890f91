/** When what happens with the change sets of an environment. */
import type { Reader } from '../../../platform/database/database.ts';
import type { ChangeSetRow, ItemRow } from '../tables.ts';

/** What happens with a set: it goes out, ends, or is planned to go out. */
export const calendarKinds = ['publication', 'end', 'planned'] as const;

/** A time of a set. */
export interface SetTime {
  readonly kind: (typeof calendarKinds)[number];
  readonly key: string;
  readonly at: number;
}

/** A part of the calendar of an environment, without its end. */
export interface CalendarSpan {
  /** Number of the environment. */
  readonly environment: number;
  readonly from: number;
  readonly to: number;
  /** Maximum times of each kind; the first ones. */
  readonly limit: number;
}

/** An entry of a set with which the service will do something by itself. */
export type ScheduledItem = Pick<ItemRow, 'key' | 'action' | 'change_set'> &
  Pick<ChangeSetRow, 'state' | 'publish_at' | 'ends_at'>;

/** The entries with these keys in sets with which the service will do something by itself, those that are due first. */
export async function scheduledItems(
  db: Reader,
  { environment, keys, limit }: { environment: number; keys: readonly string[]; limit: number },
): Promise<ScheduledItem[]> {
  return db
    .selectFrom('change_sets as one')
    .innerJoin('change_set_items as item', (join) =>
      join.onRef('item.environment', '=', 'one.environment').onRef('item.change_set', '=', 'one.key'),
    )
    .select(['item.key', 'item.action', 'item.change_set', 'one.state', 'one.publish_at', 'one.ends_at'])
    .where('one.environment', '=', environment)
    .where('one.due_at', 'is not', null)
    .where('item.key', 'in', [...keys])
    .orderBy('one.due_at')
    .limit(limit)
    .execute();
}

/** The times of sets in a span: when they went out and will, when they ended and will, and for when they are planned. */
export async function timesIn(db: Reader, span: CalendarSpan): Promise<SetTime[]> {
  const published = within(db, span, 'published_at').where('onto', '=', 'published');
  const scheduled = within(db, span, 'publish_at').where('state', 'in', ['scheduled', 'failed']);
  const ending = within(db, span, 'ends_at').where('state', 'in', ['scheduled', 'published']);
  const undone = within(db, span, 'undone_at').where('onto', '=', 'published');
  const planned = within(db, span, 'planned_for').where('state', '=', 'open');
  return [
    ...(await published.execute()).map(asTime('publication')),
    ...(await scheduled.where('published_at', 'is', null).execute()).map(asTime('publication')),
    ...(await ending.execute()).map(asTime('end')),
    ...(await undone.execute()).map(asTime('end')),
    ...(await planned.where('published_at', 'is', null).execute()).map(asTime('planned')),
  ];
}

function within(
  db: Reader,
  { environment, from, to, limit }: CalendarSpan,
  column: 'published_at' | 'publish_at' | 'ends_at' | 'undone_at' | 'planned_for',
) {
  return db
    .selectFrom('change_sets')
    .select(['key', `${column} as at`])
    .where('environment', '=', environment)
    .where(column, '>=', from)
    .where(column, '<', to)
    .orderBy(column)
    .orderBy('key')
    .limit(limit);
}

function asTime(kind: SetTime['kind']) {
  return ({ key, at }: { readonly key: string; readonly at: number | null }): SetTime => ({
    kind,
    key,
    at: Number(at),
  });
}

/** The entries of sets of one, without their values. */
export async function onlyItemsOf(
  db: Reader,
  environment: number,
  keys: readonly string[],
): Promise<Pick<ItemRow, 'change_set' | 'key' | 'action' | 'content_type'>[]> {
  if (keys.length === 0) return [];
  return db
    .selectFrom('change_set_items')
    .select(['change_set', 'key', 'action', 'content_type'])
    .where('environment', '=', environment)
    .where('change_set', 'in', [...keys])
    .execute();
}
