/**
 * Keeps what a clone begins with, which is the common ancestor of the clone and its source: of entries the version, of
 * content types and assets, which have no versions, a copy.
 */

import { mergedColumns, readAssets, readSomeAssets } from '../../content/assets/merged-asset.ts';
import { readTypes } from '../../model/content-types/merged-type.ts';
import type { ChangedResource, CopyPart, KindCopy } from '../../model/spaces/content-copy.ts';
import { nextRows } from '../../platform/database/copied-rows.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { RowPair } from '../../platform/database/row-id.ts';
import type { AssetRow } from '../../content/assets/tables.ts';
import type { BaseType } from './planning/slots.ts';
import {
  type BaseKind,
  deleteBases,
  insertEntryBases,
  placeOfClone,
  removeSome,
  upsertBases,
  wholeBase,
} from './store.ts';
import type { MergeBaseRow } from './tables.ts';

const REMOVED_AT_ONCE = 2_000;

/** Notes with which versions some entries of the clone begin. */
const copyEntryBases: CopyPart = async (writer, pair, step) => {
  const { rows, place } = await nextRows(writer, 'entries', pair.clone, step);
  await insertEntryBases(writer, pair, rows);
  return place;
};

/** Notes as what some assets of the clone begin. */
const copyAssetBases: CopyPart = async (writer, pair, step) => {
  const { rows, place } = await nextRows(writer, 'assets', pair.clone, step);
  await upsertBases(writer, assetBases(pair, await readSomeAssets(writer, rows)));
  return place;
};

/** Notes it again for what was copied again. */
async function copyChangedBases(writer: Writer, pair: RowPair, changed: readonly ChangedResource[]): Promise<void> {
  const keysOf = (kind: BaseKind) => [...new Set(changed.filter((one) => one.kind === kind).map(({ key }) => key))];
  const [entries, assets] = [keysOf('entry'), keysOf('asset')];
  const place = placeOfClone(pair.clone);
  if (entries.length > 0) {
    await deleteBases(writer, place, { kind: 'entry', keys: entries });
    await insertEntryBases(writer, pair, { keys: entries });
  }
  if (assets.length > 0) {
    await deleteBases(writer, place, { kind: 'asset', keys: assets });
    const rows = await readAssets(writer, pair.clone, assets);
    await upsertBases(writer, assetBases(pair, [...rows.values()]));
  }
}

/** Notes as what the content types of the clone begin. */
async function finishBases(writer: Writer, pair: RowPair): Promise<void> {
  const types = await readTypes(writer, pair.clone);
  const rows = types.map((type) => {
    const base: BaseType = { type, numbers: {} };
    return { ...place(pair), kind: 'content_type', key: type.apiId, state: JSON.stringify(base) };
  });
  await upsertBases(writer, [...rows, wholeBase(pair.clone)]);
}

/** What is kept about a clone's beginning, copied behind the content itself. */
export const baseCopy: KindCopy = {
  parts: [copyEntryBases, copyAssetBases],
  modelParts: [],
  again: copyChangedBases,
  finish: finishBases,
};

/** Removes some of what is kept for a deleted environment. @returns whether none is left */
export async function removeMerging(writer: Writer, environment: number): Promise<boolean> {
  return removeSome(writer, environment, REMOVED_AT_ONCE);
}

function assetBases(pair: RowPair, rows: readonly AssetRow[]): MergeBaseRow[] {
  return rows.map((row) => ({
    ...place(pair),
    kind: 'asset',
    key: row.key,
    state: JSON.stringify(mergedColumns(row)),
  }));
}

function place({ clone }: RowPair): Pick<MergeBaseRow, 'environment' | 'other' | 'resource' | 'version'> {
  return { ...placeOfClone(clone), resource: null, version: null };
}
