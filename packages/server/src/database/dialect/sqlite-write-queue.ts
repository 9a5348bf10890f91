/**
 * The queue of writes of one process on SQLite. Waiting writes run as savepoints of one transaction, which is
 * committed once and durably for all of them; nobody is answered before that commit.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { DomainError } from '../../errors/domain-error.ts';
import { WRITE_MAX_MS, type WriteOptions, type Writer } from '../database.ts';
import { type Engine, openHandle } from '../statement-handle.ts';
import type { Tables } from '../tables.ts';
import { unavailable } from '../unavailable.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

const GROUP_WRITES_MAX = 64;
const GROUP_MAX_MS = 5;
const LOCK_WAIT_MAX_MS = 5_000;
const LOCK_RETRY_FIRST_MS = 1;
const LOCK_RETRY_MAX_MS = 25;
const SQLITE_BUSY = 5;

interface Waiting {
  readonly work: (writer: Writer) => Promise<unknown>;
  readonly options: WriteOptions;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Outcome {
  readonly write: Waiting;
  readonly settle: () => void;
}

export class SqliteWriteQueue {
  readonly #connection: SqliteConnection;
  readonly #engine: Engine;
  readonly #isInTransaction: () => boolean;
  readonly #waiting: Waiting[] = [];
  #draining: Promise<void> | undefined;

  constructor(parts: { connection: SqliteConnection; engine: Engine; isInTransaction: () => boolean }) {
    this.#connection = parts.connection;
    this.#engine = parts.engine;
    this.#isInTransaction = parts.isInTransaction;
  }

  /** Queues a write; resolves with what it gives once it is committed. */
  write<T>(work: (writer: Writer) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, options, resolve: resolve as (value: unknown) => void, reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Resolves when every queued write has been answered. */
  async idle(): Promise<void> {
    while (this.#draining !== undefined) await this.#draining;
  }

  async #drain(): Promise<void> {
    // Requests that arrived in the same turn of the loop share one commit.
    await nextTurn();
    try {
      while (this.#waiting.length > 0) {
        const refusal = await this.#begin();
        if (refusal === undefined) await this.#runGroup();
        else for (const write of this.#waiting.splice(0)) write.reject(refusal);
      }
    } finally {
      // In the same turn as the last look at the queue: a write that comes in the next one begins anew.
      this.#draining = undefined;
    }
  }

  /** Takes the write lock without ever sleeping in the event loop. */
  async #begin(): Promise<DomainError | undefined> {
    const deadline = Date.now() + LOCK_WAIT_MAX_MS;
    let pause = LOCK_RETRY_FIRST_MS;
    for (;;) {
      try {
        this.#connection.run('BEGIN IMMEDIATE');
        return undefined;
      } catch (error) {
        if (!isBusy(error) || Date.now() >= deadline) return unavailable(error);
      }
      await sleep(pause);
      pause = Math.min(pause * 2, LOCK_RETRY_MAX_MS);
    }
  }

  async #runGroup(): Promise<void> {
    const outcomes: Outcome[] = [];
    const started = performance.now();
    let next = this.#waiting.shift();
    while (next !== undefined) {
      outcomes.push(await this.#runOne(next));
      if (!this.#isInTransaction()) return failGroup(outcomes);
      const full = outcomes.length >= GROUP_WRITES_MAX || performance.now() - started >= GROUP_MAX_MS;
      next = full ? undefined : this.#waiting.shift();
    }
    try {
      this.#connection.run('COMMIT');
    } catch (error) {
      if (this.#isInTransaction()) this.#connection.run('ROLLBACK');
      return failGroup(outcomes, error);
    }
    for (const outcome of outcomes) outcome.settle();
  }

  async #runOne(write: Waiting): Promise<Outcome> {
    const deadline = write.options.long === true ? Number.POSITIVE_INFINITY : performance.now() + WRITE_MAX_MS;
    const handle = openHandle(this.#engine, this.#connection, () => refuseAfter(deadline));
    this.#connection.run('SAVEPOINT write');
    try {
      const value = await write.work(handle.db as Kysely<Tables>);
      handle.end();
      this.#connection.run('RELEASE write');
      return { write, settle: () => write.resolve(value) };
    } catch (error) {
      handle.end();
      if (this.#isInTransaction()) this.#undo();
      return { write, settle: () => write.reject(error) };
    }
  }

  #undo(): void {
    this.#connection.run('ROLLBACK TO write');
    this.#connection.run('RELEASE write');
  }
}

/** Answers a group whose transaction is gone: none of it was written. */
function failGroup(outcomes: readonly Outcome[], cause?: unknown): void {
  const refusal = unavailable(cause);
  for (const { write } of outcomes) write.reject(refusal);
}

function refuseAfter(deadline: number): void {
  if (performance.now() > deadline) throw unavailable();
}

function isBusy(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
}
