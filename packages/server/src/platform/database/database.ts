/**
 * What the rest of the product sees of the database: a reader and transactions, and nothing of the engine. A write is
 * atomic and durable before its promise resolves.
 */
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Reads, on its own connection: sees what is committed. */
export type Reader = Pick<
  Kysely<Tables>,
  'selectFrom' | 'selectNoFrom' | 'executeQuery' | 'getExecutor' | 'fn' | 'dynamic'
>;

/** Reads and writes inside one transaction. Throws once the transaction is over. */
export type Writer = Kysely<Tables>;

export interface WriteOptions {
  /**
   * Bulk and import may take longer than `WRITE_MAX_MS`; they let reads in between items, and end the write after a short
   * time where their items are independent, so that other writes are not held up.
   */
  readonly long?: boolean;
}

export interface Database {
  readonly reader: Reader;
  /**
   * Runs `work` in a transaction and resolves after its commit. `work` awaits nothing but its own statements and
   * the rests of its `Pace`, one at a time, and keeps no state outside, since the engine may have it run again from the start.
   * @throws what `work` throws (nothing is written then), or `unavailable` if the database could not commit
   */
  write<T>(work: (writer: Writer) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Runs reads that all see the same committed state. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /**
   * A number that changes with every commit, by any process; undefined if the engine cannot give it without a round
   * trip (PostgreSQL).
   */
  changeMark(): number | undefined;
  /** Cheap check that the database responds. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Where the database is. */
export type DatabaseConfig =
  | { readonly kind: 'sqlite'; readonly folder: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly unsafeDurability: boolean };

/** Called for every statement; tests count with it. */
export type StatementObserver = (sql: string) => void;

/** A write that takes longer than this is rolled back, unless it is marked `long`. */
export const WRITE_MAX_MS = 1_000;
