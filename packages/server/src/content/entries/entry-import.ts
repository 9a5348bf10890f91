/**
 * Imports entries with draft and published state, status and original times. Types are enforced; problems that only prevent
 * publishing are accepted and reported.
 */

import type { Violation } from '../../../../contract/src/violations.ts';
import { replaceDocument, sameDocument } from '../../model/fields/document/changes.ts';
import { validateDocument } from '../../model/fields/document/checks.ts';
import { parseFields } from '../../model/fields/document/input.ts';
import type { Document } from '../../model/fields/field.ts';
import { DomainError, validationFailed } from '../../platform/errors/domain-error.ts';
import { linkKeyIn, publishViolations, slugKeptOrMade, withSlug } from './draft.ts';
import { type EntryStatus, type EntryWork, type StoredEntry, statusOf, type TypedWork } from './entry.ts';
import { type CheckedWork, checkLinks } from './links/link-targets.ts';
import { requireKey, requireSameType, requireType } from './requirements.ts';
import { applyState } from './save.ts';
import { from, fromNothing, loadEntry } from './stored-entry.ts';
import type { EntryRow } from './tables.ts';
import { type KnownTimes, type TargetState, withKnown } from './transitions.ts';

/** An entry to import; times are milliseconds. */
export interface ImportedEntry {
  readonly key: string;
  readonly contentType: string;
  /** The slug of the draft in the default locale; null if the fields contain all slugs, so that none is kept or generated. */
  readonly slug?: string | null;
  readonly status: EntryStatus;
  readonly fields: unknown;
  /** The published state of an entry with status `changed`; undefined to keep the current one. */
  readonly publishedFields?: unknown;
  /** Its original times, where the import contains them. */
  readonly times: ImportedTimes;
}

/** Original times. Without `savedAt`, the draft was last saved at `updatedAt`. */
export type ImportedTimes = { readonly [Name in keyof KnownTimes]: number | undefined };

export interface ImportOutcome {
  readonly result: 'created' | 'updated' | 'unchanged';
  /** Problems that would have prevented publishing. */
  readonly warnings: readonly Violation[];
}

/** The context of importing one entry. */
interface EntryImport {
  readonly work: TypedWork;
  readonly entry: ImportedEntry;
  /** Row id of the entry, known or new. */
  readonly id: number;
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
  const task = { work, entry, id: stored?.row.id ?? newId, versionsKept };
  const saved = await importState(task, stored);
  const result = saved === stored ? 'unchanged' : stored === undefined ? 'created' : 'updated';
  return { result, warnings: await warningsOf(work, saved) };
}

async function importState(task: EntryImport, stored: StoredEntry | undefined): Promise<StoredEntry> {
  const { work, entry, id, versionsKept } = task;
  const target = withKnown(stored ?? null, await targetOf(task, stored), work.type.fields);
  if (stored !== undefined && isInState(task, stored, target)) return stored;
  const origin = stored === undefined ? await fromNothing(work, { id, key: entry.key }) : from(stored);
  const times = timesOf(task, stored, target);
  return applyState(work, origin, target, { action: 'import', times, versionsKept });
}

/** The state described by the record. */
async function targetOf(task: EntryImport, stored: StoredEntry | undefined): Promise<TargetState> {
  const { entry } = task;
  const { status, publishedFields } = entry;
  // The published state keeps its slug: the draft's slug may never have been published.
  const shown = stored?.published ?? stored?.draft ?? {};
  const draftIs = (before: Document, current = stored?.draft ?? {}) =>
    readState(task, { input: entry.fields, root: 'fields', before, current });
  if (status !== 'changed')
    return { draft: await draftIs(status === 'published' ? shown : (stored?.draft ?? {})), status };
  if (publishedFields === undefined) {
    // The published state stays: the draft must not be published in its place.
    if (stored?.published == null) throw publishedRequired();
    return { draft: await draftIs(stored.draft), status };
  }
  const current = stored?.published ?? {};
  const published = await readState(task, { input: publishedFields, root: 'published_fields', before: shown, current });
  // As if the draft had been edited after publishing: without a slug of its own, it keeps the published one, and so do equal blocks
  // without ids.
  const draft = await draftIs(stored?.draft ?? published, stored?.draft ?? published);
  return isPublishedAs(task, stored, published) ? { draft, status } : { draft, status, published };
}

function publishedRequired(): DomainError {
  const message = 'Give published_fields, or another status; an entry with the status changed has published values.';
  return validationFailed([{ path: 'published_fields', rule: 'required', message }]);
}

function isPublishedAs({ work, entry }: EntryImport, stored: StoredEntry | undefined, published: Document): boolean {
  if (stored?.published == null) return false;
  return isPublishedThen(entry.times, stored.row) && sameDocument(stored.published, published, work.type.fields);
}

