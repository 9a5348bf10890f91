/**
 * Publishes a change set, or applies it to drafts: one write, all or nothing. Every entry is merged with what happened to it since
 * and checked with the whole set in place; where something is to be decided or corrected, nothing is written and all of it is told.
 */
import type { Violation } from '../../../../contract/src/violations.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Writer } from '../../platform/database/database.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import { DryRun } from '../../platform/journal/dry-run.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { releaseClaims } from '../entries/claims/claims.ts';
import { publishViolations } from '../entries/draft.ts';
import type { Entries, EntryParts } from '../entries/entries.ts';
import { type EntryWork, type StoredEntry, statusOf } from '../entries/entry.ts';
import { applyState, removeEntry } from '../entries/save.ts';
import { from, fromNothing, loadEntry, typedWork } from '../entries/stored-entry.ts';
import { afterAction, publishedAfter, type TargetState } from '../entries/transitions.ts';
import { type ChangeSetView, type Onto, requireState, type SetState } from './change-set.ts';
import { type ByItself, type ChangeSets, lockedSet, type SetChange } from './change-sets.ts';
import {
  archivedProblem,
  conflictsOf,
  goneConflict,
  type ItemConflict,
  keyProblem,
  pathInSet,
  rejectOpen,
  violationsIn,
} from './conflicts.ts';
import { inItem } from './item-write.ts';
import { isThere, type Outcome, outcomeOfItem, type Undo, undoOf } from './outcome.ts';
import { giveWay } from './overlaps.ts';
import { laidOver } from './overlay.ts';
import { actionOf, changesValues, valuesOf } from './set-item.ts';
import { eachItem, saveOfItem, saveOfSet } from './store.ts';
import type { ChangeSetRow, ItemRow } from './tables.ts';

export interface PublicationParts {
  readonly entryParts: EntryParts;
  readonly entries: Entries;
  readonly sets: ChangeSets;
}

/** How a set is published. */
export interface PublicationOptions {
  readonly expected?: number | undefined;
  /** Whether all is checked and nothing is written. */
  readonly dryRun?: boolean | undefined;
  /** For a set that goes out at its time. */
  readonly byItself?: ByItself | undefined;
}

/** The open write of a publication. */
interface PublicationWork extends EntryWork {
  readonly set: ChangeSetRow;
  readonly versionsKept: number;
  /** What is to be decided, and what is to be corrected. */
  readonly conflicts: ItemConflict[];
  readonly problems: Violation[];
}

export class Publication {
  readonly #parts: PublicationParts;

  constructor(parts: PublicationParts) {
    this.#parts = parts;
  }

  /**
   * Publishes a set onto published, or applies one onto drafts.
   * @throws `conflict` with `conflicts`, `validation_failed` with the paths `entries.<key>.…`, `invalid_transition`
   */
  async publish(
    actor: Actor,
    id: string,
    action: 'publish' | 'apply',
    { expected, dryRun = false, byItself }: PublicationOptions = {},
  ): Promise<ChangeSetView> {
    const { sets } = this.#parts;
    const located = await sets.locate(actor, id);
    const { environment, key } = located;
    const check = (row: ChangeSetRow) => {
      checkVersion(expected, row.version);
      requireState(action, row);
      requireOnto(action, row);
    };
    if (dryRun) {
      await this.rehearse(actor, environment, async (writer) => {
        const row = await lockedSet(writer, { environment: environment.number, key });
        check(row);
        return row;
      });
      return sets.get(actor, id);
    }
    await sets.change(
      actor,
      located,
      async (writer, change, row) => {
        await byItself?.confirm(writer, row);
        check(row);
        const set: SetChange = { change, actor, environment, reason: byItself?.reason };
        await this.#publishRow(writer, set, row);
        await giveWay(await this.#parts.entries.workIn(actor, environment, { writer, change }), row);
        change.atRevision(environment.number, (own, revision) => saveOfSet(own, row, { published_revision: revision }));
        const state: SetState = action === 'publish' ? 'published' : 'applied';
        const next = { ...row, state, published_at: change.at, failure: null };
        return sets.save(writer, set, row, next, `change_set.${action}`);
      },
      { long: true },
    );
    // The revision is known once the write has ended.
    return sets.get(actor, id);
  }

  /**
   * Publishes a set inside of a write that is rolled back: for what can be said of it beforehand.
   * @param prepare locks the set in that write, or makes it there
   * @throws what publishing it would
   */
  async rehearse(
    actor: Actor,
    environment: Environment,
    prepare: (writer: Writer, change: Change) => Promise<ChangeSetRow>,
  ): Promise<void> {
    try {
      await this.#parts.entryParts.journal.write(
        actor,
        async (writer, change) => {
          await this.#publishRow(writer, { change, actor, environment }, await prepare(writer, change));
          throw new DryRun();
        },
        { environment: environment.number, long: true },
      );
    } catch (error) {
      if (!(error instanceof DryRun)) throw error;
    }
  }

  async #publishRow(writer: Writer, { change, actor, environment }: SetChange, set: ChangeSetRow): Promise<void> {
    const { entries, entryParts } = this.#parts;
    const work = await entries.workIn(actor, environment, { writer, change });
    await publishItems({ ...work, set, versionsKept: entryParts.versionsKept, conflicts: [], problems: [] });
  }
}

