/**
 * What the tables of the database are made of. Each room lists the columns of its tables once, in its `tables.ts`; the types
 * of rows, whole inserts and updates, and copies follow from that list, and a test compares it with the migrations.
 * Times are milliseconds since the epoch, flags are 0 or 1, JSON is text that SQL never looks inside, row ids of entries and
 * assets are `environment · 2^32 + number`.
 */
import type { Generated } from 'kysely';

/** The rows of all tables: each `tables.ts` adds its own. A lower room names a row of a higher one as `Tables['<table>']`. */
// biome-ignore lint/suspicious/noEmptyInterface: the rooms fill it
export interface Tables {}

/** A column, with the type that migrations write. */
export interface Column<T> {
  readonly type: 'INTEGER' | 'TEXT' | 'BLOB';
  readonly isNullable: boolean;
  /** Whether the database fills the column if an insert leaves it out. */
  readonly isFilled: boolean;
  /** Carries only the type of the column's values; never set. */
  readonly value?: T;
}

/** The columns of a table, by name. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

export type RowOf<C> = { [Name in keyof C]: C[Name] extends Column<infer T> ? T : never };
export type RowsOf<T> = { [Name in keyof T]: RowOf<T[Name]> };

export const integer = column<number>('INTEGER');
export const text = column<string>('TEXT');
export const bytes = column<Uint8Array>('BLOB');

/** A column that may be null. */
export function orNull<T>({ value: _, ...rest }: Column<T>): Column<T | null> {
  return { ...rest, isNullable: true };
}

/** A column that an insert may leave out: the database numbers it, or has a default. */
export function filled<T>({ value: _, ...rest }: Column<T>): Column<Generated<T>> {
  return { ...rest, isFilled: true };
}

/** The names of all columns except some. */
export function columnsOf<C extends Columns, But extends keyof C = never>(
  columns: C,
  ...but: readonly But[]
): (Exclude<keyof C, But> & string)[] {
  const left = new Set<PropertyKey>(but);
  return Object.keys(columns).filter((name): name is Exclude<keyof C, But> & string => !left.has(name));
}

function column<T>(type: Column<T>['type']): Column<T> {
  return { type, isNullable: false, isFilled: false };
}
