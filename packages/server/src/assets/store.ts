/** The rows of assets. */
import type { Reader, Writer } from '../database/database.ts';
import { lockForUpdate } from '../database/locks.ts';
import type { AssetRow } from '../database/tables.ts';

/** Row ids of an environment's assets lie between its number times this and the next. */
const ROW_ID_SPAN = 2 ** 32;
const SCANNED_AT_ONCE = 1_000;
const REMOVED_AT_ONCE = 2_000;

/** The asset with that key, kept from being changed by others until the write ends. */
export async function lockAsset(writer: Writer, environment: number, key: string): Promise<AssetRow | undefined> {
  const query = writer.selectFrom('assets').selectAll().where('environment', '=', environment).where('key', '=', key);
  return lockForUpdate(writer, query).executeTakeFirst();
}

/** A row id that no asset of the environment ever had. */
export async function takeRowId(writer: Writer, environment: number): Promise<number> {
  const row = await writer
    .insertInto('counters')
    .values({ scope: counterOf(environment), next: 2 })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet((eb) => ({ next: eb('counters.next', '+', 1) })))
    .returning('next')
    .executeTakeFirstOrThrow();
  return environment * ROW_ID_SPAN + row.next - 1;
}

/** Inserts an asset; false where its key is taken. */
export async function insertAsset(writer: Writer, row: AssetRow): Promise<boolean> {
  const inserted = await writer
    .insertInto('assets')
    .values(row)
    .onConflict((conflict) => conflict.columns(['environment', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateAsset(writer: Writer, { id, ...columns }: AssetRow): Promise<void> {
  await writer.updateTable('assets').set(columns).where('id', '=', id).execute();
}

/** The texts of the environment's assets, in chunks by row id. */
export async function* textsOfAssets(db: Reader, environment: number): AsyncGenerator<string> {
  let after = environment * ROW_ID_SPAN;
  for (;;) {
    const rows = await db
      .selectFrom('assets')
      .select(['id', 'texts'])
      .where('id', '>', after)
      .where('id', '<', (environment + 1) * ROW_ID_SPAN)
      .orderBy('id')
      .limit(SCANNED_AT_ONCE)
      .execute();
    for (const { texts } of rows) yield texts;
    const last = rows.at(-1);
    if (last === undefined || rows.length < SCANNED_AT_ONCE) return;
    after = last.id;
  }
}

/** Removes a bounded number of the assets of an environment that is deleted; says whether none is left. */
export async function removeSomeAssets(writer: Writer, environment: number): Promise<boolean> {
  const ids = writer.selectFrom('assets').select('id').where('environment', '=', environment).limit(REMOVED_AT_ONCE);
  const removed = await writer.deleteFrom('assets').where('id', 'in', ids).executeTakeFirst();
  if (Number(removed.numDeletedRows) === REMOVED_AT_ONCE) return false;
  await writer.deleteFrom('counters').where('scope', '=', counterOf(environment)).execute();
  return true;
}

function counterOf(environment: number): string {
  return `assets:${environment}`;
}