async function publishItems(work: PublicationWork): Promise<void> {
  const { writer, set } = work;
  const pace = new Pace();
  // An entry that only the set knows may outlive its content type.
  const hasType = ({ content_type: number }: ItemRow) => work.model.typeByNumber(number) !== undefined;
  const each = (run: (item: ItemRow) => Promise<void>) =>
    eachItem(writer, set, (item) => (hasType(item) ? run(item) : Promise.resolve()), pace);
  await eachItem(writer, set, async (item) => void (hasType(item) || work.conflicts.push(goneConflict(item))), pace);
  // Entries may take over each other's slugs and unique values, in any order.
  await each((item) => releaseItem(work, item));
  // Others of the set may link to the new ones.
  await each((item) => (item.action === 'create' ? createEntry(work, item) : Promise.resolve()));
  const entries = await each((item) => publishItem(work, item));
  if (entries === 0) throw new DomainError('conflict', 'Put an entry into the change set first; it is empty.');
  rejectOpen(work.conflicts, work.problems);
}

async function releaseItem(work: PublicationWork, item: ItemRow): Promise<void> {
  const before = await loadEntry(work.writer, work.environment, item.key);
  if (before === undefined || !changesValues(actionOf(item)) || statusOf(before.row) === 'archived') return;
  const { target } = outcomeOf(work, item, before);
  const after = { draft: target.draft, published: publishedAfter(before, target) };
  await releaseClaims(typedWork(work, before.row), item.entry, { before, after });
}

/** Writes the draft of an entry that the set creates; it is published with the others. */
async function createEntry(work: PublicationWork, item: ItemRow): Promise<void> {
  const typed = typedWork(work, item);
  const { document, conflicts, gone } = laidOver(valuesOf(item), {}, typed, { preferred: 'set' });
  work.conflicts.push(...conflictsOf(item, { conflicts, gone }, work.model));
  if ((await loadEntry(work.writer, work.environment, item.key)) !== undefined) {
    work.problems.push(keyProblem(item));
    return;
  }
  const origin = await fromNothing(typed, { id: item.entry, key: item.key });
  await inItem(work, item, () =>
    applyState(typed, origin, { draft: document, status: 'draft' }, { ...work, action: 'create' }),
  );
}

async function publishItem(work: PublicationWork, item: ItemRow): Promise<void> {
  const stored = await loadEntry(work.writer, work.environment, item.key);
  if (stored === undefined) {
    if (item.action !== 'create') work.conflicts.push(goneConflict(item));
    return;
  }
  const action = actionOf(item);
  if (action === 'delete') {
    await inItem(work, item, () => removeEntry(typedWork(work, stored.row), stored));
    await keepUndo(work, item, { row: stored.row, publishedVersion: null, published: {}, draft: {} });
    return;
  }
  const target = changesValues(action) ? await checkedTarget(work, item, stored) : targetOfAction(work, item, stored);
  const isOpen = work.conflicts.length + work.problems.length > 0;
  if (target === null || isOpen) return;
  const before = action === 'create' ? null : stored;
  const after = isThere(stored, target)
    ? stored
    : await inItem(work, item, () =>
        applyState(typedWork(work, stored.row), from(stored), target, { ...work, action: versionAction(work, item) }),
      );
  if (after !== null) await keepUndo(work, item, undoOf(before, after, { by: item.updated_by, at: item.updated_at }));
}

async function keepUndo({ writer }: PublicationWork, item: ItemRow, undo: Undo): Promise<void> {
  await saveOfItem(writer, item, { undo: JSON.stringify(undo) });
}

/** The target of an entry whose values the set changes or publishes; null if something keeps it from being published. */
async function checkedTarget(work: PublicationWork, item: ItemRow, stored: StoredEntry): Promise<TargetState | null> {
  if (statusOf(stored.row) === 'archived') {
    work.problems.push(archivedProblem(item));
    return null;
  }
  const { target, conflicts, gone } = outcomeOf(work, item, stored);
  work.conflicts.push(...conflictsOf(item, { conflicts, gone }, work.model));
  if ((work.set.onto as Onto) === 'drafts') return target;
  const published = publishedAfter(stored, target) ?? target.draft;
  const violations = await publishViolations(typedWork(work, stored.row), published);
  work.problems.push(...violationsIn(item, violations));
  return target;
}

function outcomeOf({ set, model }: PublicationWork, item: ItemRow, stored: StoredEntry): Outcome {
  return outcomeOfItem(set.onto, item, stored, model);
}

/** The target of unpublishing or archiving; null if it is no longer allowed, or there already. */
function targetOfAction(work: PublicationWork, item: ItemRow, stored: StoredEntry): TargetState | null {
  const action = actionOf(item) as 'unpublish' | 'archive';
  // What readers do not see any more needs no taking down.
  if (action === 'unpublish' && stored.published === null) return null;
  try {
    return afterAction(action, stored);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    work.problems.push({ path: pathInSet(item, 'status'), rule: error.code, message: error.message });
    return null;
  }
}

/** What the version is called that the set makes of an entry. */
function versionAction({ set }: PublicationWork, { action }: ItemRow): 'publish' | 'unpublish' | 'archive' | 'update' {
  if (action === 'unpublish' || action === 'archive') return action;
  return (set.onto as Onto) === 'drafts' ? 'update' : 'publish';
}

/** @throws `invalid_transition` if a set that lies over the other state is to be published or applied */
export function requireOnto(action: 'publish' | 'apply', { onto }: ChangeSetRow): void {
  const fitting: Onto = action === 'publish' ? 'published' : 'drafts';
  if (onto === fitting) return;
  const other = action === 'publish' ? 'apply' : 'publish';
  throw new DomainError(
    'invalid_transition',
    `Use ${other}; this change set lies over ${onto === 'drafts' ? 'drafts' : 'what is published'}.`,
    {
      action,
    },
  );
}
