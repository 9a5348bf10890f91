/** Copies of rows from one environment to another inside the database. */
import { type RawBuilder, sql } from 'kysely';
import type { Tables } from './columns.ts';
import type { Reader, Writer } from './database.ts';
import { listOfNumbers, numbersOf } from './number-list.ts';
import { type RowPair, rowIdRange, rowIdShift } from './row-id.ts';

/** Tables whose rows have a key and a row id of their environment; rooms pass in their own. */
type KeyedTable = {
  [T in keyof Tables]: Tables[T] extends { id: number; environment: number; key: string } ? T : never;
}[keyof Tables];

/** Some rows by id: those behind one id up to another, or a list. */
export type SomeRows = { readonly after: number; readonly upTo: number } | { readonly ids: readonly number[] };

/** What a copy of rows of a table needs to know. */
interface RowCopy<T extends keyof Tables> {
  readonly table: T;
  /** All of them, as its room lists them. */
  readonly columns: { readonly [Name in keyof Tables[T]]: unknown };
  /** Those that are not the same in the copy. */
  readonly changed: { readonly [Name in keyof Tables[T]]?: RawBuilder<unknown> };
  readonly where: RawBuilder<boolean>;
  /** What a copy does where the table has a row with its key: leaves it, or has it take over a column; it fails otherwise. */
  readonly onConflict?: 'leave' | { readonly key: readonly (keyof Tables[T])[]; readonly take: keyof Tables[T] };
}

/** Copies rows inside their table, with every column that it has. */
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

/**
 * The next rows of an environment, by id.
 * @param step.after where the step before ended; null at first
 * @returns the rows, and where they end; null where nothing is behind them
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

/** The rows of the clone that make room for new copies: the copies it has, and others with a key of theirs. */
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

/** The rows of the clone that are copies of some rows. */
export function inClone(rows: SomeRows, pair: RowPair): SomeRows {
  const shift = rowIdShift(pair);
  if ('ids' in rows) return { ids: rows.ids.map((id) => id + shift) };
  return { after: rows.after + shift, upTo: rows.upTo + shift };
}
