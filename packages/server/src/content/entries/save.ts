/**
 * Brings an entry into a state. `transitions.ts` decides the steps; this is the only code that updates rows, states, index, slugs,
 * unique values, links, versions and the journal accordingly.
 */

import { zstdCompressSync } from 'node:zlib';
import { DOCUMENT_BYTES_MAX } from '../../model/fields/document/input.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Writer } from '../../platform/database/database.ts';
import { waitForAll } from '../../platform/database/wait-for-all.ts';
import { DomainError, invalid } from '../../platform/errors/domain-error.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { recordDeletion, recordStep } from './audit.ts';
import { updateClaims } from './claims/claims.ts';
import { slugIn } from './claims/shown-slug.ts';
import { keepLastDraft } from './deleted/deleted-entries.ts';
import { type StoredEntry, statusOf, type TypedWork, type VersionAction } from './entry.ts';
import { eventSlugs } from './event-slugs.ts';
import { rowValuesOf, writeIndex } from './index-rows.ts';
import { keepLinks } from './links/links.ts';
import { keepPublished } from './past/published-past.ts';
import { type StateRowChanges, stateRowChanges, stateRows } from './state-rows.ts';
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
  type EntryEvent,
  eventsOfDeletion,
  type KnownTimes,
  movedBy,
  movesDelivery,
  type NextEntry,
  type Origin,
  stepsTo,
  type TargetState,
} from './transitions.ts';
import {
  deleteSittingVersion,
  endPublication,
  insertVersion,
  pruneVersions,
  selectSitting,
  selectVersion,
} from './versions/store.ts';

/** Autosaves by one person within this time of the first one count as one sitting. */
const SITTING_MS = 300_000;

/** Why an entry is brought into a state, and options for it. */
export interface StateChangeOptions {
  readonly action: VersionAction;
  readonly times?: KnownTimes;
  /** Maximum unpublished versions to keep. */
  readonly versionsKept: number;
}

/**
 * Brings a new or stored entry into a state, and records it for the audit.
 * @throws `conflict` if the key of a new entry is taken, `slug_conflict`, `validation_failed` (rules `unique`, `max_bytes`)
 */
export async function applyState(
  work: TypedWork,
  origin: Origin,
  target: TargetState,
  { versionsKept, ...why }: StateChangeOptions,
): Promise<StoredEntry> {
  let { stored } = origin;
  // Each part of a step takes long for a large entry.
  const pace = new Pace();
  for (const next of stepsTo(origin, target, { by: work.actor.id, at: work.change.at, ...why })) {
    await saveStep(work, stored, next, versionsKept);
    await pace.restIfDue();
    recordStep(work, stored, next);
    await pace.restIfDue();
    stored = next;
  }
  return stored as StoredEntry;
}

/**
 * Deletes an entry. Its published versions stay, for reading past states, and its last draft for a while (`deleted/`); a tombstone for
 * its key stores the last version.
 */
export async function removeEntry(work: TypedWork, before: StoredEntry): Promise<void> {
  const { id, environment, key, version, published_version } = before.row;
  await updateClaims(work, id, { before, after: null });
  await keepLinks(work, id, { states: null, isNew: false });
  for (const row of stateRows(before)) await deleteState(work.writer, { id, version: row.version });
  await deleteIndexRows(work.writer, { id });
  await keepLastDraft(work, before);
  await deleteEntry(work.writer, { id });
  work.change.countIn(work.environment, 'entries', -1);
  await upsertTombstone(work.writer, { environment, key, version: version + 1 });
  if (published_version !== null) endsAtRevision(work, id, published_version);
  keepPublished(work, before.row, null);
  recordChange(
    work,
    { before, after: before },
    { events: eventsOfDeletion(before), published: before.published !== null, moved: 0 },
  );
  recordDeletion(work, before);
}

