/**
 * Takes back what a change set has published or applied: one write, value by value. What somebody has changed since stays as it is,
 * unless the request says otherwise, and is told.
 */

import type { Violation } from '../../../../contract/src/violations.ts';
import type { Document } from '../../model/fields/field.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { validationFailed } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { DryRun } from '../../platform/journal/dry-run.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { releaseClaims } from '../entries/claims/claims.ts';
import type { Entries, EntryParts } from '../entries/entries.ts';
import { type EntryWork, type StoredEntry, statusOf } from '../entries/entry.ts';
import { readVersionDocument, restoreEntry } from '../entries/merged-entry.ts';
import { applyState } from '../entries/save.ts';
import { from, loadEntry, typedWork } from '../entries/stored-entry.ts';
import type { EntryRow } from '../entries/tables.ts';
import { publishedAfter, type TargetState } from '../entries/transitions.ts';
import { type ChangeSetView, requireState } from './change-set.ts';
import type { ByItself, ChangeSets } from './change-sets.ts';
import { conflictsOf, goneConflict, type ItemConflict, pathInSet } from './conflicts.ts';
import { inItem } from './item-write.ts';
import { isThere, outcomeOfUndo, targetOfCreated, type Undo } from './outcome.ts';
import { actionOf } from './set-item.ts';
import { eachItem } from './store.ts';
import type { ChangeSetRow, ItemRow } from './tables.ts';
import type { Preferred } from './value-merge.ts';

/** Values that stayed, in one response. */
const KEPT_MAX = 100;

export interface UndoOptions {
  readonly expected?: number | undefined;
  /** Whether nothing is written, only what would stay is told. */
  readonly dryRun?: boolean | undefined;
  /** For values that changed since: `set` takes them back all the same. By path in the set. */
  readonly choices?: ReadonlyMap<string, Preferred> | undefined;
  /** For a set that is undone at its end. */
  readonly byItself?: ByItself | undefined;
}

export interface UndoneSet extends ChangeSetView {
  /** What somebody changed since and therefore stayed. */
  readonly kept: ItemConflict[];
}

/** The open write of an undo. */
interface UndoWork extends EntryWork {
  readonly set: ChangeSetRow;
  readonly versionsKept: number;
  readonly choices: ReadonlyMap<string, Preferred>;
  readonly kept: ItemConflict[];
  readonly problems: Violation[];
}

export class SetUndo {
  readonly #entryParts: EntryParts;
  readonly #entries: Entries;
  readonly #sets: ChangeSets;

  constructor(parts: { entryParts: EntryParts; entries: Entries; sets: ChangeSets }) {
    this.#entryParts = parts.entryParts;
    this.#entries = parts.entries;
    this.#sets = parts.sets;
  }

