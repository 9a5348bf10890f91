/** The rows of preview links. */
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { lockForUpdate } from '../../../platform/database/locks.ts';
import type { PreviewLinkRow } from '../tables.ts';

/** A link with the plan that its requests count for. */
export interface LinkInUse extends PreviewLinkRow {
  /** Id of the plan of the account; null without a subscription. */
  readonly plan: string | null;
}

/** What links are sorted and chosen by. */
export type ListedLink = Pick<
  PreviewLinkRow,
  'id' | 'environment' | 'entry' | 'change_set' | 'user_id' | 'key_id' | 'created_at' | 'expires_at' | 'last_opened_at'
>;

/** A link of an environment that is there. */
export async function findLink(db: Reader, id: string): Promise<LinkInUse | undefined> {
  return db
    .selectFrom('preview_links')
    .innerJoin('environments', 'environments.number', 'preview_links.environment')
    .leftJoin('subscriptions', 'subscriptions.account_id', 'preview_links.account_id')
    .selectAll('preview_links')
    .select('subscriptions.plan')
    .where('preview_links.id', '=', id)
    .where('environments.status', '!=', 'deleting')
    .executeTakeFirst();
}

/** The row, locked until the transaction ends. */
export async function lockLink(db: Writer, id: string): Promise<PreviewLinkRow | undefined> {
  return lockForUpdate(db, db.selectFrom('preview_links').selectAll().where('id', '=', id)).executeTakeFirst();
}

export async function listedLinks(db: Reader, spaceId: string): Promise<ListedLink[]> {
  return db
    .selectFrom('preview_links')
    .select([
      'id',
      'environment',
      'entry',
      'change_set',
      'user_id',
      'key_id',
      'created_at',
      'expires_at',
      'last_opened_at',
    ])
    .where('space_id', '=', spaceId)
    .execute();
}

export async function linksWithIds(db: Reader, spaceId: string, ids: readonly string[]): Promise<PreviewLinkRow[]> {
  return db.selectFrom('preview_links').selectAll().where('space_id', '=', spaceId).where('id', 'in', ids).execute();
}

export async function countLinks(db: Reader, spaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('preview_links')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertLink(db: Writer, row: PreviewLinkRow): Promise<void> {
  await db.insertInto('preview_links').values(row).execute();
}

export async function noteOpened(db: Writer, id: string, at: number): Promise<void> {
  await db
    .updateTable('preview_links')
    .set(({ eb }) => ({ opened: eb('opened', '+', 1), last_opened_at: at }))
    .where('id', '=', id)
    .execute();
}

export async function deleteLink(db: Writer, id: string): Promise<void> {
  await db.deleteFrom('preview_links').where('id', '=', id).execute();
}

/** Deletes those of a space that expired before a time. */
export async function deleteExpiredLinks(db: Writer, spaceId: string, before: number): Promise<void> {
  await db.deleteFrom('preview_links').where('space_id', '=', spaceId).where('expires_at', '<', before).execute();
}

export async function deleteLinksIn(db: Writer, environment: number): Promise<void> {
  await db.deleteFrom('preview_links').where('environment', '=', environment).execute();
}
