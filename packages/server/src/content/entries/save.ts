/**
 * Writes the next state of an entry. Rules decide what the states are (`NextEntry`); this is the one place that brings
 * rows, states, index, slugs, unique values, links, versions and the journal in line with it.
 */

import { zstdCompressSync } from 'node:zlib';
import type { Document } from '../../model/fields/field.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import { together } from '../../platform/database/together.ts';
import { DomainError, invalid } from '../../platform/errors/domain-error.ts';
import { MOVED } from '../../platform/journal/change.ts';
import type { EventOf } from '../../platform/journal/event-kinds.ts';
import { type StoredEntry, statusOf, type TypedWork, type VersionAction } from './entry.ts';
import { holdSlugs, slugIn } from './held/slugs.ts';
import { holdValues } from './held/unique-values.ts';
import { indexOf, publishedSavedAt, writeIndex } from './index-rows.ts';
import { keepLinks } from './links/links.ts';
import {
  deleteEntry,
  deleteIndexRows,
  deleteState,
  insertEntry,
  insertState,
  moveState,
  updateEntry,
  upsertTombstone,
} from './store.ts';
import type { EntryRow } from './tables.ts';
import {
  deleteDraftVersions,
  deleteSittingVersion,
  endPublication,
  insertVersion,
  pruneVersions,
  selectSitting,
  selectVersion,
} from './versions/store.ts';

/** The values of a state, as they are stored. */
const DOCUMENT_BYTES_MAX = 1_048_576;
/** Autosaves of one person within this time of the first one are one sitting. */
const SITTING_MS = 300_000;

/** The entry after a write. */
export interface NextEntry extends StoredEntry {
  readonly action: VersionAction;
  /** The events of the write, in order, each with the status that it shows. */
  readonly events: readonly EntryEvent[];
}

export interface EntryEvent {
  readonly event: EventOf<'entry'> | null;
  readonly status: string;
}

/**
 * Writes a new or changed entry. Its version must be higher than before.
 * @param before the stored entry; null for a new one
 * @param versionsKept how many unpublished versions are kept
 * @throws `conflict` if the key of a new entry is taken, `slug_conflict`, `validation_failed` (rules `unique`, `max_bytes`)
 */
export async function saveEntry(
  work: TypedWork,
  before: StoredEntry | null,
  next: NextEntry,
  versionsKept: number,
): Promise<StoredEntry> {
  const { row } = next;
  const [, , values] = await together(
    before === null ? insertNew(work, row) : updateEntry(work.writer, row),
    holdSlugs(work, row.id, { before: statesOf(before), after: statesOf(next) }),
    before?.draft === next.draft ? Promise.resolve(null) : indexOf(work, next.draft, before?.draft ?? null),
    keepLinks(work, row.id, { states: next, isNew: before === null }),
  );
  await holdValues(work, row.id, { before: before?.published ?? null, after: next.published });
  await writeStates(work, before, next);
  await writeIndex(work, before, { ...next, values });
  await writeVersion(work, before, next, versionsKept);
  tell(work, before, next);
  return next;
}

/** Removes an entry. Its published versions stay, for reading the past; its key remembers the last version. */
export async function removeEntry(work: TypedWork, before: StoredEntry, events: readonly EntryEvent[]): Promise<void> {
  const { id, environment, key, version, published_version } = before.row;
  await holdSlugs(work, id, { before: statesOf(before), after: [] });
  await holdValues(work, id, { before: before.published, after: null });
  await keepLinks(work, id, { states: null, isNew: false });
  await deleteState(work.writer, { id, version });
  if (published_version !== null && published_version !== version)
    await deleteState(work.writer, { id, version: published_version });
  await deleteIndexRows(work.writer, { id });
  await deleteDraftVersions(work.writer, { environment, id });
  await deleteEntry(work.writer, { id });
  work.change.countIn(work.environment, 'entries', -1);
  await upsertTombstone(work.writer, { environment, key, version: version + 1 });
  if (published_version !== null) endsAtRevision(work, id, published_version);
  const slug = slugIn(before.draft, work.type, work.model.locales.default.number, work.model);
  for (const event of events) tellOne(work, before.row, { ...event, slug, published: before.published !== null });
}

async function insertNew(work: TypedWork, row: EntryRow): Promise<void> {
  const [made] = await insertEntry(work.writer, row);
  if (made !== undefined) return work.change.countIn(work.environment, 'entries', 1);
  const id = resourceId('entry', work.model.code, row.key);
  throw new DomainError('conflict', `Choose another key, or change the entry ${id}; the key "${row.key}" is taken.`, {
    id,
  });
}

/** The documents whose slugs and links an entry holds. */
function statesOf(entry: StoredEntry | null): Document[] {
  if (entry === null) return [];
  return entry.published === null || entry.published === entry.draft ? [entry.draft] : [entry.draft, entry.published];
}

