/** The rows of spaces. A space is read with the code of its default locale. */
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { Space } from './space.ts';

const spaceColumns = [
  'spaces.id',
  'spaces.account_id as accountId',
  'spaces.name',
  'locales.code as defaultLocale',
  'spaces.strip_metadata as stripsMetadata',
  'spaces.ai',
  'spaces.version',
  'spaces.created_at as createdAt',
  'spaces.updated_at as updatedAt',
] as const;

/** A space as the query returns it. */
type FoundSpace = Omit<Space, 'stripsMetadata' | 'ai'> & { readonly stripsMetadata: number; readonly ai: string };

const selectSpace = prepared<{ id: string }, FoundSpace>((db, place) =>
  db
    .selectFrom('spaces')
    .innerJoin('locales', (join) => join.onRef('locales.space_id', '=', 'spaces.id').on('locales.is_default', '=', 1))
    .select(spaceColumns)
    .where('spaces.id', '=', place('id')),
);

export async function findSpace(db: Reader, id: string): Promise<Space | undefined> {
  const [space] = await selectSpace(db, { id });
  return space === undefined ? undefined : asSpace(space);
}

function asSpace({ stripsMetadata, ai, ...space }: FoundSpace): Space {
  return { ...space, stripsMetadata: stripsMetadata === 1, ai: ai === 'off' ? 'off' : 'on' };
}

/** The columns for ordering spaces. */
export type ListedSpace = Pick<Space, 'id' | 'name' | 'createdAt' | 'updatedAt'>;

/** The spaces of an account, or one of them, as rows for ordering. */
export async function listedSpaces(db: Reader, accountId: string, only: string | null): Promise<ListedSpace[]> {
  return db
    .selectFrom('spaces')
    .select(['id', 'name', 'created_at as createdAt', 'updated_at as updatedAt'])
    .where('account_id', '=', accountId)
    .$if(only !== null, (query) => query.where('id', '=', only ?? ''))
    .execute();
}

/** The spaces of an account with those ids. */
export async function spacesWithIds(db: Reader, accountId: string, ids: readonly string[]): Promise<Space[]> {
  const spaces = await db
    .selectFrom('spaces')
    .innerJoin('locales', (join) => join.onRef('locales.space_id', '=', 'spaces.id').on('locales.is_default', '=', 1))
    .select(spaceColumns)
    .where('spaces.account_id', '=', accountId)
    .where('spaces.id', 'in', ids)
    .execute();
  return spaces.map(asSpace);
}

/** How many spaces an account has. */
export async function countSpaces(db: Reader, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('spaces')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Locks the space, its locales and its list of environments against changes by other writes until this write ends. */
export async function lockSpace(writer: Writer, id: string): Promise<Space | undefined> {
  const row = await lockForUpdate(
    writer,
    writer.selectFrom('spaces').select('id').where('id', '=', id),
  ).executeTakeFirst();
  return row === undefined ? undefined : findSpace(writer, id);
}

/** Locks the space until the write ends, without reading it. Returns whether it exists. */
export async function lockSpaceRow(writer: Writer, id: string): Promise<boolean> {
  const query = writer.selectFrom('spaces').select('id').where('id', '=', id);
  return (await lockForUpdate(writer, query).executeTakeFirst()) !== undefined;
}

export async function insertSpace(
  writer: Writer,
  space: Omit<Space, 'defaultLocale' | 'version' | 'updatedAt'>,
): Promise<void> {
  await writer
    .insertInto('spaces')
    .values({
      id: space.id,
      account_id: space.accountId,
      name: space.name,
      // Number 1 is the first locale, which every space has.
      next_locale_number: 2,
      strip_metadata: space.stripsMetadata ? 1 : 0,
      ai: space.ai,
      version: 1,
      created_at: space.createdAt,
      updated_at: space.createdAt,
    })
    .execute();
}

export async function updateSpace(
  writer: Writer,
  id: string,
  { name, stripsMetadata, ai }: Pick<Space, 'name' | 'stripsMetadata' | 'ai'>,
): Promise<void> {
  const values = { name, strip_metadata: stripsMetadata ? 1 : 0, ai };
  await writer.updateTable('spaces').set(values).where('id', '=', id).execute();
}

export async function raiseSpace(writer: Writer, id: string, at: number): Promise<void> {
  await writer
    .updateTable('spaces')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: at }))
    .where('id', '=', id)
    .execute();
}

/** Removes the space; its locales and API keys are deleted with it. */
export async function deleteSpace(writer: Writer, id: string): Promise<void> {
  await writer.deleteFrom('spaces').where('id', '=', id).execute();
}

/** Takes the number of the next new locale of the space. */
export async function takeLocaleNumber(writer: Writer, spaceId: string): Promise<number> {
  const row = await writer
    .updateTable('spaces')
    .set((eb) => ({ next_locale_number: eb('next_locale_number', '+', 1) }))
    .where('id', '=', spaceId)
    .returning('next_locale_number as next')
    .executeTakeFirstOrThrow();
  return row.next - 1;
}
