/**
 * Stores the initial state of a clone, which is the common ancestor of the clone and its source: for entries the version, for
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

/** Records the initial versions of some of the clone's entries. */
const copyEntryBases: CopyPart = async (writer, pair, step) => {
  const { rows, place } = await nextRows(writer, 'entries', pair.clone, step);
  await insertEntryBases(writer, pair, rows);
  return place;
};

/** Stores the initial state of some of the clone's resources, for a kind of plain values. */
function copyBasesOf(kind: ValueKind): CopyPart {
  return async (writer, pair, step) => {
    const { rows, place } = await kind.merge.next(writer, pair.clone, step);
    await upsertBases(writer, valueBases(pair, kind, rows));
    return place;
  };
}

/** Stores the state again for resources that were copied again. */
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

/** Stores the initial state of the clone's content types. */
async function finishBases(writer: Writer, pair: RowPair): Promise<void> {
  const types = await readTypes(writer, pair.clone);
  const rows = types.map((type) => {
    const base: BaseType = { type, numbers: {} };
    return { ...place(pair), kind: 'content_type', key: type.apiId, state: JSON.stringify(base) };
  });
  await upsertBases(writer, [...rows, wholeBase(pair.clone)]);
}

/** The clone's initial state, copied after the content itself. */
export const baseCopy: KindCopy = {
  parts: [copyEntryBases, ...valueKinds.map(copyBasesOf)],
  modelParts: [],
  again: copyChangedBases,
  finish: finishBases,
};

/** Deletes some of the data kept for a deleted environment. @returns whether none is left */
export async function removeMerging(writer: Writer, environment: number): Promise<boolean> {
  return removeSome(writer, environment, REMOVED_AT_ONCE);
}

function valueBases(pair: RowPair, { name, merge }: ValueKind, rows: readonly ValueRow[]): MergeBaseRow[] {
  return rows.map((row) => ({ ...place(pair), kind: name, key: row.key, state: JSON.stringify(merge.kept(row)) }));
}

function place({ clone }: RowPair): Pick<MergeBaseRow, 'environment' | 'other' | 'resource' | 'version'> {
  return { ...placeOfClone(clone), resource: null, version: null };
}
