/** The rows of assets. */

import { isAmong, type SomeRows } from '../../platform/database/copied-rows.ts';
import { removeCounter, takeNumbers } from '../../platform/database/counters.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import { textsOf } from '../../platform/database/number-list.ts';
import { placesOf, prepared } from '../../platform/database/prepared.ts';
import { rowId, rowIdRange } from '../../platform/database/row-id.ts';
import type { TextIds } from '../../reading/search/texts.ts';
import type { ForgottenUses } from '../files/file-uses.ts';
import { type AssetRow, type AssetVersionRow, tables } from './tables.ts';

const SCANNED_AT_ONCE = 1_000;
const REMOVED_AT_ONCE = 2_000;

/** The properties of an asset that links check. */
export type LinkedAsset = Pick<AssetRow, 'key' | 'mime_type' | 'size'>;

/** The asset with that key, locked until the write ends. */
export async function lockAsset(writer: Writer, environment: number, key: string): Promise<AssetRow | undefined> {
  const query = writer.selectFrom('assets').selectAll().where('environment', '=', environment).where('key', '=', key);
  return lockForUpdate(writer, query).executeTakeFirst();
}

/** The asset with that key, as committed. */
export async function findAsset(db: Reader, environment: number, key: string): Promise<AssetRow | undefined> {
  const [row] = await selectAsset(db, { environment, key });
  return row;
}

/** The assets of an environment with these keys, in no particular order. */
export async function selectByKeys(db: Reader, environment: number, keys: readonly string[]): Promise<AssetRow[]> {
  return byKeys(db, environment, keys).execute();
}

/** The same, locked until the write ends, in the order of their ids. */
export async function lockByKeys(writer: Writer, environment: number, keys: readonly string[]): Promise<AssetRow[]> {
  return lockForUpdate(writer, byKeys(writer, environment, keys).orderBy('id')).execute();
}

/** Some assets by row id. */
export async function selectSome(db: Reader, rows: SomeRows): Promise<AssetRow[]> {
  return db
    .selectFrom('assets')
    .selectAll()
    .where(isAmong(db, 'id', rows))
    .execute();
}

function byKeys(db: Reader, environment: number, keys: readonly string[]) {
  return db
    .selectFrom('assets')
    .selectAll()
    .where('environment', '=', environment)
    .where('key', 'in', textsOf(db, JSON.stringify(keys)));
}

const selectAsset = prepared<{ environment: number; key: string }, AssetRow>((db, place) =>
  db.selectFrom('assets').selectAll().where('environment', '=', place('environment')).where('key', '=', place('key')),
);

/** A row id that no asset of the environment ever had. */
export async function takeRowId(writer: Writer, environment: number): Promise<number> {
  return rowId(environment, await takeNumbers(writer, assetCounter(environment)));
}

/** Inserts an asset; false if its key is taken. */
export async function insertAsset(writer: Writer, row: AssetRow): Promise<boolean> {
  const inserted = await insertRow(writer, row);
  return inserted.length > 0;
}

const insertRow = prepared<AssetRow, { id: number }>((db, place) =>
  db
    .insertInto('assets')
    .values(placesOf(tables.assets, place))
    .onConflict((conflict) => conflict.columns(['environment', 'key']).doNothing())
    .returning('id'),
);

export async function updateAsset(writer: Writer, { id, ...columns }: AssetRow): Promise<void> {
  await writer.updateTable('assets').set(columns).where('id', '=', id).execute();
}

/** Keeps the first of several versions of one revision: what was before it. */
export const insertAssetVersion = prepared<{ [K in keyof AssetVersionRow]: AssetVersionRow[K] }, unknown>((db, place) =>
  db
    .insertInto('asset_versions')
    .values(placesOf(tables.asset_versions, place))
    .onConflict((conflict) => conflict.columns(['environment', 'until', 'asset']).doNothing()),
);

/**
 * What assets were at a revision, of those that are something else now.
 * @param wanted `keys`: those that are looked for; undefined for all
 */
export async function versionsThen(
  db: Reader,
  wanted: { readonly environment: number; readonly after: number; readonly keys: readonly string[] | undefined },
  limit: number,
): Promise<Pick<AssetVersionRow, 'asset' | 'key' | 'state'>[]> {
  const { environment, after, keys } = wanted;
  const later = db
    .selectFrom('asset_versions')
    .select((eb) => ['asset as changed', eb.fn.min('until').as('first')])
    .where('environment', '=', environment)
    .where('until', '>', after);
  const some = keys === undefined ? later : later.where('key', 'in', textsOf(db, JSON.stringify(keys)));
  return db
    .selectFrom('asset_versions as v')
    .innerJoin(some.groupBy('asset').limit(limit).as('f'), (join) =>
      join.onRef('f.changed', '=', 'v.asset').onRef('f.first', '=', 'v.until'),
    )
    .select(['v.asset', 'v.key', 'v.state'])
    .where('v.environment', '=', environment)
    .execute();
}

/** An asset as an id names it. */
export interface AddressedAsset {
  /** Of the environment. */
  readonly code: string;
  readonly key: string;
}

