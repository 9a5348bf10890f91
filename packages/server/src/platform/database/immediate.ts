/**
 * Readers whose statements wait for nothing: their rows can be had without a promise, so that a request that only reads
 * goes through in one call. Which they are, the engine says when it opens them; nothing else depends on it.
 */
import type { CompiledQuery } from 'kysely';
import type { Reader } from './database.ts';

/** Runs a query that only reads, at once. */
export type RunNow = <R>(query: CompiledQuery<R>) => R[];

const running = new WeakMap<Reader, RunNow>();

/** Says how queries are run at once on the reader. */
export function runsAtOnce(reader: Reader, run: RunNow): void {
  running.set(reader, run);
}

/** The rows of a query; undefined where the reader has to wait for them. */
export function immediateRows<R>(reader: Reader, query: CompiledQuery<R>): R[] | undefined {
  return running.get(reader)?.(query);
}
