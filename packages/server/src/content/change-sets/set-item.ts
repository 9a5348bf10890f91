/** One entry of a change set: what the set does with it, and how it is seen inside of the set. */
import type { Model } from '../../model/content-types/model.ts';
import type { Document } from '../../model/fields/field.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import { publishViolations } from '../entries/draft.ts';
import { type StoredEntry, statusOf } from '../entries/entry.ts';
import type { ItemAction, SeenEntry } from '../entries/entry-rules.ts';
import type { CheckedWork } from '../entries/links/link-targets.ts';
import { entryView, type Shown } from '../entries/representation.ts';
import { requireTypeOf } from '../entries/stored-entry.ts';
import type { EntryRow } from '../entries/tables.ts';
import type { Onto } from './change-set.ts';
import { type LaidOver, laidOver, type SetValues } from './overlay.ts';
import type { ChangeSetRow, ItemRow } from './tables.ts';

/** The versions of what lies below that are told apart, below each version of an item: an entry inside of a set has both as one number. */
const VERSIONS_BELOW = 10_000_000;

/** The version of an item that is written now: one that no item of the set had before, so that an entry which left the set and came back has another. */
export function nextItemVersion({ content_version: version }: Pick<ChangeSetRow, 'content_version'>): number {
  return version + 1;
}

/** An entry with what a set does with it. */
export interface EntryInSet {
  readonly set: Pick<ChangeSetRow, 'onto'>;
  /** Null for an entry that the set creates. */
  readonly stored: Pick<StoredEntry, 'row' | 'draft' | 'published'> | null;
  readonly item: ItemRow | undefined;
}

/** What the values of a set lie over: what readers see, or the draft where they see nothing. */
export function groundOf(onto: string, stored: EntryInSet['stored']): Document {
  if (stored === null) return {};
  return (onto as Onto) === 'drafts' ? stored.draft : (stored.published ?? stored.draft);
}

/**
 * The version of an entry inside of a set. It changes with what the set has of the entry, and with what that lies over: who writes
 * over a version has seen both, so that no value which somebody changed outside meanwhile is taken for the one that was read.
 */
export function versionInSet({ set, stored, item }: EntryInSet): number {
  const seen = item?.action === 'publish' ? 'drafts' : set.onto;
  return (item?.version ?? 0) * VERSIONS_BELOW + (versionBelow(seen, stored?.row ?? null) % VERSIONS_BELOW);
}

/** The version of what a set onto something lies over; 0 for nothing. */
export function versionBelow(onto: string, row: Pick<EntryRow, 'version' | 'published_version'> | null): number {
  if (row === null) return 0;
  return (onto as Onto) === 'drafts' ? row.version : (row.published_version ?? row.version);
}

/**
 * Checks that what a set has of an entry is what was read. Nothing is written over what lies below, so that may have changed.
 * @throws `version_conflict`
 */
export function checkItemVersion(expected: number | undefined, entry: EntryInSet & { readonly item: ItemRow }): void {
  const isRead = expected !== undefined && Math.floor(expected / VERSIONS_BELOW) === entry.item.version;
  if (!isRead) checkVersion(expected, versionInSet(entry));
}

/** The values of an item. */
export function valuesOf(item: Pick<ItemRow, 'changes'> | undefined): SetValues {
  return item === undefined ? {} : (JSON.parse(item.changes) as SetValues);
}

export function actionOf(item: Pick<ItemRow, 'action'>): ItemAction {
  return item.action as ItemAction;
}

/** The document of an entry inside of the set. */
export function documentIn({ set, stored, item }: EntryInSet, model: Model): LaidOver {
  const ground = groundOf(set.onto, stored);
  // Publishing takes the draft as it stands at that time.
  if (stored !== null && item?.action === 'publish') return { document: stored.draft, conflicts: [], gone: [] };
  const type = requireTypeOf(model, stored?.row.content_type ?? item?.content_type ?? 0);
  return laidOver(valuesOf(item), ground, { type, model }, { preferred: 'set' });
}

/** An entry as a request sees it inside of the set. */
export function viewIn(entry: EntryInSet, { environment, model, fields = null }: Shown): SeenEntry {
  const { stored, item } = entry;
  const row = stored?.row ?? rowOfCreated(item as ItemRow);
  const { document } = documentIn(entry, model);
  const view = entryView(row, document, { environment, model, fields });
  return {
    ...view,
    version: versionInSet(entry),
    change: item === undefined ? null : actionOf(item),
    ...(item !== undefined && { updated_at: isoTime(item.updated_at), updated_by: item.updated_by }),
  };
}

/** Whether there is an entry in the set: one that is stored, or that it creates, unless its content type is gone. */
export function isInSet(
  stored: EntryInSet['stored'] | undefined,
  item: ItemRow | undefined,
  model: Pick<Model, 'typeByNumber'>,
): boolean {
  const isStored = stored !== undefined && stored !== null;
  return isStored || (item?.action === 'create' && model.typeByNumber(item.content_type) !== undefined);
}

/** How many problems and conflicts keep the entry from going out with the set, as it stands. */
export async function countsOfItem(
  entry: EntryInSet,
  work: Omit<CheckedWork, 'type'>,
): Promise<Pick<ItemRow, 'problems' | 'conflicts'>> {
  const { set, stored, item } = entry;
  if (item === undefined || !changesValues(actionOf(item))) return { problems: 0, conflicts: 0 };
  const { document, conflicts, gone } = documentIn(entry, work.model);
  const type = requireTypeOf(work.model, item.content_type);
  const isArchived = stored !== null && statusOf(stored.row) === 'archived';
  const problems = (set.onto as Onto) === 'drafts' ? [] : await publishViolations({ ...work, type }, document);
  return { problems: problems.length + (isArchived ? 1 : 0), conflicts: conflicts.length + gone.length };
}

/** Whether what is seen or published of the entry comes from the set. */
export function changesValues(action: ItemAction): boolean {
  return action === 'change' || action === 'create' || action === 'publish';
}

/** The row that an entry has which only the set knows. */
export function rowOfCreated(item: ItemRow): EntryRow {
  return {
    id: item.entry,
    environment: item.environment,
    key: item.key,
    content_type: item.content_type,
    version: item.version,
    published_version: null,
    published_at: null,
    first_published_at: null,
    archived_at: null,
    saved_at: item.updated_at,
    published_saved_at: null,
    created_at: item.created_at,
    created_by: item.created_by,
    updated_at: item.updated_at,
    updated_by: item.updated_by,
  };
}
