/** The rows of hidden-field removals: which ones are pending, and how far each has progressed. */
import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../../platform/database/columns.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import type { RowPair } from '../../platform/database/row-id.ts';
import type { RemovedValues } from './stored-content.ts';
import type { FieldRemovalRow } from './tables.ts';

/** Stored as the progress while the environment is being cloned, because more values to remove may still arrive. */
const WAITING = 'waiting';

/** A pending removal. */
export interface PendingRemoval {
  readonly values: RemovedValues;
  readonly progress: string | null;
}

export async function insertRemoval(writer: Writer, values: RemovedValues): Promise<void> {
  await writer.insertInto('field_removals').values(rowOf(values, null)).execute();
}

/** Whether any removal can continue. */
export async function hasRemovals(db: Reader): Promise<boolean> {
  const first = db.selectFrom('field_removals').select('field').where(isDue).limit(1);
  return (await first.executeTakeFirst()) !== undefined;
}

/** Returns the next removal to continue, locked until the write ends. */
export async function lockNextRemoval(writer: Writer): Promise<PendingRemoval | undefined> {
  const first = writer
    .selectFrom('field_removals')
    .selectAll()
    .where(isDue)
    .orderBy('environment')
    .orderBy('content_type')
    .orderBy('component')
    .orderBy('field')
    .limit(1);
  const row = await lockForUpdate(writer, first).executeTakeFirst();
  if (row === undefined) return undefined;
  const { environment, content_type: contentType, component, field, inside, progress } = row;
  return { values: { environment, contentType, component, field, inside: JSON.parse(inside) }, progress };
}

export async function updateProgress(writer: Writer, values: RemovedValues, progress: string): Promise<void> {
  await writer.updateTable('field_removals').set({ progress }).where(isOf(values)).execute();
}

export async function deleteRemoval(writer: Writer, values: RemovedValues): Promise<void> {
  await writer.deleteFrom('field_removals').where(isOf(values)).execute();
}

/** Schedules the removal of values from a clone, to start once the copy is complete. */
export async function insertWaiting(writer: Writer, values: RemovedValues): Promise<void> {
  await insertWaitingRow(writer, rowOf(values, WAITING));
}

/** Schedules the source environment's pending removals for its clone too, to start once the copy is complete. */
export async function copyRemovals(writer: Writer, { source, clone }: RowPair): Promise<void> {
  const removals = await writer.selectFrom('field_removals').selectAll().where('environment', '=', source).execute();
  for (const row of removals) await insertWaitingRow(writer, { ...row, environment: clone, progress: WAITING });
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

async function insertWaitingRow(writer: Writer, row: FieldRemovalRow): Promise<void> {
  await writer
    .insertInto('field_removals')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function rowOf(
  { environment, contentType, component, field, inside }: RemovedValues,
  progress: string | null,
): FieldRemovalRow {
  return { environment, content_type: contentType, component, field, inside: JSON.stringify(inside), progress };
}

function isOf({ environment, contentType, component, field }: RemovedValues) {
  return (eb: ExpressionBuilder<Tables, 'field_removals'>) =>
    eb.and({ environment, content_type: contentType, component, field });
}

function isDue(eb: ExpressionBuilder<Tables, 'field_removals'>) {
  return eb.or([eb('progress', 'is', null), eb('progress', '!=', WAITING)]);
}
