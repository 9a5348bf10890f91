/** The rows of migrations. */
import { sql } from 'kysely';
import { columnsOf } from '../../platform/database/columns.ts';
import { copyRows, numberColumn } from '../../platform/database/copied-rows.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import type { RowPair } from '../../platform/database/row-id.ts';
import { type MigrationRow, tables } from './tables.ts';

type MigrationKey = Pick<MigrationRow, 'environment' | 'name'>;
/** One without its progress, which may be large. */
export type ListedRow = Omit<MigrationRow, 'environment' | 'progress'>;

/** All of an environment, in the order of their names. */
export async function listMigrations(db: Reader, environment: number): Promise<ListedRow[]> {
  const columns = columnsOf(tables.content_migrations, 'environment', 'progress');
  const query = db.selectFrom('content_migrations').select(columns).where('environment', '=', environment);
  return query.orderBy('name').execute();
}

export async function findMigration(db: Reader, key: MigrationKey): Promise<MigrationRow | undefined> {
  return await selectMigration(db, key).executeTakeFirst();
}

/** The row, locked until the write ends. */
export async function lockMigration(writer: Writer, key: MigrationKey): Promise<MigrationRow | undefined> {
  return await lockForUpdate(writer, selectMigration(writer, key)).executeTakeFirst();
}

function selectMigration(db: Reader, { environment, name }: MigrationKey) {
  const all = db.selectFrom('content_migrations').selectAll();
  return all.where('environment', '=', environment).where('name', '=', name);
}

export async function countMigrations(db: Reader, environment: number): Promise<number> {
  const { count } = await db
    .selectFrom('content_migrations')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('environment', '=', environment)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertMigration(writer: Writer, row: MigrationRow): Promise<void> {
  await writer.insertInto('content_migrations').values(row).execute();
}

export async function updateMigration(writer: Writer, { environment, name, ...columns }: MigrationRow): Promise<void> {
  await writer
    .updateTable('content_migrations')
    .set(columns)
    .where('environment', '=', environment)
    .where('name', '=', name)
    .execute();
}

/**
 * Copies those of an environment that have changed its content, without their progress, which is about that environment. One that is still under way there is
 * under way in a clone for ever, so that nobody runs it a second time over what it has changed.
 */
export async function cloneMigrations(writer: Writer, pair: RowPair): Promise<void> {
  await copyMigrations(writer, pair, { merge: null, states: ['writing', 'done', 'undoing'] });
}

/**
 * Copies those that were run to their end in the other environment, where they have changed nothing here.
 * @param merge id of the merge that brings them; null for none
 */
export async function mergeMigrations(writer: Writer, pair: RowPair, merge: string | null): Promise<void> {
  const done = writer.selectFrom('content_migrations').select('name').where('environment', '=', pair.source);
  await writer
    .deleteFrom('content_migrations')
    .where('environment', '=', pair.clone)
    .where('state', 'in', ['preparing', 'undone'])
    .where('name', 'in', done.where('state', '=', 'done'))
    .execute();
  await copyMigrations(writer, pair, { merge, states: ['done'] });
}

async function copyMigrations(
  writer: Writer,
  { source, clone }: RowPair,
  { merge, states }: { readonly merge: string | null; readonly states: readonly string[] },
): Promise<void> {
  await copyRows(writer, {
    table: 'content_migrations',
    columns: tables.content_migrations,
    changed: { environment: numberColumn(clone), progress: sql`null`, merge: sql`cast(${merge} as text)` },
    where: sql`environment = ${source} and state in (${sql.join(states)})`,
    onConflict: 'leave',
  });
}

/** Forgets those that a merge brought. */
export async function deleteMerged(writer: Writer, environment: number, merge: string): Promise<void> {
  const rows = writer.deleteFrom('content_migrations').where('environment', '=', environment);
  await rows.where('merge', '=', merge).execute();
}

export async function deleteMigrations(writer: Writer, environment: number): Promise<void> {
  await writer.deleteFrom('content_migrations').where('environment', '=', environment).execute();
}
