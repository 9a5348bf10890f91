/** Copies of rows from one environment to another inside the database. */
import { type RawBuilder, sql } from 'kysely';
import type { Tables } from './columns.ts';
import type { Reader, Writer } from './database.ts';
import { listOfNumbers, numbersOf } from './number-list.ts';
import { type RowPair, rowIdRange, rowIdShift } from './row-id.ts';

/** Tables whose rows have a key and a row id of their environment. Rooms pass in their own tables. */
type KeyedTable = {
  [T in keyof Tables]: Tables[T] extends { id: number; environment: number; key: string } ? T : never;
}[keyof Tables];

/** Some rows by id: a range of ids, exclusive at its start, or a list. */
export type SomeRows = { readonly after: number; readonly upTo: number } | { readonly ids: readonly number[] };

/** How to copy the rows of a table. */
interface RowCopy<T extends keyof Tables> {
  readonly table: T;
  /** All columns, as listed by the table's room. */
  readonly columns: { readonly [Name in keyof Tables[T]]: unknown };
  /** The columns that differ in the copy. */
  readonly changed: { readonly [Name in keyof Tables[T]]?: RawBuilder<unknown> };
  readonly where: RawBuilder<boolean>;
  /** What to do if a row with the same key exists: leave it, or make it take over a column. By default the copy fails. */
  readonly onConflict?: 'leave' | { readonly key: readonly (keyof Tables[T])[]; readonly take: keyof Tables[T] };
}

/** Copies rows within their table, with all columns. */
export async function copyRows<T extends keyof Tables>(
  writer: Writer,
  { table, columns, changed, where, onConflict }: RowCopy<T>,
): Promise<void> {
  const names = Object.keys(columns) as (keyof Tables[T] & string)[];
  const list = sql.join(names.map((name) => sql.ref(name)));
  const values = sql.join(names.map((name) => changed[name] ?? sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${list}) select ${values} from ${sql.table(table)} where ${where}${end(onConflict)}`.execute(
    writer,
  );
}

function end<T extends keyof Tables>(onConflict: RowCopy<T>['onConflict']): RawBuilder<unknown> {
  if (onConflict === undefined) return sql``;
  if (onConflict === 'leave') return sql` on conflict do nothing`;
  const key = sql.join(onConflict.key.map((name) => sql.ref(String(name))));
  const taken = String(onConflict.take);
  return sql` on conflict (${key}) do update set ${sql.ref(taken)} = ${sql.ref(`excluded.${taken}`)}`;
}

/** Whether an id is among the rows. @param column prefixed with its table if the query has several */
export function isAmong(db: Reader, column: string, rows: SomeRows): RawBuilder<boolean> {
  const id = sql.ref(column);
  if ('ids' in rows) return sql`${id} in ${numbersOf(db, listOfNumbers(Float64Array.from(rows.ids)))}`;
  return sql`(${id} > ${rows.after} and ${id} <= ${rows.upTo})`;
}

/** The id of a row in the clone. */
export function movedId(column: string, pair: RowPair): RawBuilder<number> {
  return sql`${sql.ref(column)} + cast(${rowIdShift(pair)} as bigint)`;
}

/** A number as a column of a copied row. */
export function numberColumn(value: number): RawBuilder<number> {
  return sql`cast(${value} as bigint)`;
}

/**
 * The next rows of an environment, by id.
 * @param step.after where the previous step ended; null at first
 * @returns the rows, and where they end; null if there are no more
 */
export async function nextRows(
  db: Reader,
  table: KeyedTable,
  environment: number,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<{ rows: SomeRows; place: string | null }> {
  const { first, end } = rowIdRange(environment);
  const from = after === null ? first : Number(after);
  const last = await db
    .selectFrom(table)
    .select('id')
    .where('id', '>', from)
    .where('id', '<', end)
    .orderBy('id')
    .limit(1)
    .offset(limit - 1)
    .executeTakeFirst();
  return { rows: { after: from, upTo: last?.id ?? end - 1 }, place: last === undefined ? null : String(last.id) };
}

/** The rows of the clone that new copies replace: existing copies, and other rows with the same keys. */
export async function replacedRows(
  writer: Writer,
  table: KeyedTable,
  pair: RowPair,
  ids: readonly number[],
): Promise<SomeRows> {
  const others = await writer
    .selectFrom(table)
    .select('id')
    .where('environment', '=', pair.clone)
    .where('key', 'in', (eb) =>
      eb
        .selectFrom(table)
        .select('key')
        .where(isAmong(writer, 'id', { ids })),
    )
    .execute();
  const shift = rowIdShift(pair);
  return { ids: [...ids.map((id) => id + shift), ...others.map(({ id }) => id)] };
}

/** The copies of some rows in the clone. */
export function inClone(rows: SomeRows, pair: RowPair): SomeRows {
  const shift = rowIdShift(pair);
  if ('ids' in rows) return { ids: rows.ids.map((id) => id + shift) };
  return { after: rows.after + shift, upTo: rows.upTo + shift };
}
