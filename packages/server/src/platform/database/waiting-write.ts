/** A write in a group of writes that share one commit, from its call to its end, on either engine. */
import type { Deferred, WriteOptions, Writer } from './database.ts';
import { unavailable } from './unavailable.ts';

/** A write, and the promise that its caller waits for. */
export interface WaitingWrite {
  readonly work: (writer: Writer) => Promise<unknown>;
  readonly options: WriteOptions;
  /** When the write was requested, by `performance.now()`. */
  readonly askedAt: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The outcome of a write before the commit: a value, or the error that undid it. */
export interface WriteOutcome {
  readonly write: WaitingWrite;
  readonly value?: unknown;
  readonly error?: unknown;
  /** Work that the write deferred to the end of the group. */
  readonly deferred?: readonly Deferred[];
}

/** Commits of a process, and the number of writes in them. */
export interface GroupFigures {
  groups: number;
  writes: number;
}

/** Creates a write and passes it to `take`. The returned promise settles when the write ends. */
export function waitingWrite<T>(
  work: (writer: Writer) => Promise<T>,
  options: WriteOptions,
  take: (write: WaitingWrite) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) =>
    take({ work, options, askedAt: performance.now(), resolve: resolve as (value: unknown) => void, reject }),
  );
}

/**
 * Resolves with the result of the work, or rejects if it takes too long, so that one stuck write does not hold up the
 * rest.
 */
export async function inTime<T>(work: Promise<T>, maxMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tookTooLong()), maxMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Starts the time limit for a write's computing. Time during which other processes use the processor, or this one waits for
 * its own memory pages, does not count.
 * @returns a function that throws `unavailable` when the time is over
 */
export function computingLimit(maxMs: number): () => void {
  const deadline = performance.now() + maxMs;
  const before = process.threadCpuUsage();
  return () => {
    if (performance.now() <= deadline) return;
    const { user, system } = process.threadCpuUsage(before);
    if ((user + system) / 1_000 > maxMs) throw tookTooLong();
  };
}

/** Ends a write that has exceeded its deadline, by `performance.now()`. @throws `unavailable` */
export function rejectAfter(deadline: number): void {
  if (performance.now() > deadline) throw tookTooLong();
}

function tookTooLong(): Error {
  return unavailable(new Error('A write took too long.'));
}
