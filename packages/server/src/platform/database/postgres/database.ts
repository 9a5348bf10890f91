/**
 * The database of a cluster: PostgreSQL through connection pools. Writes are READ COMMITTED transactions that lock the
 * rows they change (`write-queue.ts`); reads have their own connections.
 */
import type { CompiledQuery, QueryResult } from 'kysely';
import { type Deadline, usualDeadline } from '../../kit/deadline.ts';
import { isInBackground } from '../background.ts';
import { databasePace, ServerContact } from '../contact.ts';
import type {
  Database,
  DatabaseCondition,
  DatabaseFigures,
  EnvironmentState,
  OpeningOptions,
  Reader,
  Reads,
  StatementObserver,
  WriteOptions,
  Writer,
} from '../database.ts';
import { openHandle, readerOver, streamQuery } from '../statement-handle.ts';
import { unavailable } from '../unavailable.ts';
import { PostgresConnection } from './connection.ts';
import { engine } from './engine.ts';
import { asRefusal, isConnectionLost, isStalePlan, isUnreachable } from './errors.ts';
import { openReplicaShare, openShares, type PostgresOpening, type Shares } from './opening.ts';
import { probePostgres } from './probe.ts';
import { Replica } from './replica.ts';
import { Replicas } from './replicas.ts';
import { type Lease, shareNames } from './shares.ts';
import { inSnapshot } from './snapshot.ts';
import { PostgresWriteQueue } from './write-queue.ts';

/** How long a read waits for a connection: in a request, and in the background. */
const READ_WAIT_MAX_MS = 3_000;
const BACKGROUND_WAIT_MAX_MS = 30_000;
/** Within this time, a server that hangs has been probed and, if that failed, is known to be away. */
const HEARD_WITHIN_MS = 2_500;
/** How long the disk counts as full after a write found it full. Later successes may just have written nothing. */
const FULL_FOR_MS = 5_000;

/**
 * Connects to the database and brings its tables up to date.
 * @throws what `openShares` throws
 */
export async function openPostgres(
  config: PostgresOpening['config'],
  options: OpeningOptions = {},
  awayMaxMs?: number,
): Promise<Database> {
  const { observe, program, admit, onWaiting, serveStaleMs = 0, onLost, onFound, deadline = usualDeadline } = options;
  const shares = await openShares({
    config,
    program: program ?? null,
    deadline,
    admit: async (client, isNew) => {
      const handle = openHandle(engine, new PostgresConnection(client, { observe }));
      await admit?.(handle.db, { isNew });
      handle.end();
    },
    onWaiting: onWaiting ?? (() => undefined),
    ...(awayMaxMs === undefined ? {} : { awayMaxMs }),
  });
  const pace = { ...databasePace, probeMaxMs: deadline(databasePace.probeMaxMs) };
  const probe = () => probePostgres(config.url, pace.probeMaxMs);
  const notices = { onLost, onFound };
  const contact = new ServerContact({
    pace,
    probe,
    refusal: unavailable,
    isUnreachable,
    serveStaleMs,
    ...notices,
  });
  return new PostgresDatabase({ shares, contact, replicas: openReplicas(config, options), observe, deadline });
}

function openReplicas(
  { readUrls = [], connections }: PostgresOpening['config'],
  { readStates, observe, onReplicaLost: onLost, onReplicaFound: onFound, deadline = usualDeadline }: OpeningOptions,
): Replicas {
  if (readStates === undefined) return new Replicas([]);
  return new Replicas(
    readUrls.map((url) => {
      const share = openReplicaShare(url, deadline, connections);
      return new Replica({ url, share, readStates, observe, onLost, onFound });
    }),
  );
}

interface PostgresParts {
  readonly shares: Shares;
  readonly contact: ServerContact;
  readonly replicas: Replicas;
  readonly observe: StatementObserver | undefined;
  readonly deadline: Deadline;
}

class PostgresDatabase implements Database {
  readonly reader: Reader;
  readonly contact: ServerContact;
  readonly #shares: Shares;
  readonly #replicas: Replicas;
  readonly #observe: StatementObserver | undefined;
  readonly #queue: PostgresWriteQueue;
  readonly #deadline: Deadline;
  #fullUntil = 0;

  constructor({ shares, contact, replicas, observe, deadline }: PostgresParts) {
    this.#deadline = deadline;
    this.#shares = shares;
    this.#replicas = replicas;
    this.contact = contact;
    this.#observe = observe;
    const onDiskFull = () => {
      this.#fullUntil = performance.now() + FULL_FOR_MS;
    };
    this.#queue = new PostgresWriteQueue({ shares, observe, onDiskFull, deadline });
    this.reader = readerOver(engine, { executeQuery: (query) => this.#execute(query), streamQuery });
  }

  write<T>(work: (writer: Writer) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    return this.#queue.write(work, options);
  }

  async snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    if (this.contact.isAway) throw unavailable();
    return this.#reading((lease) => inSnapshot(lease, work, this.#observe));
  }

  readsSince(state: EnvironmentState): Reads {
    const replicas = this.#replicas;
    if (replicas.isEmpty) return this;
    const execute = <R>(query: CompiledQuery) =>
      replicas.read(
        state,
        (lease) => this.#executeOn<R>(lease, query),
        () => this.#execute<R>(query),
      );
    return {
      reader: readerOver(engine, { executeQuery: execute, streamQuery }),
      snapshot: (work) =>
        replicas.read(
          state,
          (lease) => inSnapshot(lease, work, this.#observe),
          () => this.snapshot(work),
        ),
    };
  }

  changeMark(): undefined {
    return undefined;
  }

  /** If all read connections are in use, a recent response to another read shows that the server is there. */
  async ping(): Promise<void> {
    if (this.#shares.reads.isInUse && this.contact.wasHeardWithin(HEARD_WITHIN_MS)) return;
    await this.contact.listen(() => this.#reading(({ client }) => client.query('SELECT 1')));
  }

  condition(): DatabaseCondition {
    if (performance.now() < this.#fullUntil) return 'full';
    return this.#queue.failures.areRepeated ? 'failing' : 'ok';
  }

  figures(): DatabaseFigures {
    const { queue, commits, retries, refusals } = this.#queue;
    const shares = new Map(shareNames.map((name) => [name, this.#shares[name].figures]));
    const { reads: replicaReads, figures: replicas } = this.#replicas;
    return { queue, commits, shares, retries: retries.counts, refusals: refusals.counts, replicaReads, replicas };
  }

  async close(): Promise<void> {
    this.contact.close();
    await Promise.all([...shareNames.map((name) => this.#shares[name].close()), this.#replicas.close()]);
  }

  /** Runs a read outside any transaction, on its own connection. */
  #execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.contact.listen(() => this.#reading((lease) => this.#executeOn<R>(lease, query)));
  }

  #executeOn<R>({ client }: Lease, query: CompiledQuery): Promise<QueryResult<R>> {
    return new PostgresConnection(client, { observe: this.#observe }).executeQuery<R>(query);
  }

  /**
   * Runs reads on a connection. Runs them once more if a statement was prepared for an earlier version of the tables.
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

  #onLease<T>(read: (lease: Lease) => Promise<T>): Promise<T> {
    const isLong = isInBackground();
    const waitMaxMs = this.#deadline(isLong ? BACKGROUND_WAIT_MAX_MS : READ_WAIT_MAX_MS);
    return this.#shares[isLong ? 'long' : 'reads'].use(performance.now() + waitMaxMs, read);
  }
}

/** What Kysely expects of a connection. */
