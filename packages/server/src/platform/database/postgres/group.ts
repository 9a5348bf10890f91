/**
 * Writes that share one transaction and its commit. The first write has the transaction to itself and may wait for locks,
 * unless it can do that in the line aside. Each later write has a savepoint and hardly waits for locks: by then the transaction
 * has locked the environment, and whoever holds the row may be waiting for that. Invariant: every reported outcome is certain;
 * only a connection lost during the commit leaves it unknown.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deadline } from '../../kit/deadline.ts';
import { type StatementObserver, WRITE_MAX_MS } from '../database.ts';
import { openHandle, runDeferred } from '../statement-handle.ts';
import { outcomeUnknown } from '../unavailable.ts';
import { inTime, rejectAfter, type WaitingWrite, type WriteOutcome } from '../waiting-write.ts';
import { WritingConnection } from './connection.ts';
import { engine } from './engine.ts';
import { isConnectionLost, isRefusedCommit, transientReason } from './errors.ts';
import { LOCK_TIMEOUT_MS } from './opening.ts';
import type { Lease } from './shares.ts';

const BEGIN_ASYNCHRONOUS = 'BEGIN; SET LOCAL synchronous_commit TO off';
/** How long the first write waits for a lock if it can also wait aside: longer than another node's group takes. */
const LOCK_TIMEOUT_IN_LINE_MS = 250;
/** How long a write waits for a lock while its transaction has locked other rows. */
const LOCK_TIMEOUT_IN_GROUP_MS = 50;
const WORK_MAX_MS = WRITE_MAX_MS + LOCK_TIMEOUT_MS;
const ROLLBACK_MAX_MS = 2_000;

/** Why to restart a write. `aside`: it should wait for its lock in the line aside, where it does not block others. */
export type RestartReason = 'lock' | 'aside' | 'deadlock' | 'connection' | 'plan';

/** The certain outcome of a write: a value, an error, or undone and to be restarted. */
export type WriteEnd<W> =
  | { readonly kind: 'committed'; readonly write: W; readonly value: unknown; readonly changedRows: boolean }
  | { readonly kind: 'failed'; readonly write: W; readonly error: unknown }
  | { readonly kind: 'again'; readonly write: W; readonly reason: RestartReason; readonly error: unknown };

export interface GroupSettings<W> {
  readonly observe: StatementObserver | undefined;
  /** The next write of the group; undefined to commit the group. */
  readonly next: () => W | undefined;
  /** Whether the first write can be restarted aside, so that it waits only briefly for locks here. */
  readonly hasAside: boolean;
  /** How long the next statement may take, in milliseconds. */
  readonly statementMaxMs: () => number;
  readonly deadline: Deadline;
}

/** The outcomes of all writes of a group, and why the connection is no longer usable, if so. */
export interface GroupEnd<W> {
  readonly ends: readonly WriteEnd<W>[];
  readonly broken: Error | undefined;
}

/** Runs a write, and the writes that join it, in one transaction. Never throws. */
export async function runGroup<W extends WaitingWrite>(
  lease: Lease,
  first: W,
  settings: GroupSettings<W>,
): Promise<GroupEnd<W>> {
  return new Group<W>(lease, settings).run(first);
}

type Kept<W> = Omit<WriteOutcome, 'write'> & { readonly write: W; readonly connection: WritingConnection };

class Group<W extends WaitingWrite> {
  readonly #lease: Lease;
  readonly #settings: GroupSettings<W>;
  readonly #ends: WriteEnd<W>[] = [];
  /** Writes that have finished but are not committed. */
  readonly #kept: Kept<W>[] = [];
  #broken: Error | undefined;

  constructor(lease: Lease, settings: GroupSettings<W>) {
    this.#lease = lease;
    this.#settings = settings;
  }

