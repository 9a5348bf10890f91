/**
 * Publishes scheduled change sets and undoes those that have ended, each once and never before its time by the database's clock: the row
 * says what is due, and it is looked at again, locked, in the write that does it. So every process does what it finds due, and none waits
 * for the lease of one that died. What cannot be done is told to whoever scheduled it.
 */
import type { Violation } from '../../../../contract/src/violations.ts';
import type { AbsentActors } from '../../identity/auth/absent-actor.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import { findByNumber } from '../../model/spaces/environment-rows.ts';
import type { Database, Reader, Writer } from '../../platform/database/database.ts';
import { databaseNow } from '../../platform/database/database-time.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { JobWork } from '../../platform/jobs/job.ts';
import { Trigger } from '../../platform/jobs/trigger.ts';
import { type Actor, systemActor } from '../../platform/journal/actor.ts';
import { type Failure, isScheduled, type SetState, setId } from './change-set.ts';
import type { ByItself, ChangeSets } from './change-sets.ts';
import type { ItemConflict } from './conflicts.ts';
import { failureMail, type TellingParts, tellWhoScheduled } from './failure-mail.ts';
import type { Publication } from './publication.ts';
import { deferSet, nextDueIn, setsDue } from './store.ts';
import type { ChangeSetRow } from './tables.ts';
import type { SetUndo } from './undo.ts';

/** As the audit names it. */
const NAME = 'schedule';
const SETS_AT_ONCE = 20;
/** A set that comes due within this time gets a run at that time; the others are found by looking again. */
const SOON_MS = 2_000;
const SECOND_MS = 1_000;
/** What could not be done for reasons that pass is tried again after as long as it is late already, within these limits. */
const RETRY_AFTER_MS = { least: SECOND_MS, most: 60 * SECOND_MS } as const;
/** Codes of errors that pass by themselves. */
export const PASSING: ReadonlySet<string> = new Set(['unavailable', 'environment_not_ready', 'internal_error']);

export interface DueSetParts extends TellingParts {
  readonly database: Database;
  readonly sets: ChangeSets;
  readonly publication: Publication;
  readonly undo: SetUndo;
  readonly absent: Pick<AbsentActors, 'actor' | 'recipients'>;
  /** How late a set may go out. */
  readonly graceMs: number;
}

/** A set is no longer to be done: somebody changed it, or another process did it. */
class NoLongerDue extends Error {
  constructor() {
    super('The set is no longer due.');
    this.name = 'NoLongerDue';
  }
}

/** A scheduled set, or a published one with an end, with its environment. */
interface DueSet {
  readonly row: ChangeSetRow;
  readonly environment: Environment;
}

export class DueSets implements JobWork {
  readonly trigger = new Trigger();
  readonly #parts: DueSetParts;

  constructor(parts: DueSetParts) {
    this.#parts = parts;
  }

  async hasWork(): Promise<boolean> {
    const inMs = await nextDueIn(this.#parts.database.reader);
    if (inMs === null || inMs > SOON_MS) return false;
    if (inMs <= 0) return true;
    this.trigger.fire(inMs);
    return false;
  }

  async run(signal: AbortSignal): Promise<undefined> {
    const problems: unknown[] = [];
    for (;;) {
      const due = await setsDue(this.#parts.database.reader, SETS_AT_ONCE);
      for (const row of due) {
        if (signal.aborted) return undefined;
        const problem = await this.#attend(row);
        if (problem !== undefined) problems.push(problem);
      }
      if (due.length < SETS_AT_ONCE) break;
    }
    // The others are not held up by those that could not be done.
    if (problems.length > 0) throw problems[0];
    return undefined;
  }

  /** Does what is due with a set. @returns what keeps it from being done for now */
  async #attend(row: ChangeSetRow): Promise<unknown> {
    try {
      await this.#settle(row);
      return undefined;
    } catch (error) {
      if (error instanceof NoLongerDue) return undefined;
      await this.#defer(row);
      return error;
    }
  }

  /** Does what is due with a set, or notes why that cannot be done. @throws what passes */
  async #settle(row: ChangeSetRow): Promise<void> {
    const { database, graceMs } = this.#parts;
    const environment = await findByNumber(database.reader, row.environment);
    if (environment === undefined || environment.status !== 'ready') return this.#defer(row);
    const due = { row, environment };
    const now = await databaseNow(database.reader);
    const lateMs = lateBy(row, now);
    if (lateMs > graceMs || isOver(row, now)) return this.#fail(due, lateFailure(row, lateMs));
    try {
      await this.#carryOut(due);
    } catch (error) {
      if (!(error instanceof DomainError) || PASSING.has(error.code)) throw error;
      await this.#fail(due, failureOf(error, lateMs));
    }
  }

