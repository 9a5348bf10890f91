/**
 * The table of statuses: the result of each action on an entry, and when it is refused. Pure: computes the next state,
 * writes nothing.
 */

import type { Document } from '../../model/fields/field.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { type EntryStatus, type StoredEntry, statusOf, type VersionAction } from './entry.ts';
import type { EntryEvent, NextEntry } from './save.ts';

export const entryActions = ['publish', 'unpublish', 'archive', 'unarchive'] as const;
export type EntryAction = (typeof entryActions)[number];

/** Who acts, and when. */
export interface Moment {
  readonly by: string;
  /** Milliseconds. */
  readonly at: number;
}

/** Statuses from which each action works; from any other it is refused. */
const ALLOWED: Readonly<Record<EntryAction | 'edit', readonly EntryStatus[]>> = {
  edit: ['draft', 'published', 'changed'],
  publish: ['draft', 'published', 'changed'],
  unpublish: ['published', 'changed'],
  archive: ['draft', 'published', 'changed', 'archived'],
  unarchive: ['archived'],
};

/**
 * The entry after the action; null if it changes nothing.
 * @throws `invalid_transition`
 */
export function afterAction(action: EntryAction, entry: StoredEntry, moment: Moment): NextEntry | null {
  const status = statusOf(entry.row);
  refuseUnlessAllowed(action, status);
  switch (action) {
    case 'publish':
      return status === 'published' ? null : published(entry, moment);
    case 'unpublish':
      return unpublished(entry, moment, 'unpublish', [{ event: 'entry.unpublish', status: 'draft' }]);
    case 'archive':
      return status === 'archived' ? null : archived(entry, moment);
    case 'unarchive':
      return {
        ...raised(entry, moment, { archived_at: null }),
        action,
        events: [{ event: 'entry.update', status: 'draft' }],
      };
  }
}

/**
 * The entry after another document was saved as its draft.
 * @throws `invalid_transition` if it is archived
 */
export function afterEdit(entry: StoredEntry, draft: Document, moment: Moment & { action: VersionAction }): NextEntry {
  refuseUnlessAllowed('edit', statusOf(entry.row));
  const next = raised(entry, moment, { saved_at: moment.at });
  return { ...next, draft, action: moment.action, events: [{ event: 'entry.update', status: statusOf(next.row) }] };
}

/** The events of a deletion: a published entry is unpublished first. */
export function eventsOfDeletion(entry: StoredEntry): EntryEvent[] {
  const deletion: EntryEvent = { event: 'entry.delete', status: statusOf(entry.row) };
  return entry.published === null ? [deletion] : [{ event: 'entry.unpublish', status: 'draft' }, deletion];
}

function published(entry: StoredEntry, moment: Moment): NextEntry {
  const { row } = entry;
  const next = raised(entry, moment, {
    published_version: row.version + 1,
    published_at: moment.at,
    first_published_at: row.first_published_at ?? moment.at,
    published_saved_at: row.saved_at,
  });
  return {
    ...next,
    published: entry.draft,
    action: 'publish',
    events: [{ event: 'entry.publish', status: 'published' }],
  };
}

function archived(entry: StoredEntry, moment: Moment): NextEntry {
  const events: EntryEvent[] = entry.published === null ? [] : [{ event: 'entry.unpublish', status: 'draft' }];
  const next = unpublished(entry, moment, 'archive', [...events, { event: 'entry.archive', status: 'archived' }]);
  return { ...next, row: { ...next.row, archived_at: moment.at } };
}

function unpublished(
  entry: StoredEntry,
  moment: Moment,
  action: VersionAction,
  events: readonly EntryEvent[],
): NextEntry {
  const next = raised(entry, moment, { published_version: null, published_at: null, published_saved_at: null });
  return { ...next, published: null, action, events };
}

function raised(
  { row, draft, published }: StoredEntry,
  { by, at }: Moment,
  changes: Partial<StoredEntry['row']>,
): StoredEntry {
  return { row: { ...row, version: row.version + 1, updated_at: at, updated_by: by, ...changes }, draft, published };
}

function refuseUnlessAllowed(action: EntryAction | 'edit', status: EntryStatus): void {
  if (ALLOWED[action].includes(status)) return;
  const remedy = status === 'archived' ? 'unarchive it first' : `it has to be ${ALLOWED[action].join(' or ')}`;
  throw new DomainError('invalid_transition', `An entry that is ${status} does not allow ${action}; ${remedy}.`, {
    status,
    action,
  });
}
