/**
 * The embedded database that is the source of a move: opened exclusively by this process, and only read. No service can start
 * on it meanwhile, so nothing is written there that the other database would miss.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { StartRefusal } from '../../errors/start-refusal.ts';
import type { Reader } from '../database.ts';
import { rejectHalfRestored } from '../half-restored.ts';
import { SqliteCondition } from '../sqlite/condition.ts';
import { SqliteConnection } from '../sqlite/connection.ts';
import { engine } from '../sqlite/engine.ts';
import { openingError } from '../sqlite/opening.ts';
import { sqliteFile } from '../sqlite/place.ts';
import { readerOver } from '../statement-handle.ts';
import type { StoredValue } from './copy-lines.ts';

const SQLITE_BUSY = 5;
const PRIMARY = 0xff;
const CACHE_KIB = 65_536;

/** A table, and the columns that identify its rows. */
export interface SourceTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

/** A row of a full-text index: its id, and its tokens in any order, separated by spaces. */
export interface TokenRow {
  readonly id: number;
  readonly tokens: string;
}

export class SqliteSource {
  readonly reader: Reader;
  readonly #database: DatabaseSync;

  /**
   * Opens the existing database in a folder.
   * @throws StartRefusal if another process has it open, or it is damaged
   */
  constructor(folder: string) {
    rejectHalfRestored(folder);
    const file = sqliteFile(folder);
    this.#database = openAlone(file);
    this.reader = readerOver(engine, new SqliteConnection(this.#database, new SqliteCondition(file, () => undefined)));
  }

  /** All tables with rows of the product, by name, except those of the full-text index. */
  tables(): SourceTable[] {
    return this.#all<{ name: string }>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    ).map(({ name }) => ({ name, ...this.#columnsOf(name) }));
  }

  /** The next number of each table that numbers its rows. */
  sequences(): { readonly table: string; readonly last: number }[] {
    return this.#all<{ name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence ORDER BY name').map(
      ({ name, seq }) => ({ table: name, last: seq }),
    );
  }

  count(table: string): number {
    return this.#all<{ count: number }>(`SELECT count(*) AS count FROM ${quoted(table)}`)[0]?.count ?? 0;
  }

  /** The rows of a table in the order of its key, each as its values. */
  rows({ name, columns, key }: SourceTable): Iterable<readonly StoredValue[]> {
    const order = key.map(quoted).join(', ');
    return this.#iterate(`SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(name)} ORDER BY ${order}`);
  }

  /** The rows of the full-text index, by id. */
  *tokens(): Generator<TokenRow> {
    const rows = this.#iterate("SELECT doc, group_concat(term, ' ') FROM temp.moved_tokens GROUP BY doc");
    for (const [id, tokens] of rows) yield { id: Number(id), tokens: String(tokens) };
  }

  close(): void {
    this.#database.close();
  }

  #columnsOf(table: string): Omit<SourceTable, 'name'> {
    const columns = this.#all<{ name: string; pk: number }>(`SELECT name, pk FROM pragma_table_info('${table}')`);
    const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
    return { columns: columns.map(({ name }) => name), key: key.map(({ name }) => name) };
  }

  #all<Row>(sql: string): Row[] {
    return this.#database.prepare(sql).all() as Row[];
  }

  #iterate(sql: string): Iterable<readonly StoredValue[]> {
    const statement: StatementSync = this.#database.prepare(sql);
    statement.setReturnArrays(true);
    return statement.iterate() as Iterable<unknown> as Iterable<readonly StoredValue[]>;
  }
}

/** In exclusive mode, the first read fails while any other process has the database open. */
function openAlone(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('BEGIN IMMEDIATE');
    database.exec('COMMIT');
    // Gives access to the tokens of the full-text index, which the index itself does not return.
    database.exec('CREATE VIRTUAL TABLE temp.moved_tokens USING fts5vocab(main, search_index, instance)');
    database.exec('PRAGMA query_only = ON');
    database.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && (Number(error.errcode) & PRIMARY) === SQLITE_BUSY)
      throw new StartRefusal(
        `${file} is in use: stop the service, so that nothing is written here any more, and call \`lectern move\` again.`,
      );
    throw openingError(error, file);
  }
}

function quoted(name: string): string {
  return `"${name}"`;
}
