/** The rows of removals of hidden fields: which there are, and how far each has come. */
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import type { FieldRemovalRow } from '../../platform/database/tables.ts';
import type { FieldPlace } from './stored-content.ts';

export async function insertRemoval(writer: Writer, { environment, contentType, field }: FieldPlace): Promise<void> {
  await writer
    .insertInto('field_removals')
    .values({ environment, content_type: contentType, field, progress: null })
    .execute();
}

/** Whether there is any removal to go on with. */
export async function hasRemovals(db: Reader): Promise<boolean> {
  return (await db.selectFrom('field_removals').select('field').limit(1).executeTakeFirst()) !== undefined;
}

/** The removal to go on with, locked against others until the write ends. */
export async function lockNextRemoval(writer: Writer): Promise<FieldRemovalRow | undefined> {
  const first = writer
    .selectFrom('field_removals')
    .selectAll()
    .orderBy('environment')
    .orderBy('content_type')
    .orderBy('field')
    .limit(1);
  return lockForUpdate(writer, first).executeTakeFirst();
}

export async function updateProgress(
  writer: Writer,
  { environment, contentType, field }: FieldPlace,
  progress: string,
): Promise<void> {
  await writer
    .updateTable('field_removals')
    .set({ progress })
    .where('environment', '=', environment)
    .where('content_type', '=', contentType)
    .where('field', '=', field)
    .execute();
}

export async function deleteRemoval(writer: Writer, { environment, contentType, field }: FieldPlace): Promise<void> {
  await writer
    .deleteFrom('field_removals')
    .where('environment', '=', environment)
    .where('content_type', '=', contentType)
    .where('field', '=', field)
    .execute();
}

/** Removes what is left to do in a deleted environment. */
export async function deleteRemovals(writer: Writer, environment: number): Promise<void> {
  await writer.deleteFrom('field_removals').where('environment', '=', environment).execute();
}
