/**
 * Statements that are left to the end of a transaction. What an engine does once for many writes, such as writing out
 * its full-text index, costs it far less than once for each. They are part of the write: where it fails they never
 * run, and where they fail nothing is committed.
 */
import type { Writer } from './database.ts';

/** Runs when the transaction is about to be committed, on a writer of that time. */
export type DeferredWork = (writer: Writer) => Promise<void>;

const waiting = new WeakMap<Writer, DeferredWork[]>();

/** Leaves work to the end of the transaction that a writer writes in. */
export function deferToCommit(writer: Writer, work: DeferredWork): void {
  const list = waiting.get(writer);
  if (list === undefined) throw new Error('Work can be left to the end of a write alone.');
  list.push(work);
}

/** Begins to gather what a writer leaves to the end; for whoever opens transactions, and undoes parts of them. */
export function deferredWorkOf(writer: Writer): DeferredWork[] {
  const list = waiting.get(writer) ?? [];
  waiting.set(writer, list);
  return list;
}
