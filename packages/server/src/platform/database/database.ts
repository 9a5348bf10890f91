/**
 * What the rest of the product sees of the database: a reader and transactions, and nothing of the engine. A write is
 * atomic, and durable before its promise resolves unless it says that it may be lost.
 */

import type { CompiledQuery, Kysely } from 'kysely';
import type { Deadline } from '../kit/deadline.ts';
import type { Tables } from './columns.ts';
import type { Contact, ContactNotices } from './contact.ts';
import type { Engine } from './engine.ts';
import type { Insert } from './insert.ts';

/** Reads, on its own connection: sees what is committed. */
export interface Reader
  extends Pick<Kysely<Tables>, 'selectFrom' | 'selectNoFrom' | 'executeQuery' | 'getExecutor' | 'fn' | 'dynamic'> {
  readonly engine: Engine;
  /** The rows of a query. A writer behind a network does not wait for a statement that gives none. */
  run<R>(query: CompiledQuery<R>): Promise<R[]>;
  /** The rows of a query at once; undefined, without running it, if the engine has to be waited for. */
  runNow<R>(query: CompiledQuery<R>): R[] | undefined;
}

/** Reads and writes inside one transaction. Throws once the transaction is over. */
export interface Writer extends Omit<Kysely<Tables>, 'insertInto'>, Reader {
  insertInto<T extends keyof Tables>(table: T): Insert<T>;
  /**
   * Leaves an item to work at the end of the transaction, which is done once for all items that its writes left to it: what
   * an engine does once for many, such as flushing its full-text index, costs far less than doing it for each. It is part
   * of the write: if the write fails it never runs, and if it fails nothing is committed.
   */
  defer<T>(work: WorkAtCommit<T>, item: T): void;
  /** What was left to the end; for code that undoes parts of a write. */
  readonly deferred: Deferred[];
  /** What a rule remembers for this write alone: the same object each time, made by the first call. */
  memory<T extends object>(make: () => T): T;
}

/** Runs just before the transaction commits, on a writer of that transaction, with what was left to it, in order. */
export type WorkAtCommit<T> = (writer: Writer, items: readonly T[]) => Promise<void>;

/** What a write left to the end of its transaction. */
export interface Deferred {
  readonly work: WorkAtCommit<never>;
  readonly item: unknown;
}

export interface WriteOptions {
  /**
   * Bulk and import may take longer than `WRITE_MAX_MS`; they let reads in between items, and end the write after a short
   * time where their items are independent, so that other writes are not held up.
   */
  readonly long?: boolean;
  /**
   * The commit does not wait for the disk: if the machine fails, not merely the process, the last fractions of a second
   * of such writes are lost. For counts that nobody was told are kept.
   */
  readonly mayBeLost?: boolean;
  /**
   * Number of the environment that the write is about, if it is about one. Where writes have connections, those about one
   * environment run one after the other in a process and share commits, so that they take few of them.
   */
  readonly environment?: number;
  /**
   * Whose write it is, usually the id of a space: parties take turns where writes wait. If it is left out, the service itself
   * is the party.
   */
  readonly party?: string;
  /**
   * The write adds content. While the disk is full it is refused, and leaves the space that is kept back to log-ins, to
   * deletes, and to what the service has to note to go on.
   */
  readonly grows?: boolean;
}

/** What the metrics show of a database. */
export interface DatabaseFigures {
  /** Writes of this process that wait for their turn, and how long the first of them has, in milliseconds. */
  readonly queue: { readonly length: number; readonly oldestMs: number };
  /** Commits since the start, and the writes in them. */
  readonly commits: { readonly groups: number; readonly writes: number };
  /** The connections, by what they are for; none where there is no pool. */
  readonly shares: ReadonlyMap<string, ShareFigures>;
  /** How many writes were begun again, by reason. */
  readonly retries: ReadonlyMap<string, number>;
  /** How many reads and writes were refused as `unavailable`, by reason. */
  readonly refusals: ReadonlyMap<string, number>;
  /** Reads that replicas might do, by what came of them; none where there are no replicas. */
  readonly replicaReads: ReadonlyMap<string, number>;
  /** The replicas, by host and port. */
  readonly replicas: ReadonlyMap<string, ReplicaFigures>;
}

/** A replica, as this process sees it. */
export interface ReplicaFigures {
  readonly isAway: boolean;
  /** For how long it has not come to a state that reads ask for, in milliseconds; 0 while it has. */
  readonly lagMs: number;
}

