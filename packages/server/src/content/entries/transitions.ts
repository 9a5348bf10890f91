/**
 * The state machine of an entry: the only code that decides its row, its status and its events. Anything that changes an entry (a
 * save, an action, an import, a merge, undoing one) specifies the target state and the times that it knows; `stepsTo` returns what
 * has to be written. Pure.
 *
 * | status    | published                       | the draft                         |
 * |-----------|---------------------------------|-----------------------------------|
 * | draft     | nothing                         | has a version of its own          |
 * | published | the draft                       | has the version that is published |
 * | changed   | the document of another version | has a version of its own          |
 * | archived  | nothing                         | cannot be edited                  |
 *
 * Each step is one version, whose document is the draft, so what is published was the draft of some version.
 */

import type { EventOf } from '../../../../contract/src/event-kinds.ts';
import { sameDocument } from '../../model/fields/document/changes.ts';
import type { Document, Field } from '../../model/fields/field.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { MOVED } from '../../platform/journal/change.ts';
import { type EntryStatus, type StoredEntry, statusOf, type VersionAction } from './entry.ts';
import { publishedSavedAt } from './state-rows.ts';
import type { EntryRow } from './tables.ts';

export const entryActions = ['publish', 'unpublish', 'archive', 'unarchive'] as const;
export type EntryAction = (typeof entryActions)[number];

/** The target state of an entry. */
export interface TargetState {
  /** The same object as before if it does not change. */
  readonly draft: Document;
  readonly status: EntryStatus;
  /** For a `changed` entry, the published document. Undefined to keep the current one. */
  readonly published?: Document | undefined;
}

/** The starting point of a change. */
export interface Origin {
  /** Null if the entry is new. */
  readonly stored: StoredEntry | null;
  /** Its row. A new entry's row has the version before its first one. */
  readonly row: EntryRow;
}

/** Times in milliseconds that differ from the time of the write; null means that there is none. */
export interface KnownTimes {
  readonly createdAt?: number | undefined;
  /** When anything about the entry last changed. */
  readonly updatedAt?: number | undefined;
  /** When its draft was last saved. */
  readonly savedAt?: number | undefined;
  readonly publishedAt?: number | null | undefined;
  /** When its published state was last saved; defaults to `savedAt` if unknown. */
  readonly publishedSavedAt?: number | null | undefined;
  readonly firstPublishedAt?: number | null | undefined;
  readonly archivedAt?: number | null | undefined;
}

/** Who makes a write, when, and why. */
export interface Step {
  readonly by: string;
  /** Milliseconds. */
  readonly at: number;
  readonly action: VersionAction;
  readonly times?: KnownTimes | undefined;
}

/** The entry after a step. */
export interface NextEntry extends StoredEntry {
  readonly action: VersionAction;
  /** The events of the step, in order, each with the entry's status at that point. */
  readonly events: readonly EntryEvent[];
}

export interface EntryEvent {
  readonly event: EventOf<'entry'>;
  readonly status: EntryStatus;
}

/** Statuses in which each action is allowed; in any other it is rejected. */
const ALLOWED: Readonly<Record<EntryAction | 'edit', readonly EntryStatus[]>> = {
  edit: ['draft', 'published', 'changed'],
  publish: ['draft', 'published', 'changed'],
  unpublish: ['published', 'changed'],
  archive: ['draft', 'published', 'changed', 'archived'],
  unarchive: ['archived'],
};

/** The status after each action. */
const LEADS_TO: Readonly<Record<EntryAction, EntryStatus>> = {
  publish: 'published',
  unpublish: 'draft',
  archive: 'archived',
  unarchive: 'draft',
};

/**
 * The state after an action; null if the entry is already in it.
 * @throws `invalid_transition`
 */
export function afterAction(action: EntryAction, { row, draft }: StoredEntry): TargetState | null {
  rejectUnlessAllowed(action, statusOf(row));
  const status = LEADS_TO[action];
  return statusOf(row) === status ? null : { draft, status };
}

/**
 * The state of an entry after replacing its draft.
 * @throws `invalid_transition` if it is archived
 */
export function afterEdit({ row, published }: StoredEntry, draft: Document): TargetState {
  rejectUnlessAllowed('edit', statusOf(row));
  return { draft, status: statusOfDraft(published) };
}

/** The status of an entry whose draft differs from what is published. @param published null if nothing is published */
export function statusOfDraft(published: Document | null): EntryStatus {
  return published === null ? 'draft' : 'changed';
}

/** The published state of an entry in the target state; null if nothing is published. */
export function publishedAfter(stored: StoredEntry | null, { draft, status, published }: TargetState): Document | null {
  if (status === 'published') return draft;
  return status === 'changed' ? (published ?? stored?.published ?? null) : null;
}

/**
 * The same target, but reusing the entry's existing documents wherever the values are equal, so that rereading an unedited document
 * does not count as an edit.
 */
export function withKnown(stored: StoredEntry | null, target: TargetState, fields: readonly Field[]): TargetState {
  const known = (document: Document, others: readonly (Document | undefined)[]) =>
    others.find((other) => other !== undefined && sameDocument(other, document, fields)) ?? document;
  const published = target.published && known(target.published, [stored?.draft]);
  return { ...target, published, draft: known(target.draft, [published, stored?.draft]) };
}