  /** Publishes or undoes a set for whoever scheduled it, as they may now. */
  async #carryOut({ row, environment }: DueSet): Promise<void> {
    const { database, absent, publication, undo } = this.#parts;
    const actor = await whoScheduled(database.reader, absent, { row, environment });
    const id = setId(environment.ownCode, row.key);
    const byItself: ByItself = { reason: NAME, confirm: confirmDue };
    if (isScheduled(row)) await publication.publish(actor, id, 'publish', { byItself });
    else await undo.undo(actor, id, { byItself });
  }

  /** Notes why a set could not be done, and tells whoever scheduled it. Nothing is tried again. */
  async #fail({ row, environment }: DueSet, failure: Failure): Promise<void> {
    const { sets } = this.#parts;
    const actor = systemActor(NAME, environment.accountId);
    await sets.change(actor, { environment, key: row.key }, async (writer, change, found) => {
      await confirmDue(writer, found);
      const state: SetState = isScheduled(found) ? 'failed' : 'published';
      const next = { ...found, state, failure: JSON.stringify(failure) };
      await tellWhoScheduled(writer, this.#parts, { set: found, environment, failure }, failureMail);
      return sets.save(writer, { change, actor, environment, reason: failure.code }, found, next, 'change_set.fail');
    });
  }

  async #defer(row: ChangeSetRow): Promise<void> {
    await this.#parts.database.write(async (writer) => {
      const ms = Math.max(lateBy(row, await databaseNow(writer)), RETRY_AFTER_MS.least);
      await deferSet(writer, row, Math.min(ms, RETRY_AFTER_MS.most));
    });
  }
}

/** @throws NoLongerDue unless the set is due, by the database's clock */
async function confirmDue(writer: Writer, row: ChangeSetRow): Promise<void> {
  const isDue = row.due_at !== null && row.due_at <= (await databaseNow(writer));
  if (!isDue) throw new NoLongerDue();
}

/** How long ago a set should have been done, in milliseconds. */
function lateBy(row: ChangeSetRow, now: number): number {
  const wantedAt = (isScheduled(row) ? row.publish_at : row.ends_at) ?? now;
  return Math.max(0, now - wantedAt);
}

/** Whether a set would have ended before it went out. */
function isOver(row: ChangeSetRow, now: number): boolean {
  return isScheduled(row) && row.ends_at !== null && row.ends_at <= now;
}

/**
 * Whoever scheduled a set, as they may now.
 * @throws `insufficient_permission` if they may no longer publish sets, and what keeps them from the account
 */
export async function whoScheduled(
  db: Reader,
  absent: Pick<AbsentActors, 'actor'>,
  { row, environment: { accountId } }: DueSet,
): Promise<Actor> {
  const actor = await absent.actor(db, { id: row.scheduled_by ?? '', accountId });
  if (actor.permits('change_set.publish')) return actor;
  const message = 'Schedule it again, or ask an editor; whoever scheduled it may no longer publish change sets.';
  throw new DomainError('insufficient_permission', message, { permission: 'change_set.publish' });
}

function lateFailure(row: ChangeSetRow, lateMs: number): Failure {
  const message = isScheduled(row)
    ? 'Schedule it again, or publish it; the service was away at its time, and it was too late afterwards.'
    : 'Undo it; the service was away at its end, and it was too late afterwards.';
  return { code: 'late', message, errors: [], late_by: secondsOf(lateMs) };
}

/** Why a set cannot go out, by the error that publishing it meets. */
export function failureOf({ code, message, extra }: DomainError, lateMs: number): Failure {
  const { errors = [], conflicts = [] } = extra as {
    readonly errors?: readonly Violation[];
    readonly conflicts?: readonly ItemConflict[];
  };
  return { code, message, errors: [...conflicts.map(asViolation), ...errors], late_by: secondsOf(lateMs) };
}

function asViolation({ path, reason }: ItemConflict): Violation {
  return reason === 'gone'
    ? { path, rule: 'exists', message: 'Take this out of the change set, or bring its place back; it is gone.' }
    : {
        path,
        rule: 'changed_since',
        message: 'Decide what becomes of this; it was changed since the set was written.',
      };
}

function secondsOf(ms: number): number {
  return Math.round(ms / SECOND_MS);
}
