/** Assets as records of the import route, with the hashes of their files. The files are transferred separately. */
import type { Model } from '../../model/content-types/model.ts';
import type { Reader } from '../../platform/database/database.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import { inKeyOrder } from '../../platform/kit/key-order.ts';
import { shownProperties } from './properties.ts';
import { selectAssetsByKey, selectAssetsInRange } from './record-store.ts';
import { textsOf } from './representation.ts';
import type { AssetRow } from './tables.ts';

const ASSETS_AT_ONCE = 200;

/** An asset as a record, and the location of its file. */
export interface ReadAsset {
  readonly key: string;
  readonly record: Readonly<Record<string, unknown>>;
  /** Null if it has no file. */
  readonly file: { readonly hash: string; readonly name: string; readonly size: number } | null;
}

/**
 * The next assets of a range, by key.
 * @param db sees a single state of the database, the one that `model` is from
 * @returns an empty list at the end of the range
 */
export async function readAssetRecords(
  db: Reader,
  model: Model,
  range: { readonly environment: number; readonly above: string; readonly upto: string },
): Promise<ReadAsset[]> {
  const rows = await selectAssetsInRange(db, { ...range, limit: ASSETS_AT_ONCE });
  return rows.map(({ stored, bytes, ...row }) => ({
    key: row.key,
    record: assetRecord(row, model),
    file: row.file_hash === null || stored === null ? null : { hash: row.file_hash, name: stored, size: bytes ?? 0 },
  }));
}

/** The existing assets with these keys; the caller limits the number of keys. */
export async function readAssetsByKey(
  db: Reader,
  model: Model,
  keys: readonly string[],
): Promise<Omit<ReadAsset, 'file'>[]> {
  const rows = await selectAssetsByKey(db, model.environment, keys);
  return rows.map((row) => ({ key: row.key, record: assetRecord(row, model) }));
}

function assetRecord(row: AssetRow, model: Model) {
  const { title, description, alt } = textsOf(row, model);
  return {
    key: row.key,
    ...textIf('title', title),
    ...textIf('description', description),
    ...textIf('alt', alt),
    ...factIf('file_name', row.file_name),
    ...factIf('mime_type', row.mime_type),
    ...factIf('size', row.size),
    ...factIf('width', row.width),
    ...factIf('height', row.height),
    ...shownProperties(row),
    ...factIf('file', row.file === null ? null : row.file_hash),
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  };
}

function textIf(name: string, byLocale: Record<string, string>): Record<string, unknown> {
  return Object.keys(byLocale).length === 0 ? {} : { [name]: inKeyOrder(byLocale) };
}

function factIf(name: string, value: string | number | null): Record<string, unknown> {
  return value === null ? {} : { [name]: value };
}
