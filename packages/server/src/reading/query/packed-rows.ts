/** Index rows that arrive packed, one text per column, and how to unpack them row by row. */
import { type Packed, unpackedNumbers, unpackedTexts } from '../../platform/database/packed-columns.ts';
import type { HeldRow } from './index-row.ts';
import type { QueryState } from './query.ts';

/** The status of published states, which store none. */
export const PUBLISHED = 'published';
/** The kind of a row is its content type times this, plus the bits of its states. */
export const KIND_STEP = 4;
/** The publication time of entries that were never published. */
export const NEVER = Number.MIN_SAFE_INTEGER;

/** The bit of a state in `entry_index.states`. */
export function bitOf(state: QueryState): 1 | 2 {
  return state === 'draft' ? 1 : 2;
}

/** What `entry_index.states` is for rows that are of a state: of it alone, or of both. */
export function statesWith(state: QueryState): readonly number[] {
  return [bitOf(state), 3];
}

/** What a table stores of entries; the statuses are null if all are `PUBLISHED`. */
export type PackedEntries = Packed<'id' | 'version' | 'kind' | 'key' | 'status' | 'published_at'>;

/** The values of many entries: their ids, and one JSON text each, joined by `separator`. */
export interface PackedValues {
  readonly ids: readonly number[];
  readonly text: string;
  readonly separator: string;
}

/**
 * The entries of a chunk that are in a state.
 * @param ids of the rows of the chunk that count, from its first on
 * @param bit of the state
 */
export function unpackedEntries(chunk: PackedEntries | undefined, ids: readonly number[], bit: number): HeldRow[] {
  const kinds = unpackedNumbers(chunk?.kind);
  const versions = unpackedNumbers(chunk?.version);
  const keys = unpackedTexts(chunk?.key);
  const statuses = chunk?.status == null ? null : unpackedTexts(chunk.status);
  const published = unpackedNumbers(chunk?.published_at);
  const entries: HeldRow[] = [];
  for (let at = 0; at < ids.length; at++) {
    const kind = kinds[at] as number;
    if ((kind & bit) === 0) continue;
    const publishedAt = published[at] as number;
    entries.push({
      id: ids[at] as number,
      version: versions[at] as number,
      contentType: Math.floor(kind / KIND_STEP),
      key: keys[at] as string,
      status: statuses === null ? PUBLISHED : (statuses[at] as string),
      publishedAt: publishedAt === NEVER ? null : publishedAt,
    });
  }
  return entries;
}
