/** One entry of a change set: what the set does with it, and how it is seen inside of the set. */
import type { Model } from '../../model/content-types/model.ts';
import type { Document } from '../../model/fields/field.ts';
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

/** The version of an entry that the set does not have yet. */
export const NO_ITEM_VERSION = 1;

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
    version: item?.version ?? NO_ITEM_VERSION,
    change: item === undefined ? null : actionOf(item),
    ...(item !== undefined && { updated_at: isoOf(item.updated_at), updated_by: item.updated_by }),
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

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
