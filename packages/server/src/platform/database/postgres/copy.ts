/**
 * Dumps of PostgreSQL, made and read by its own programs. A dump shows the state of one snapshot, in which the rows that
 * describe it are read too. Invariant: the database password is never an argument, because others could see it.
 */
import { execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { QueryResult } from 'kysely';
import pg from 'pg';
import { hasErrorCode } from '../../kit/system-error.ts';
import type { Reader } from '../database.ts';
import { readerOver, streamQuery } from '../statement-handle.ts';
import { engine } from './engine.ts';
import { asOpeningError } from './errors.ts';

const OWNER_ONLY = 0o600;
const BIGINT_OID = 20;
const CONNECT_TIMEOUT_MS = 10_000;
const MESSAGE_BYTES_MAX = 1_048_576;
const NEWLINE = 0x0a;
const DUMP = ['--format=custom', '--no-owner', '--no-privileges', '--no-password'];
const RESTORE = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-password'];
/** Counts the objects in a database that PostgreSQL did not create itself. */
export const OWN_OBJECTS = `SELECT count(*) AS count FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'`;

/** PostgreSQL's own programs. */
export interface PostgresTools {
  /** Folder of pg_dump and pg_restore; null to find them on the PATH. */
  readonly folder: string | null;
  /** The environment variables that they get. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Where the database is, and the programs for it. */
export interface PostgresPlace {
  readonly url: string;
  readonly tools: PostgresTools;
}

/**
 * Dumps the database to a file, and checks that the file can be read back.
 * @param work reads the same state as the dump
 * @throws if a program is missing (with what to do), or with the program's error message
 */
export async function dumpPostgres<T>(
  place: PostgresPlace,
  target: string,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  const client = await connect(place);
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query('SELECT pg_export_snapshot() AS id');
    const result = await work(readerOn(client));
    await writeFile(target, '', { mode: OWNER_ONLY, flag: 'wx' });
    await runTool(place, 'pg_dump', [...DUMP, `--snapshot=${String(rows[0]?.id)}`, `--file=${target}`]);
    await readDump(place, target);
    return result;
  } finally {
    await client.end();
  }
}

/** Reads a dump to its end without writing. @throws pg_restore's error message if the dump is damaged */
export async function readDump({ tools }: Pick<PostgresPlace, 'tools'>, dump: string): Promise<void> {
  await runTool({ tools, url: null }, 'pg_restore', [`--file=${devNull}`, dump]);
}

/**
 * The rows of some tables of a dump, as the lines of `COPY` that `pg_restore` writes.
 * @throws if the program is missing (with what to do), or with its error message
 */
export async function* readTables(
  { tools }: Pick<PostgresPlace, 'tools'>,
  dump: string,
  tables: readonly string[],
): AsyncGenerator<string> {
  const path = pathOf(tools, 'pg_restore');
  const parameters = ['--data-only', '--file=-', ...tables.map((table) => `--table=${table}`), dump];
  const program = spawn(path, parameters, { env: tools.environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  program.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MESSAGE_BYTES_MAX);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    program.on('error', (error) => reject(hasErrorCode(error, 'ENOENT', 'EACCES') ? missing(path, error) : error));
    program.on('close', (code) => resolve(code));
  });
  // Its error is told once the lines have ended.
  ended.catch(() => undefined);
  yield* linesIn(program.stdout);
  if ((await ended) !== 0) throw new Error(`pg_restore failed: ${said.trim()}`);
}

/** Rows may contain any other character that ends a line elsewhere. */
async function* linesIn(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, from)) {
      rest.push(piece.subarray(from, end));
      yield Buffer.concat(rest).toString('utf8');
      rest = [];
      from = end + 1;
    }
    rest.push(piece.subarray(from));
  }
}

/** Whether the database is empty. */
export async function isEmptyPostgres(place: Pick<PostgresPlace, 'url'>): Promise<boolean> {
  const client = await connect(place);
  try {
    const { rows } = await client.query(OWN_OBJECTS);
    return rows[0]?.count === 0;
  } finally {
    await client.end();
  }
}

/** Whether a program has created its tables in the database. */
export async function hasPostgresTables(place: Pick<PostgresPlace, 'url'>): Promise<boolean> {
  const client = await connect(place);
  try {
    const { rows } = await client.query("SELECT to_regclass('migrations') IS NOT NULL AS has_tables");
    return rows[0]?.has_tables === true;
  } finally {
    await client.end();
  }
}

/** Fills an empty database from a dump. If that fails, the database stays empty. */
export async function restorePostgres(place: PostgresPlace, dump: string): Promise<void> {
  await runTool(place, 'pg_restore', [...RESTORE, dump]);
}

async function connect({ url }: Pick<PostgresPlace, 'url'>): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'lectern backup',
    types: { getTypeParser: (oid, format) => (oid === BIGINT_OID ? Number : pg.types.getTypeParser(oid, format)) },
  });
  await client.connect().catch((error: unknown) => {
    throw asOpeningError(error, url);
  });
  // While pg_dump works, this connection is idle inside its transaction.
  await client.query('SET idle_in_transaction_session_timeout = 0');
  return client;
}

async function runTool(
  { url, tools }: { readonly url: string | null; readonly tools: PostgresTools },
  tool: 'pg_dump' | 'pg_restore',
  parameters: readonly string[],
): Promise<void> {
  const path = pathOf(tools, tool);
  const { address, password } = url === null ? { address: null, password: '' } : withoutPassword(url);
  const target = address === null ? [] : [`--dbname=${address}`];
  const env = { ...tools.environment, ...(password === '' ? {} : { PGPASSWORD: password }) };
  try {
    await promisify(execFile)(path, [...target, ...parameters], { env, maxBuffer: MESSAGE_BYTES_MAX });
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'EACCES')) throw missing(path, error);
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new Error(`${tool} failed: ${said}`, { cause: error });
  }
}

function pathOf({ folder }: PostgresTools, tool: 'pg_dump' | 'pg_restore'): string {
  return folder === null ? tool : join(folder, tool);
}

function missing(path: string, cause: unknown): Error {
  return new Error(
    `${path} was not found: a backup of PostgreSQL needs its programs pg_dump and pg_restore, of the server's version or newer. Install them (such as the package postgresql-client), or set LECTERN_POSTGRES_TOOLS to their folder.`,
    { cause },
  );
}

function withoutPassword(text: string): { readonly address: string; readonly password: string } {
  const url = new URL(text);
  const password = decodeURIComponent(url.password) || (url.searchParams.get('password') ?? '');
  url.password = '';
  url.searchParams.delete('password');
  return { address: url.href, password };
}

function readerOn(client: pg.Client): Reader {
  return readerOver(engine, {
    executeQuery: async <R>(query: { sql: string; parameters: readonly unknown[] }): Promise<QueryResult<R>> => {
      const { rows } = await client.query(query.sql, [...query.parameters]);
      return { rows };
    },
    streamQuery,
  });
}
