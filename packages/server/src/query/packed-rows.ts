/**
 * Index rows that come as texts, one a column: what one text stands for, part by part. Invariant: all texts of a chunk
 * have their parts in the same order.
 */
import type { EntryIndexRow } from '../database/tables.ts';
import type { HeldRow } from './index-row.ts';

/** Stands between the parts of a column's text: none of them holds it. */
export const SEPARATOR = '\n';

/** The columns of a chunk, each as one text; null where there is no row. */
export type Packed<K extends string> = { readonly [column in K]: string | null };

/** What a table holds of an entry, as it is stored. */
export type StoredHeldRow = Pick<
  EntryIndexRow,
  'id' | 'version' | 'states' | 'content_type' | 'key' | 'status' | 'published_at'
>;

/** The values of many entries: their ids, and as many texts of JSON, `separator` between them. */
export interface PackedValues {
  readonly ids: readonly number[];
  readonly text: string;
  readonly separator: string;
}

/**
 * The entries of a chunk that a state shows.
 * @param ids of the rows of the chunk that count, from its first on
 */
export function unpackedEntries(
  chunk: Packed<keyof StoredHeldRow> | undefined,
  ids: readonly number[],
  { bit, statusOf }: { bit: number; statusOf: (stored: string) => string },
): HeldRow[] {
  const states = unpackedNumbers(chunk?.states);
  const versions = unpackedNumbers(chunk?.version);
  const types = unpackedNumbers(chunk?.content_type);
  const keys = unpackedTexts(chunk?.key);
  const statuses = unpackedTexts(chunk?.status);
  const published = unpackedNumbers(chunk?.published_at);
  const entries: HeldRow[] = [];
  for (let at = 0; at < ids.length; at++) {
    if (((states[at] as number) & bit) === 0) continue;
    entries.push({
      id: ids[at] as number,
      version: versions[at] as number,
      contentType: types[at] as number,
      key: keys[at] as string,
      status: statusOf(statuses[at] as string),
      publishedAt: published[at] ?? null,
    });
  }
  return entries;
}

/** The parts of a column of numbers; those that are not there are null. */
export function unpackedNumbers(text: string | null | undefined): number[] {
  return JSON.parse(`[${text ?? ''}]`) as number[];
}

/** The parts of a column of texts. */
export function unpackedTexts(text: string | null | undefined): string[] {
  return (text ?? '').split(SEPARATOR);
}
