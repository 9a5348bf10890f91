/** Parts of the statements that copy rows from one environment to another inside the database. */
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from './database.ts';
import { listOfNumbers, numbersOf } from './number-list.ts';
import { type RowPair, rowIdShift } from './row-id.ts';

/** Some rows by id: those behind one id up to another, or a list. */
export type SomeRows = { readonly after: number; readonly upTo: number } | { readonly ids: readonly number[] };

/** Whether an id is among the rows. @param column with the name of its table where there are several */
export function isAmong(db: Reader, column: string, rows: SomeRows): RawBuilder<boolean> {
  const id = sql.ref(column);
  if ('ids' in rows) return sql`${id} in ${numbersOf(db, listOfNumbers(Float64Array.from(rows.ids)))}`;
  return sql`(${id} > ${rows.after} and ${id} <= ${rows.upTo})`;
}

/** The id that a row has in the clone. */
export function movedId(column: string, pair: RowPair): RawBuilder<number> {
  return sql`${sql.ref(column)} + cast(${rowIdShift(pair)} as bigint)`;
}

/** A number as a column of a copied row. */
export function numberColumn(value: number): RawBuilder<number> {
  return sql`cast(${value} as bigint)`;
}

/** The rows of the clone that are copies of some rows. */
export function inClone(rows: SomeRows, pair: RowPair): SomeRows {
  const shift = rowIdShift(pair);
  if ('ids' in rows) return { ids: rows.ids.map((id) => id + shift) };
  return { after: rows.after + shift, upTo: rows.upTo + shift };
}
