/**
 * Entries as an import brings them: with draft and published state, status and original times. Types are enforced;
 * what publishing alone would refuse is taken and named.
 */
import { DomainError, type Violation, validationFailed } from '../errors/domain-error.ts';
import { replaceDocument, sameDocument } from '../fields/document/changes.ts';
import { validateDocument } from '../fields/document/checks.ts';
import { parseFields } from '../fields/document/input.ts';
import type { Document } from '../fields/field.ts';
import { linkKeyIn, publishViolations, slugKeptOrMade, withSlug } from './draft.ts';
import { loadEntry, newRow, requireKey, requireSameType, requireType } from './entries.ts';
import { type EntryStatus, type EntryWork, type StoredEntry, statusOf, type TypedWork } from './entry.ts';
import { checkLinks } from './links/links.ts';
import { type NextEntry, saveEntry } from './save.ts';
import { selectTombstone } from './store.ts';

/** An entry to import; times are milliseconds. */
export interface ImportedEntry {
  readonly key: string;
  readonly contentType: string;
  readonly slug?: string;
  readonly status: EntryStatus;
  readonly fields: unknown;
  /** The published state of one that is `changed`. */
  readonly publishedFields?: unknown;
  readonly times: ImportedTimes;
}

/** Original times in milliseconds; undefined where the import does not say. */
export interface ImportedTimes {
  readonly createdAt: number | undefined;
  readonly updatedAt: number | undefined;
  readonly publishedAt: number | undefined;
  readonly firstPublishedAt: number | undefined;
  readonly archivedAt: number | undefined;
}

export interface ImportOutcome {
  readonly result: 'created' | 'updated' | 'unchanged';
  /** What publishing would have refused. */
  readonly warnings: readonly Violation[];
}

/** What one entry's import works with. */
interface EntryImport {
  readonly work: TypedWork;
  readonly entry: ImportedEntry;
  /** Row id for it where it is new. */
  readonly newId: number;
  readonly versionsKept: number;
}

/**
 * Brings an entry to what the import says, inside an open write.
 * @throws `validation_failed` where a value does not fit its type, `slug_conflict`, `conflict`
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
  const draft = await readState(task, entry.fields, stored, 'fields');
  if (entry.status !== 'changed') return bringToState(task, stored, { draft, status: entry.status });
  const published = await readState(task, entry.publishedFields ?? entry.fields, stored, 'published_fields');
  const isPublished = stored?.published != null && sameDocument(stored.published, published, task.work.type.fields);
  const base = isPublished ? stored : await bringToState(task, stored, { draft: published, status: 'published' });
  return bringToState(task, base, { draft, status: 'changed' });
}

/** Reads the values of a state; one without a slug keeps the one there was, or gets one. */
async function readState(
  { work, entry }: EntryImport,
  input: unknown,
  stored: StoredEntry | undefined,
  root: 'fields' | 'published_fields',
): Promise<Document> {
  const violations: Violation[] = [];
  const { fields } = work.type;
  const { locales } = work.model;
  const parsed = parseFields({ input, fields, locales, linkKey: linkKeyIn(work), violations, root });
  const changes = withSlug(work, entry.slug === undefined ? {} : { slug: entry.slug }, parsed, violations);
  if (violations.length > 0) throw validationFailed(violations);
  const current = stored?.draft ?? {};
  return slugKeptOrMade(work, replaceDocument({ current, changes, fields, locales }), current);
}

async function bringToState(
  task: EntryImport,
  stored: StoredEntry | undefined,
  wanted: { draft: Document; status: EntryStatus },
): Promise<StoredEntry> {
  const { work, entry, versionsKept } = task;
  if (stored !== undefined && isAsWanted(task, stored, wanted)) return stored;
  const base = stored?.row ?? newRow(work, { id: task.newId, key: entry.key, version: await versionBefore(task) });
  const version = base.version + 1;
  const { at } = work.change;
  const { times } = entry;
  const savedAt = times.updatedAt ?? at;
  const isPublished = wanted.status === 'published';
  const keepsPublished = wanted.status === 'changed';
  const publication = isPublished
    ? {
        published_version: version,
        published_at: times.publishedAt ?? base.published_at ?? at,
        published_saved_at: savedAt,
      }
    : { published_version: null, published_at: null, published_saved_at: null };
  const row = {
    ...base,
    version,
    ...(keepsPublished ? {} : publication),
    first_published_at:
      times.firstPublishedAt ?? times.publishedAt ?? base.first_published_at ?? (isPublished ? at : null),
    archived_at: wanted.status === 'archived' ? (times.archivedAt ?? at) : null,
    saved_at: savedAt,
    created_at: times.createdAt ?? base.created_at,
    updated_at: savedAt,
    updated_by: work.actor.id,
  };
  const published = isPublished ? wanted.draft : keepsPublished ? (stored?.published ?? null) : null;
  const next: NextEntry = {
    row,
    draft: wanted.draft,
    published,
    action: 'import',
    events: eventsOf(stored, wanted.status),
  };
  return saveEntry(work, stored ?? null, next, versionsKept);
}

function isAsWanted(
  { work, entry }: EntryImport,
  stored: StoredEntry,
  wanted: { draft: Document; status: EntryStatus },
): boolean {
  const { row } = stored;
  const { times } = entry;
  const isSame = (given: number | undefined, known: number | null) => given === undefined || given === known;
  return (
    statusOf(row) === wanted.status &&
    sameDocument(stored.draft, wanted.draft, work.type.fields) &&
    isSame(times.createdAt, row.created_at) &&
    isSame(times.updatedAt, row.saved_at) &&
    (wanted.status !== 'published' || isSame(times.publishedAt, row.published_at)) &&
    isSame(times.firstPublishedAt, row.first_published_at) &&
    (wanted.status !== 'archived' || isSame(times.archivedAt, row.archived_at))
  );
}

/** The version that a new entry counts on from. */
async function versionBefore({ work, entry }: EntryImport): Promise<number> {
  const [deleted] = await selectTombstone(work.writer, { environment: work.environment.number, key: entry.key });
  return deleted?.version ?? 0;
}

function eventsOf(stored: StoredEntry | undefined, status: EntryStatus): NextEntry['events'] {
  const first = stored === undefined ? 'entry.create' : 'entry.update';
  const events: NextEntry['events'] = [{ event: first, status: stored === undefined ? 'draft' : status }];
  if (status === 'published') return [...events, { event: 'entry.publish', status }];
  return status === 'archived' ? [...events, { event: 'entry.archive', status }] : events;
}

async function warningsOf({ work }: EntryImport, { draft, published }: StoredEntry): Promise<Violation[]> {
  if (published !== null) return publishViolations(work, published);
  const view = { document: draft, fields: work.type.fields, locales: work.model.locales };
  return [...validateDocument(view), ...(await checkLinks(work, draft, false))];
}

/** The refusal that a line carries which was not reached in time. */
export function notReached(): DomainError {
  return new DomainError(
    'request_timeout',
    'The time of the request was over before this line; send it again in another one.',
  );
}
