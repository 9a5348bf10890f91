/** The rows of stored files. */
import type { Selectable } from 'kysely';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockForShare, lockForUpdate } from '../../platform/database/locks.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { FileUses } from './file-uses.ts';
import type { FileRow } from './tables.ts';

/** The row of a stored file. */
export type StoredRow = Selectable<FileRow>;

/** The properties of a file before it is stored. */
type ClaimedFile = Pick<FileRow, 'space_id' | 'hash' | 'name' | 'size' | 'claimed_at'>;

/** Marks the file with that content in a space as used; creates it with `name` if it does not exist. */
export async function claimFile(writer: Writer, file: ClaimedFile): Promise<StoredRow> {
  const [row] = await claim(writer, file);
  if (row === undefined) throw new Error('A claimed file has no row.');
  return row;
}

const claim = prepared<ClaimedFile, StoredRow>((db, place) =>
  db
    .insertInto('files')
    .values({
      space_id: place('space_id'),
      hash: place('hash'),
      name: place('name'),
      size: place('size'),
      claimed_at: place('claimed_at'),
      unused_since: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['space_id', 'hash']).doUpdateSet({ claimed_at: place('claimed_at'), unused_since: null }),
    )
    .returningAll(),
);

/** Protects a file from removal until the write ends; false if it is gone. */
export async function lockFile(writer: Writer, id: number): Promise<boolean> {
  const query = writer.selectFrom('files').select('id').where('id', '=', id);
  return (await lockForShare(writer, query).executeTakeFirst()) !== undefined;
}

/** Some files after a row id, in order. */
export async function filesAfter(db: Reader, after: number, limit: number): Promise<StoredRow[]> {
  return db.selectFrom('files').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();
}

/** Records since when files have been unused; null if they are in use. */
export async function markUnused(writer: Writer, ids: readonly number[], since: number | null): Promise<void> {
  if (ids.length === 0) return;
  await writer.updateTable('files').set({ unused_since: since }).where('id', 'in', ids).execute();
}

/** Deletes the row of a file that became unused before a time; returns the file's name if deleted. */
export async function deleteUnused(
  writer: Writer,
  uses: FileUses,
  { id, before }: { id: number; before: number },
): Promise<string | undefined> {
  const query = writer.selectFrom('files').select(['name', 'unused_since']).where('id', '=', id);
  const file = await lockForUpdate(writer, query).executeTakeFirst();
  if (file?.unused_since === undefined || file.unused_since === null || file.unused_since >= before) return undefined;
  if ((await uses.inUse(writer, [id])).size > 0) return undefined;
  await writer.deleteFrom('files').where('id', '=', id).execute();
  return file.name;
}

/** Which of the names belong to a file that has a row. */
export async function knownNames(db: Reader, names: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('files').select('name').where('name', 'in', names).execute();
  return new Set(rows.map(({ name }) => name));
}
