/**
 * Asset records, created or replaced by key, as the import does. An asset has no draft state: a change is visible at once. Its file
 * comes with the record or is uploaded later; until then it has none.
 */

import type { EventOf } from '../../../../contract/src/event-kinds.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { MOVED } from '../../platform/journal/change.ts';
import { lockFile } from '../files/files.ts';
import { keepAsset } from './asset-past.ts';
import { type AssetRecord, readAssetRecord } from './asset-record.ts';
import { keepTexts } from './asset-texts.ts';
import type { AssetWork } from './asset-work.ts';
import type { AssetFile } from './intake.ts';
import { propertyColumns } from './properties.ts';
import * as store from './store.ts';
import type { AssetRow } from './tables.ts';
import type { AssetTexts } from './text-input.ts';

/** The columns of an asset that has no file yet. */
const NO_FILE = { file_hash: null, file: null, dominant_color: null, placeholder: null };

/** The outcome for an imported asset. */
export interface UpsertedAsset {
  readonly id: string;
  readonly result: 'created' | 'updated' | 'unchanged';
  /** Differences between the result and the record. */
  readonly warnings: readonly Violation[];
}

/**
 * Creates the asset with that key or replaces its record. Without a new file, the current one stays, with its properties.
 * @param record `{key, title?, description?, alt?, file_name?, mime_type?, size?, width?, height?, focal_point?, tags?,
 * file?, created_at?, updated_at?}`; texts are plain, of the default locale, or maps by locale
 * @param file its stored file
 * @throws `validation_failed`
 */
export async function upsertAsset(
  work: AssetWork,
  record: Readonly<Record<string, unknown>>,
  file?: AssetFile,
): Promise<UpsertedAsset> {
  const wanted = readAssetRecord(record, work.model.locales);
  if (file !== undefined) await lockFile(work.writer, file.kept);
  const { writer, environment } = work;
  const id = resourceId('asset', environment.code, wanted.key);
  let before = await store.lockAsset(writer, environment.number, wanted.key);
  if (before === undefined) {
    const row = newRow(work, wanted, { id: await store.takeRowId(writer, environment.number), file });
    if (await store.insertAsset(writer, row)) {
      countAsset(work, null, row);
      await keepTexts(work, row);
      recordChange(work, row, 'asset.create');
      return { id, result: 'created', warnings: warningsOf(wanted, row) };
    }
    before = await store.lockAsset(writer, environment.number, wanted.key);
    if (before === undefined) throw new Error('An asset appeared and disappeared within one write.');
  }
  const after = changedRow(work, before, { wanted, file });
  if (after === undefined) return { id, result: 'unchanged', warnings: warningsOf(wanted, before) };
  await store.updateAsset(writer, after);
  countAsset(work, before, after);
  if (after.file_hash !== before.file_hash) await store.keepReplaced(writer, before, after, work.change.at);
  if (after.texts !== before.texts) await keepTexts(work, after);
  recordChange(work, after, 'asset.update', before);
  return { id, result: 'updated', warnings: warningsOf(wanted, after) };
}

/** The existing ones among some assets of an environment, with the properties that links check. */
export async function findLinkedAssets(
  db: Reader,
  environment: number,
  keys: readonly string[],
): Promise<store.LinkedAsset[]> {
  return store.selectLinked(db, environment, keys);
}

/** The number of assets in the environment with a text in the locale. */
export async function countAssetsWithLocale(writer: Writer, environment: number, locale: number): Promise<number> {
  let count = 0;
  for await (const texts of store.textsOfAssets(writer, environment)) {
    const byName = JSON.parse(texts) as AssetTexts;
    if (Object.values(byName).some((byLocale) => byLocale[locale] !== undefined)) count += 1;
  }
  return count;
}

/**
 * Removes some of the assets of a deleted environment.
 * @returns whether none is left
 */
export async function removeAssets(writer: Writer, environment: number): Promise<boolean> {
  return store.removeSomeAssets(writer, environment);
}