/** A share of the connections. */
export interface ShareFigures {
  readonly max: number;
  readonly used: number;
  readonly waiting: number;
  /** Since the start: how often one was waited for, and how long in all. */
  readonly waits: number;
  readonly waitedMs: number;
}

/** A state that an environment has, or had. */
export interface EnvironmentState {
  readonly number: number;
  readonly epoch: string;
  readonly revision: number;
}

/** Finds out in which state environments are, as far as they are there. */
export type ReadStates = (reader: Reader, numbers: readonly number[]) => Promise<readonly EnvironmentState[]>;

/** Statements one by one, or all of them in one committed state. */
export type Reads = Pick<Database, 'reader' | 'snapshot'>;

export interface Database {
  readonly reader: Reader;
  readonly contact: Contact;
  /**
   * Runs `work` in a transaction and resolves after its commit. `work` awaits nothing but its own statements and
   * the rests of its `Pace`, one at a time, and keeps no state outside, since the engine may have it run again from the start.
   * @throws what `work` throws (nothing is written then), or `unavailable` if the database could not commit: nothing is
   *   written then either, unless `isOutcomeUnknown` (`unavailable.ts`)
   */
  write<T>(work: (writer: Writer) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Runs reads that all see the same committed state. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /**
   * Reads of an environment that show nothing from before a state of it. Replicas do them where there are any, so that one
   * read may show less than another one that was done before it, and `snapshot` may run its work again from the start.
   */
  readsSince(state: EnvironmentState): Reads;
  /**
   * A number that changes with every commit, by any process; undefined if the engine cannot give it without a round
   * trip (PostgreSQL).
   */
  changeMark(): number | undefined;
  /** Cheap check that the database responds and is not damaged. */
  ping(): Promise<void>;
  /** What the latest writes and reads of this process showed. */
  condition(): DatabaseCondition;
  figures(): DatabaseFigures;
  close(): Promise<void>;
}

/** Where the database is. */
export type DatabaseConfig =
  | { readonly kind: 'sqlite'; readonly folder: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      readonly unsafeDurability: boolean;
      /** How many connections this process may have; `CONNECTIONS_DEFAULT` if left out. */
      readonly connections?: number;
      /** Replicas of it that may do reads; none if left out. */
      readonly readUrls?: readonly string[];
    };

/**
 * `full` while the disk has no space for writes; `failing` while they are tried and fail one after the other, whatever the
 * reason; `damaged` once something could not be read, after which none are taken.
 */
export type DatabaseCondition = 'ok' | 'full' | 'failing' | 'damaged';

/** Called for every statement; tests count with it. */
export type StatementObserver = (sql: string) => void;

/** What else there is to say about opening a database. */
export interface OpeningOptions extends ContactNotices {
  /** Tells the states of environments, which a replica is asked for; without it, none is used. */
  readonly readStates?: ReadStates;
  /** Called when a replica is lost, with its host and port, and when it is found again. */
  readonly onReplicaLost?: ((replica: string, error: unknown) => void) | undefined;
  readonly onReplicaFound?: ((replica: string) => void) | undefined;
  readonly observe?: StatementObserver | undefined;
  /** The version of the program, noted with the migrations that it runs. */
  readonly program?: string;
  /** Called in the transaction of the migrations, after them. What it throws undoes them and is rethrown. */
  readonly admit?: (writer: Writer, opened: { readonly isNew: boolean }) => Promise<void>;
  /** Bytes of the disk that are kept back for writes that do not grow; none unless this is given, or with PostgreSQL. */
  readonly reserveBytes?: number;
  /** How long what a server confirmed may be used while it is away; not at all unless this is given. */
  readonly serveStaleMs?: number;
  /** How long reads and writes may take; the usual time unless this is given. */
  readonly deadline?: Deadline | undefined;
  /** Called once if the server is away, which is then waited for. */
  readonly onWaiting?: (error: unknown) => void;
  /** Called once if the database turns out to be damaged, with a sentence for the operator. */
  readonly onDamage?: (message: string) => void;
}

/** Connections to PostgreSQL that a process may have unless it is told otherwise. */
export const CONNECTIONS_DEFAULT = 16;

/** A write that waits, or on SQLite computes, for longer than this is rolled back, unless it is marked `long`. */
export const WRITE_MAX_MS = 1_000;