/** The steps from an origin to a target: usually one, two if the published document is not the draft. */
export function stepsTo(origin: Origin, { draft, status, published }: TargetState, step: Step): NextEntry[] {
  const { times = {}, at } = step;
  const { stored } = origin;
  const savedAt = times.savedAt ?? (stored?.draft === draft ? stored.row.saved_at : at);
  if (published === undefined) return [oneStep(origin, { draft, status }, { ...step, savedAt })];
  const shownSavedAt = times.publishedSavedAt ?? times.savedAt ?? at;
  const shown = oneStep(origin, { draft: published, status: 'published' }, { ...step, savedAt: shownSavedAt });
  return [shown, oneStep({ stored: shown, row: shown.row }, { draft, status }, { ...step, savedAt })];
}

/** The events of a deletion: a published entry is unpublished first. */
export function eventsOfDeletion(entry: StoredEntry): EntryEvent[] {
  const deletion: EntryEvent = { event: 'entry.delete', status: statusOf(entry.row) };
  return entry.published === null ? [deletion] : [{ event: 'entry.unpublish', status: 'draft' }, deletion];
}

/** Which sort keys of lists a write changes. */
export function movedBy(before: EntryRow | null, after: EntryRow): number {
  if (before === null) return MOVED.created + MOVED.arrived + MOVED.updated + MOVED.published + MOVED.publishedSaved;
  const arrives = before.published_version === null && after.published_version !== null;
  return (
    (before.updated_at === after.updated_at ? 0 : MOVED.updated) +
    (before.published_at === after.published_at ? 0 : MOVED.published) +
    (publishedSavedAt(before) === publishedSavedAt(after) ? 0 : MOVED.publishedSaved) +
    (arrives ? MOVED.arrived : 0)
  );
}

/** Whether a write changes what delivery shows. For example, an import may change the creation time of a published entry. */
export function movesDelivery(before: EntryRow | null, after: EntryRow): boolean {
  if ((before?.published_version ?? null) !== after.published_version) return true;
  return after.published_version !== null && before?.created_at !== after.created_at;
}

/** The draft and status of one version. */
type StepTarget = Pick<TargetState, 'draft' | 'status'>;

function oneStep(
  { stored, row: base }: Origin,
  { draft, status }: StepTarget,
  { by, at, action, times = {}, savedAt }: Step & { readonly savedAt: number },
): NextEntry {
  const row: EntryRow = {
    ...base,
    ...publicationAfter(base, status, { times, savedAt, at }),
    version: base.version + 1,
    archived_at: status === 'archived' ? (times.archivedAt ?? base.archived_at ?? at) : null,
    saved_at: savedAt,
    created_at: times.createdAt ?? base.created_at,
    updated_at: times.updatedAt ?? at,
    updated_by: by,
  };
  const published = publishedAfter(stored, { draft, status });
  return { row, draft, published, action, events: eventsOfStep(stored, { draft, status }) };
}

function publicationAfter(
  base: EntryRow,
  status: EntryStatus,
  { times, savedAt, at }: { readonly times: KnownTimes; readonly savedAt: number; readonly at: number },
): Partial<EntryRow> {
  const begun = base.first_published_at ?? (status === 'published' ? at : null);
  const first_published_at = times.firstPublishedAt === undefined ? begun : times.firstPublishedAt;
  if (status === 'published') {
    return {
      published_version: base.version + 1,
      published_at: times.publishedAt ?? at,
      published_saved_at: times.publishedSavedAt ?? savedAt,
      first_published_at,
    };
  }
  if (status !== 'changed')
    return { published_version: null, published_at: null, published_saved_at: null, first_published_at };
  if (base.published_version === null) throw new Error(`Nothing of entry ${base.id} is published, so it is a draft.`);
  return { first_published_at };
}

/** The events of the operations that would lead to the same state, each with the status after it. */
function eventsOfStep(stored: StoredEntry | null, { draft, status }: StepTarget): EntryEvent[] {
  const events: EntryEvent[] = [];
  const was = stored === null ? null : statusOf(stored.row);
  const isPublished = was === 'published' || was === 'changed';
  const staysPublished = isPublished && (status === 'published' || status === 'changed');
  const isEdited = stored !== null && stored.draft !== draft;
  if (was === null) events.push({ event: 'entry.create', status: 'draft' });
  if (isPublished && !staysPublished) events.push({ event: 'entry.unpublish', status: 'draft' });
  if (isEdited || (was === 'archived' && status !== 'archived')) {
    const between = was === 'archived' && status === 'archived' ? 'archived' : staysPublished ? 'changed' : 'draft';
    events.push({ event: 'entry.update', status: between });
  }
  if (status === 'published' && (was !== 'published' || isEdited)) events.push({ event: 'entry.publish', status });
  if (status === 'archived' && was !== 'archived') events.push({ event: 'entry.archive', status });
  return events.length > 0 ? events : [{ event: 'entry.update', status }];
}

function rejectUnlessAllowed(action: EntryAction | 'edit', status: EntryStatus): void {
  if (ALLOWED[action].includes(status)) return;
  const remedy = status === 'archived' ? 'unarchive it first' : `it has to be ${ALLOWED[action].join(' or ')}`;
  throw new DomainError('invalid_transition', `An entry that is ${status} does not allow ${action}; ${remedy}.`, {
    status,
    action,
  });
}
