/** The rows of saved views. */
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import type { SavedViewRow } from './tables.ts';

/** Selects views by owner: a person's own views, or the shared ones if the owner is null. */
export interface ViewsOf {
  readonly spaceId: string;
  readonly owner: string | null;
}

/** What views are sorted by. */
export type ListedView = Pick<SavedViewRow, 'id' | 'name' | 'created_at' | 'updated_at'>;

/** The views of a space that an owner can see, for sorting: the shared ones, and their own. */
export async function listedViews(db: Reader, of: ViewsOf): Promise<ListedView[]> {
  return viewsSeenBy(db, of).select(['id', 'name', 'created_at', 'updated_at']).execute();
}

/** Those of them that have these ids. */
export async function viewsWithIds(db: Reader, of: ViewsOf, ids: readonly string[]): Promise<SavedViewRow[]> {
  return viewsSeenBy(db, of).selectAll().where('id', 'in', ids).execute();
}

function viewsSeenBy(db: Reader, { spaceId, owner }: ViewsOf) {
  return db
    .selectFrom('saved_views')
    .where('space_id', '=', spaceId)
    .where((on) => on.or([on('owner', 'is', null), on('owner', '=', owner)]));
}

export async function findView(db: Reader, id: string): Promise<SavedViewRow | undefined> {
  return db.selectFrom('saved_views').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The row, locked until the transaction ends. */
export async function lockView(writer: Writer, id: string): Promise<SavedViewRow | undefined> {
  return lockForUpdate(writer, writer.selectFrom('saved_views').selectAll().where('id', '=', id)).executeTakeFirst();
}

/** The number of an owner's own views in the space, or of its shared views. */
export async function countViews(db: Reader, { spaceId, owner }: ViewsOf): Promise<number> {
  const { count } = await db
    .selectFrom('saved_views')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('space_id', '=', spaceId)
    .where('owner', owner === null ? 'is' : '=', owner)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertView(writer: Writer, row: SavedViewRow): Promise<void> {
  await writer.insertInto('saved_views').values(row).execute();
}

export async function updateView(writer: Writer, { id, ...columns }: SavedViewRow): Promise<void> {
  await writer.updateTable('saved_views').set(columns).where('id', '=', id).execute();
}

export async function deleteView(writer: Writer, id: string): Promise<void> {
  await writer.deleteFrom('saved_views').where('id', '=', id).execute();
}
