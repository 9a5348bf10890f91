/** The rows of calendar feeds. */
import type { Reader, Writer } from '../../../platform/database/database.ts';
import type { CalendarFeedRow } from '../tables.ts';

/** Whose feed of which environment. */
export type FeedOf = Pick<CalendarFeedRow, 'environment' | 'user_id'>;

export async function findFeed(db: Reader, { environment, user_id }: FeedOf): Promise<CalendarFeedRow | undefined> {
  return db
    .selectFrom('calendar_feeds')
    .selectAll()
    .where('environment', '=', environment)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
}

export async function findFeedByToken(db: Reader, hash: string): Promise<CalendarFeedRow | undefined> {
  return db.selectFrom('calendar_feeds').selectAll().where('token_hash', '=', hash).executeTakeFirst();
}

/** Makes a feed, or gives the one that is there another id and token. */
export async function putFeed(writer: Writer, row: CalendarFeedRow): Promise<void> {
  const { id, token_hash, created_at } = row;
  await writer
    .insertInto('calendar_feeds')
    .values(row)
    .onConflict((conflict) => conflict.columns(['environment', 'user_id']).doUpdateSet({ id, token_hash, created_at }))
    .execute();
}

export async function deleteFeed(writer: Writer, id: string): Promise<void> {
  await writer.deleteFrom('calendar_feeds').where('id', '=', id).execute();
}

export async function deleteFeedsIn(writer: Writer, environment: number): Promise<void> {
  await writer.deleteFrom('calendar_feeds').where('environment', '=', environment).execute();
}
