/**
 * Looks at scheduled change sets before they are due: some times ahead, and after each change of what is in them. What would keep
 * one from going out is told to whoever scheduled it, once for the same problems, and counted. Nothing else is changed.
 */
import { createHash } from 'node:crypto';
import type { AbsentActors } from '../../identity/auth/absent-actor.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import { findByNumber } from '../../model/spaces/environment-rows.ts';
import type { Database, Writer } from '../../platform/database/database.ts';
import { databaseNow } from '../../platform/database/database-time.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { JobWork } from '../../platform/jobs/job.ts';
import { Pace } from '../../platform/kit/pace.ts';
import type { EntryParts } from '../entries/entries.ts';
import { readEntries } from '../entries/merged-entry.ts';
import { checkTime, type Failure, isScheduled } from './change-set.ts';
import { failureOf, PASSING, whoScheduled } from './due-sets.ts';
import { type TellingParts, tellWhoScheduled, warningMail } from './failure-mail.ts';
import { overlapsOf } from './overlaps.ts';
import type { Publication } from './publication.ts';
import { actionOf, countsOfItem } from './set-item.ts';
import { eachItem, lockSet, saveOfItem, saveOfSet, setsToCheck } from './store.ts';
import type { ChangeSetRow, ItemRow } from './tables.ts';

const SETS_AT_ONCE = 20;

export interface SetCheckParts extends TellingParts {
  readonly database: Database;
  readonly entryParts: Pick<EntryParts, 'models'>;
  readonly publication: Publication;
  readonly absent: Pick<AbsentActors, 'actor' | 'recipients'>;
}

/** The set was changed or published while it was looked at. */
class ChangedMeanwhile extends Error {
  constructor() {
    super('The set was changed meanwhile.');
    this.name = 'ChangedMeanwhile';
  }
}

/** A set with its environment. */
interface CheckedSet {
  readonly row: ChangeSetRow;
  readonly environment: Environment;
}

export class SetChecks implements JobWork {
  readonly #parts: SetCheckParts;

  constructor(parts: SetCheckParts) {
    this.#parts = parts;
  }

  async hasWork(): Promise<boolean> {
    return (await setsToCheck(this.#parts.database.reader, 1)).length > 0;
  }

  async run(signal: AbortSignal): Promise<void> {
    for (;;) {
      const rows = await setsToCheck(this.#parts.database.reader, SETS_AT_ONCE);
      for (const row of rows) {
        if (signal.aborted) return;
        await this.#check(row);
      }
      if (rows.length < SETS_AT_ONCE) return;
    }
  }

  async #check(row: ChangeSetRow): Promise<void> {
    const { database } = this.#parts;
    const environment = await findByNumber(database.reader, row.environment);
    const isReady = environment?.status === 'ready';
    const failure = isReady ? await this.#failureOf({ row, environment }) : null;
    await database.write(async (writer) => {
      const found = await lockSet(writer, row);
      // What was changed meanwhile is looked at again.
      if (found === undefined || found.content_version !== row.content_version) return;
      const told = hashOf(failure);
      await saveOfSet(writer, row, { check_at: checkTime(found, await databaseNow(writer)), told });
      if (!isReady || !isScheduled(found)) return;
      if (failure !== null && told !== found.told)
        await tellWhoScheduled(writer, this.#parts, { set: found, environment, failure }, warningMail);
      await this.#count(writer, { row: found, environment });
    });
  }

  /** Why the set could not go out now; null if it could. */
  async #failureOf({ row, environment }: CheckedSet): Promise<Failure | null> {
    const { database, absent, publication, entryParts } = this.#parts;
    const { reader } = database;
    try {
      const actor = await whoScheduled(reader, absent, { row, environment });
      await publication.rehearse(actor, environment, async (writer) => {
        const found = await lockSet(writer, row);
        if (found === undefined || !isScheduled(found)) throw new ChangedMeanwhile();
        return found;
      });
      const model = await entryParts.models.confirmed(environment);
      const { listed } = await overlapsOf(reader, row, { environment, model });
      if (listed.length === 0) return null;
      const message = 'Decide which of the scheduled sets stands here.';
      const errors = listed.map(({ path }) => ({ path, rule: 'changed_since' as const, message }));
      return { code: 'conflict', message, errors, late_by: 0 };
    } catch (error) {
      // What passes is no problem of the set; it is looked at again before its time.
      if (error instanceof ChangedMeanwhile) return null;
      if (!(error instanceof DomainError)) throw error;
      return PASSING.has(error.code) ? null : failureOf(error, 0);
    }
  }

  /** Notes how many problems and conflicts each entry has by now. */
  async #count(writer: Writer, { row, environment }: CheckedSet): Promise<void> {
    const model = await this.#parts.entryParts.models.within(writer, environment);
    const count = async (item: ItemRow) => {
      const stored = (await readEntries(writer, environment.number, [item.key])).get(item.key) ?? null;
      const isKnown = model.typeByNumber(item.content_type) !== undefined;
      if (!isKnown || (stored === null && actionOf(item) !== 'create')) return;
      const counts = await countsOfItem({ set: row, stored, item }, { writer, environment, model });
      const isSame = counts.problems === item.problems && counts.conflicts === item.conflicts;
      if (!isSame) await saveOfItem(writer, item, counts);
    };
    await eachItem(writer, row, count, new Pace());
  }
}

/** The same for the same problems; null for none. */
function hashOf(failure: Failure | null): string | null {
  if (failure === null) return null;
  const problems = failure.errors.map(({ path, rule }) => `${path} ${rule}`).toSorted();
  return createHash('sha256')
    .update(JSON.stringify([failure.code, problems]))
    .digest('base64url');
}
