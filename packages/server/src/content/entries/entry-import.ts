/**
 * Importing entries: with draft and published state, status and original times. Types are enforced; problems that
 * publishing alone would refuse are accepted and reported.
 */

import { replaceDocument, sameDocument } from '../../model/fields/document/changes.ts';
import { validateDocument } from '../../model/fields/document/checks.ts';
import { parseFields } from '../../model/fields/document/input.ts';
import type { Document } from '../../model/fields/field.ts';
import { DomainError, type Violation, validationFailed } from '../../platform/errors/domain-error.ts';
import { linkKeyIn, publishViolations, slugKeptOrMade, withSlug } from './draft.ts';
import { type EntryStatus, type EntryWork, type StoredEntry, statusOf, type TypedWork } from './entry.ts';
import { checkLinks } from './links/link-targets.ts';
import { requireKey, requireSameType, requireType } from './requirements.ts';
import { type EntryEvent, type NextEntry, saveEntry } from './save.ts';
import { loadEntry, newRow, versionBefore } from './stored-entry.ts';
import type { EntryRow } from './tables.ts';

/** An entry to import; times are milliseconds. */
export interface ImportedEntry {
  readonly key: string;
  readonly contentType: string;
  /** The slug of the draft in the default locale; null if the fields have all slugs, and none is to be kept or made. */
  readonly slug?: string | null;
  readonly status: EntryStatus;
  readonly fields: unknown;
  /** The published state of an entry with status `changed`; undefined to keep the one that there is. */
  readonly publishedFields?: unknown;
  readonly times: ImportedTimes;
}

/** Original times in milliseconds; undefined if the import gives none. */
export interface ImportedTimes {
  readonly createdAt: number | undefined;
  /** When anything about it last changed. */
  readonly updatedAt: number | undefined;
  /** When its draft was last saved; as `updatedAt` if the import gives none. */
  readonly savedAt: number | undefined;
  readonly publishedAt: number | undefined;
  /** When its published state was last saved; as `savedAt` if the import gives none. */
  readonly publishedSavedAt: number | undefined;
  readonly firstPublishedAt: number | undefined;
  readonly archivedAt: number | undefined;
}

export interface ImportOutcome {
  readonly result: 'created' | 'updated' | 'unchanged';
  /** What publishing would have refused. */
  readonly warnings: readonly Violation[];
}

/** The context of importing one entry. */
interface EntryImport {
  readonly work: TypedWork;
  readonly entry: ImportedEntry;
  /** Row id to use if it is new. */
  readonly newId: number;
  readonly versionsKept: number;
}

/**
 * Brings an entry into the imported state, inside an open write.
 * @throws `validation_failed` if a value does not fit its type, `slug_conflict`, `conflict`
 */
export async function importEntry(
  entryWork: EntryWork,
  entry: ImportedEntry,
  { newId, versionsKept }: { newId: number; versionsKept: number },
): Promise<ImportOutcome> {
  requireKey('key', entry.key);
  const work: TypedWork = { ...entryWork, type: requireType(entryWork, entry.contentType, 'content_type') };
  const stored = await loadEntry(work.writer, work.environment, entry.key);
  if (stored !== undefined) requireSameType(stored, work);
  const task = { work, entry, newId, versionsKept };
  const saved = await bringTo(task, stored);
  const result = saved === stored ? 'unchanged' : stored === undefined ? 'created' : 'updated';
  return { result, warnings: await warningsOf(task, saved) };
}

async function bringTo(task: EntryImport, stored: StoredEntry | undefined): Promise<StoredEntry> {
  const { entry } = task;
  // What is published keeps its slug: that of the draft may never have been published.
  const shown = stored?.published ?? stored?.draft ?? {};
  if (entry.status !== 'changed') {
    const before = entry.status === 'published' ? shown : (stored?.draft ?? {});
    const draft = await readState(task, { input: entry.fields, root: 'fields', before, stored });
    return bringToState(task, stored, { draft, status: entry.status });
  }
  if (entry.publishedFields === undefined) return changeDraft(task, stored);
  const input = entry.publishedFields;
  const published = await readState(task, { input, root: 'published_fields', before: shown, stored });
  // As if the draft had been edited after the publication: without a slug of its own it keeps the published one.
  const draft = await readState(task, {
    input: entry.fields,
    root: 'fields',
    before: stored?.draft ?? published,
    stored,
  });
  const base = isPublishedAs(task, stored, published)
    ? stored
    : await bringToState(task, stored, { draft: published, status: 'published' });
  return bringToState(task, base, { draft, status: 'changed' });
}

