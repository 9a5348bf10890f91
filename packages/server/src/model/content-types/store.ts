/** The rows of content types. The definition (fields and the settings that refer to them) is one JSON text, opaque to SQL. */
import { sql } from 'kysely';
import { copyRows, numberColumn } from '../../platform/database/copied-rows.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { hasRowLocks, lockForShare, lockForUpdate } from '../../platform/database/locks.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { RowPair } from '../../platform/database/row-id.ts';
import type { ContentType } from './content-type.ts';
import { type ContentTypeRow, type ModelVersionRow, tables } from './tables.ts';

/** The members stored as one JSON text. */
type Definition = Pick<
  ContentType,
  | 'kind'
  | 'displayField'
  | 'slugField'
  | 'previewUrl'
  | 'previewPicture'
  | 'deliverFormerIds'
  | 'layout'
  | 'fields'
  | 'hiddenFields'
  | 'nextFieldNumber'
>;

const selectTypes = prepared<{ environment: number }, ContentTypeRow>((db, place) =>
  db.selectFrom('content_types').selectAll().where('environment', '=', place('environment')).orderBy('number'),
);

const shareType = prepared<{ environment: number; apiId: string }, { number: number }>((db, place) =>
  lockForShare(
    db,
    db
      .selectFrom('content_types')
      .select('number')
      .where('environment', '=', place('environment'))
      .where('api_id', '=', place('apiId')),
  ),
);

const shareTypes = prepared<{ environment: number }, { number: number }>((db, place) =>
  lockForShare(
    db,
    db.selectFrom('content_types').select('number').where('environment', '=', place('environment')).orderBy('number'),
  ),
);

/** The content types of an environment, oldest first. */
export async function listTypes(db: Reader, environment: number): Promise<ContentType[]> {
  return (await readTypes(db, environment)).types;
}

/** The content types of an environment, oldest first, with the number of characters that their definitions have as text. */
export async function readTypes(
  db: Reader,
  environment: number,
): Promise<{ readonly types: ContentType[]; readonly characters: number }> {
  const rows = await selectTypes(db, { environment });
  return { types: rows.map(asType), characters: rows.reduce((sum, { definition }) => sum + definition.length, 0) };
}

/** The `api_id`s of an environment's content types, including types that cannot be read. */
export async function typeNames(db: Reader, environment: number): Promise<string[]> {
  return (await selectTypes(db, { environment })).map(({ api_id: apiId }) => apiId);
}

/** Locks a type against changes by other writes until this write ends. */
export async function lockTypeForShare(writer: Writer, environment: number, apiId: string): Promise<void> {
  if (hasRowLocks(writer)) await shareType(writer, { environment, apiId });
}

/** Locks every type of an environment against changes by other writes until this write ends. */
export async function lockTypesForShare(writer: Writer, environment: number): Promise<void> {
  if (hasRowLocks(writer)) await shareTypes(writer, { environment });
}

/** Waits for open writes to entries of the environment's types, and blocks new ones until this write ends. */
export async function lockTypesForUpdate(writer: Writer, environment: number): Promise<void> {
  const types = writer
    .selectFrom('content_types')
    .select('number')
    .where('environment', '=', environment)
    .orderBy('number');
  await lockForUpdate(writer, types).execute();
}

/**
 * The type with that api_id, locked for a change. With a component all types are locked, in the order in which others lock them, as
 * values of their entries may have it inside.
 */
export async function lockType(writer: Writer, environment: number, apiId: string): Promise<ContentType | undefined> {
  const query = writer
    .selectFrom('content_types')
    .selectAll()
    .where('environment', '=', environment)
    .where('api_id', '=', apiId);
  const known = await query.executeTakeFirst();
  if (known !== undefined && asType(known).kind === 'component') await lockTypesForUpdate(writer, environment);
  const row = await lockForUpdate(writer, query).executeTakeFirst();
  return row === undefined ? undefined : asType(row);
}

