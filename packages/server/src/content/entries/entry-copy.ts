/**
 * Copies entries for the clone of an environment: the draft and the published state with their versions, index rows, links, slugs
 * and unique values. They keep their numbers, so nothing has to be rewritten. Search texts are shared, so none are written.
 */
import type { ChangedResource, CopyPart } from '../../model/spaces/content-copy.ts';
import { nextRows } from '../../platform/database/copied-rows.ts';
import { copyCounter } from '../../platform/database/counters.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { RowPair } from '../../platform/database/row-id.ts';
import { yieldToReads } from '../../platform/database/savepoint.ts';
import { inPieces } from '../../platform/kit/pieces.ts';
import {
  copyClaimsAgain,
  copyEntryRows,
  copyTombstonesOf,
  nextTombstones,
  removeCopies,
  sizesOf,
} from './copy-store.ts';
import { entryCounter } from './entry-numbers.ts';

/** Maximum bytes of documents copied at once, unless a single entry is larger. */
const STEP_BYTES = 4_194_304;

/** Copies some entries, in the order of their numbers. */
export const copyEntries: CopyPart = async (writer, pair, step) => {
  const next = await nextRows(writer, 'entries', pair.source, step);
  const sized = await sizesOf(writer, next.rows);
  const [first = []] = inPieces(sized, ({ bytes }) => bytes, STEP_BYTES);
  const last = first.at(-1);
  if (last === undefined || first.length === sized.length) {
    await copyEntryRows(writer, pair, next.rows);
    return next.place;
  }
  const { after } = next.rows as { readonly after: number };
  await copyEntryRows(writer, pair, { after, upTo: last.id });
  return String(last.id);
};

/** Copies tombstones, so that entries recreated under a deleted key continue their version numbers as in the source. */
export const copyTombstones: CopyPart = async (writer, pair, step) => {
  const keys = await nextTombstones(writer, pair.source, step);
  await copyTombstonesOf(writer, pair, keys);
  return keys.length < step.limit ? null : (keys.at(-1) ?? null);
};

/** Copies slugs and unique values again, because a model change alters them without changing the entries. */
export const copySlugsAndValues: CopyPart = async (writer, pair, step) => {
  const { rows, place } = await nextRows(writer, 'entries', pair.source, step);
  await copyClaimsAgain(writer, pair, rows);
  return place;
};

/** Replaces the copies of entries that changed. */
export async function copyChangedEntries(
  writer: Writer,
  pair: RowPair,
  changed: readonly ChangedResource[],
): Promise<void> {
  const entries = changed.filter(({ kind }) => kind === 'entry');
  if (entries.length === 0) return;
  const ids = [...new Set(entries.map(({ resource }) => resource))];
  await removeCopies(writer, pair, ids);
  for (const piece of inPieces(await sizesOf(writer, { ids }), ({ bytes }) => bytes, STEP_BYTES)) {
    await copyEntryRows(writer, pair, { ids: piece.map(({ id }) => id) });
    await yieldToReads();
  }
  await copyTombstonesOf(writer, pair, [...new Set(entries.map(({ key }) => key))]);
}

/** Continues the numbering of the source for new entries of the clone. */
export async function finishEntries(writer: Writer, { source, clone }: RowPair): Promise<void> {
  await copyCounter(writer, { from: entryCounter(source), to: entryCounter(clone) });
}
