/**
 * The write queue of one process on SQLite. Waiting writes run as savepoints of one transaction, which is committed
 * once and durably for all of them; no write resolves before that commit. A long write begins a transaction. Spaces take turns, and between two
 * transactions the event loop accepts connections and reads requests.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '../../errors/domain-error.ts';
import type { Deadline } from '../../kit/deadline.ts';
import { FairQueue } from '../../kit/fair-queue.ts';
import { yieldToArrivals } from '../../kit/loop-turns.ts';
import { WRITE_MAX_MS, type WriteOptions, type Writer } from '../database.ts';
import { openHandle, runDeferred } from '../statement-handle.ts';
import { isOutcomeUnknown, outcomeUnknown, unavailable } from '../unavailable.ts';
import {
  computingLimit,
  type GroupFigures,
  inTime,
  type WaitingWrite,
  type WriteOutcome,
  waitingWrite,
} from '../waiting-write.ts';
import { isDiskFull, resultCode, type SqliteCondition } from './condition.ts';
import type { SqliteConnection } from './connection.ts';
import { engine } from './engine.ts';

const GROUP_WRITES_MAX = 64;
const GROUP_MAX_MS = 5;
const LOCK_WAIT_MAX_MS = 5_000;
const LOCK_RETRY_MS = 1;
/** Other processes waiting for the lock retry about this often, so pausing for this long gives them their turn. */
const PAUSE_FOR_OTHERS_MS = 3;
/** How long to keep giving other processes turns after one was last seen. */
const OTHERS_SEEN_FOR_MS = 500;
const SQLITE_BUSY = 5;
const SQLITE_IOERR = 10;
/** Result codes about the machine rather than the statement: BUSY, NOMEM, READONLY, IOERR, FULL, CANTOPEN. */
const OUT_OF_SERVICE = new Set([SQLITE_BUSY, 7, 8, SQLITE_IOERR, 13, 14]);

/** How far commits wait for the disk: FULL until they are on it, NORMAL not at all (https://sqlite.org/pragma.html). */
type Synchronous = 'FULL' | 'NORMAL';

export class SqliteWriteQueue {
  readonly figures: GroupFigures = { groups: 0, writes: 0 };
  readonly #connection: SqliteConnection;
  readonly #isInTransaction: () => boolean;
  readonly #setSynchronous: (level: Synchronous) => void;
  readonly #changeMark: () => number;
  readonly #condition: SqliteCondition;
  readonly #deadline: Deadline;
  readonly #waiting = new FairQueue<WaitingWrite>();
  /** Writes that were already retried because the disk was full. */
  readonly #triedAgain = new WeakSet<WaitingWrite>();
  #draining: Promise<void> | undefined;
  #synchronous: Synchronous = 'FULL';
  #markSeen: number;
  #othersSeenAt = Number.NEGATIVE_INFINITY;
  #groupEndedAt = Number.NEGATIVE_INFINITY;
  #rowsChangedBefore = 0;

  /**
   * @param parts.setSynchronous sets how far commits wait for the disk, between transactions; FULL at first
   * @param parts.condition the known state of the file and its disk
   * @param parts.changeMark a number that changes when another connection writes
   */
  constructor(parts: {
    connection: SqliteConnection;
    isInTransaction: () => boolean;
    setSynchronous: (level: Synchronous) => void;
    changeMark: () => number;
    condition: SqliteCondition;
    deadline: Deadline;
  }) {
    this.#deadline = parts.deadline;
    this.#condition = parts.condition;
    this.#changeMark = parts.changeMark;
    this.#markSeen = parts.changeMark();
    this.#connection = parts.connection;
    this.#isInTransaction = parts.isInTransaction;
    this.#setSynchronous = parts.setSynchronous;
  }

  /** Queues a write; resolves with its result once it is committed. */
  write<T>(work: (writer: Writer) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    return waitingWrite(work, options, (write) => {
      this.#waiting.push(partyOf(write), write);
      this.#draining ??= this.#drain();
    });
  }