/** Inserts a type; false if its api_id is taken. */
export async function insertType(writer: Writer, environment: number, type: ContentType): Promise<boolean> {
  const inserted = await writer
    .insertInto('content_types')
    .values({
      environment,
      number: type.number,
      api_id: type.apiId,
      created_at: type.createdAt,
      ...changingColumns(type),
    })
    .onConflict((conflict) => conflict.columns(['environment', 'api_id']).doNothing())
    .returning('number')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The number of content types in an environment, and their total size in bytes. */
export async function sizeOfModel(db: Reader, environment: number): Promise<{ types: number; bytes: number }> {
  const { types, bytes } = await db
    .selectFrom('content_types')
    .select((eb) => [
      eb.fn.countAll<number>().as('types'),
      sql<number>`sum(octet_length(name) + octet_length(description) + octet_length(definition))`.as('bytes'),
    ])
    .where('environment', '=', environment)
    .executeTakeFirstOrThrow();
  return { types: Number(types), bytes: Number(bytes) };
}

/** Whether a type takes more bytes than it did before. */
export function isLarger(after: ContentType, before: ContentType): boolean {
  return bytesOf(after) > bytesOf(before);
}

export async function updateType(writer: Writer, environment: number, type: ContentType): Promise<void> {
  await writer
    .updateTable('content_types')
    .set({ created_at: type.createdAt, ...changingColumns(type) })
    .where('environment', '=', environment)
    .where('number', '=', type.number)
    .execute();
}

export async function deleteType(writer: Writer, environment: number, number: number): Promise<void> {
  await writer
    .deleteFrom('content_types')
    .where('environment', '=', environment)
    .where('number', '=', number)
    .execute();
}

/** Replaces the content types of an environment with those of another one; they keep their numbers. */
export async function copyTypes(writer: Writer, { source, clone }: RowPair): Promise<void> {
  await deleteTypes(writer, clone);
  await copyRows(writer, {
    table: 'content_types',
    columns: tables.content_types,
    changed: { environment: numberColumn(clone) },
    where: sql`environment = ${source}`,
  });
}

/** Deletes the remaining content types of a deleted environment. */
export async function deleteTypes(writer: Writer, environment: number): Promise<void> {
  await writer.deleteFrom('content_types').where('environment', '=', environment).execute();
}

function changingColumns(type: ContentType): Omit<ContentTypeRow, 'environment' | 'number' | 'api_id' | 'created_at'> {
  const { kind, fields, hiddenFields, nextFieldNumber } = type;
  const { displayField, slugField, previewUrl, previewPicture, deliverFormerIds, layout } = type;
  const settings = { kind, displayField, slugField, previewUrl, previewPicture, deliverFormerIds, layout };
  const definition: Definition = { ...settings, fields, hiddenFields, nextFieldNumber };
  const { name, description, version, updatedAt } = type;
  return { name, description, definition: JSON.stringify(definition), version, updated_at: updatedAt };
}

/** The bytes that a type takes as it is stored. */
export function bytesOf(type: ContentType): number {
  const { name, description, definition } = changingColumns(type);
  return [name, description, definition].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function asType(row: ContentTypeRow): ContentType {
  const definition = JSON.parse(row.definition) as Definition;
  const { number, api_id: apiId, name, description, version, created_at: createdAt, updated_at: updatedAt } = row;
  const { kind = 'entry', previewUrl = null, previewPicture = null, deliverFormerIds = false } = definition;
  const { layout = null } = definition;
  const settings = { ...definition, kind, previewUrl, previewPicture, deliverFormerIds, layout };
  return { number, apiId, name, description, ...settings, version, createdAt, updatedAt };
}

export async function countTypes(db: Reader, environment: number): Promise<number> {
  const row = await db
    .selectFrom('content_types')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('environment', '=', environment)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Keeps the first of several versions of one revision: what was before it. */
export async function insertModelVersion(writer: Writer, row: ModelVersionRow): Promise<void> {
  await writer
    .insertInto('model_versions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['environment', 'until', 'part']).doNothing())
    .execute();
}

/** What parts of a model were up to revisions behind one, oldest first. */
export async function modelVersionsAfter(
  db: Reader,
  environment: number,
  revision: number,
): Promise<Omit<ModelVersionRow, 'environment'>[]> {
  return db
    .selectFrom('model_versions')
    .select(['until', 'part', 'content'])
    .where('environment', '=', environment)
    .where('until', '>', revision)
    .orderBy('until')
    .execute();
}

/** The revision of the last change of a model up to one; 0 if nothing was changed. */
export async function lastModelChange(db: Reader, environment: number, revision: number): Promise<number> {
  const row = await db
    .selectFrom('model_versions')
    .select('until')
    .where('environment', '=', environment)
    .where('until', '<=', revision)
    .orderBy('until', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.until ?? 0;
}

/** Deletes the past of the model of a deleted environment. */
export async function deleteModelVersions(writer: Writer, environment: number): Promise<void> {
  await writer.deleteFrom('model_versions').where('environment', '=', environment).execute();
}
