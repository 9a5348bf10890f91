/**
 * The database of a cluster: PostgreSQL through pools of connections. Writes are READ COMMITTED transactions that lock the
 * rows they change (`postgres-write-queue.ts`); reads have connections of their own.
 */
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { isInBackground } from '../background.ts';
import { ServerContact } from '../contact.ts';
import type {
  Database,
  DatabaseCondition,
  DatabaseFigures,
  OpeningOptions,
  Reader,
  StatementObserver,
  WriteOptions,
  Writer,
} from '../database.ts';
import { kyselyOver, openHandle } from '../statement-handle.ts';
import { unavailable } from '../unavailable.ts';
import { engine, PostgresConnection } from './postgres-connection.ts';
import { asRefusal, isConnectionLost, isSilence, isStalePlan } from './postgres-errors.ts';
import { openShares, type PostgresOpening, rollBack, type Shares } from './postgres-opening.ts';
import { probePostgres } from './postgres-probe.ts';
import { type Lease, shareNames } from './postgres-shares.ts';
import { PostgresWriteQueue } from './postgres-write-queue.ts';

/** How long a read waits for a connection, in a request and in the background. */
const READ_WAIT_MAX_MS = 3_000;
const BACKGROUND_WAIT_MAX_MS = 30_000;
/** How long the disk counts as full after a write that found it so; that others succeed may be because they write nothing. */
const FULL_FOR_MS = 5_000;

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
  const shares = await openShares({
    config,
    program: program ?? null,
    admit: async (client, isNew) => {
      const handle = openHandle(engine, new PostgresConnection(client, { observe }));
      await admit?.(handle.db, { isNew });
      handle.end();
    },
    onWaiting: onWaiting ?? (() => undefined),
    ...(awayMaxMs === undefined ? {} : { awayMaxMs }),
  });
  const probe = () => probePostgres(config.url);
  const contact = new ServerContact({ probe, refusal: unavailable, isSilence, serveStaleMs, onLost, onFound });
  return new PostgresDatabase(shares, contact, observe);
}

class PostgresDatabase implements Database {
  readonly reader: Reader;
  readonly contact: ServerContact;
  readonly #shares: Shares;
  readonly #observe: StatementObserver | undefined;
  readonly #queue: PostgresWriteQueue;
  #fullUntil = 0;

  constructor(shares: Shares, contact: ServerContact, observe: StatementObserver | undefined) {
    this.#shares = shares;
    this.contact = contact;
    this.#observe = observe;
    const onDiskFull = () => {
      this.#fullUntil = performance.now() + FULL_FOR_MS;
    };
    this.#queue = new PostgresWriteQueue({ shares, observe, onDiskFull });
    this.reader = kyselyOver(engine, this.#readingConnection());
  }

  write<T>(work: (writer: Writer) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    return this.#queue.write(work, options);
  }

  async snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    if (this.contact.isAway) throw unavailable();
    return this.#reading((lease) => this.#inSnapshot(lease, work));
  }

  changeMark(): undefined {
    return undefined;
  }

  async ping(): Promise<void> {
    await this.contact.listen(() => this.#reading(({ client }) => client.query('SELECT 1')));
  }

  condition(): DatabaseCondition {
    return performance.now() < this.#fullUntil ? 'full' : 'ok';
  }

  figures(): DatabaseFigures {
    const { queue, commits, retries, refusals } = this.#queue;
    const shares = new Map(shareNames.map((name) => [name, this.#shares[name].figures]));
    return { queue, commits, shares, retries: retries.counts, refusals: refusals.counts };
  }

  async close(): Promise<void> {
    this.contact.close();
    await Promise.all(shareNames.map((name) => this.#shares[name].close()));
  }

  /** Reads outside transactions, each on a connection of its own. */
  #readingConnection(): DatabaseConnection {
    return {
      executeQuery: <R>(query: CompiledQuery): Promise<QueryResult<R>> =>
        this.contact.listen(() =>
          this.#reading(({ client }) =>
            new PostgresConnection(client, { observe: this.#observe }).executeQuery<R>(query),
          ),
        ),
      streamQuery: () => {
        throw new Error('Streaming is not used here.');
      },
    };
  }

  /**
   * Runs reads on a connection; once more if a statement was prepared for tables as they were before.
   * @throws `unavailable` if the server is away, or too slow
   */
  async #reading<T>(read: (lease: Lease) => Promise<T>): Promise<T> {
    try {
      return await this.#onLease(read).catch((error: unknown) => {
        if (!isStalePlan(error)) throw error;
        return this.#onLease(read);
      });
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal !== error || isConnectionLost(error)) this.#queue.refused(refusal, error);
      throw refusal;
    }
  }

  async #onLease<T>(read: (lease: Lease) => Promise<T>): Promise<T> {
    const isLong = isInBackground();
    const share = this.#shares[isLong ? 'long' : 'reads'];
    const lease = await share.take(performance.now() + (isLong ? BACKGROUND_WAIT_MAX_MS : READ_WAIT_MAX_MS));
    let broken: Error | undefined;
    try {
      return await read(lease);
    } catch (error) {
      if (isConnectionLost(error)) broken = error as Error;
      throw error;
    } finally {
      lease.release(broken);
    }
  }

  async #inSnapshot<T>({ client }: Lease, work: (reader: Reader) => Promise<T>): Promise<T> {
    const handle = openHandle(engine, new PostgresConnection(client, { observe: this.#observe }));
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    try {
      const value = await work(handle.db);
      handle.end();
      await client.query('COMMIT');
      return value;
    } catch (error) {
      handle.end();
      if (isConnectionLost(error)) throw error;
      const broken = await rollBack(client);
      throw broken ?? error;
    }
  }
}