function newRow(
  { change, actor, environment }: AssetWork,
  wanted: AssetRecord,
  { id, file }: { id: number; file: AssetFile | undefined },
): AssetRow {
  const createdAt = wanted.createdAt ?? change.at;
  return {
    id,
    environment: environment.number,
    key: wanted.key,
    ...NO_FILE,
    ...contentColumns(wanted),
    ...(file === undefined ? {} : fileColumns(file)),
    ...propertyColumns(wanted.properties, null),
    version: 1,
    created_at: createdAt,
    created_by: actor.id,
    updated_at: wanted.updatedAt ?? createdAt,
    updated_by: actor.id,
  };
}

/** The row according to the record; undefined if nothing changes. */
function changedRow(
  { change, actor }: AssetWork,
  before: AssetRow,
  { wanted, file }: { wanted: AssetRecord; file: AssetFile | undefined },
): AssetRow | undefined {
  const after = {
    ...before,
    // Properties detected from the file take precedence over the record.
    ...(before.file === null ? contentColumns(wanted) : { texts: JSON.stringify(wanted.texts) }),
    ...(file === undefined ? {} : fileColumns(file)),
    ...propertyColumns(wanted.properties, before),
    created_at: wanted.createdAt ?? before.created_at,
    updated_at: wanted.updatedAt ?? before.updated_at,
  };
  if (JSON.stringify(after) === JSON.stringify(before)) return undefined;
  return { ...after, version: before.version + 1, updated_at: wanted.updatedAt ?? change.at, updated_by: actor.id };
}

function contentColumns({ texts, file_name, mime_type, size, width, height }: AssetRecord) {
  return { texts: JSON.stringify(texts), file_name, mime_type, size, width, height };
}

/** The columns that describe an asset's file. */
export function fileColumns(file: AssetFile) {
  return {
    file: file.kept.id,
    file_hash: file.kept.hash,
    file_name: file.fileName,
    mime_type: file.mimeType,
    size: file.kept.size,
    width: file.width,
    height: file.height,
    dominant_color: file.dominantColor,
    placeholder: file.placeholder,
  };
}

/** Says where the file that a record names is not the asset's. */
function warningsOf({ file }: AssetRecord, row: AssetRow): Violation[] {
  if (file === null || file === row.file_hash) return [];
  const message =
    row.file_hash === null
      ? 'Upload its file; it was not sent with the record.'
      : 'Its file is not byte for byte the one of the record: it was not sent with the record, or the space removes metadata.';
  return [{ path: 'asset.file', rule: 'file', message }];
}

/** Counts an asset and the bytes of its file for the account; without a file it counts no bytes. */
export function countAsset({ change, environment }: AssetWork, before: AssetRow | null, after: AssetRow | null): void {
  change.countIn(environment, 'assets', (after === null ? 0 : 1) - (before === null ? 0 : 1));
  change.countIn(environment, 'asset_bytes', bytesOf(after) - bytesOf(before));
}

function bytesOf(row: AssetRow | null): number {
  return row === null || row.file === null ? 0 : (row.size ?? 0);
}

/**
 * Records a change to an asset, which delivery sees at once. @param before the previous asset; absent if it was created or deleted
 */
export function recordChange(
  { change, environment }: AssetWork,
  row: AssetRow,
  event: EventOf<'asset'>,
  before?: AssetRow,
): void {
  keepAsset(change, row, event === 'asset.delete' ? row : (before ?? null));
  change.item({
    environment,
    event,
    kind: 'asset',
    key: row.key,
    resource: row.id,
    published: true,
    moved: event === 'asset.delete' ? 0 : movedBy(before, row),
  });
}

/** Which sort keys of lists the write changes, if it does not delete the asset. */
function movedBy(before: AssetRow | undefined, after: AssetRow): number {
  if (before === undefined) return MOVED.created + MOVED.updated;
  return before.updated_at === after.updated_at ? 0 : MOVED.updated;
}
