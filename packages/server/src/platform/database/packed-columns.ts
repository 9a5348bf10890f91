/**
 * Reads many rows as one row of texts, one text per column: one driver object per row costs three times as much.
 * Invariant: all texts of a result have their parts in the same order.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from './database.ts';

/** Separates the parts of a column's text; no part contains it. */
export const SEPARATOR = '\n';

/** The columns of a chunk, each as one text; null if there are no rows. */
export type Packed<K extends string> = { readonly [column in K]: string | null };

/**
 * How many rows to read at a time. If each statement is a round trip, enough to make its cost negligible; otherwise few
 * enough that reading them does not block the event loop.
 */
export function rowsAtOnce(reader: Reader, rows: { readonly embedded: number; readonly remote: number }): number {
  return reader.engine.hasRowLocks ? rows.remote : rows.embedded;
}

/** @param column a column that is never null */
export function packedNumbers(column: string | RawBuilder<number>): RawBuilder<string | null> {
  return sql`string_agg(cast(${typeof column === 'string' ? sql.ref(column) : column} as text), ',')`;
}

/** @param column a column that is never null and never contains the separator */
export function packedTexts(column: string): RawBuilder<string | null> {
  return sql`string_agg(${sql.ref(column)}, ${sql.lit(SEPARATOR)})`;
}

/** The parts of a column of numbers. */
export function unpackedNumbers(text: string | null | undefined): number[] {
  return JSON.parse(`[${text ?? ''}]`) as number[];
}

/** The parts of a column of texts. */
export function unpackedTexts(text: string | null | undefined): string[] {
  return (text ?? '').split(SEPARATOR);
}