/** Without published values, what is published stays: the draft is not published in their place. */
async function changeDraft(task: EntryImport, stored: StoredEntry | undefined): Promise<StoredEntry> {
  if (stored?.published == null) {
    const message = 'Give published_fields, or another status; of an entry that is changed, some values are published.';
    throw validationFailed([{ path: 'published_fields', rule: 'required', message }]);
  }
  const { fields: input } = task.entry;
  const draft = await readState(task, { input, root: 'fields', before: stored.draft, stored });
  return bringToState(task, stored, { draft, status: 'changed' });
}

function isPublishedAs(
  { work, entry }: EntryImport,
  stored: StoredEntry | undefined,
  published: Document,
): stored is StoredEntry {
  if (stored?.published == null) return false;
  return isPublishedThen(entry.times, stored.row) && sameDocument(stored.published, published, work.type.fields);
}

/** Whether the published state is of the times that the import gives. */
function isPublishedThen({ publishedAt, publishedSavedAt }: ImportedTimes, row: EntryRow): boolean {
  const isSame = (given: number | undefined, known: number | null) => given === undefined || given === known;
  return isSame(publishedAt, row.published_at) && isSame(publishedSavedAt, row.published_saved_at);
}

/** A state as the record gives it. */
interface StateInput {
  readonly input: unknown;
  readonly root: 'fields' | 'published_fields';
  /** Its slug is kept if the record gives none. */
  readonly before: Document;
  readonly stored: StoredEntry | undefined;
}

/** Parses the values of a state; one without a slug keeps the current one, or gets a generated one. */
async function readState(task: EntryImport, { input, root, before, stored }: StateInput): Promise<Document> {
  const { work, entry } = task;
  const violations: Violation[] = [];
  const { fields } = work.type;
  const { locales } = work.model;
  const parsed = parseFields({ input, fields, locales, linkKey: linkKeyIn(work), violations, root });
  // The record's slug is that of the draft; a published state with one in its fields keeps that.
  const hasOwn = root === 'published_fields' && work.type.slugField !== null && parsed.has(work.type.slugField);
  const slug = hasOwn ? undefined : (entry.slug ?? undefined);
  const changes = withSlug(work, slug === undefined ? {} : { slug }, parsed, violations);
  if (violations.length > 0) throw validationFailed(violations);
  // Each state keeps its own hidden values.
  const current = (root === 'fields' ? stored?.draft : stored?.published) ?? {};
  const document = replaceDocument({ current, changes, fields, locales });
  if (entry.slug === null) return document;
  return slugKeptOrMade(work, document, { entry: stored?.row.id ?? task.newId, before });
}

async function bringToState(
  task: EntryImport,
  stored: StoredEntry | undefined,
  target: TargetState,
): Promise<StoredEntry> {
  if (stored !== undefined && isInState(task, stored, target)) return stored;
  const { work, entry, newId, versionsKept } = task;
  const { key } = entry;
  const base = stored?.row ?? newRow(work, { id: newId, key, version: await versionBefore(work, key) });
  const row = importedRow(task, base, { stored, target });
  const published = publishedState(stored, target);
  const events = eventsOf(task, stored, target);
  const next: NextEntry = { row, draft: target.draft, published, action: 'import', events };
  return saveEntry(work, stored ?? null, next, versionsKept);
}

/** The state that one step of an import brings an entry into. */
interface TargetState {
  readonly draft: Document;
  readonly status: EntryStatus;
}

function publishedState(stored: StoredEntry | undefined, { draft, status }: TargetState): Document | null {
  if (status === 'published') return draft;
  return status === 'changed' ? (stored?.published ?? null) : null;
}

