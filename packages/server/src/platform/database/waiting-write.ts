/** A write in a group of writes that share one commit, from its call to its end, on whatever engine. */
import type { Deferred, WriteOptions, Writer } from './database.ts';
import { unavailable } from './unavailable.ts';

/** A write, with the promise that its caller waits for. */
export interface WaitingWrite {
  readonly work: (writer: Writer) => Promise<unknown>;
  readonly options: WriteOptions;
  /** When it was asked for, by `performance.now()`. */
  readonly askedAt: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** What came of a write before the commit: a value, or the error that undid it. */
export interface WriteOutcome {
  readonly write: WaitingWrite;
  readonly value?: unknown;
  readonly error?: unknown;
  /** Work that the write deferred to the end of the group. */
  readonly deferred?: readonly Deferred[];
}

/** Commits of a process, and the writes in them. */
export interface GroupFigures {
  groups: number;
  writes: number;
}

/** Makes a write; `take` gets it, and the promise is its end. */
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
 * Resolves with the result of the work, or rejects when it takes too long, so that one stuck write does not hold up the
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
 * Begins the time that a write may compute for. A process that others keep from the processor, or that waits for its
 * own pages, is not taken to compute.
 * @returns throws `unavailable` when that time is over
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

/** Ends a write whose time is over, by `performance.now()`. @throws `unavailable` */
export function refuseAfter(deadline: number): void {
  if (performance.now() > deadline) throw tookTooLong();
}

function tookTooLong(): Error {
  return unavailable(new Error('A write took too long.'));
}
