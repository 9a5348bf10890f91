/**
 * The database of a cluster: PostgreSQL through a pool. Writes are READ COMMITTED transactions that lock the rows they
 * change; the few that end in a deadlock or a serialization failure are retried.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import { DomainError } from '../../errors/domain-error.ts';
import {
  type Database,
  type Reader,
  type StatementObserver,
  WRITE_MAX_MS,
  type WriteOptions,
  type Writer,
} from '../database.ts';
import { deferredWorkOf } from '../deferred.ts';
import { migrations } from '../migrations/all.ts';
import { statementsFor } from '../migrations/migration.ts';
import { type Engine, kyselyOver, openHandle } from '../statement-handle.ts';
import { unavailable } from '../unavailable.ts';

const CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const LOCK_TIMEOUT_MS = 3_000;
const IDLE_IN_TRANSACTION_MS = 10_000;
const WRITE_ATTEMPTS_MAX = 4;
/** Writes that ended in a deadlock wait a random time up to this, so that they do not collide again. */
const RETRY_PAUSE_MAX_MS = 20;
const STATEMENT_NAMES_KEPT = 500;
const BIGINT_OID = 20;
/** The advisory lock that migrations take. */
const MIGRATION_LOCK = 5_022_401;

const CONNECTION_CODES = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET)/;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';

const engine: Engine = {
  adapter: new PostgresAdapter(),
  compiler: new PostgresQueryCompiler(),
  dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('Connections are opened by openPostgres.')) }),
};

/**
 * Connects to the database and brings its tables up to date.
 * @throws if the server's settings could lose acknowledged writes in a crash
 */
export async function openPostgres(options: {
  url: string;
  unsafeDurability: boolean;
  observe?: StatementObserver;
}): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    application_name: 'lectern',
    allowExitOnIdle: true,
    types: { getTypeParser: (oid, format) => (oid === BIGINT_OID ? Number : pg.types.getTypeParser(oid, format)) },
  });
  // The pool replaces a broken connection, and its user gets the error from the statement. Without listeners, on the
  // pool for idle connections and on each connection in use, the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    if (!options.unsafeDurability) await refuseUnsafeDurability(pool);
    await migrate(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return new PostgresDatabase(pool, options.observe);
}

class PostgresDatabase implements Database {
  readonly reader: Reader;
  readonly #pool: pg.Pool;
  readonly #observe: StatementObserver | undefined;

  constructor(pool: pg.Pool, observe: StatementObserver | undefined) {
    this.#pool = pool;
    this.#observe = observe;
    this.reader = kyselyOver(engine, new ReadingConnection(pool, observe));
  }

  async write<T>(work: (writer: Writer) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#transaction('BEGIN', work, options);
      } catch (error) {
        if (attempt === WRITE_ATTEMPTS_MAX || !isWorthAnotherTry(error)) throw asRefusal(error);
      }
      await sleep(Math.random() * RETRY_PAUSE_MAX_MS * attempt);
    }
  }

  async snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    return this.#transaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work, { long: true }).catch(
      (error: unknown) => {
        throw asRefusal(error);
      },
    );
  }

  changeMark(): undefined {
    return undefined;
  }

  async ping(): Promise<void> {
    await this.#pool.query('SELECT 1').catch((error: unknown) => {
      throw asRefusal(error);
    });
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #transaction<T>(begin: string, work: (writer: Writer) => Promise<T>, options: WriteOptions): Promise<T> {
    const client = await this.#pool.connect();
    const deadline =
      options.long === true ? Number.POSITIVE_INFINITY : performance.now() + WRITE_MAX_MS + LOCK_TIMEOUT_MS;
    const handle = openHandle(engine, new PostgresConnection(client, this.#observe), () => {
      if (performance.now() > deadline) throw unavailable();
    });
    let broken: Error | undefined;
    try {
      await client.query(begin);
      const deferred = deferredWorkOf(handle.db);
      const value = await work(handle.db);
      for (const last of deferred) await last(handle.db);
      handle.end();
      const { command } = await client.query('COMMIT');
      // If a statement failed and its error was swallowed, the server turns COMMIT into ROLLBACK without an error.
      if (command !== 'COMMIT')
        throw new Error('A write continued after one of its statements had failed; nothing was written.');
      return value;
    } catch (error) {
      handle.end();
      broken = await rollBack(client);
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

/** A pool or one of its clients as Kysely sees it. Statements are prepared under a name on each connection. */
class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.Pool | pg.PoolClient;
  readonly #observe: StatementObserver | undefined;

  constructor(client: pg.Pool | pg.PoolClient, observe: StatementObserver | undefined) {
    this.#client = client;
    this.#observe = observe;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#observe?.(query.sql);
    const name = statementName(query.sql);
    const result = await this.#client.query({
      text: query.sql,
      values: [...query.parameters],
      ...(name === undefined ? {} : { name }),
    });
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) };
  }

  streamQuery(): never {
    throw new Error('Streaming is not used here.');
  }
}

