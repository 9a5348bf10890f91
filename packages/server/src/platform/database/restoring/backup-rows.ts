/**
 * Reads rows from the copy of a database that a backup has, whichever engine it is of. A dump of PostgreSQL is first read into
 * an embedded database of its own, with the rows that are wanted. The copy itself is never changed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { DatabaseConfig, Reader } from '../database.ts';
import type { PostgresTools } from '../postgres/copy.ts';

/** A value as it is stored. */
export type StoredValue = null | number | string | Uint8Array;

/** A row with all its columns, by name. */
export type StoredRow = Readonly<Record<string, StoredValue>>;

/** Which rows of a table: those whose column has one of the values, or lies between two, both inclusive. */
export type Among =
  | { readonly column: string; readonly in: readonly (number | string)[] }
  | { readonly column: string; readonly from: number; readonly to: number };

/** What is read from a dump, which can only be read from its beginning to its end. */
export interface WantedRows {
  /** Tables that are read whole. */
  readonly whole: readonly string[];
  /** Other tables, with the rows that are wanted of them. Asked once the whole tables can be read. */
  readonly some: (rows: BackupRows) => Promise<ReadonlyMap<string, (row: StoredRow) => boolean>>;
}

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

/**
 * Opens a copy and reads it.
 * @param copy the file of the copy
 * @throws if it cannot be read, or a program of PostgreSQL is missing
 */
export async function readBackupRows<T>(
  copy: { readonly file: string; readonly kind: DatabaseConfig['kind']; readonly tools: PostgresTools },
  wanted: WantedRows,
  work: (rows: BackupRows) => Promise<T>,
): Promise<T> {
  const { readSqliteRows } = await import('../sqlite/backup-rows.ts');
  if (copy.kind === 'sqlite') return readSqliteRows(copy.file, work);
  const { fillFromDump } = await import('./dump-rows.ts');
  const folder = await mkdtemp(join(tmpdir(), 'lectern-restore-'));
  try {
    return await readSqliteRows(await fillFromDump(folder, copy, wanted), work);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