/** The columns needed to serve a file URL. */
export interface AddressedRow
  extends Pick<AssetRow, 'file_name' | 'mime_type' | 'size' | 'width' | 'height' | 'focal_point'> {
  readonly spaceId: string;
  /** Time at which the account was suspended; null if it is not. */
  readonly suspendedAt: number | null;
  /** Name in storage. */
  readonly name: string | null;
}

/** Ready environments by their codes, with what files of their assets need of them. */
function servingEnvironments(db: Reader) {
  return db
    .selectFrom('environment_names')
    .innerJoin('environments', 'environments.number', 'environment_names.environment')
    .innerJoin('spaces', 'spaces.id', 'environments.space_id')
    .innerJoin('accounts', 'accounts.id', 'spaces.account_id')
    .select(['environments.space_id as spaceId', 'accounts.suspended_at as suspendedAt'])
    .where('environments.status', '=', 'ready');
}

/** The asset with that key, with its file, in the environment with that code. */
export const selectAddressed = prepared<
  AddressedAsset,
  AddressedRow & { readonly id: number; readonly hash: string | null }
>((db, place) =>
  servingEnvironments(db)
    .innerJoin('assets', 'assets.environment', 'environments.number')
    .leftJoin('files', 'files.id', 'assets.file')
    .select([
      'assets.id',
      'assets.file_name',
      'assets.mime_type',
      'assets.size',
      'assets.width',
      'assets.height',
      'assets.focal_point',
      'assets.file_hash as hash',
      'files.name',
    ])
    .where('environment_names.code', '=', place('code'))
    .where('assets.key', '=', place('key')),
);

/** An earlier file, by its hash, and the time since which it may have been replaced. */
interface EarlierFile {
  readonly hash: string;
  readonly since: number;
}

/** A previous file of the asset. */
export async function findReplaced(db: Reader, asset: number, { hash, since }: EarlierFile) {
  return db
    .selectFrom('replaced_files')
    .innerJoin('files', 'files.id', 'replaced_files.file')
    .select(['file_name', 'mime_type', 'replaced_files.size', 'width', 'height', 'files.name'])
    .where('asset', '=', asset)
    .where('replaced_files.hash', '=', hash)
    .where('replaced_at', '>', since)
    .executeTakeFirst();
}

