/**
 * Index rows that come as texts, one a column: what one text stands for, part by part. Invariant: all texts of a chunk
 * have their parts in the same order.
 */
import type { EntryIndexRow } from '../database/tables.ts';

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

/** The rows of a chunk. */
export function unpackedRows(chunk: Packed<keyof StoredHeldRow> | undefined): StoredHeldRow[] {
  const versions = unpackedNumbers(chunk?.version);
  const states = unpackedNumbers(chunk?.states);
  const types = unpackedNumbers(chunk?.content_type);
  const keys = unpackedTexts(chunk?.key);
  const statuses = unpackedTexts(chunk?.status);
  const published = unpackedNumbers(chunk?.published_at);
  return unpackedNumbers(chunk?.id).map((id, at) => ({
    id,
    version: versions[at] as number,
    states: states[at] as number,
    content_type: types[at] as number,
    key: keys[at] as string,
    status: statuses[at] as string,
    published_at: published[at] ?? null,
  }));
}

/** The parts of a column of numbers; those that are not there are null. */
export function unpackedNumbers(text: string | null | undefined): number[] {
  return JSON.parse(`[${text ?? ''}]`) as number[];
}

/** The parts of a column of texts. */
export function unpackedTexts(text: string | null | undefined): string[] {
  return (text ?? '').split(SEPARATOR);
}
