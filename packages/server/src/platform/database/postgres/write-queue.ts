/**
 * The write queue of one process on PostgreSQL. Short writes about one environment wait in one line and share commits, so they
 * need one connection however many they are; long writes about it use another. A write that meets a lock waits for it in a line
 * aside, on a third. All other writes run alone. A write that does not start in time is refused.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deadline } from '../../kit/deadline.ts';
import type { DatabaseFigures, StatementObserver, WriteOptions, Writer } from '../database.ts';
import { isLockTimeout } from '../locks.ts';
import { isOutcomeUnknown, unavailable } from '../unavailable.ts';
import { type GroupFigures, type WaitingWrite, waitingWrite } from '../waiting-write.ts';
import { WriteFailures } from '../write-failures.ts';
import { asRefusal, isConnectionLost, isDiskFull, isUnforeseen } from './errors.ts';
import { type GroupEnd, runGroup, type WriteEnd } from './group.ts';
import { type Shares, STATEMENT_MAX_MS } from './opening.ts';
import { type Lease, type ShareName, WaitedTooLong } from './shares.ts';
import { Tally } from './tally.ts';

/** How long a write may wait to start, and when a short write ends whatever happens. */
const BEGUN_WITHIN_MS = 4_500;
const LONG_BEGUN_WITHIN_MS = 9_000;
const ENDED_WITHIN_MS = 9_500;
const ATTEMPTS_MAX = 4;
/** After a deadlock, writes wait a random time up to this, so that they do not collide again. */
const RETRY_PAUSE_MAX_MS = 20;
/** Measurements show larger groups to be slower; beyond 64 subtransactions, other transactions look them up on disk. */
const GROUP_WRITES_MAX = 16;
/** How long others may have to wait for a group's locks before it commits. */
const GROUP_MAX_MS = 50;

interface QueuedWrite extends WaitingWrite {
  /** The latest time at which the write may start, by `performance.now()`. */
  readonly begunUntil: number;
  /** Refuses the write at that time. */
  timer: NodeJS.Timeout;
  attempts: number;
}

/** The waiting writes about one environment. */
interface Line {
  /** Null for a write that runs alone. */
  readonly name: string | null;
  readonly share: ShareName;
  /** Name of the line aside, for writes that met a lock; null if there is none. */
  readonly aside: string | null;
  readonly waiting: QueuedWrite[];
}

export class PostgresWriteQueue {
  readonly commits: GroupFigures = { groups: 0, writes: 0 };
  readonly retries = new Tally();
  readonly refusals = new Tally();
  readonly failures = new WriteFailures();
  readonly #shares: Shares;
  readonly #observe: StatementObserver | undefined;
  readonly #onDiskFull: () => void;
  readonly #deadline: Deadline;
  readonly #lines = new Map<string, Line>();
  readonly #waiting = new Set<QueuedWrite>();

  constructor(parts: {
    shares: Shares;
    observe: StatementObserver | undefined;
    onDiskFull: () => void;
    deadline: Deadline;
  }) {
    this.#deadline = parts.deadline;
    this.#shares = parts.shares;
    this.#observe = parts.observe;
    this.#onDiskFull = parts.onDiskFull;
  }

  /** Resolves with the result of the write once it is committed. */
  write<T>(work: (writer: Writer) => Promise<T>, options: WriteOptions): Promise<T> {
    return waitingWrite(work, options, (write) => this.#queue(write));
  }

  /** How many writes are waiting to start, and how long the first of them has been waiting. */
  get queue(): DatabaseFigures['queue'] {
    const [oldest] = this.#waiting;
    return { length: this.#waiting.size, oldestMs: oldest === undefined ? 0 : performance.now() - oldest.askedAt };
  }

  #queue(asked: WaitingWrite): void {
    const { environment, long = false, mayBeLost = false } = asked.options;
    const line = environment === undefined || mayBeLost ? null : `${environment}${long ? ' long' : ''}`;
    const share = long ? 'long' : line === null ? 'others' : 'environments';
    const withinMs = this.#deadline(long ? LONG_BEGUN_WITHIN_MS : BEGUN_WITHIN_MS);
    const timer = setTimeout(() => this.#rejectWaiting(write), withinMs);
    const write: QueuedWrite = { ...asked, begunUntil: asked.askedAt + withinMs, timer, attempts: 0 };
    this.#waiting.add(write);
    if (line === null) void this.#drain({ name: null, share, aside: null, waiting: [write] });
    else this.#join({ name: line, share, aside: long ? null : `${line} aside` }, write);
  }

  #join(place: Omit<Line, 'waiting'> & { readonly name: string }, write: QueuedWrite): void {
    const known = this.#lines.get(place.name);
    if (known !== undefined) return void known.waiting.push(write);
    const line = { ...place, waiting: [write] };
    this.#lines.set(place.name, line);
    void this.#drain(line);
  }

  /** Runs the writes of a line, group by group, until none are left. */
  async #drain(line: Line): Promise<void> {
    while (line.waiting.length > 0) {
      const lease = await this.#take(line);
      if (lease === undefined) continue;
      const first = this.#begin(line);
      if (first === undefined) lease.release();
      else await this.#runGroup(line, lease, first);
    }
    if (line.name !== null) this.#lines.delete(line.name);
  }

  /** Takes a connection for the first write of a line. If there is none, the write is refused. */
  async #take(line: Line): Promise<Lease | undefined> {
    const first = this.#first(line);
    if (first === undefined) return undefined;
    try {
      return await this.#shares[line.share].take(first.begunUntil);
    } catch (error) {
      if (this.#leave(line, first)) this.#refuse(first, error);
      return undefined;
    }
  }

