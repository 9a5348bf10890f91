/**
 * When change sets go out by themselves: scheduling one, one entry, and taking that back. `due-sets.ts` does what is due. A set is
 * checked as publishing it would, so that what is known to fail is told now; it is checked once more when it is due.
 */
import type { Database, Writer } from '../../platform/database/database.ts';
import { databaseNow } from '../../platform/database/database-time.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import { beginningOf } from '../../platform/kit/beginning-of.ts';
import { hasControlCharacters } from '../../platform/kit/control-characters.ts';
import type { Entries, EntryParts, EntryPlace } from '../entries/entries.ts';
import { entryTitle } from '../entries/entry-title.ts';
import { loadEntry, present, typedWork } from '../entries/stored-entry.ts';
import { afterAction } from '../entries/transitions.ts';
import {
  type ChangeSetView,
  NO_TIMES,
  requireState,
  SET_NAME_LENGTH_MAX,
  type SetState,
  setView,
} from './change-set.ts';
import { type ChangeSets, lockedSet, type SetChange } from './change-sets.ts';
import { acceptedOverlaps } from './overlaps.ts';
import { type Publication, requireOnto } from './publication.ts';
import { newItem } from './set-entries.ts';
import { type ScheduleInput, type SetTimes, setTimes } from './set-times.ts';
import { countsOf, insertItem } from './store.ts';
import type { ChangeSetRow } from './tables.ts';

export const scheduledActions = ['publish', 'unpublish'] as const;

/** What is to happen to one entry, and when. */
export interface EntrySchedule extends ScheduleInput {
  readonly action: (typeof scheduledActions)[number];
}

export interface ScheduleParts {
  readonly database: Database;
  readonly entryParts: EntryParts;
  readonly entries: Entries;
  readonly sets: ChangeSets;
  readonly publication: Publication;
}

export class Schedules {
  readonly #parts: ScheduleParts;

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
  }

  /**
   * Sets the time at which a set goes out, or another one.
   * @throws `validation_failed` with the rule `past` or `zone`, and what publishing the set now would
   */
  async schedule(actor: Actor, id: string, input: ScheduleInput, expected?: number): Promise<ChangeSetView> {
    const { database, sets, publication } = this.#parts;
    const located = await sets.locate(actor, id);
    const { environment, key } = located;
    const times = setTimes(input, await databaseNow(database.reader));
    const check = (row: ChangeSetRow) => {
      checkVersion(expected, row.version);
      requireState('schedule', row);
      requireOnto('publish', row);
    };
    await publication.rehearse(actor, environment, async (writer) => {
      const row = await lockedSet(writer, { environment: environment.number, key });
      check(row);
      return row;
    });
    return sets.change(actor, located, async (writer, change, row) => {
      check(row);
      return this.#saveTimes(writer, { change, actor, environment }, row, { times, accepts: accepts(input) });
    });
  }

  /** Takes the time back: the set is open again. A published set loses its end. */
  async unschedule(actor: Actor, id: string, expected?: number): Promise<ChangeSetView> {
    const { sets } = this.#parts;
    const located = await sets.locate(actor, id);
    return sets.change(actor, located, async (writer, change, row) => {
      checkVersion(expected, row.version);
      requireState('unschedule', row);
      const set: SetChange = { change, actor, environment: located.environment };
      const isPublished = (row.state as SetState) === 'published';
      if (isPublished && row.ends_at === null) return row;
      const unscheduled = isPublished
        ? { ...row, ends_at: null, failure: null }
        : { ...row, ...NO_TIMES, state: 'open', failure: null };
      return sets.save(writer, set, row, unscheduled, 'change_set.unschedule');
    });
  }

  /**
   * Schedules the publication or unpublication of one entry: a set of one.
   * @throws as `schedule`, and `invalid_transition` if the entry does not allow the action
   */
  async scheduleEntry(
    actor: Actor,
    place: EntryPlace,
    { action, ...input }: EntrySchedule,
    expected?: number,
  ): Promise<ChangeSetView> {
    const { database, entryParts, publication } = this.#parts;
    const { environment } = place;
    const times = setTimes(input, await databaseNow(database.reader));
    const make = (writer: Writer, change: Change) =>
      this.#setOfOne(writer, { change, actor, environment }, { key: place.key, action, expected });
    await publication.rehearse(actor, environment, make);
    return entryParts.journal.grow(
      actor,
      async (writer, change) => {
        const set = await make(writer, change);
        change.endPart();
        const row = await this.#saveTimes(writer, { change, actor, environment }, set, {
          times,
          accepts: accepts(input),
        });
        return setView(row, environment, (await countsOf(writer, environment.number, [row.key])).get(row.key));
      },
      { environment: environment.number },
    );
  }

  /** Makes a set that does something with one entry. */
  async #setOfOne(
    writer: Writer,
    set: SetChange,
    { key, action, expected }: Pick<EntrySchedule, 'action'> & { key: string; expected: number | undefined },
  ): Promise<ChangeSetRow> {
    const { entries, sets } = this.#parts;
    const work = await entries.workIn(set.actor, set.environment, { writer, change: set.change });
    const stored = present(await loadEntry(writer, set.environment, key));
    checkVersion(expected, stored.row.version);
    afterAction(action, stored);
    const { type, model } = typedWork(work, stored.row);
    const title = entryTitle(type, stored.draft, model.locales)?.trim() ?? '';
    const name = title === '' || hasControlCharacters(title) ? key : beginningOf(title, SET_NAME_LENGTH_MAX);
    const row = await sets.insert(writer, set, { name, origin: 'schedule' }, { entry: key, change: action });
    const made = { action, entry: stored.row.id, contentType: stored.row.content_type };
    await insertItem(writer, newItem({ set: row, key, change: set.change, actor: set.actor }, made));
    return row;
  }

  async #saveTimes(
    writer: Writer,
    set: SetChange,
    row: ChangeSetRow,
    { times, accepts }: { readonly times: SetTimes; readonly accepts: boolean },
  ): Promise<ChangeSetRow> {
    const { environment, actor } = set;
    const scheduled: SetState = 'scheduled';
    const next = { ...row, ...times, state: scheduled, scheduled_by: actor.id, told: null, failure: null };
    const model = await this.#parts.entryParts.models.forWrite(writer, environment, 'all');
    const accepted = await acceptedOverlaps(writer, next, { environment, model, accepts });
    const saved = { ...next, accepted: accepted.length === 0 ? null : JSON.stringify(accepted) };
    return this.#parts.sets.save(writer, set, row, saved, 'change_set.schedule');
  }
}

function accepts({ overlaps }: ScheduleInput): boolean {
  return overlaps === 'accept';
}
