/**
 * Moves an embedded database to an empty PostgreSQL: every row of every table, compared afterwards, all or nothing. The
 * source is only read. Invariant: nothing is committed to PostgreSQL before it was read back and found identical.
 */
import { createHash, type Hash } from 'node:crypto';
import { StartRefusal } from '../../errors/start-refusal.ts';
import { migrationsOf } from '../copies.ts';
import type { DatabaseConfig } from '../database.ts';
import { migrations } from '../migrations/all.ts';
import { copyLine, tokenVector } from './copy-lines.ts';
import { PostgresTarget, quoted } from './postgres-target.ts';
import type { SourceTable, SqliteSource } from './sqlite-source.ts';

/** Text is sent to the server in pieces of about this size. */
const PIECE_BYTES = 1_048_576;
/** Each engine has its own table for these. */
const MIGRATIONS = 'migrations';
const SEARCH_INDEX = 'search_index';
const SEARCH_INDEX_ROWS = `SELECT id, array_to_string(tsvector_to_array(tokens), ' ') FROM ${SEARCH_INDEX} ORDER BY id`;

/** A table that was moved. */
export interface MovedTable {
  readonly table: string;
  readonly rows: number;
  /** Hash of all rows in key order; the same on both sides. */
  readonly sha256: string;
}

/** What to move, and where. */
export interface Move {
  readonly source: SqliteSource;
  readonly target: Extract<DatabaseConfig, { kind: 'postgres' }>;
  /** Version of this program. */
  readonly program: string;
  /** Called with the number of moved rows and the total. */
  readonly onProgress: (done: number, total: number) => void;
  /** Runs before the commit, when all rows are copied and compared. If it throws, the target stays empty. */
  readonly beforeCommit: () => Promise<void>;
}

/**
 * Moves all rows.
 * @throws StartRefusal if the source does not have this program's tables, or the target is not empty
 * @throws if a row cannot be moved, or reads back differently; the target is empty then
 */
export async function moveDatabase({ source, target: config, program, ...move }: Move): Promise<MovedTable[]> {
  await rejectOtherTables(source);
  const target = await PostgresTarget.open(config, program);
  try {
    const tables = source.tables().filter(({ name }) => name !== MIGRATIONS);
    rejectOtherColumns(tables, await target.columns());
    await target.prepare([...tables.map(({ name }) => name), SEARCH_INDEX]);
    const moved = await moveTables(source, target, { tables, onProgress: move.onProgress });
    for (const { table, last } of source.sequences()) await target.continueAfter(table, last);
    await move.beforeCommit();
    await target.commit();
    return moved;
  } finally {
    await target.close();
  }
}

/** Tables of another version would have to be migrated first, but the source is only read. */
async function rejectOtherTables(source: SqliteSource): Promise<void> {
  const had = await migrationsOf(source.reader);
  const [unknown] = had.filter((name) => !migrations.some((migration) => migration.name === name));
  if (unknown !== undefined)
    throw new StartRefusal(`The tables are those of a newer version (migration ${unknown}); move with that version.`);
  const [missing] = migrations.filter(({ name }) => !had.includes(name));
  if (missing === undefined) return;
  throw new StartRefusal(
    `The tables are those of an older version (without migration ${missing.name}); make a backup, call \`lectern migrate\`, and move then.`,
  );
}

function rejectOtherColumns(tables: readonly SourceTable[], columns: ReadonlyMap<string, readonly string[]>): void {
  for (const { name, columns: had } of tables) {
    const has = columns.get(name);
    if (has === undefined) throw new StartRefusal(`The table ${name} is not one of Lectern; take it out first.`);
    const other = had.find((column) => !has.includes(column)) ?? has.find((column) => !had.includes(column));
    if (other !== undefined)
      throw new StartRefusal(`The column ${other} of ${name} is on one side only; call \`lectern doctor\`.`);
  }
}

async function moveTables(
  source: SqliteSource,
  target: PostgresTarget,
  { tables, onProgress }: { readonly tables: readonly SourceTable[]; readonly onProgress: Move['onProgress'] },
): Promise<MovedTable[]> {
  const total = tables.reduce((sum, { name }) => sum + source.count(name), source.count('search_texts'));
  let done = 0;
  const onRow = () => {
    done += 1;
  };
  const moved: MovedTable[] = [];
  for (const table of tables) {
    const { name, columns, key } = table;
    const went = new Side();
    const lines = linesOf(source, table, went, onRow);
    await target.fill(name, columns, pieces(lines)).catch((error: unknown) => rejectRow(name, error));
    const list = (names: readonly string[]) => names.map(quoted).join(', ');
    const rows = `SELECT ${list(columns)} FROM ${quoted(name)} ORDER BY ${list(key)}`;
    moved.push(await compared(target, { table: name, went, rows }));
    onProgress(done, total);
  }
  const went = new Side();
  await target.fill(SEARCH_INDEX, ['id', 'tokens'], pieces(tokenLines(source, went, onRow)));
  moved.push(await compared(target, { table: SEARCH_INDEX, went, rows: SEARCH_INDEX_ROWS }));
  onProgress(total, total);
  return moved;
}

/** The rows of one side, counted and hashed. */
class Side {
  readonly #hash: Hash = createHash('sha256');
  rows = 0;

  add(line: string | Buffer): void {
    this.rows += 1;
    this.#hash.update(line);
  }

  digest(): string {
    return this.#hash.digest('hex');
  }
}

function* linesOf(source: SqliteSource, table: SourceTable, went: Side, onRow: () => void): Generator<string> {
  for (const row of source.rows(table)) {
    const line = copyLine(row);
    went.add(line);
    onRow();
    yield line;
  }
}

function* tokenLines(source: SqliteSource, went: Side, onRow: () => void): Generator<string> {
  for (const { id, tokens } of source.tokens()) {
    went.add(inOrder(`${id}\t${tokens}\n`));
    onRow();
    yield copyLine([id, tokenVector(tokens)]);
  }
}

/** A line of the full-text index with its tokens sorted, because each engine has its own order. */
function inOrder(line: string): string {
  const [id = '', tokens = ''] = line.trimEnd().split('\t');
  return `${id}\t${tokens.split(' ').sort().join(' ')}\n`;
}

function* pieces(lines: Iterable<string>): Generator<Buffer> {
  let text = '';
  for (const line of lines) {
    text += line;
    if (text.length < PIECE_BYTES) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

async function compared(
  target: PostgresTarget,
  { table, went, rows }: { readonly table: string; readonly went: Side; readonly rows: string },
): Promise<MovedTable> {
  const came = new Side();
  const isIndex = table === SEARCH_INDEX;
  await target.read(rows, (piece) => came.add(isIndex ? inOrder(piece.toString()) : piece));
  const sha256 = went.digest();
  if (came.rows !== went.rows || came.digest() !== sha256)
    throw new Error(
      `${table} is not the same after it was moved (${came.rows} of ${went.rows} rows); nothing was written to the target.`,
    );
  return { table, rows: went.rows, sha256 };
}

function rejectRow(table: string, error: unknown): never {
  const where = error instanceof Error && 'where' in error ? ` (${String(error.where)})` : '';
  const said = error instanceof Error ? error.message : String(error);
  throw new Error(`A row of ${table} cannot be moved: ${said}${where}. Nothing was written to the target.`, {
    cause: error,
  });
}