  /** The number of waiting writes, and since when the oldest has been waiting, by `performance.now()`. */
  get waiting(): { readonly length: number; readonly since: number | null } {
    let since: number | null = null;
    for (const { askedAt } of this.#waiting.firsts()) since = Math.min(since ?? askedAt, askedAt);
    return { length: this.#waiting.length, since };
  }

  /** Resolves when every queued write has settled. */
  async idle(): Promise<void> {
    while (this.#draining !== undefined) await this.#draining;
  }

  async #drain(): Promise<void> {
    // Requests that arrive in the same turn of the event loop share one commit.
    await nextTurn();
    while (this.#waiting.length > 0) {
      await this.#giveOthersTheirTurn();
      const refusal = this.#condition.refusal() ?? (await this.#begin());
      const startedAt = performance.now();
      if (refusal === undefined) await this.#runGroup(startedAt);
      else for (let write = this.#waiting.shift(); write; write = this.#waiting.shift()) write.reject(refusal);
      this.#groupEndedAt = performance.now();
      // Groups that follow each other in microtasks would keep all other work out until the last of them.
      if (this.#waiting.length > 0) await yieldToArrivals(this.#groupEndedAt - startedAt);
    }
    // Runs in the same turn as the last check of the queue: a write that arrives in the next turn starts a new group.
    this.#draining = undefined;
  }

  /**
   * SQLite's lock has no queue: a process that releases it and takes it again at once would starve all others.
   */
  async #giveOthersTheirTurn(): Promise<void> {
    if (performance.now() - this.#othersSeenAt > OTHERS_SEEN_FOR_MS) return;
    const pauseMs = this.#groupEndedAt + PAUSE_FOR_OTHERS_MS - performance.now();
    if (pauseMs > 0) await sleep(pauseMs);
  }

  /** Takes the write lock without ever blocking the event loop. */
  async #begin(): Promise<DomainError | undefined> {
    const deadline = performance.now() + this.#deadline(LOCK_WAIT_MAX_MS);
    this.#rollBack();
    for (;;) {
      try {
        this.#synchronize();
        this.#connection.run('BEGIN IMMEDIATE');
        this.#noteOthers();
        if (this.#condition.awaitsSuccess) this.#rowsChangedBefore = this.#connection.rowsChanged();
        return undefined;
      } catch (error) {
        if (!isBusy(error) || performance.now() >= deadline) {
          this.#condition.failed(error);
          return asUnavailable(error);
        }
        this.#othersSeenAt = performance.now();
      }
      await sleep(LOCK_RETRY_MS);
    }
  }

  /** A group waits for the disk if at least one of its writes must. */
  #synchronize(): void {
    const level = this.#waiting.values().every(mayBeLost) ? 'NORMAL' : 'FULL';
    if (level === this.#synchronous) return;
    this.#setSynchronous(level);
    this.#synchronous = level;
  }

  #noteOthers(): void {
    const mark = this.#changeMark();
    if (mark === this.#markSeen) return;
    this.#markSeen = mark;
    this.#othersSeenAt = performance.now();
  }

  /** Runs waiting writes in the open transaction and ends it. Settles all of them, whatever happens. */
  async #runGroup(startedAt: number): Promise<void> {
    const outcomes: WriteOutcome[] = [];
    try {
      for (let next = this.#waiting.shift(); next !== undefined; ) {
        const outcome = await this.#runOne(next);
        outcomes.push(outcome);
        if (!this.#isInTransaction()) return this.#failGroup(outcomes, outcome.error);
        const full = outcomes.length >= GROUP_WRITES_MAX || performance.now() - startedAt >= GROUP_MAX_MS;
        next = full || !this.#joins(this.#waiting.next) ? undefined : this.#waiting.shift();
      }
      await this.#runDeferred(outcomes);
    } catch (error) {
      this.#rollBack();
      return this.#failGroup(outcomes, error);
    }
    this.#commit(outcomes);
  }

  /** Ends a transaction and settles its writes. */
  #commit(outcomes: readonly WriteOutcome[]): void {
    try {
      this.#connection.run('COMMIT');
      this.#noteSuccess();
    } catch (error) {
      this.#rollBack();
      this.#condition.failed(error);
      this.#failGroup(outcomes, commitFailure(error));
      return;
    }
    this.figures.groups += 1;
    this.figures.writes += outcomes.length;
    for (const { write, error, value } of outcomes) {
      if (error === undefined) write.resolve(value);
      else this.#rejectOne(write, error);
    }
  }

  #rejectOne(write: WaitingWrite, error: unknown): void {
    this.#condition.failed(error);
    if (!this.#triesAgain(write, error)) write.reject(asRefusal(error));
  }

  /** Settles a group whose transaction is lost. Writes that had failed were already undone. */
  #failGroup(outcomes: readonly WriteOutcome[], cause: unknown): void {
    const refusal = asUnavailable(cause);
    for (const { write, error } of outcomes) {
      if (this.#triesAgain(write, error ?? refusal)) continue;
      write.reject(error === undefined ? refusal : asRefusal(error));
    }
  }

  /** If space is reserved, a write that found the disk full runs once more, because the reserve has been released meanwhile. */
  #triesAgain(write: WaitingWrite, error: unknown): boolean {
    if (write.options.grows === true || this.#triedAgain.has(write) || !isRefusedAsFull(error)) return false;
    this.#triedAgain.add(write);
    this.#waiting.insert(partyOf(write), write, () => true);
    return true;
  }

  /** A transaction that changed nothing also commits on a full or read-only disk, so it proves nothing. */
  #noteSuccess(): void {
    if (!this.#condition.awaitsSuccess) return;
    if (this.#connection.rowsChanged() > this.#rowsChangedBefore) this.#condition.written();
  }

  /** Whether a write may share the commit of the open transaction. */
  #joins(write: WaitingWrite | undefined): boolean {
    if (write === undefined) return true;
    return write.options.long !== true && (this.#synchronous === 'FULL' || mayBeLost(write));
  }

  /** Runs what the writes that succeeded have deferred. */
  async #runDeferred(outcomes: readonly WriteOutcome[]): Promise<void> {
    const handle = openHandle(engine, this.#connection);
    await runDeferred(handle.db, outcomes);
    handle.end();
  }

  /**
   * Runs one write in its own savepoint, or, if it is long, right in the transaction that it begins: SQLite would keep each page as it was
   * before, and look through all of them at the end of every statement that returns rows, and of every savepoint. Never throws; if even
   * undoing fails, the transaction is ended.
   */
  async #runOne(write: WaitingWrite): Promise<WriteOutcome> {
    if (write.options.grows === true && this.#condition.refusesGrowth)
      return { write, error: unavailable(undefined, 'full') };
    const isLong = write.options.long === true;
    const handle = openHandle(
      engine,
      this.#connection,
      isLong ? undefined : computingLimit(this.#deadline(WRITE_MAX_MS)),
    );
    try {
      if (!isLong) this.#connection.run('SAVEPOINT write');
      const work = write.work(handle.db);
      const value = await (isLong ? work : inTime(work, this.#deadline(WRITE_MAX_MS)));
      handle.end();
      if (!isLong) this.#connection.run('RELEASE write');
      return { write, value, deferred: handle.db.deferred };
    } catch (error) {
      handle.end();
      if (isLong) this.#rollBack();
      else this.#undo();
      return { write, error: error ?? new Error('A write failed without an error.') };
    }
  }

  #undo(): void {
    if (!this.#isInTransaction()) return;
    try {
      this.#connection.run('ROLLBACK TO write');
      this.#connection.run('RELEASE write');
    } catch {
      // A write that cannot be undone alone is undone with its whole group. The caller notices that the transaction has
      // ended.
      // gone.
      this.#rollBack();
    }
  }

  #rollBack(): void {
    if (!this.#isInTransaction()) return;
    try {
      this.#connection.run('ROLLBACK');
    } catch {
      // Retried before the next BEGIN; until then nothing is committed.
    }
  }
}

/**
 * After a disk error, the commit may be in the log file, where a restart after a crash would find it. After any other error,
 * it is not.
 */
function commitFailure(error: unknown): DomainError {
  return resultCode(error) === SQLITE_IOERR ? outcomeUnknown(error) : asUnavailable(error);
}

/** Turns SQLite errors that mean the disk is full, broken or unreachable into `unavailable`. Leaves all others unchanged. */
function asRefusal(error: unknown): unknown {
  return OUT_OF_SERVICE.has(resultCode(error)) ? asUnavailable(error) : error;
}

function asUnavailable(error: unknown): DomainError {
  if (error instanceof DomainError && error.code === 'unavailable') return error;
  return unavailable(error, isDiskFull(error) ? 'full' : 'ok');
}

/** Whether none of a write was executed because the disk is full. */
function isRefusedAsFull(error: unknown): boolean {
  if (!(error instanceof DomainError)) return isDiskFull(error);
  return isDiskFull(error.cause) && !isOutcomeUnknown(error);
}

function isBusy(error: unknown): boolean {
  return resultCode(error) === SQLITE_BUSY;
}

/** The party whose turn a write uses. */
function partyOf({ options }: WaitingWrite): string {
  return options.party ?? '';
}

function mayBeLost({ options }: WaitingWrite): boolean {
  return options.mayBeLost === true;
}
