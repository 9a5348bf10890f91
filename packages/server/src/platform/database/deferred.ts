/**
 * Statements deferred to the end of a transaction. Work that an engine does once for many writes, such as flushing its
 * full-text index, costs far less than doing it for each. They are part of the write: if the write fails they never
 * run, and if they fail nothing is committed.
 */
import type { Writer } from './database.ts';

/** Runs just before the transaction commits, on a writer of that transaction, with what was left to it, in order. */
export type WorkAtCommit<T> = (writer: Writer, items: readonly T[]) => Promise<void>;

/** What a write left to the end of its transaction. */
export interface Deferred {
  readonly work: WorkAtCommit<never>;
  readonly item: unknown;
}

const waiting = new WeakMap<Writer, Deferred[]>();

/** Leaves an item to work at the end of the writer's transaction, which is done once for all items that are left to it. */
export function deferToCommit<T>(writer: Writer, work: WorkAtCommit<T>, item: T): void {
  const list = waiting.get(writer);
  if (list === undefined) throw new Error('Work can only be deferred inside a write.');
  list.push({ work, item });
}

/** Does what the writes of a transaction have deferred. */
export async function runDeferred(
  writer: Writer,
  writes: readonly { deferred?: readonly Deferred[] }[],
): Promise<void> {
  const all = Map.groupBy(
    writes.flatMap(({ deferred = [] }) => deferred),
    ({ work }) => work,
  );
  for (const [work, some] of all)
    await work(
      writer,
      some.map(({ item }) => item as never),
    );
}

/** Starts collecting what a writer defers; for code that opens transactions and undoes parts of them. */
export function deferredWorkOf(writer: Writer): Deferred[] {
  const list = waiting.get(writer) ?? [];
  waiting.set(writer, list);
  return list;
}