/** An earlier file of an asset that has, or had, that key, as it was before it last changed. */
export async function findKept(
  db: Reader,
  { code, key }: AddressedAsset,
  { hash, since }: EarlierFile,
): Promise<AddressedRow | undefined> {
  const kept = await servingEnvironments(db)
    .innerJoin('asset_versions as v', 'v.environment', 'environments.number')
    .innerJoin('replaced_files as r', 'r.asset', 'v.asset')
    .innerJoin('files', 'files.id', 'r.file')
    .select(['r.file_name', 'r.mime_type', 'r.size', 'r.width', 'r.height', 'files.name', 'v.state'])
    .where('environment_names.code', '=', code)
    .where('v.key', '=', key)
    .where('v.state', 'is not', null)
    .where('r.hash', '=', hash)
    .where('r.replaced_at', '>', since)
    .orderBy('v.until', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (kept === undefined) return undefined;
  const { state, ...file } = kept;
  const { focal_point } = JSON.parse(state ?? '') as Pick<AssetRow, 'focal_point'>;
  return { ...file, focal_point };
}

/** Deletes an asset with everything that belongs to it but its file, which is kept as one of the past. */
export async function deleteAsset(writer: Writer, asset: AssetRow, at: number): Promise<void> {
  const { id } = asset;
  await writer.deleteFrom('assets').where('id', '=', id).execute();
  await writer.deleteFrom('asset_searches').where('asset', '=', id).execute();
  await keepReplaced(writer, asset, { file_hash: null }, at);
}

/** An asset has a file that it had before: it is no earlier one any more. */
export async function takeBack(
  writer: Writer,
  { id, file_hash: hash }: Pick<AssetRow, 'id' | 'file_hash'>,
): Promise<void> {
  if (hash !== null)
    await writer.deleteFrom('replaced_files').where('asset', '=', id).where('hash', '=', hash).execute();
}

/** Records the previous file of an asset, so that its URL keeps working; the current file is never recorded as replaced. */
export async function keepReplaced(
  writer: Writer,
  before: AssetRow,
  current: Pick<AssetRow, 'file_hash'>,
  at: number,
): Promise<void> {
  const { id, file, file_hash: hash, file_name, mime_type, size, width, height } = before;
  await takeBack(writer, { id, file_hash: current.file_hash });
  if (file === null || hash === null || file_name === null || mime_type === null || size === null) return;
  await writer
    .insertInto('replaced_files')
    .values({ asset: id, hash, file, file_name, mime_type, size, width, height, replaced_at: at })
    .execute();
}

/** Which of the files an asset uses, or used until recently and still serves. */
export async function filesOfAssets(db: Reader, files: readonly number[]): Promise<Set<number>> {
  const current = await db.selectFrom('assets').select('file').distinct().where('file', 'in', files).execute();
  const before = await db.selectFrom('replaced_files').select('file').distinct().where('file', 'in', files).execute();
  return new Set([...current, ...before].map(({ file }) => file).filter((file) => file !== null));
}

/** The media types of files, by their row ids. */
export async function mediaTypesOfFiles(db: Reader, files: readonly number[]): Promise<Map<number, string>> {
  if (files.length === 0) return new Map();
  const before = await db
    .selectFrom('replaced_files')
    .select(['file', 'mime_type'])
    .where('file', 'in', files)
    .execute();
  const now = await db.selectFrom('assets').select(['file', 'mime_type']).where('file', 'in', files).execute();
  const typed = [...before, ...now].flatMap(({ file, mime_type: type }) =>
    file === null || type === null ? [] : [[file, type] as const],
  );
  return new Map(typed);
}

/** Deletes the records of files that were replaced by a time, and those of assets that were deleted by another. */
export async function deleteReplacedBefore(writer: Writer, { replaced, deleted }: ForgottenUses): Promise<void> {
  await writer.deleteFrom('replaced_files').where('replaced_at', '<=', replaced).execute();
  await writer
    .deleteFrom('replaced_files')
    .where('replaced_at', '<=', deleted)
    .where('asset', 'not in', writer.selectFrom('assets').select('id'))
    .execute();
}

/** The existing ones among some assets, with the properties that links check. */
export async function selectLinked(db: Reader, environment: number, keys: readonly string[]): Promise<LinkedAsset[]> {
  if (keys.length === 0) return [];
  return db
    .selectFrom('assets')
    .select(['key', 'mime_type', 'size'])
    .where('environment', '=', environment)
    .where('key', 'in', keys)
    .execute();
}

/** Some assets by row id, locked until the write ends. */
export async function lockSomeAssets(
  writer: Writer,
  { environment, after, limit }: { environment: number; after: number; limit: number },
): Promise<Pick<AssetRow, 'id' | 'key' | 'texts'>[]> {
  const { first, end } = rowIdRange(environment);
  const query = writer
    .selectFrom('assets')
    .select(['id', 'key', 'texts'])
    .where('id', '>', Math.max(after, first))
    .where('id', '<', end)
    .orderBy('id')
    .limit(limit);
  return lockForUpdate(writer, query).execute();
}

/** The searchable texts of an asset by locale number. */
export async function textIdsOf(db: Reader, asset: number): Promise<TextIds> {
  const rows = await db
    .selectFrom('asset_searches')
    .select(['locale', 'search_text'])
    .where('asset', '=', asset)
    .orderBy('locale')
    .execute();
  return Object.fromEntries(rows.map(({ locale, search_text }) => [locale, search_text]));
}

export async function replaceTexts(writer: Writer, asset: number, texts: TextIds): Promise<void> {
  await writer.deleteFrom('asset_searches').where('asset', '=', asset).execute();
  const rows = Object.entries(texts).map(([locale, text]) => ({ asset, locale: Number(locale), search_text: text }));
  if (rows.length > 0) await writer.insertInto('asset_searches').values(rows).execute();
}

/** The texts of the environment's assets, in chunks by row id. */
export async function* textsOfAssets(db: Reader, environment: number): AsyncGenerator<string> {
  const { first, end } = rowIdRange(environment);
  let after = first;
  for (;;) {
    const rows = await db
      .selectFrom('assets')
      .select(['id', 'texts'])
      .where('id', '>', after)
      .where('id', '<', end)
      .orderBy('id')
      .limit(SCANNED_AT_ONCE)
      .execute();
    for (const { texts } of rows) yield texts;
    const last = rows.at(-1);
    if (last === undefined || rows.length < SCANNED_AT_ONCE) return;
    after = last.id;
  }
}

/** Removes some assets of a deleted environment; returns whether none is left. */
export async function removeSomeAssets(writer: Writer, environment: number): Promise<boolean> {
  const ids = writer.selectFrom('assets').select('id').where('environment', '=', environment).limit(REMOVED_AT_ONCE);
  const removed = await writer.deleteFrom('assets').where('id', 'in', ids).executeTakeFirst();
  if (Number(removed.numDeletedRows) === REMOVED_AT_ONCE) return false;
  await removeCounter(writer, assetCounter(environment));
  const { first, end } = rowIdRange(environment);
  await writer.deleteFrom('replaced_files').where('asset', '>=', first).where('asset', '<', end).execute();
  await writer.deleteFrom('asset_searches').where('asset', '>=', first).where('asset', '<', end).execute();
  await writer.deleteFrom('asset_versions').where('environment', '=', environment).execute();
  return true;
}

/** Name of the counter of an environment's assets. */
export function assetCounter(environment: number): string {
  return `assets:${environment}`;
}

export async function countAssets(db: Reader, environment: number): Promise<number> {
  const row = await db
    .selectFrom('assets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('environment', '=', environment)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Total bytes of the files of all assets of an environment. */
export async function sumAssetBytes(db: Reader, environment: number): Promise<number> {
  const row = await db
    .selectFrom('assets')
    .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
    .where('environment', '=', environment)
    .where('file', 'is not', null)
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}
