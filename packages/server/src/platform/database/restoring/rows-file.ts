/** The rows of a copy of the embedded database, and of a dump that was read into one. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { SqliteCondition } from '../sqlite/condition.ts';
import { SqliteConnection } from '../sqlite/connection.ts';
import { openSqlite } from '../sqlite/database.ts';
import { engine } from '../sqlite/engine.ts';
import { sqliteFile } from '../sqlite/place.ts';
import { readerOver } from '../statement-handle.ts';
import { BackupRows, type StoredRow } from './backup-rows.ts';

/** Reads a copy. */
export async function readSqliteRows<T>(file: string, work: (rows: BackupRows) => Promise<T>): Promise<T> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return await work(rowsOf(database, file));
  } finally {
    database.close();
  }
}

/** An embedded database with this program's tables, to be filled with rows of another database. */
export class RowsFile {
  readonly file: string;
  readonly rows: BackupRows;
  readonly #database: DatabaseSync;

  private constructor(file: string) {
    this.file = file;
    this.#database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
    // Whoever fills it throws it away if that fails.
    this.#database.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = DELETE');
    this.rows = rowsOf(this.#database, file);
  }

  /** Makes one in an empty folder. */
  static async make(folder: string): Promise<RowsFile> {
    await (await openSqlite(folder)).close();
    return new RowsFile(sqliteFile(folder));
  }

  /** The types of the columns of a table, by name; none if there is no such table. */
  typesOf(table: string): ReadonlyMap<string, string> {
    const columns = this.#database.prepare('SELECT name, type FROM pragma_table_info(?)').all(table);
    return new Map(columns.map(({ name, type }) => [String(name), String(type)]));
  }

  /** Adds rows, in one transaction. The rows of a table all have the same columns. */
  async fill(work: (add: (table: string, row: StoredRow) => void) => Promise<void>): Promise<void> {
    const inserts = new Map<string, StatementSync>();
    this.#database.exec('BEGIN');
    await work((table, row) => {
      const insert = inserts.get(table) ?? this.#insertInto(table, Object.keys(row));
      inserts.set(table, insert);
      insert.run(...Object.values(row));
    });
    this.#database.exec('COMMIT');
  }

  close(): void {
    this.#database.close();
  }

  #insertInto(table: string, columns: readonly string[]): StatementSync {
    const names = columns.map((name) => `"${name}"`).join(', ');
    const places = columns.map(() => '?').join(', ');
    return this.#database.prepare(`INSERT INTO "${table}" (${names}) VALUES (${places})`);
  }
}

function rowsOf(database: DatabaseSync, file: string): BackupRows {
  // Whoever reads the copy gets the error.
  const condition = new SqliteCondition(file, () => undefined);
  return new BackupRows(database, readerOver(engine, new SqliteConnection(database, condition)));
}