async function saveStep(
  work: TypedWork,
  before: StoredEntry | null,
  next: NextEntry,
  versionsKept: number,
): Promise<void> {
  const { row, draft, events } = next;
  const changes = stateRowChanges(before === null ? [] : stateRows(before), stateRows(next));
  const [, , values] = await waitForAll(
    before === null ? insertNew(work, row) : updateEntry(work.writer, row),
    updateClaims(work, row.id, { before, after: next }),
    rowValuesOf(work, changes, before?.draft ?? null),
    keepLinks(work, row.id, { states: next, isNew: before === null }),
  );
  const document = JSON.stringify(draft);
  if (before?.draft !== draft) rejectTooLarge(document);
  await writeStates(work.writer, { id: row.id, changes, document });
  await writeIndex(work, { row, changes }, values);
  await writeVersion(work, before, next, { document, versionsKept });
  const was = before?.row ?? null;
  keepPublished(work, was, row);
  recordChange(work, { before, after: next }, { events, published: movesDelivery(was, row), moved: movedBy(was, row) });
}

async function insertNew(work: TypedWork, row: EntryRow): Promise<void> {
  const [made] = await insertEntry(work.writer, row);
  if (made !== undefined) return work.change.countIn(work.environment, 'entries', 1);
  const id = resourceId('entry', work.model.code, row.key);
  throw new DomainError('conflict', `Choose another key, or change the entry ${id}; the key "${row.key}" is taken.`, {
    id,
  });
}

/** @param document the document of every row to write: a new version always has the draft's */
async function writeStates(
  writer: Writer,
  { id, changes, document }: { readonly id: number; readonly changes: StateRowChanges; readonly document: string },
): Promise<void> {
  for (const { from, to } of changes.changed)
    if (from.version !== to.version) await moveState(writer, { id, from: from.version, version: to.version, document });
  for (const { version } of changes.added) await insertState(writer, { id, version, document });
  for (const { version } of changes.removed) await deleteState(writer, { id, version });
}

/** A limit on the body is not enough: changes to single fields could make an entry too large to read at once. */
export function rejectTooLarge(document: string): void {
  if (Buffer.byteLength(document) <= DOCUMENT_BYTES_MAX) return;
  const message = `Shorten the values, or split the entry; those of one entry take at most ${DOCUMENT_BYTES_MAX} bytes.`;
  throw invalid('fields', 'max_bytes', message, { limit: DOCUMENT_BYTES_MAX });
}

async function writeVersion(
  work: TypedWork,
  before: StoredEntry | null,
  next: NextEntry,
  { document, versionsKept }: { readonly document: string; readonly versionsKept: number },
): Promise<void> {
  const { row, action } = next;
  const version = {
    id: row.id,
    version: row.version,
    action,
    status: statusOf(row),
    created_at: row.updated_at,
    created_by: row.updated_by,
    document: (await storedDocument(work, before, next)) ?? zstdCompressSync(document),
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
 * Determines the sitting that an autosave belongs to. If the previous version was an autosave of the same sitting, its row is
 * deleted, so that history shows one version per sitting. Published versions and initial versions of clones are kept.
 * @returns when the sitting started, in milliseconds
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

/** The stored document of the previous version, if the new one is identical, as after an action. */
async function storedDocument(
  { writer }: TypedWork,
  before: StoredEntry | null,
  { draft }: NextEntry,
): Promise<Uint8Array | undefined> {
  if (before?.draft !== draft) return undefined;
  const [version] = await selectVersion(writer, { id: before.row.id, version: before.row.version });
  return version?.document;
}

function endsAtRevision(work: TypedWork, id: number, version: number): void {
  work.change.atRevision(work.environment.number, (writer, revision) =>
    endPublication(writer, { id, version, revision }).then(done),
  );
}

/** What a write on an entry changes, for those to be notified. */
interface ReportedChange {
  readonly events: readonly EntryEvent[];
  /** Whether it is visible to delivery. */
  readonly published: boolean;
  /** Bits of `MOVED`. */
  readonly moved: number;
}

function recordChange(
  work: TypedWork,
  states: { readonly before: StoredEntry | null; readonly after: StoredEntry },
  { events, ...change }: ReportedChange,
): void {
  const { row, draft } = states.after;
  const slug = slugIn(draft, work.type, work.model.locales.default.number, work.model);
  for (const { event, status } of events) {
    work.change.item({
      ...change,
      environment: work.environment,
      event,
      kind: 'entry',
      key: row.key,
      resource: row.id,
      contentType: row.content_type,
      contentTypeKey: work.type.apiId,
      slug,
      slugs: eventSlugs(event, states, work),
      status,
    });
  }
}

function done(): void {}
