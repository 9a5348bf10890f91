/**
 * What the rest of the product sees of the database: a reader, writes as transactions, and nothing of the engine.
 * A write is one unit: it happens whole and durably before its promise resolves, or not at all.
 */
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Reads, on a connection of its own: sees what is committed. */
export type Reader = Pick<
  Kysely<Tables>,
  'selectFrom' | 'selectNoFrom' | 'executeQuery' | 'getExecutor' | 'fn' | 'dynamic'
>;

/** Reads and writes inside one transaction. Throws once the transaction is over. */
export type Writer = Kysely<Tables>;

export interface WriteOptions {
  /** Bulk and import may take longer than `WRITE_MAX_MS`; they call `giveWay` between items, so that reads are not held up. */
  readonly long?: boolean;
}

export interface Database {
  readonly reader: Reader;
  /**
   * Runs `work` in a transaction and resolves after its commit. `work` awaits nothing but its own statements, one at a
   * time, and may be run again from the start where the engine asks for it, so it keeps no state outside.
   * @throws what `work` throws (nothing is written then), or `unavailable` where the database could not commit
   */
  write<T>(work: (writer: Writer) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Runs reads that all see one committed state. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /**
   * A number that moves whenever anything was committed, by whichever process; undefined where the engine cannot say
   * without a round trip (PostgreSQL).
   */
  changeMark(): number | undefined;
  /** Cheap check that the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Where the database is. */
export type DatabaseConfig =
  | { readonly kind: 'sqlite'; readonly folder: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly unsafeDurability: boolean };

/** Told of every statement that is run; tests count with it. */
export type StatementObserver = (sql: string) => void;

/** A write that takes longer than this is rolled back, unless it says it is `long`. */
export const WRITE_MAX_MS = 1_000;
