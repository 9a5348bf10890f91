/**
 * Connects to PostgreSQL, checks its settings, and brings its tables up to date. If the server is away, waits for it, because
 * it often starts together with the service.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartRefusal } from '../../errors/start-refusal.ts';
import type { Deadline } from '../../kit/deadline.ts';
import { CONNECTIONS_DEFAULT, type DatabaseConfig } from '../database.ts';
import { type MigrationConnection, runMigrations } from '../migrations/run-migrations.ts';
import { asOpeningError, isAway } from './errors.ts';
import { inPostgres } from './migration-statements.ts';
import { connectionsOfShares, Share, type ShareName, shareNames } from './shares.ts';

const CONNECT_TIMEOUT_MS = 3_000;
/** How long a statement waits for a row that another transaction has locked. */
export const LOCK_TIMEOUT_MS = 3_000;
/** How long a statement may take, by the purpose of its connection. */
export const STATEMENT_MAX_MS: Readonly<Record<ShareName, number>> = {
  reads: 3_000,
  environments: 5_000,
  others: 5_000,
  long: 30_000,
};
/** The server cancels a slow statement this much earlier than the client would, so that the connection survives. */
const SERVER_FIRST_MS = 200;
/**
 * How long the server lets a transaction idle, for example because its process is frozen. Where other transactions may wait
 * for it, this is shorter than they wait.
 */
const IDLE_IN_TRANSACTION_MS: Readonly<Record<ShareName, number>> = {
  reads: 10_000,
  environments: 2_000,
  others: 2_000,
  long: 5_000,
};
/** After this time, the primary database serves the read instead of the replica. */
const REPLICA_CONNECT_TIMEOUT_MS = 500;
const REPLICA_STATEMENT_MAX_MS = 1_500;
const AWAY_MAX_MS = 60_000;
const AWAY_RETRY_MS = 500;
const SECOND_MS = 1_000;
const BIGINT_OID = 20;
/** The advisory lock that migrations take. */
const MIGRATION_LOCK = 5_022_401;

/** How a server is opened. */
export interface PostgresOpening {
  readonly config: Extract<DatabaseConfig, { kind: 'postgres' }>;
  readonly program: string | null;
  readonly deadline: Deadline;
  /** Runs after the migrations, in their transaction, with whether the database was empty. */
  readonly admit: (client: pg.PoolClient, isNew: boolean) => Promise<void>;
  /** Called once if the server is away. */
  readonly onWaiting: (error: unknown) => void;
  /** How long to wait for the server. */
  readonly awayMaxMs?: number;
}

/** The shares of the connections, by name. */
export type Shares = Readonly<Record<ShareName, Share>>;

/**
 * Opens the connections to a server that is ready for the service.
 * @throws StartRefusal if an operator has to change something: the server refuses the user, has no such database, or has
 *   settings that could lose acknowledged writes in a crash, or the tables are those of a newer program
 * @throws if the server stays away
 */
export async function openShares(opening: PostgresOpening): Promise<Shares> {
  const { deadline, config } = opening;
  const { url, unsafeDurability, connections = CONNECTIONS_DEFAULT } = config;
  const sizes = connectionsOfShares(connections);
  const pools = mapShares((name) => makePool(url, sizes[name], limitsOf(name, deadline)));
  try {
    await untilPresent(opening, async () => {
      if (!unsafeDurability) await rejectUnsafeDurability(pools.long);
      await migrate(pools.long, opening);
    });
    return mapShares((name) => new Share(pools[name], sizes[name]));
  } catch (error) {
    await pools.long.end();
    throw error;
  }
}

function mapShares<T>(make: (name: ShareName) => T): Record<ShareName, T> {
  return Object.fromEntries(shareNames.map((name) => [name, make(name)])) as Record<ShareName, T>;
}

/** The connections to a replica: as many as reads have to the primary database. They are opened on demand. */
export function openReplicaShare(url: string, deadline: Deadline, connections: number = CONNECTIONS_DEFAULT): Share {
  const { reads } = connectionsOfShares(connections);
  const limits = {
    connectMs: deadline(REPLICA_CONNECT_TIMEOUT_MS),
    statementMs: deadline(REPLICA_STATEMENT_MAX_MS),
  };
  return new Share(makePool(url, reads, { ...limitsOf('reads', deadline), ...limits }), reads);
}

