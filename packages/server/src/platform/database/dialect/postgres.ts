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
import type pg from 'pg';
import { type Contact, ServerContact } from '../contact.ts';
import {
  type Database,
  type DatabaseCondition,
  type OpeningOptions,
  type Reader,
  type StatementObserver,
  WRITE_MAX_MS,
  type WriteOptions,
  type Writer,
} from '../database.ts';
import { deferredWorkOf } from '../deferred.ts';
import { type Engine, kyselyOver, openHandle } from '../statement-handle.ts';
import { unavailable } from '../unavailable.ts';
import { asRefusal, isDiskFull, isSilence, isStalePlan, isWorthAnotherTry } from './postgres-errors.ts';
import { LOCK_TIMEOUT_MS, openPool, type PostgresOpening, rollBack } from './postgres-opening.ts';
import { probePostgres } from './postgres-probe.ts';

const BEGIN_ASYNCHRONOUS = 'BEGIN; SET LOCAL synchronous_commit TO off';
const WRITE_ATTEMPTS_MAX = 4;
/** Writes that ended in a deadlock wait a random time up to this, so that they do not collide again. */
const RETRY_PAUSE_MAX_MS = 20;
const STATEMENT_NAMES_KEPT = 500;
/** How long the disk counts as full after a write that found it so; that others succeed may be because they write nothing. */
const FULL_FOR_MS = 5_000;

const engine: Engine = {
  adapter: new PostgresAdapter(),
  compiler: new PostgresQueryCompiler(),
  dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('Connections are opened by openPostgres.')) }),
};

/**
 * Connects to the database and brings its tables up to date.
 * @throws StartRefusal if they are those of a newer program
 * @throws if the server stays away, or its settings could lose acknowledged writes in a crash
 */
export async function openPostgres(
  config: PostgresOpening['config'],
  { observe, program, admit, onWaiting, serveStaleMs = 0, onLost, onFound }: OpeningOptions = {},
  awayMaxMs?: number,
): Promise<Database> {
  const pool = await openPool({
    config,
    program: program ?? null,
    admit: async (client, isNew) => {
      const handle = openHandle(engine, new PostgresConnection(client, observe));
      await admit?.(handle.db, { isNew });
      handle.end();
    },
    onWaiting: onWaiting ?? (() => undefined),
    ...(awayMaxMs === undefined ? {} : { awayMaxMs }),
  });
  const probe = () => probePostgres(config.url);
  const contact = new ServerContact({ probe, refusal: unavailable, isSilence, serveStaleMs, onLost, onFound });
  return new PostgresDatabase(pool, contact, observe);
}

class PostgresDatabase implements Database {
  readonly reader: Reader;
  readonly contact: ServerContact;
  readonly #pool: pg.Pool;
  readonly #observe: StatementObserver | undefined;
  #fullUntil = 0;

  constructor(pool: pg.Pool, contact: ServerContact, observe: StatementObserver | undefined) {
    this.#pool = pool;
    this.#observe = observe;
    this.contact = contact;
    this.reader = kyselyOver(engine, new ReadingConnection(pool, contact, observe));
  }

  async write<T>(work: (writer: Writer) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#transaction(options.mayBeLost === true ? BEGIN_ASYNCHRONOUS : 'BEGIN', work, options);
      } catch (error) {
        if (isDiskFull(error)) this.#fullUntil = performance.now() + FULL_FOR_MS;
        if (attempt === WRITE_ATTEMPTS_MAX || !isWorthAnotherTry(error)) throw asRefusal(error);
      }
      await sleep(Math.random() * RETRY_PAUSE_MAX_MS * attempt);
    }
  }

  async snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    if (this.contact.isAway) throw unavailable();
    const run = () => this.#transaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work, { long: true });
    try {
      return await run().catch((error: unknown) => {
        if (!isStalePlan(error)) throw error;
        return run();
      });
    } catch (error) {
      throw asRefusal(error);
    }
  }

  changeMark(): undefined {
    return undefined;
  }

  async ping(): Promise<void> {
    await this.contact
      .listen(() => this.#pool.query('SELECT 1'))
      .catch((error: unknown) => {
        throw asRefusal(error);
      });
  }

  condition(): DatabaseCondition {
    return performance.now() < this.#fullUntil ? 'full' : 'ok';
  }

  async close(): Promise<void> {
    this.contact.close();
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
    const result = await this.#client
      .query({
        text: query.sql,
        values: [...query.parameters],
        ...(name === undefined ? {} : { name }),
      })
      .catch((error: unknown) => {
        if (isStalePlan(error)) prepareAgain();
        throw error;
      });
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) };
  }

  streamQuery(): never {
    throw new Error('Streaming is not used here.');
  }
}

/** Reads outside transactions: a failure because the server is away becomes `unavailable`. */
class ReadingConnection extends PostgresConnection {
  readonly #contact: Contact;

  constructor(pool: pg.Pool, contact: Contact, observe: StatementObserver | undefined) {
    super(pool, observe);
    this.#contact = contact;
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.#contact.listen(() =>
        super.executeQuery<R>(query).catch((error: unknown) => {
          if (!isStalePlan(error)) throw error;
          return super.executeQuery<R>(query);
        }),
      );
    } catch (error) {
      throw asRefusal(error);
    }
  }
}

const statementNames = new Map<string, string>();
let generation = 0;

/** The name a statement is prepared under; undefined once all names are used up. */
function statementName(sql: string): string | undefined {
  const known = statementNames.get(sql);
  if (known !== undefined || statementNames.size >= STATEMENT_NAMES_KEPT) return known;
  const name = `lectern_${generation}_${statementNames.size}`;
  statementNames.set(sql, name);
  return name;
}

/** Has every statement prepared again, under another name, on each connection. */
function prepareAgain(): void {
  statementNames.clear();
  generation += 1;
}