/** Reads outside transactions: a failure because the server is away becomes `unavailable`. */
class ReadingConnection extends PostgresConnection {
  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await super.executeQuery<R>(query);
    } catch (error) {
      throw asRefusal(error);
    }
  }
}

const statementNames = new Map<string, string>();

/** The name a statement is prepared under; undefined once all names are used up. */
function statementName(sql: string): string | undefined {
  const known = statementNames.get(sql);
  if (known !== undefined || statementNames.size >= STATEMENT_NAMES_KEPT) return known;
  const name = `lectern_${statementNames.size}`;
  statementNames.set(sql, name);
  return name;
}

async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function isWorthAnotherTry(error: unknown): boolean {
  const code = sqlState(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/** Turns driver errors that mean the server is away, slow or locked into `unavailable`; leaves the rest. */
function asRefusal(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const code = sqlState(error);
  const serverIsAway =
    code === undefined ? isConnectionError(error) : /^(08|53|57P|40)/.test(code) || code === LOCK_NOT_AVAILABLE;
  return serverIsAway ? unavailable(error) : error;
}

function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // For a host with several addresses the message is empty and only the code says what happened.
  const code = 'code' in error ? String(error.code) : '';
  return CONNECTION_CODES.test(code) || /connect|timeout|terminated|socket/i.test(error.message);
}

function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

async function refuseUnsafeDurability(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(
    "SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes, current_setting('synchronous_commit') AS synchronous_commit",
  );
  const off = Object.entries(rows[0] as Record<string, string>)
    .filter(([, value]) => value === 'off')
    .map(([name]) => name);
  if (off.length === 0) return;
  throw new Error(
    `PostgreSQL runs with ${off.join(', ')} off and would lose acknowledged writes in a crash: turn them on, or set LECTERN_ALLOW_UNSAFE_DURABILITY=true for tests.`,
  );
}

/** Runs the migrations that have not run yet, under a lock, so that only one of several starting nodes runs them. */
async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL lock_timeout = 0');
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query('CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, at bigint NOT NULL)');
    const { rows } = await client.query('SELECT name FROM migrations');
    const done = new Set(rows.map((row: { name: string }) => row.name));
    for (const migration of migrations.filter(({ name }) => !done.has(name))) {
      for (const statement of statementsFor('postgres', migration)) await client.query(inPostgres(statement));
      await client.query('INSERT INTO migrations (name, at) VALUES ($1, $2)', [migration.name, Date.now()]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await rollBack(client);
    throw error;
  } finally {
    client.release();
  }
}

function inPostgres(statement: string): string {
  return statement
    .replaceAll('SERIAL_KEY', 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY')
    .replaceAll(' CLUSTERED', '')
    .replaceAll(/\bINTEGER\b/g, 'bigint')
    .replaceAll(/\bTEXT\b/g, 'text COLLATE "C"')
    .replaceAll(/\bBLOB\b/g, 'bytea');
}
