/**
 * Reads rows from a dump of PostgreSQL without a server: `pg_restore` writes the tables as lines of `COPY`, of which those that
 * are wanted go into an embedded database.
 */
import { type PostgresTools, readTables } from '../postgres/copy.ts';
import type { BackupRows, StoredRow, StoredValue } from './backup-rows.ts';
import { RowsFile } from './rows-file.ts';

const BEGIN = /^COPY (?:[^ ]+\.)?"?(\w+)"? \((.*)\) FROM stdin;$/;
const END = '\\.';
const NULL = '\\N';
const ESCAPE = /\\(.)/gs;
const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const HEX_PREFIX = '\\x';

/** What is read from a dump, which can only be read from its beginning to its end. */
export interface WantedRows {
  /** Tables that are read whole. */
  readonly whole: readonly string[];
  /** Other tables, with the rows that are wanted of them. Asked once the whole tables can be read. */
  readonly some: (rows: BackupRows) => Promise<ReadonlyMap<string, (row: StoredRow) => boolean>>;
}

/** A table in a dump: its columns in the order of its lines, with the types that they have here. */
interface DumpedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly types: ReadonlyMap<string, string>;
}

/**
 * Fills an embedded database in an empty folder with the wanted rows of a dump.
 * @returns the file of that database
 * @throws if the dump cannot be read, or `pg_restore` is missing
 */
export async function fillFromDump(
  folder: string,
  { file: dump, tools }: { readonly file: string; readonly tools: PostgresTools },
  { whole, some }: WantedRows,
): Promise<string> {
  const target = await RowsFile.make(folder);
  try {
    const fill = (wanted: ReadonlyMap<string, (row: StoredRow) => boolean>) =>
      target.fill(async (add) => {
        for await (const { table, row } of dumpedRows(readTables({ tools }, dump, [...wanted.keys()]), target))
          if (wanted.get(table)?.(row) === true) add(table, row);
      });
    await fill(new Map(whole.map((table) => [table, () => true])));
    await fill(await some(target.rows));
    return target.file;
  } finally {
    target.close();
  }
}

async function* dumpedRows(
  lines: AsyncIterable<string>,
  target: RowsFile,
): AsyncGenerator<{ readonly table: string; readonly row: StoredRow }> {
  let table: DumpedTable | null = null;
  for await (const line of lines) {
    if (table === null) {
      const [, name, columns] = BEGIN.exec(line) ?? [];
      if (name !== undefined && columns !== undefined)
        table = { name, columns: columns.split(', ').map(unquoted), types: target.typesOf(name) };
    } else if (line === END) table = null;
    else yield { table: table.name, row: rowOf(table, line) };
  }
}

function rowOf({ columns, types }: DumpedTable, line: string): StoredRow {
  const values = line.split('\t');
  return Object.fromEntries(columns.map((name, index) => [name, storedValue(values[index] ?? NULL, types.get(name))]));
}

function storedValue(text: string, type: string | undefined): StoredValue {
  if (text === NULL) return null;
  const value = text.replace(ESCAPE, (_, character: string) => ESCAPED[character] ?? character);
  if (type === 'INTEGER') return Number(value);
  return type === 'BLOB' ? Buffer.from(value.slice(HEX_PREFIX.length), 'hex') : value;
}

function unquoted(name: string): string {
  return name.replace(/^"(.*)"$/, '$1');
}
