/**
 * Keeps what a clone begins with, which is the common ancestor of the clone and its source: of entries the version, of
 * everything else, which has no versions, a copy.
 */

import type { KindName } from '../../content/kinds/content-kind.ts';
import { type ValueKind, valueKinds } from '../../content/kinds/kinds.ts';
import type { ValueRow } from '../../content/kinds/value-merge.ts';
import { readTypes } from '../../model/content-types/merged-type.ts';
import type { ChangedResource, CopyPart, KindCopy } from '../../model/spaces/content-copy.ts';
import { nextRows } from '../../platform/database/copied-rows.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { RowPair } from '../../platform/database/row-id.ts';
import type { BaseType } from './planning/slots.ts';
import { deleteBases, insertEntryBases, placeOfClone, removeSome, upsertBases, wholeBase } from './store.ts';
import type { MergeBaseRow } from './tables.ts';

const REMOVED_AT_ONCE = 2_000;

/** Notes with which versions some entries of the clone begin. */
const copyEntryBases: CopyPart = async (writer, pair, step) => {
  const { rows, place } = await nextRows(writer, 'entries', pair.clone, step);
  await insertEntryBases(writer, pair, rows);
  return place;
};

/** Notes as what some resources of the clone begin, of a kind of plain values. */
function copyBasesOf(kind: ValueKind): CopyPart {
  return async (writer, pair, step) => {
    const { rows, place } = await kind.merge.next(writer, pair.clone, step);
    await upsertBases(writer, valueBases(pair, kind, rows));
    return place;
  };
}

/** Notes it again for what was copied again. */
async function copyChangedBases(writer: Writer, pair: RowPair, changed: readonly ChangedResource[]): Promise<void> {
  const keysOf = (kind: KindName) => [...new Set(changed.filter((one) => one.kind === kind).map(({ key }) => key))];
  const entries = keysOf('entry');
  const place = placeOfClone(pair.clone);
  if (entries.length > 0) {
    await deleteBases(writer, place, { kind: 'entry', keys: entries });
    await insertEntryBases(writer, pair, { keys: entries });
  }
  for (const kind of valueKinds) {
    const keys = keysOf(kind.name);
    if (keys.length === 0) continue;
    await deleteBases(writer, place, { kind: kind.name, keys });
    const rows = await kind.merge.read(writer, pair.clone, keys);
    await upsertBases(writer, valueBases(pair, kind, [...rows.values()]));
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
  parts: [copyEntryBases, ...valueKinds.map(copyBasesOf)],
  modelParts: [],
  again: copyChangedBases,
  finish: finishBases,
};

/** Removes some of what is kept for a deleted environment. @returns whether none is left */
export async function removeMerging(writer: Writer, environment: number): Promise<boolean> {
  return removeSome(writer, environment, REMOVED_AT_ONCE);
}

function valueBases(pair: RowPair, { name, merge }: ValueKind, rows: readonly ValueRow[]): MergeBaseRow[] {
  return rows.map((row) => ({ ...place(pair), kind: name, key: row.key, state: JSON.stringify(merge.kept(row)) }));
}

function place({ clone }: RowPair): Pick<MergeBaseRow, 'environment' | 'other' | 'resource' | 'version'> {
  return { ...placeOfClone(clone), resource: null, version: null };
}
