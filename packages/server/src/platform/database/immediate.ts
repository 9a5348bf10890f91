/**
 * Readers that return rows without a promise, so that a request that only reads completes in one call. The engine
 * decides when it opens a reader; nothing else depends on it.
 */
import type { CompiledQuery } from 'kysely';
import type { Reader } from './database.ts';

/** Runs a read-only query at once. */
export type RunNow = <R>(query: CompiledQuery<R>) => R[];

const running = new WeakMap<Reader, RunNow>();

/** Registers how queries run at once on the reader. */
export function runsAtOnce(reader: Reader, run: RunNow): void {
  running.set(reader, run);
}

/** The rows of a query; undefined if the reader has to wait for them. */
export function immediateRows<R>(reader: Reader, query: CompiledQuery<R>): R[] | undefined {
  return running.get(reader)?.(query);
}