/** Moves the draft state to the new version; a published state keeps its own and is removed once nothing shows it. */
async function writeStates(
  { writer }: TypedWork,
  before: StoredEntry | null,
  { row, draft }: NextEntry,
): Promise<void> {
  const { id, version } = row;
  const document = JSON.stringify(draft);
  if (before?.draft !== draft) refuseTooLarge(document);
  if (before === null) return void (await insertState(writer, { id, version, document }));
  const had = before.row;
  const keepsPublished = had.published_version !== null && had.published_version === row.published_version;
  if (keepsPublished && had.version === had.published_version) await insertState(writer, { id, version, document });
  else await moveState(writer, { id, from: had.version, version, document });
  if (!keepsPublished && had.published_version !== null && had.published_version !== had.version) {
    await deleteState(writer, { id, version: had.published_version });
  }
}

/** Whatever a body may hold: changes of single fields would let an entry grow beyond what can be read at once. */
function refuseTooLarge(document: string): void {
  if (Buffer.byteLength(document) <= DOCUMENT_BYTES_MAX) return;
  const message = `Shorten the values, or split the entry; those of one entry take at most ${DOCUMENT_BYTES_MAX} bytes.`;
  throw invalid('fields', 'max_bytes', message);
}

async function writeVersion(
  work: TypedWork,
  before: StoredEntry | null,
  next: NextEntry,
  versionsKept: number,
): Promise<void> {
  const { row, action } = next;
  const version = {
    id: row.id,
    version: row.version,
    action,
    status: statusOf(row),
    created_at: row.updated_at,
    created_by: row.updated_by,
    document: await versionDocument(work, before, next.draft),
    published_until: null,
    sitting_since: action === 'autosave' ? await continueSitting(work, before, row) : null,
  };
  if (row.published_version === row.version) {
    work.change.atRevision(row.environment, (writer, revision) =>
      insertVersion(writer, { ...version, published_from: revision }).then(done),
    );
  } else {
    await insertVersion(work.writer, { ...version, published_from: null });
    if (row.version > versionsKept)
      await pruneVersions(work.writer, { environment: row.environment, id: row.id, kept: versionsKept });
  }
  const had = before?.row.published_version ?? null;
  if (had !== null && had !== row.published_version) endsAtRevision(work, row.id, had);
}

/**
 * The sitting that an autosave belongs to. If the version before it was an autosave of the same sitting, its record goes:
 * history shows sittings. A version that was published, or that another environment began with, stays.
 * @returns when the sitting began, in milliseconds
 */
async function continueSitting(work: TypedWork, before: StoredEntry | null, row: EntryRow): Promise<number> {
  const now = row.updated_at;
  if (before === null) return now;
  const { id, environment, version } = before.row;
  const [last] = await selectSitting(work.writer, { id, version });
  if (last === undefined || last.sitting_since === null) return now;
  if (last.created_by !== row.updated_by || now - last.sitting_since >= SITTING_MS) return now;
  await deleteSittingVersion(work.writer, { environment, id, version });
  return last.sitting_since;
}

/** The document as versions store it. After an action it is the same as in the version before. */
async function versionDocument(
  { writer }: TypedWork,
  before: StoredEntry | null,
  draft: Document,
): Promise<Uint8Array> {
  if (before?.draft === draft) {
    const [version] = await selectVersion(writer, { id: before.row.id, version: before.row.version });
    if (version !== undefined) return version.document;
  }
  return zstdCompressSync(JSON.stringify(draft));
}

function endsAtRevision(work: TypedWork, id: number, version: number): void {
  work.change.atRevision(work.environment.number, (writer, revision) =>
    endPublication(writer, { id, version, revision }).then(done),
  );
}

function tell(work: TypedWork, before: StoredEntry | null, next: NextEntry): void {
  const slug = slugIn(next.draft, work.type, work.model.locales.default.number, work.model);
  const published = movesDelivery(before?.row, next.row);
  const moved = movedBy(before?.row ?? null, next.row);
  for (const event of next.events) tellOne(work, next.row, { ...event, slug, published, moved });
}

/** What the write changes of what lists are ordered by. */
function movedBy(before: EntryRow | null, after: EntryRow): number {
  if (before === null) return MOVED.created + MOVED.arrived + MOVED.updated + MOVED.published + MOVED.publishedSaved;
  const arrives = before.published_version === null && after.published_version !== null;
  return (
    (before.updated_at === after.updated_at ? 0 : MOVED.updated) +
    (before.published_at === after.published_at ? 0 : MOVED.published) +
    (publishedSavedAt(before) === publishedSavedAt(after) ? 0 : MOVED.publishedSaved) +
    (arrives ? MOVED.arrived : 0)
  );
}

/** Whether the write changes what delivery shows. An import may change the creation time of a published entry. */
function movesDelivery(before: EntryRow | undefined, after: EntryRow): boolean {
  if ((before?.published_version ?? null) !== after.published_version) return true;
  return after.published_version !== null && before?.created_at !== after.created_at;
}

function tellOne(
  work: TypedWork,
  row: EntryRow,
  {
    event,
    status,
    slug,
    published,
    moved = 0,
  }: EntryEvent & { slug: string | null; published: boolean; moved?: number },
): void {
  work.change.item({
    environment: work.environment,
    event,
    kind: 'entry',
    key: row.key,
    resource: row.id,
    contentType: row.content_type,
    contentTypeKey: work.type.apiId,
    published,
    moved,
    slug,
    status,
  });
}

function done(): void {}
