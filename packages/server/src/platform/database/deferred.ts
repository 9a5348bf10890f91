/**
 * Statements deferred to the end of a transaction. Work that an engine does once for many writes, such as flushing its
 * full-text index, costs far less than doing it for each. They are part of the write: if the write fails they never
 * run, and if they fail nothing is committed.
 */
import type { Writer } from './database.ts';

/** Runs just before the transaction commits, on a writer of that transaction. */
export type DeferredWork = (writer: Writer) => Promise<void>;

const waiting = new WeakMap<Writer, DeferredWork[]>();

/** Defers work to the end of the writer's transaction. */
export function deferToCommit(writer: Writer, work: DeferredWork): void {
  const list = waiting.get(writer);
  if (list === undefined) throw new Error('Work can only be deferred inside a write.');
  list.push(work);
}

/** Starts collecting what a writer defers; for code that opens transactions and undoes parts of them. */
export function deferredWorkOf(writer: Writer): DeferredWork[] {
  const list = waiting.get(writer) ?? [];
  waiting.set(writer, list);
  return list;
}