/** Whether the published state already has the times in the import. */
function isPublishedThen({ publishedAt, publishedSavedAt }: ImportedTimes, row: EntryRow): boolean {
  return isAsGiven(publishedAt, row.published_at) && isAsGiven(publishedSavedAt, row.published_saved_at);
}

/** @param given undefined if the import does not contain it */
function isAsGiven(given: number | undefined, known: number | null): boolean {
  return given === undefined || given === known;
}

/** A state as given by the record. */
interface StateInput {
  readonly input: unknown;
  readonly root: 'fields' | 'published_fields';
  /** Its slug is kept if the record contains none. */
  readonly before: Document;
  /** What it replaces. Each state keeps its own hidden values. */
  readonly current: Document;
}

/** Parses the values of a state. Without a slug, the state keeps the current one or gets a generated one. */
async function readState(task: EntryImport, { input, root, before, current }: StateInput): Promise<Document> {
  const { work, entry, id } = task;
  const violations: Violation[] = [];
  const read = work.model.readingOf(work.type);
  const parsed = parseFields({ ...read, input, linkKey: linkKeyIn(work), violations, root });
  // The record's slug belongs to the draft. If the published fields contain a slug, the published state keeps that.
  const hasOwn = root === 'published_fields' && work.type.slugField !== null && parsed.has(work.type.slugField);
  const slug = hasOwn ? undefined : (entry.slug ?? undefined);
  const changes = withSlug(work, slug === undefined ? {} : { slug }, parsed, violations);
  if (violations.length > 0) throw validationFailed(violations);
  const document = replaceDocument({ ...read, current, changes });
  if (entry.slug === null) return document;
  return slugKeptOrMade(work, document, { entry: id, before });
}

/** The times of the record, completed with those of unchanged states. */
function timesOf(
  { work, entry: { times } }: EntryImport,
  stored: StoredEntry | undefined,
  { draft, status, published }: TargetState,
): KnownTimes {
  const shown = published ?? (status === 'published' ? draft : null);
  const isShown =
    shown !== null && stored?.published != null && sameDocument(stored.published, shown, work.type.fields);
  const savedAt = times.savedAt ?? times.updatedAt ?? work.change.at;
  return {
    ...times,
    savedAt,
    updatedAt: times.updatedAt ?? savedAt,
    publishedAt: times.publishedAt ?? (isShown ? stored.row.published_at : undefined),
    firstPublishedAt: times.firstPublishedAt ?? stored?.row.first_published_at ?? times.publishedAt,
  };
}

function isInState({ work, entry: { times } }: EntryImport, { row, draft }: StoredEntry, target: TargetState): boolean {
  return (
    target.published === undefined &&
    statusOf(row) === target.status &&
    sameDocument(draft, target.draft, work.type.fields) &&
    isAsGiven(times.createdAt, row.created_at) &&
    isAsGiven(times.savedAt ?? times.updatedAt, row.saved_at) &&
    (times.savedAt === undefined || isAsGiven(times.updatedAt, row.updated_at)) &&
    (target.status !== 'published' || isPublishedThen(times, row)) &&
    isAsGiven(times.firstPublishedAt, row.first_published_at) &&
    (target.status !== 'archived' || isAsGiven(times.archivedAt, row.archived_at))
  );
}

/** The warnings of an entry as it is now; none if it is gone. */
export async function importWarnings(
  work: Pick<EntryWork, 'writer' | 'environment' | 'model'>,
  key: string,
): Promise<Violation[]> {
  const stored = await loadEntry(work.writer, work.environment, key);
  const type = stored === undefined ? undefined : work.model.typeByNumber(stored.row.content_type);
  return stored === undefined || type === undefined ? [] : warningsOf({ ...work, type }, stored);
}

/** Problems that would prevent publishing the published state, or saving the draft. */
async function warningsOf(work: CheckedWork, { draft, published }: StoredEntry): Promise<Violation[]> {
  const warnings = published === null ? [] : await publishViolations(work, published);
  if (published === draft) return warnings;
  const view = { ...work.model.readingOf(work.type), document: draft };
  const ofDraft = [...(await validateDocument(view)), ...(await checkLinks(work, draft, false))];
  const isNew = ({ path, rule }: Violation) => !warnings.some((known) => known.path === path && known.rule === rule);
  return [...warnings, ...ofDraft.filter(isNew)];
}

/** The error for a line that was not processed in time. */
export function notProcessedInTime(): DomainError {
  return new DomainError(
    'request_timeout',
    'Send this line again in another request; this request ran out of time before it.',
  );
}
