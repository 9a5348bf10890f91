/** The rows of hidden-field removals: which ones are pending, and how far each has progressed. */
import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../../platform/database/columns.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import type { RowPair } from '../../platform/database/row-id.ts';
import type { FieldPlace } from './stored-content.ts';
import type { FieldRemovalRow } from './tables.ts';

/** Stored as the progress while the environment is being cloned, because more values to remove may still arrive. */
const WAITING = 'waiting';

export async function insertRemoval(writer: Writer, { environment, contentType, field }: FieldPlace): Promise<void> {
  await writer
    .insertInto('field_removals')
    .values({ environment, content_type: contentType, field, progress: null })
    .execute();
}

/** Whether any removal can continue. */
export async function hasRemovals(db: Reader): Promise<boolean> {
  const first = db.selectFrom('field_removals').select('field').where(isDue).limit(1);
  return (await first.executeTakeFirst()) !== undefined;
}

/** Returns the next removal to continue, locked until the write ends. */
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

/** Schedules the removal of values from a clone, to start once the copy is complete. */
export async function insertWaiting(writer: Writer, { environment, contentType, field }: FieldPlace): Promise<void> {
  await writer
    .insertInto('field_removals')
    .values({ environment, content_type: contentType, field, progress: WAITING })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Schedules the source environment's pending removals for its clone too, to start once the copy is complete. */
export async function copyRemovals(writer: Writer, { source, clone }: RowPair): Promise<void> {
  const removals = await writer.selectFrom('field_removals').selectAll().where('environment', '=', source).execute();
  for (const { content_type, field } of removals)
    await insertWaiting(writer, { environment: clone, contentType: content_type, field });
}

/** Starts the waiting removals of a clone that is complete. */
export async function beginWaiting(writer: Writer, environment: number): Promise<void> {
  await writer
    .updateTable('field_removals')
    .set({ progress: null })
    .where('environment', '=', environment)
    .where('progress', '=', WAITING)
    .execute();
}

/** Deletes the pending removals of a deleted environment. */
export async function deleteRemovals(writer: Writer, environment: number): Promise<void> {
  await writer.deleteFrom('field_removals').where('environment', '=', environment).execute();
}

function isDue(eb: ExpressionBuilder<Tables, 'field_removals'>) {
  return eb.or([eb('progress', 'is', null), eb('progress', '!=', WAITING)]);
}
