/**
 * What the rest of the product sees of the database: a reader and transactions, and nothing of the engine. A write is
 * atomic, and durable before its promise resolves unless its options say that it may be lost.
 */

import type { CompiledQuery, Kysely } from 'kysely';
import type { Deadline } from '../kit/deadline.ts';
import type { Tables } from './columns.ts';
import type { Contact, ContactNotices } from './contact.ts';
import type { Engine } from './engine.ts';
import type { Insert } from './insert.ts';

/** Reads on a separate connection; sees only what is committed. */
export interface Reader
  extends Pick<Kysely<Tables>, 'selectFrom' | 'selectNoFrom' | 'executeQuery' | 'getExecutor' | 'fn' | 'dynamic'> {
  readonly engine: Engine;
  /** The rows of a query. Over a network, a writer does not wait for statements that return no rows. */
  run<R>(query: CompiledQuery<R>): Promise<R[]>;
  /** The rows of a query at once; undefined, without running it, if that would mean waiting for the engine. */
  runNow<R>(query: CompiledQuery<R>): R[] | undefined;
}

/** Reads and writes inside one transaction. Throws once the transaction has ended. */
export interface Writer extends Omit<Kysely<Tables>, 'insertInto'>, Reader {
  insertInto<T extends keyof Tables>(table: T): Insert<T>;
  /**
   * Defers an item to the end of the transaction, where `work` runs once for all items that its writes deferred. Some work, such
   * as flushing a full-text index, costs far less once for many items than for each. It is part of the write: if the write
   * fails, it never runs; if it fails, nothing is committed.
   */
  defer<T>(work: WorkAtCommit<T>, item: T): void;
  /** What was deferred so far; for code that undoes parts of a write. */
  readonly deferred: Deferred[];
  /** State that a rule keeps for this write alone: the same object on each call, created by the first one. */
  memory<T extends object>(make: () => T): T;
}

/** Runs just before the transaction commits, on a writer of that transaction, with all deferred items in order. */
export type WorkAtCommit<T> = (writer: Writer, items: readonly T[]) => Promise<void>;

/** What a write deferred to the end of its transaction. */
export interface Deferred {
  readonly work: WorkAtCommit<never>;
  readonly item: unknown;
}

export interface WriteOptions {
  /**
   * Bulk and import writes may take longer than `WRITE_MAX_MS`. They let reads in between items, and if their items are
   * independent, they end the write after a short time so that other writes are not held up.
   */
  readonly long?: boolean;
  /**
   * The commit does not wait for the disk: if the machine fails (not just the process), the last fractions of a second of such
   * writes are lost. For counts that were never promised to anyone.
   */
  readonly mayBeLost?: boolean;
  /**
   * Number of the environment that the write is about, if there is one. On an engine with several connections, writes of a
   * process about one environment run one after the other and share commits, so that they need few connections.
   */
  readonly environment?: number;
  /**
   * Who the write is for, usually the id of a space. Parties take turns when writes have to wait. The default is the service
   * itself.
   */
  readonly party?: string;
  /**
   * The write adds content. It is refused while the disk is full, which leaves the reserved space to log-ins, deletes, and the
   * service's own bookkeeping.
   */
  readonly grows?: boolean;
}

/** What the metrics show of a database. */
export interface DatabaseFigures {
  /** Writes of this process that wait for their turn, and how long the first has been waiting, in milliseconds. */
  readonly queue: { readonly length: number; readonly oldestMs: number };
  /** Commits since the start, and the writes in them. */
  readonly commits: { readonly groups: number; readonly writes: number };
  /** The connections by purpose; none if there is no pool. */
  readonly shares: ReadonlyMap<string, ShareFigures>;
  /** How many writes were restarted, by reason. */
  readonly retries: ReadonlyMap<string, number>;
  /** How many reads and writes were refused as `unavailable`, by reason. */
  readonly refusals: ReadonlyMap<string, number>;
  /** Reads that replicas could serve, by outcome; none if there are no replicas. */
  readonly replicaReads: ReadonlyMap<string, number>;
  /** The replicas, by host and port. */
  readonly replicas: ReadonlyMap<string, ReplicaFigures>;
}