/** The row of the next version, with the times of the record if it has them. */
function importedRow(
  { work, entry }: EntryImport,
  base: EntryRow,
  { stored, target }: { stored: StoredEntry | undefined; target: TargetState },
): EntryRow {
  const { at } = work.change;
  const { times } = entry;
  const savedAt = times.savedAt ?? times.updatedAt ?? at;
  const version = base.version + 1;
  const isPublished = target.status === 'published';
  const isSame = stored?.published != null && sameDocument(stored.published, target.draft, work.type.fields);
  const publishedAt = times.publishedAt ?? (isSame ? base.published_at : null) ?? at;
  const publication = isPublished
    ? {
        published_version: version,
        published_at: publishedAt,
        published_saved_at: times.publishedSavedAt ?? savedAt,
      }
    : { published_version: null, published_at: null, published_saved_at: null };
  return {
    ...base,
    version,
    ...(target.status === 'changed' ? {} : publication),
    first_published_at:
      times.firstPublishedAt ?? base.first_published_at ?? times.publishedAt ?? (isPublished ? at : null),
    archived_at: target.status === 'archived' ? (times.archivedAt ?? at) : null,
    saved_at: savedAt,
    created_at: times.createdAt ?? base.created_at,
    updated_at: times.updatedAt ?? savedAt,
    updated_by: work.actor.id,
  };
}

function isInState(
  { work, entry }: EntryImport,
  stored: StoredEntry,
  target: { draft: Document; status: EntryStatus },
): boolean {
  const { row } = stored;
  const { times } = entry;
  const isSame = (given: number | undefined, known: number | null) => given === undefined || given === known;
  return (
    statusOf(row) === target.status &&
    sameDocument(stored.draft, target.draft, work.type.fields) &&
    isSame(times.createdAt, row.created_at) &&
    isSame(times.savedAt ?? times.updatedAt, row.saved_at) &&
    (times.savedAt === undefined || isSame(times.updatedAt, row.updated_at)) &&
    (target.status !== 'published' || isPublishedThen(times, row)) &&
    isSame(times.firstPublishedAt, row.first_published_at) &&
    (target.status !== 'archived' || isSame(times.archivedAt, row.archived_at))
  );
}

/** The events of a step: those of the operations with the same result. */
function eventsOf(
  { work }: EntryImport,
  stored: StoredEntry | undefined,
  { draft, status }: TargetState,
): NextEntry['events'] {
  if (stored === undefined) return [{ event: 'entry.create', status: 'draft' }, ...arrival(status)];
  const before = statusOf(stored.row);
  const keepsPublished = status === 'published' || status === 'changed';
  const events: EntryEvent[] = [];
  if (stored.published !== null && !keepsPublished) events.push({ event: 'entry.unpublish', status: 'draft' });
  const isSame = sameDocument(stored.draft, draft, work.type.fields);
  if (!isSame) events.push({ event: 'entry.update', status: afterUpdate(stored, keepsPublished) });
  if (before !== status || (status === 'published' && !isSame)) events.push(...arrival(status));
  return events.length > 0 ? events : [{ event: 'entry.update', status }];
}

function afterUpdate({ published }: StoredEntry, keepsPublished: boolean): EntryStatus {
  return published !== null && keepsPublished ? 'changed' : 'draft';
}

/** The event of the operation that publishes or archives an entry. */
function arrival(status: EntryStatus): EntryEvent[] {
  if (status === 'published') return [{ event: 'entry.publish', status }];
  return status === 'archived' ? [{ event: 'entry.archive', status }] : [];
}

/** What publishing would refuse in the published state, and any save in the draft. */
async function warningsOf({ work }: EntryImport, { draft, published }: StoredEntry): Promise<Violation[]> {
  const warnings = published === null ? [] : await publishViolations(work, published);
  if (published === draft) return warnings;
  const view = { document: draft, fields: work.type.fields, locales: work.model.locales };
  const ofDraft = [...(await validateDocument(view)), ...(await checkLinks(work, draft, false))];
  const isNew = ({ path, rule }: Violation) => !warnings.some((known) => known.path === path && known.rule === rule);
  return [...warnings, ...ofDraft.filter(isNew)];
}

/** The error of a line that was not reached in time. */
export function notReached(): DomainError {
  return new DomainError(
    'request_timeout',
    'Send this line again in another request; the time of this one was over before it.',
  );
}