/** How long things may take on a connection, in milliseconds. */
interface ConnectionLimits {
  readonly connectMs: number;
  readonly statementMs: number;
  readonly lockMs: number;
  readonly idleInTransactionMs: number;
  /** Whether statements are sent before earlier ones have ended. */
  readonly pipeline: boolean;
}

/** Writes send statements ahead if they do not need the result. */
function limitsOf(share: ShareName, deadline: Deadline): ConnectionLimits {
  return {
    connectMs: deadline(CONNECT_TIMEOUT_MS),
    statementMs: deadline(STATEMENT_MAX_MS[share]),
    lockMs: deadline(LOCK_TIMEOUT_MS),
    idleInTransactionMs: deadline(IDLE_IN_TRANSACTION_MS[share]),
    pipeline: share !== 'reads',
  };
}

function makePool(url: string, max: number, limits: ConnectionLimits): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    pipeline: limits.pipeline,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs - SERVER_FIRST_MS,
    query_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    application_name: 'lectern',
    allowExitOnIdle: true,
    types: { getTypeParser: (oid, format) => (oid === BIGINT_OID ? Number : pg.types.getTypeParser(oid, format)) },
  });
  // The pool replaces a broken connection, and its user gets the error from the statement. Without listeners, on the
  // pool for idle connections and on each connection in use, the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Does the work as soon as the server responds. */
async function untilPresent(opening: PostgresOpening, work: () => Promise<void>): Promise<void> {
  const { awayMaxMs = AWAY_MAX_MS, onWaiting, config } = opening;
  const deadline = performance.now() + awayMaxMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const told = asOpeningError(error, config.url);
      if (told instanceof StartRefusal || !isAway(error)) throw told;
      if (performance.now() >= deadline) throw stayedAway(config.url, awayMaxMs, error);
      if (attempt === 1) onWaiting(error);
    }
    await sleep(AWAY_RETRY_MS);
  }
}

/** Leaves out the URL, which usually contains a password. */
function stayedAway(url: string, waitedMs: number, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : '') : String(cause);
  const place = URL.canParse(url) ? new URL(url).host : 'the server';
  return new Error(
    `PostgreSQL did not respond for ${waitedMs / SECOND_MS} seconds (${place}: ${reason}): start it, or correct LECTERN_DATABASE_URL.`,
    { cause },
  );
}

/**
 * Refuses a server that acknowledges writes before they are durable.
 * @throws StartRefusal if one of its settings could lose acknowledged writes in a crash
 */
export async function rejectUnsafeDurability(server: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await server.query(
    "SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes, current_setting('synchronous_commit') AS synchronous_commit",
  );
  const off = Object.entries(rows[0] as Record<string, string>)
    .filter(([, value]) => value === 'off')
    .map(([name]) => name);
  if (off.length === 0) return;
  throw new StartRefusal(
    `PostgreSQL runs with ${off.join(', ')} off and would lose acknowledged writes in a crash: turn them on, or set LECTERN_ALLOW_UNSAFE_DURABILITY=true for tests.`,
  );
}

/** Runs the migrations that have not run yet, under a lock, so that only one of several starting nodes runs them. */
async function migrate(pool: pg.Pool, { program, admit }: PostgresOpening): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL lock_timeout = 0');
    await admit(client, await lockAndMigrate(client, program));
    await client.query('COMMIT');
  } catch (error) {
    broken = await rollBack(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Runs the pending migrations in an open transaction, which holds the migration lock until its end.
 * @returns whether the database was empty
 */
export async function lockAndMigrate(client: pg.ClientBase, program: string | null): Promise<boolean> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  return runMigrations(migrationsOn(client), program);
}

/** Rolls a transaction back. @returns the error if the connection is no longer usable */
export async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function migrationsOn(client: pg.ClientBase): MigrationConnection {
  return {
    engine: 'postgres',
    run: async (statement) => void (await client.query(inPostgres(statement))),
    done: async () => (await client.query('SELECT * FROM migrations ORDER BY name')).rows,
    note: async ({ name, at, breaking, program }) => {
      const insert = 'INSERT INTO migrations (name, at, breaking, program) VALUES ($1, $2, $3, $4)';
      await client.query(insert, [name, at, breaking, program]);
    },
  };
}