/** A replica, as this process sees it. */
export interface ReplicaFigures {
  readonly isAway: boolean;
  /** How long the replica has not reached a state that reads need, in milliseconds; 0 if it is up to date. */
  readonly lagMs: number;
}

/** A share of the connections. */
export interface ShareFigures {
  readonly max: number;
  readonly used: number;
  readonly waiting: number;
  /** Since the start: how often a connection was waited for, and for how long in total. */
  readonly waits: number;
  readonly waitedMs: number;
}

/** A current or former state of an environment. */
export interface EnvironmentState {
  readonly number: number;
  readonly epoch: string;
  readonly revision: number;
}

/** Reads the current states of environments, for those that exist. */
export type ReadStates = (reader: Reader, numbers: readonly number[]) => Promise<readonly EnvironmentState[]>;

/** Statements one by one, or all of them in one committed state. */
export type Reads = Pick<Database, 'reader' | 'snapshot'>;

export interface Database {
  readonly reader: Reader;
  readonly contact: Contact;
  /**
   * Runs `work` in a transaction and resolves after its commit. `work` may await only its own statements and the rests of its
   * `Pace`, one at a time. It must keep no state outside, because the engine may run it again from the start.
   * @throws what `work` throws (nothing is written then), or `unavailable` if the database could not commit; nothing is
   *   written then either, unless `isOutcomeUnknown` (`unavailable.ts`)
   */
  write<T>(work: (writer: Writer) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Runs reads that all see the same committed state. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /**
   * Reads of an environment that show nothing older than a given state. They use replicas if there are any, so one read may
   * show less than an earlier one, and `snapshot` may run its work again from the start.
   */
  readsSince(state: EnvironmentState): Reads;
  /**
   * A number that changes with every commit, by any process; undefined if the engine cannot give it without a round
   * trip (PostgreSQL).
   */
  changeMark(): number | undefined;
  /** Cheap check that the database responds, is not damaged, and is the one that was opened. */
  ping(): Promise<void>;
  /** What recent writes and reads of this process showed. */
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
      /** Replicas that may serve reads; none by default. */
      readonly readUrls?: readonly string[];
    };

/**
 * `full` while the disk has no space for writes; `failing` while one write after the other fails for whatever reason;
 * `damaged` once something could not be read, after which no writes are accepted; `replaced` while the file of an embedded
 * database is not the one that was opened, during which none are.
 */
export type DatabaseCondition = 'ok' | 'full' | 'failing' | 'damaged' | 'replaced';

/** Called for every statement; tests count with it. */
export type StatementObserver = (sql: string) => void;

/** Further options for opening a database. */
export interface OpeningOptions extends ContactNotices {
  /** Reads the states of environments, to check whether a replica has reached them. Without it, replicas are not used. */
  readonly readStates?: ReadStates;
  /** Called when contact to a replica is lost, with its host and port, and when it is restored. */
  readonly onReplicaLost?: ((replica: string, error: unknown) => void) | undefined;
  readonly onReplicaFound?: ((replica: string) => void) | undefined;
  readonly observe?: StatementObserver | undefined;
  /** The version of the program, stored with the migrations that it runs. */
  readonly program?: string;
  /** Called after the migrations, in their transaction. An error from it rolls them back and is rethrown. */
  readonly admit?: (writer: Writer, opened: { readonly isNew: boolean }) => Promise<void>;
  /** Bytes of disk space reserved for writes that do not grow; none by default and on PostgreSQL. */
  readonly reserveBytes?: number;
  /** How long data confirmed by a server may be used while it is away; not at all by default. */
  readonly serveStaleMs?: number;
  /** How long reads and writes may take; the usual time by default. */
  readonly deadline?: Deadline | undefined;
  /** Called once if the server is away and is being waited for. */
  readonly onWaiting?: (error: unknown) => void;
  /** Called if the database turns out to be damaged, or its file replaced, with a sentence for the operator. */
  readonly onUnusable?: (message: string) => void;
}

/** The default number of connections to PostgreSQL per process. */
export const CONNECTIONS_DEFAULT = 16;

/** A write that waits (or on SQLite computes) for longer than this is rolled back, unless it is marked `long`. */
export const WRITE_MAX_MS = 1_000;
