/**
 * What merging environments needs from assets: reading many at once, and bringing one into a merged or an earlier state. Files
 * belong to the space, so environments can share them.
 */
import type { CopyStep } from '../../model/spaces/content-copy.ts';
import { nextRows } from '../../platform/database/copied-rows.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockFile } from '../files/files.ts';
import { keepTexts } from './asset-texts.ts';
import type { MergedColumns } from './asset-values.ts';
import type { AssetWork } from './asset-work.ts';
import { countAsset, recordChange } from './assets.ts';
import { recordAsset } from './audit.ts';
import * as store from './store.ts';
import type { AssetRow } from './tables.ts';

/** The assets of an environment with the given keys, by key. */
export async function readAssets(
  db: Reader,
  environment: number,
  keys: readonly string[],
): Promise<Map<string, AssetRow>> {
  return byKey(await store.selectByKeys(db, environment, keys));
}

/** The next assets of an environment, and where the page ends; null if there are no more. */
export async function nextAssets(
  db: Reader,
  environment: number,
  step: CopyStep,
): Promise<{ rows: AssetRow[]; place: string | null }> {
  const { rows, place } = await nextRows(db, 'assets', environment, step);
  return { rows: await store.selectSome(db, rows), place };
}

/** The same, locked against changes by others until the write ends. */
export async function lockAssets(
  writer: Writer,
  environment: number,
  keys: readonly string[],
): Promise<Map<string, AssetRow>> {
  return byKey(await store.lockByKeys(writer, environment, keys));
}

/** Saves the merged state of an asset. @throws `unavailable` if its file has been removed in the meantime */
export async function saveMergedAsset(
  work: AssetWork,
  before: AssetRow | null,
  key: string,
  columns: MergedColumns,
): Promise<AssetRow> {
  const { writer, change, actor, environment } = work;
  if (before !== null) {
    const after = { ...before, ...columns, version: before.version + 1, updated_at: change.at, updated_by: actor.id };
    return update(work, before, after);
  }
  const id = await store.takeRowId(writer, environment.number);
  const made = { created_at: change.at, created_by: actor.id, updated_at: change.at, updated_by: actor.id };
  return insert(work, { id, environment: environment.number, key, ...columns, version: 1, ...made });
}

export async function removeMergedAsset(work: AssetWork, before: AssetRow): Promise<void> {
  await store.deleteAsset(work.writer, before, work.change.at);
  countAsset(work, before, null);
  recordChange(work, before, 'asset.delete');
  recordAsset(work, 'asset.delete', { before, after: null });
}

/**
 * Restores an asset's previous state, except its version. @param before the current row; null if it is gone
 * @throws `unavailable` if its file has been removed in the meantime
 */
export async function restoreAsset(work: AssetWork, before: AssetRow | null, was: AssetRow): Promise<AssetRow> {
  if (before === null) return insert(work, { ...was, version: was.version + 1 });
  return update(work, before, { ...was, version: before.version + 1 });
}

async function insert(work: AssetWork, row: AssetRow): Promise<AssetRow> {
  await holdFileOf(work.writer, row);
  if (!(await store.insertAsset(work.writer, row))) throw new Error(`The asset "${row.key}" appeared meanwhile.`);
  await store.takeBack(work.writer, row);
  countAsset(work, null, row);
  await keepTexts(work, row);
  recordChange(work, row, 'asset.create');
  recordAsset(work, 'asset.create', { before: null, after: row });
  return row;
}

async function update(work: AssetWork, before: AssetRow, after: AssetRow): Promise<AssetRow> {
  if (after.file !== before.file) await holdFileOf(work.writer, after);
  await store.updateAsset(work.writer, after);
  countAsset(work, before, after);
  if (after.file_hash !== before.file_hash) await store.keepReplaced(work.writer, before, after, work.change.at);
  if (after.texts !== before.texts) await keepTexts(work, after);
  recordChange(work, after, 'asset.update', before);
  recordAsset(work, 'asset.update', { before, after });
  return after;
}

async function holdFileOf(writer: Writer, { file: id, file_hash: hash, size }: AssetRow): Promise<void> {
  if (id !== null) await lockFile(writer, { id, hash: hash ?? '', size: size ?? 0 });
}

function byKey(rows: readonly AssetRow[]): Map<string, AssetRow> {
  return new Map(rows.map((row) => [row.key, row]));
}