  async #runGroup(line: Line, lease: Lease, first: QueuedWrite): Promise<void> {
    let [count, endsAt, until] = [1, this.#endOf(first), Number.POSITIVE_INFINITY];
    const next = () => {
      const now = performance.now();
      if (until === Number.POSITIVE_INFINITY) until = now + GROUP_MAX_MS;
      if (count >= GROUP_WRITES_MAX || now >= until || !joins(first)) return undefined;
      if (!joins(line.waiting[0])) return undefined;
      const write = this.#begin(line);
      if (write === undefined) return undefined;
      count += 1;
      endsAt = Math.min(endsAt, this.#endOf(write));
      return write;
    };
    const statementMaxMs = () => Math.min(this.#deadline(STATEMENT_MAX_MS[line.share]), endsAt - performance.now());
    const hasAside = line.aside !== null;
    const settings = { observe: this.#observe, next, hasAside, statementMaxMs, deadline: this.#deadline };
    const end = await runGroup(lease, first, settings);
    lease.release(end.broken);
    await this.#settle(line, end);
  }

  #endOf({ askedAt, options }: QueuedWrite): number {
    return options.long === true ? Number.POSITIVE_INFINITY : askedAt + this.#deadline(ENDED_WITHIN_MS);
  }

  /** Reports the outcomes to the callers, and puts writes that have to be restarted at the front. */
  async #settle(line: Line, { ends }: GroupEnd<QueuedWrite>): Promise<void> {
    const committed = ends.filter(({ kind }) => kind === 'committed').length;
    if (committed > 0) this.commits.groups += 1;
    if (ends.some((end) => end.kind === 'committed' && end.changedRows)) this.failures.succeeded();
    this.commits.writes += committed;
    const again: QueuedWrite[] = [];
    for (const end of ends) {
      if (end.kind === 'committed') end.write.resolve(end.value);
      else if (end.kind === 'failed') this.#refuse(end.write, end.error);
      else if (!this.#mayTryAgain(end)) this.#refuse(end.write, end.error);
      else if (end.reason === 'aside') this.#stepAside(line, end.write);
      else again.push(end.write);
    }
    if (again.length === 0) return;
    if (ends.some((end) => end.kind === 'again' && end.reason === 'deadlock'))
      await sleep(Math.random() * RETRY_PAUSE_MAX_MS * Math.max(...again.map(({ attempts }) => attempts)));
    for (const write of again) this.#waiting.add(write);
    line.waiting.unshift(...again);
  }

  #stepAside({ aside, share }: Line, write: QueuedWrite): void {
    if (aside === null) throw new Error('A write has nowhere to wait.');
    write.timer = setTimeout(() => this.#rejectWaiting(write), write.begunUntil - performance.now());
    this.#waiting.add(write);
    this.#join({ name: aside, share, aside: null }, write);
  }

  #mayTryAgain({ write, reason }: Extract<WriteEnd<QueuedWrite>, { kind: 'again' }>): boolean {
    if (write.attempts >= ATTEMPTS_MAX || performance.now() >= write.begunUntil) return false;
    this.retries.add(reason);
    return true;
  }

  /** Counts a read or write that was refused because of the database. */
  refused(refusal: unknown, error: unknown): void {
    const reason = reasonOf(refusal, error);
    if (reason !== undefined) this.refusals.add(reason);
  }

  #refuse(write: QueuedWrite, error: unknown): void {
    if (isDiskFull(error)) this.#onDiskFull();
    if (isUnforeseen(error)) this.failures.failed();
    const refusal = asRefusal(error);
    this.refused(refusal, error);
    write.reject(refusal);
  }

  /** The first write of a line that may still start. */
  #first(line: Line): QueuedWrite | undefined {
    for (let [first] = line.waiting; first !== undefined; [first] = line.waiting) {
      if (this.#waiting.has(first)) return first;
      line.waiting.shift();
    }
    return undefined;
  }

  #begin(line: Line): QueuedWrite | undefined {
    const first = this.#first(line);
    if (first !== undefined) this.#leave(line, first);
    return first;
  }

  /** @returns whether the write was still waiting */
  #leave(line: Line, write: QueuedWrite): boolean {
    if (line.waiting[0] === write) line.waiting.shift();
    if (!this.#waiting.delete(write)) return false;
    clearTimeout(write.timer);
    write.attempts += 1;
    return true;
  }

  /** Refuses a write that did not start in time. It stays in its line, where it no longer counts as waiting. */
  #rejectWaiting(write: QueuedWrite): void {
    if (this.#waiting.delete(write)) this.#refuse(write, unavailable(new WaitedTooLong()));
  }
}

/** Whether a write may share a transaction: not if it takes long, or has failed in a shared one. */
function joins(write: QueuedWrite | undefined): boolean {
  return write !== undefined && write.options.long !== true && write.attempts <= 1;
}

/** Why a write was refused as unavailable; undefined if it was refused for another reason. */
function reasonOf(refusal: unknown, error: unknown): string | undefined {
  if (isOutcomeUnknown(refusal)) return 'unknown';
  const cause = refusal instanceof Error ? refusal.cause : undefined;
  if (cause instanceof WaitedTooLong) return 'queue';
  if (isLockTimeout(error)) return 'lock';
  if (cause instanceof Error && /timeout|too long/i.test(cause.message)) return 'deadline';
  return isConnectionLost(error) ? 'connection' : undefined;
}
