/** The rows of removals of hidden fields: which there are, and how far each has come. */
import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../../platform/database/columns.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import type { RowPair } from '../../platform/database/row-id.ts';
import type { FieldPlace } from './stored-content.ts';
import type { FieldRemovalRow } from './tables.ts';

/** Stands in the place of progress while the environment is being cloned: values to be removed may still come. */
const WAITING = 'waiting';

export async function insertRemoval(writer: Writer, { environment, contentType, field }: FieldPlace): Promise<void> {
  await writer
    .insertInto('field_removals')
    .values({ environment, content_type: contentType, field, progress: null })
    .execute();
}

/** Whether there is any removal to go on with. */
export async function hasRemovals(db: Reader): Promise<boolean> {
  const first = db.selectFrom('field_removals').select('field').where(isDue).limit(1);
  return (await first.executeTakeFirst()) !== undefined;
}

/** The removal to go on with, locked against others until the write ends. */
export async function lockNextRemoval(writer: Writer): Promise<FieldRemovalRow | undefined> {
  const first = writer
    .selectFrom('field_removals')
    .selectAll()
    .where(isDue)
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

/** Has values removed from a clone, once all are there. */
export async function insertWaiting(writer: Writer, { environment, contentType, field }: FieldPlace): Promise<void> {
  await writer
    .insertInto('field_removals')
    .values({ environment, content_type: contentType, field, progress: WAITING })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Has the values that are being removed from an environment removed from its clone too, once all are there. */
export async function copyRemovals(writer: Writer, { source, clone }: RowPair): Promise<void> {
  const removals = await writer.selectFrom('field_removals').selectAll().where('environment', '=', source).execute();
  for (const { content_type, field } of removals)
    await insertWaiting(writer, { environment: clone, contentType: content_type, field });
}

/** Begins the removals of a clone that is complete. */
export async function beginWaiting(writer: Writer, environment: number): Promise<void> {
  await writer
    .updateTable('field_removals')
    .set({ progress: null })
    .where('environment', '=', environment)
    .where('progress', '=', WAITING)
    .execute();
}

/** Removes what is left to do in a deleted environment. */
export async function deleteRemovals(writer: Writer, environment: number): Promise<void> {
  await writer.deleteFrom('field_removals').where('environment', '=', environment).execute();
}

function isDue(eb: ExpressionBuilder<Tables, 'field_removals'>) {
  return eb.or([eb('progress', 'is', null), eb('progress', '!=', WAITING)]);
}
