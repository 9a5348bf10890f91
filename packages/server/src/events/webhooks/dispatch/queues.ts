/**
 * Sends what is due, one queue after the other. It reads more of a queue when few of its attempts are waiting in memory, and
 * forgets an empty one. Invariant: nothing is sent if another process may have the lease, or while outcomes cannot be stored.
 */
import type { Database } from '../../../platform/database/database.ts';
import type { JobLease } from '../../../platform/jobs/job.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { selectReceiver } from './attempt-store.ts';
import { type Attempt, type AttemptResult, isSuccess } from './delivery.ts';
import { dueAttempts } from './due-attempts.ts';
import { OutcomeWriter } from './outcome-writer.ts';
import { isGoneResponse, type Outcome } from './outcomes.ts';
import { Queue } from './queue.ts';
import { removeAll } from './retention.ts';
import { FAILING_MAX_MS } from './schedule.ts';
import type { Sending } from './sending.ts';
import { Slots } from './slots.ts';

/** Queues in memory; the others wait in the database for their turn. */
const QUEUES_MAX = 256;
/** How many of those queues may belong to failing receivers. */
const FAILING_QUEUES_MAX = 64;
/** How long a queue is left alone after part of it could not be read. */
const RESTS_MS = 10_000;

/** Why a webhook is switched off: its receiver has been failing for days, or said that it is gone. */
export type SwitchOffReason = 'failing' | 'gone';

export interface QueuesParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly sending: Sending;
  /** Switches a webhook off and notifies the owners of its account. */
  readonly switchOff: (webhook: string, reason: SwitchOffReason) => Promise<void>;
  readonly onProblem: (error: unknown) => void;
}

export class Queues {
  /** Attempts made by this process since it started, by outcome. */
  readonly counts = { success: 0, failed: 0 };
  readonly #parts: QueuesParts;
  readonly #outcomes: OutcomeWriter;
  /** By webhook; the queue that has waited longest for its turn comes first. */
  readonly #queues = new Map<string, Queue>();
  readonly #slots = new Slots();
  readonly #running = new Set<Promise<void>>();
  /** Undefined while nothing is sent. */
  #lease: JobLease | undefined;
  #lastAdmitted = '';

  constructor(parts: QueuesParts) {
    this.#parts = parts;
    this.#outcomes = new OutcomeWriter({ ...parts, onSaved: (outcomes) => this.#saved(outcomes) });
  }

  /** Number of queues in memory. */
  get size(): number {
    return this.#queues.size;
  }

  /** Outcomes of attempts that are not in the database yet. */
  get unsaved(): number {
    return this.#outcomes.unsaved;
  }

  /** Call only while nothing is being sent: other processes may have made attempts whose outcomes this process could not store. */
  async forgetStored(): Promise<void> {
    await this.#outcomes.forgetStored();
  }

  /** Starts sending. @throws if outcomes from an earlier lease cannot be stored */
  async begin(lease: JobLease): Promise<void> {
    await this.#outcomes.begin(lease);
    this.#lease = lease;
  }

