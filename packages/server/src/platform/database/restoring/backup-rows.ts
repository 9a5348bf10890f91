/** Rows that are read from the copy of a database, by the names of their tables and columns. */
import type { DatabaseSync } from 'node:sqlite';
import type { Reader } from '../database.ts';

/** A value as it is stored. */
export type StoredValue = null | number | string | Uint8Array;

/** A row with all its columns, by name. */
export type StoredRow = Readonly<Record<string, StoredValue>>;

/** Which rows of a table: those whose column has one of the values, or lies between two, both inclusive. */
export type Among =
  | { readonly column: string; readonly in: readonly (number | string)[] }
  | { readonly column: string; readonly from: number; readonly to: number };

/** The rows of a copy. */
export class BackupRows {
  readonly reader: Reader;
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync, reader: Reader) {
    this.#database = database;
    this.reader = reader;
  }

  /** Some rows of a table, in the order in which they are stored. */
  *rows(table: string, among: Among): Generator<StoredRow> {
    const column = `"${among.column}"`;
    const values = 'in' in among ? among.in : [among.from, among.to];
    const where = 'in' in among ? `${column} IN (${values.map(() => '?').join(', ')})` : `${column} BETWEEN ? AND ?`;
    const statement = this.#database.prepare(`SELECT * FROM "${table}" WHERE ${where}`);
    yield* statement.iterate(...values) as Iterable<unknown> as Iterable<StoredRow>;
  }

  /** The same as a list, for tables with few rows. */
  list(table: string, column: string, values: readonly (number | string)[]): StoredRow[] {
    return [...this.rows(table, { column, in: values })];
  }
}
