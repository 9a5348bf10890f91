/**
 * Change sets that are done: what they wrote, and what undoing them needs, is kept for a while and then removed. The row of the set
 * stays and says so, and so do the versions that it made. Invariant: a set is marked before the first of its values goes, so that
 * nobody undoes or reopens what is left of it.
 */
import type { Environment } from '../../model/spaces/environment.ts';
import { findByNumber } from '../../model/spaces/environment-rows.ts';
import type { Database } from '../../platform/database/database.ts';
import type { JobWork } from '../../platform/jobs/job.ts';
import { systemActor } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { type Clock, isoTime } from '../../platform/kit/clock.ts';
import { DONE_STATES, type SetState, VALUES_KEPT_DAYS } from './change-set.ts';
import { recordSet } from './change-sets.ts';
import { lockSet, removeSomeItems, saveOfSet, setsToEmpty, touchSet } from './store.ts';
import type { ChangeSetRow } from './tables.ts';

/** How long the values of a set that is done are kept. */
export const VALUES_KEPT_MS = VALUES_KEPT_DAYS * 86_400_000;
/** As the audit names it. */
const NAME = 'retention';
/** Maximum sets of one run; the others have time until the next. */
const SETS_AT_ONCE = 1_000;
/** Items that one write removes: each has up to a few MiB of values. */
const ITEMS_AT_ONCE = 20;

export interface SetCleaningParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly clock: Clock;
}

export class SetCleaning implements JobWork {
  readonly #parts: SetCleaningParts;

  constructor(parts: SetCleaningParts) {
    this.#parts = parts;
  }

  async run(signal: AbortSignal): Promise<void> {
    const until = this.#parts.clock() - VALUES_KEPT_MS;
    const { reader } = this.#parts.database;
    for (const row of await setsToEmpty(reader, { states: DONE_STATES, before: until }, SETS_AT_ONCE)) {
      if (signal.aborted) return;
      const environment = await findByNumber(reader, row.environment);
      if (environment?.status !== 'ready') continue;
      if (row.values_removed_at === null && !(await this.#mark(row, environment, until))) continue;
      await this.#empty(row, signal);
    }
  }

  /** Notes that the values are going. @returns whether they are, as the set is still done */
  async #mark(row: ChangeSetRow, environment: Environment, until: number): Promise<boolean> {
    const actor = systemActor(NAME, environment.accountId);
    return this.#parts.journal.write(
      actor,
      async (writer, change) => {
        const found = await lockSet(writer, row);
        if (found === undefined || !isDone(found, until)) return false;
        await saveOfSet(writer, found, { values_removed_at: change.at });
        const changes = { before: { values_removed_at: null }, after: { values_removed_at: isoTime(change.at) } };
        recordSet(change, environment, found, 'change_set.update', { ...changes, reason: NAME });
        return true;
      },
      { environment: environment.number },
    );
  }

  async #empty(row: ChangeSetRow, signal: AbortSignal): Promise<void> {
    let removed = ITEMS_AT_ONCE;
    while (removed === ITEMS_AT_ONCE && !signal.aborted)
      removed = await this.#parts.database.write(async (writer) => {
        const found = await lockSet(writer, row);
        if (found === undefined) return 0;
        // Whoever keeps what the set shows reads it anew.
        await touchSet(writer, found);
        return removeSomeItems(writer, found, ITEMS_AT_ONCE);
      });
  }
}

function isDone({ state, due_at, updated_at }: ChangeSetRow, until: number): boolean {
  return DONE_STATES.includes(state as SetState) && due_at === null && updated_at < until;
}