  async run(first: W): Promise<GroupEnd<W>> {
    let current: W | undefined = first;
    try {
      if (!(await this.#begin(first))) return { ends: this.#ends, broken: this.#broken };
      while (current !== undefined) {
        const next = await this.#runOne(current);
        current = undefined;
        if (this.#broken !== undefined) throw this.#broken;
        current = next;
      }
      if (this.#kept.length === 0) await this.#rollBack();
      else await this.#commit();
    } catch (error) {
      if (current !== undefined) this.#fail(current, error);
      this.#loseKept(error);
      if (this.#broken === undefined) await this.#rollBack();
    }
    return { ends: this.#ends, broken: this.#broken };
  }

  async #begin(first: W): Promise<boolean> {
    try {
      const begin = first.options.mayBeLost === true ? BEGIN_ASYNCHRONOUS : 'BEGIN';
      await this.#send(this.#settings.hasAside ? `${begin}; ${lockTimeout(LOCK_TIMEOUT_IN_LINE_MS)}` : begin);
      return true;
    } catch (error) {
      if (this.#broken === undefined) this.#fail(first, error);
      else this.#ends.push({ kind: 'again', write: first, reason: 'connection', error });
      return false;
    }
  }

  /**
   * Runs one write, and makes sure of its outcome before the next.
   * @returns the next write, for which a savepoint exists
   */
  async #runOne(write: W): Promise<W | undefined> {
    const isFirst = this.#kept.length === 0;
    const connection = this.#connection();
    try {
      const outcome = await this.#work(write, connection);
      await nextTurn();
      connection.throwUnseen();
      const next = connection.metLock && !isFirst ? undefined : this.#settings.next();
      if (connection.metLock && !isFirst) throw new Error('A write went on after it had met a lock.');
      // The next write starts only once the outcome of this one is certain, so that each can be undone alone.
      if (next !== undefined) await this.#confirm(connection, { isFirst, next });
      this.#kept.push({ ...outcome, write, connection });
      return next;
    } catch (error) {
      return this.#undo(write, { error, connection, isFirst });
    }
  }

  async #work(write: W, connection: WritingConnection): Promise<WriteOutcome> {
    const isLong = write.options.long === true;
    const workMaxMs = this.#settings.deadline(WORK_MAX_MS);
    const endsAt = isLong ? Number.POSITIVE_INFINITY : performance.now() + workMaxMs;
    const handle = openHandle(engine, connection, () => rejectAfter(endsAt));
    try {
      const work = write.work(handle.db);
      const value = await (isLong ? work : inTime(work, workMaxMs));
      rejectAfter(endsAt);
      return { write, value, deferred: handle.db.deferred };
    } finally {
      handle.end();
    }
  }

  /** Releases the savepoint of a finished write, and sets one for the next. If that fails, the next write has to wait. */
  async #confirm(connection: WritingConnection, { isFirst, next }: { isFirst: boolean; next: W }): Promise<void> {
    const before = isFirst ? lockTimeout(LOCK_TIMEOUT_IN_GROUP_MS) : 'RELEASE SAVEPOINT w';
    try {
      await this.#send(`${before}; SAVEPOINT w`);
    } catch (error) {
      this.#ends.push({ kind: 'again', write: next, reason: 'connection', error });
      throw await connection.causeOf(error);
    }
  }

  /** Undoes a failed write, alone if other writes are kept. */
  async #undo(
    write: W,
    { error, connection, isFirst }: { error: unknown; connection: WritingConnection; isFirst: boolean },
  ): Promise<W | undefined> {
    this.#broken ??= connection.lost;
    const isAgain = connection.metLock && (!isFirst || this.#settings.hasAside) && this.#broken === undefined;
    if (isAgain) this.#ends.push({ kind: 'again', write, reason: isFirst ? 'aside' : 'lock', error });
    else this.#fail(write, error);
    if (isFirst || this.#broken !== undefined) return undefined;
    await this.#send('ROLLBACK TO SAVEPOINT w').catch((failure: Error) => {
      this.#broken ??= failure;
    });
    // After a lock conflict the group ends, so that this write can wait for the lock as the first of the next group.
    // Otherwise the savepoint serves the next write.
    // savepoint serves the next write.
    return isAgain || this.#broken !== undefined ? undefined : this.#settings.next();
  }

  #fail(write: W, error: unknown): void {
    const reason = transientReason(error);
    if (reason !== undefined) this.#ends.push({ kind: 'again', write, reason, error });
    else this.#ends.push({ kind: 'failed', write, error: error ?? new Error('A write failed without an error.') });
  }

  async #commit(): Promise<void> {
    const connection = this.#connection();
    const handle = openHandle(engine, connection);
    await runDeferred(handle.db, this.#kept);
    handle.end();
    await nextTurn();
    connection.throwUnseen();
    const { command } = await this.#send('COMMIT').catch((error: unknown) => {
      throw isRefusedCommit(error) ? error : new UnknownOutcome(error);
    });
    if (command !== 'COMMIT') await this.#throwSwallowed();
    for (const { write, value, connection: own } of this.#kept.splice(0))
      this.#ends.push({ kind: 'committed', write, value, changedRows: own.changedRows });
  }

  /**
   * After a failed statement, the server turns COMMIT into ROLLBACK without an error. Errors of statements sent ahead are known
   * by now, so any other was swallowed by the write.
   */
  async #throwSwallowed(): Promise<never> {
    for (const { connection } of this.#kept) await connection.answered();
    throw new Error('A write continued after one of its statements had failed; nothing was written.');
  }

  /** Reports the outcome of kept writes when the transaction is lost. */
  #loseKept(error: unknown): void {
    const kept = this.#kept.splice(0);
    for (const { write } of kept) {
      if (error instanceof UnknownOutcome)
        this.#ends.push({ kind: 'failed', write, error: outcomeUnknown(error.cause) });
      else if (kept.length === 1 && this.#broken === undefined) this.#fail(write, error);
      else this.#ends.push({ kind: 'again', write, reason: 'connection', error });
    }
  }

  async #rollBack(): Promise<void> {
    await this.#send('ROLLBACK', this.#settings.deadline(ROLLBACK_MAX_MS)).catch((error: Error) => {
      this.#broken ??= error;
    });
  }

  #connection(): WritingConnection {
    const { observe, statementMaxMs } = this.#settings;
    return new WritingConnection(this.#lease.client, { observe, maxMs: statementMaxMs });
  }

  async #send(text: string, maxMs = this.#settings.statementMaxMs()): Promise<{ command: string }> {
    const statement = { text, query_timeout: Math.max(1, maxMs) };
    try {
      return await this.#lease.client.query(statement);
    } catch (error) {
      if (isConnectionLost(error)) this.#broken ??= error as Error;
      throw error;
    }
  }
}

function lockTimeout(ms: number): string {
  return `SET LOCAL lock_timeout TO ${ms}`;
}

/** A COMMIT was sent, but its outcome is unknown. */
class UnknownOutcome extends Error {
  constructor(cause: unknown) {
    super('The commit was not confirmed.', { cause });
    this.name = 'UnknownOutcome';
  }
}