  /** Starts no more attempts, waits for running ones, and leaves everything else in the database. */
  async end(): Promise<void> {
    this.#lease = undefined;
    do {
      await Promise.allSettled(this.#running);
      await this.#outcomes.end();
    } while (this.#running.size > 0);
    this.#queues.clear();
  }

  /** Admits webhooks with due attempts. If there is no room for all, they take turns. */
  admit(due: readonly { readonly webhook: string; readonly failures: number | null }[]): void {
    const at = due.findIndex(({ webhook }) => webhook > this.#lastAdmitted);
    for (const { webhook, failures } of [...due.slice(Math.max(at, 0)), ...due.slice(0, Math.max(at, 0))]) {
      const isKnown = this.#queues.has(webhook);
      if (!isKnown && (failures ?? 0) > 0 && this.#failing() >= FAILING_QUEUES_MAX) continue;
      if (!isKnown && this.size < QUEUES_MAX) this.#lastAdmitted = webhook;
      this.wake(webhook);
    }
  }

  /** Checks the queue of a webhook after something was added to it. If there is no room, `admit` takes it in turn. */
  wake(webhook: string): void {
    const queue = this.#queues.get(webhook) ?? new Queue(webhook);
    if (!this.#queues.has(webhook) && this.size >= QUEUES_MAX) return;
    this.#queues.set(webhook, queue);
    queue.outdated();
    this.#tend(queue);
  }

  /** Does the next step for a queue: sends, reads more, or forgets it. */
  #tend(queue: Queue): void {
    if (this.#lease === undefined || this.#queues.get(queue.webhook) !== queue) return;
    this.#sendInTurn();
    const isFailing = queue.receiver.failures > 0;
    if (queue.isIdle && isFailing && this.#failing() > FAILING_QUEUES_MAX) this.#queues.delete(queue.webhook);
    else if (isResting(queue)) return;
    else if (queue.wantsMore) this.#run(this.#load(queue));
    else if (queue.isIdle && queue.held === 0) this.#queues.delete(queue.webhook);
  }

  #failing(): number {
    return [...this.#queues.values()].filter(({ receiver }) => receiver.failures > 0).length;
  }

  /** Starts as many attempts as allowed, taking the queues in turn. */
  #sendInTurn(): void {
    for (let begun = true; begun; ) {
      begun = false;
      for (const queue of [...this.#queues.values()]) {
        const attempt = this.#begin(queue);
        if (attempt === undefined || this.#lease === undefined) continue;
        begun = true;
        this.#run(this.#attempt(queue, attempt, this.#lease));
      }
    }
  }

  #begin(queue: Queue): Attempt | undefined {
    if (this.#lease?.isSure() !== true || !this.#outcomes.canNote || isResting(queue)) return undefined;
    const { host, receiver } = queue;
    if (!this.#slots.areFreeFor({ host, failures: receiver.failures })) return undefined;
    const attempt = queue.begin(this.#parts.clock());
    if (attempt === undefined) return undefined;
    this.#queues.delete(queue.webhook);
    this.#queues.set(queue.webhook, queue);
    return attempt;
  }

  async #attempt(queue: Queue, attempt: Attempt, lease: JobLease): Promise<void> {
    const free = this.#slots.take({ host: queue.host, failures: queue.receiver.failures });
    try {
      const result = await this.#make(queue, attempt);
      if (result === undefined) queue.putBack(attempt);
      else this.#note(queue, { attempt, result, lease });
    } catch (error) {
      queue.putBack(attempt);
      rest(queue);
      throw error;
    } finally {
      free();
      this.#tend(queue);
    }
  }

  /** Makes an attempt. Returns undefined if the webhook was switched off or deleted in the meantime. */
  async #make(queue: Queue, attempt: Attempt): Promise<AttemptResult | undefined> {
    const { sending } = this.#parts;
    const webhook = await sending.webhook(queue.webhook);
    queue.isOff = webhook?.active !== true;
    return webhook !== undefined && queue.mayMake(attempt) ? sending.attempt(attempt, webhook) : undefined;
  }

  #note(queue: Queue, { attempt, result, lease }: { attempt: Attempt; result: AttemptResult; lease: JobLease }): void {
    const isGood = isSuccess(result);
    this.counts[isGood ? 'success' : 'failed'] += 1;
    const receiver = queue.end(attempt, isGood, this.#parts.clock());
    this.#outcomes.add({ attempt, result, receiver }, lease);
  }

  async #load(queue: Queue): Promise<void> {
    const { database, clock } = this.#parts;
    const { reader } = database;
    queue.beginLoad();
    try {
      const [row] = await selectReceiver(reader, queue);
      if (row === undefined) return await this.#removeGone(queue);
      queue.isOff = row.active === 0;
      queue.host = new URL(row.url).host;
      const { failures, failing_since: failingSince, paused_until: pausedUntil } = row;
      queue.know({ failures, failingSince, pausedUntil }, row.version);
      const { attempts, isWhole } = await dueAttempts(reader, queue, clock());
      queue.loaded(attempts, isWhole);
    } catch (error) {
      queue.loadFailed();
      rest(queue);
      throw error;
    }
    this.#tend(queue);
  }

  /** Removes the remaining rows of a deleted webhook. */
  async #removeGone(queue: Queue): Promise<void> {
    queue.loaded([], true);
    if (!queue.isIdle) return;
    await removeAll(this.#parts.database, queue.webhook);
    this.#queues.delete(queue.webhook);
  }

  #saved(outcomes: readonly Outcome[]): void {
    for (const [webhook, some] of Map.groupBy(outcomes, ({ attempt }) => attempt.delivery.webhook)) {
      const queue = this.#queues.get(webhook);
      if (queue === undefined) continue;
      queue.saved(some.map(({ attempt }) => attempt));
      if (some.some(({ result }) => isGoneResponse(result))) this.#run(this.#switchOff(queue, 'gone'));
      else if (this.#isDead(queue)) this.#run(this.#switchOff(queue, 'failing'));
      this.#tend(queue);
    }
  }

  #isDead({ receiver: { failingSince } }: Queue): boolean {
    return failingSince !== null && this.#parts.clock() - failingSince >= FAILING_MAX_MS;
  }

  async #switchOff(queue: Queue, reason: SwitchOffReason): Promise<void> {
    if (queue.isOff) return;
    queue.isOff = true;
    await this.#parts.switchOff(queue.webhook, reason);
    this.#parts.sending.forget();
  }

  /** Starts work in the background; `end` waits for it. */
  #run(work: Promise<void>): void {
    const running = work.catch(this.#parts.onProblem).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}

function rest(queue: Queue): void {
  queue.restsUntil = performance.now() + RESTS_MS;
}

function isResting(queue: Queue): boolean {
  return performance.now() < queue.restsUntil;
}