  /** @throws `invalid_transition`, or `validation_failed` if a slug or unique value is taken by now */
  async undo(
    actor: Actor,
    id: string,
    { expected, dryRun = false, choices = new Map(), byItself }: UndoOptions = {},
  ): Promise<UndoneSet> {
    const located = await this.#sets.locate(actor, id);
    const { environment } = located;
    let kept: readonly ItemConflict[] = [];
    try {
      await this.#sets.change(
        actor,
        located,
        async (writer, change, row) => {
          await byItself?.confirm(writer, row);
          checkVersion(expected, row.version);
          requireState('undo', row);
          const { versionsKept } = this.#entryParts;
          const open = await this.#entries.workIn(actor, environment, { writer, change });
          const work: UndoWork = { ...open, set: row, versionsKept, choices, kept: [], problems: [] };
          const pace = new Pace();
          // Entries may get back slugs and unique values that others of the set have now, in any order.
          await eachItem(writer, row, (item) => releaseItem(work, item), pace);
          await eachItem(writer, row, (item) => undoItem(work, item), pace);
          if (work.problems.length > 0) throw validationFailed(work.problems);
          kept = work.kept;
          if (dryRun) throw new DryRun();
          const next = { ...row, state: 'undone', undone_at: change.at, failure: null };
          const reason = byItself?.reason;
          return this.#sets.save(writer, { change, actor, environment, reason }, row, next, 'change_set.undo');
        },
        { long: true },
      );
    } catch (error) {
      if (!(error instanceof DryRun)) throw error;
    }
    return { ...(await this.#sets.get(actor, id)), kept: kept.slice(0, KEPT_MAX) };
  }
}

async function releaseItem(work: UndoWork, item: ItemRow): Promise<void> {
  if (item.undo === null || item.action === 'delete') return;
  const stored = await loadEntry(work.writer, work.environment, item.key);
  if (stored === undefined) return;
  const undo = JSON.parse(item.undo) as Undo;
  // What stays is told when the entry is undone.
  const target = await targetOf({ ...work, kept: [] }, item, { undo, stored });
  if (target === null) return;
  const after = { draft: target.draft, published: publishedAfter(stored, target) };
  await releaseClaims(typedWork(work, stored.row), stored.row.id, { before: stored, after });
}

async function undoItem(work: UndoWork, item: ItemRow): Promise<void> {
  if (item.undo === null) return;
  const undo = JSON.parse(item.undo) as Undo;
  const stored = await loadEntry(work.writer, work.environment, item.key);
  if (item.action === 'delete') return undoDeletion(work, item, { undo, stored });
  if (stored === undefined) {
    work.kept.push(goneConflict(item));
    return;
  }
  const target = await targetOf(work, item, { undo, stored });
  if (target === null || isThere(stored, target)) return;
  const { versionsKept } = work;
  await inItem(work, item, () =>
    applyState(typedWork(work, stored.row), from(stored), target, { action: 'restore', versionsKept }),
  );
}

interface UndoneEntry {
  readonly undo: Undo;
  readonly stored: StoredEntry;
}

/** The state that an entry goes back to; null if it stays. */
async function targetOf(work: UndoWork, item: ItemRow, { undo, stored }: UndoneEntry): Promise<TargetState | null> {
  const action = actionOf(item);
  if (action === 'create') return takenDown(work, item, { undo, stored });
  if (action === 'unpublish' || action === 'archive') return shownAgain(work, item, { undo, stored });
  if (statusOf(stored.row) === 'archived') {
    work.kept.push(goneConflict(item, 'status'));
    return null;
  }
  const choices = choicesOf(item, work.choices);
  const { target, ...open } = outcomeOfUndo(undo, stored, work.model, { preferred: 'current', choices });
  work.kept.push(...conflictsOf(item, open, work.model));
  return target;
}

function takenDown(work: UndoWork, item: ItemRow, { undo, stored }: UndoneEntry): TargetState | null {
  const target = targetOfCreated(undo, stored);
  const isPublishedSince = target === null && undo.publishedVersion !== null && stored.published !== null;
  if (isPublishedSince) work.kept.push(goneConflict(item, 'status'));
  return target;
}

/** An entry that the set unpublished or archived shows again what it showed before, unless somebody has published it since. */
async function shownAgain(work: UndoWork, item: ItemRow, { undo, stored }: UndoneEntry): Promise<TargetState | null> {
  const status = statusOf(stored.row);
  const isUntouched = status === (item.action === 'archive' ? 'archived' : 'draft');
  if (!isUntouched) {
    work.kept.push(goneConflict(item, 'status'));
    return null;
  }
  const { draft } = stored;
  const published = await publishedBefore(work, undo.row);
  if (published === null) return { draft, status: 'draft' };
  const isDraftToo = undo.row?.published_version === undo.row?.version && sameText(draft, published);
  return isDraftToo ? { draft, status: 'published' } : { draft, status: 'changed', published };
}

/** A deleted entry comes back with its last draft and what was published, under its former row id. */
async function undoDeletion(
  work: UndoWork,
  item: ItemRow,
  { undo: { row }, stored }: { readonly undo: Undo; readonly stored: StoredEntry | undefined },
): Promise<void> {
  const type = row === null ? undefined : work.model.typeByNumber(row.content_type);
  const draft = row === null ? null : await readVersionDocument(work.writer, row);
  if (row === null || stored !== undefined || type === undefined || draft === null) {
    work.kept.push(goneConflict(item));
    return;
  }
  const published = await publishedBefore(work, row);
  await inItem(work, item, () => restoreEntry({ ...work, type }, null, { row, draft, published }, work.versionsKept));
}

async function publishedBefore(work: UndoWork, row: EntryRow | null): Promise<Document | null> {
  if (row === null || row.published_version === null) return null;
  return readVersionDocument(work.writer, { id: row.id, version: row.published_version });
}

/** The choices for an entry by the paths in it. */
function choicesOf(item: ItemRow, choices: ReadonlyMap<string, Preferred>): ReadonlyMap<string, Preferred> {
  const start = `${pathInSet(item)}.`;
  const own = [...choices].filter(([path]) => path.startsWith(start));
  return new Map(own.map(([path, take]) => [path.slice(start.length), take]));
}

function sameText(one: Document, other: Document): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
