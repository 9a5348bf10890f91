/**
 * What merges of environments need of entries: reading many at once, and bringing one into a merged or an earlier state.
 * Each state that is written is one version, with the events of the operations that have the same result.
 */
import { zstdDecompressSync } from 'node:zlib';
import { sameDocument } from '../../model/fields/document/changes.ts';
import type { Document } from '../../model/fields/field.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { readInPieces } from '../../platform/database/row-pieces.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { auditChanges, record } from './audit.ts';
import { type StoredEntry, statusOf, type TypedWork } from './entry.ts';
import { releaseSlugs } from './held/slugs.ts';
import { releaseValues } from './held/unique-values.ts';
import {
  keepVersions,
  lockByKeys,
  selectByKeys,
  selectFirstPublished,
  selectKeptSizes,
  selectKeptVersions,
  selectSizes,
  selectSizesOfStates,
  selectStatesOf,
  type VersionRef,
} from './merge-store.ts';
import { type EntryEvent, type NextEntry, removeEntry, saveEntry } from './save.ts';
import { newRow, versionBefore } from './stored-entry.ts';
import type { EntryRow } from './tables.ts';
import { eventsOfDeletion } from './transitions.ts';

export type { VersionRef } from './merge-store.ts';
export { selectKeysOf, selectSlugHolders, selectValueHolders } from './merge-store.ts';

/** What reading many entries may take of the event loop. */
const READ_MAX_MS = 60_000;

/** A version that a clone or merge keeps. */
export interface KeptVersion {
  readonly document: Document;
  readonly archived: boolean;
}

/** The state that a merge brings an entry into. */
export interface MergedState {
  /** The same object as before if the draft stays. */
  readonly draft: Document;
  readonly archived: boolean;
  /** What is published: the same object if it is the draft; null if nothing is. */
  readonly publishes: Document | null;
}

/** An entry as it was. */
export type EarlierEntry = Pick<StoredEntry, 'row' | 'draft' | 'published'>;

/** A stored entry, and how many bytes its documents take. */
export interface ReadEntry extends StoredEntry {
  readonly bytes: number;
}

/** The entries of an environment that have one of the keys, by key. */
export async function readEntries(
  db: Reader,
  environment: number,
  keys: readonly string[],
): Promise<Map<string, ReadEntry>> {
  return withStates(db, await selectByKeys(db, environment, keys));
}

/** The same, locked against changes by others until the write ends. */
export async function lockEntries(
  writer: Writer,
  environment: number,
  keys: readonly string[],
): Promise<Map<string, ReadEntry>> {
  return withStates(writer, await lockByKeys(writer, environment, keys));
}

/** How large the entries are that have one of the keys: the documents of their states together, by key. */
export async function readSizes(
  db: Reader,
  environment: number,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return new Map((await selectSizes(db, environment, keys)).map(({ key, bytes }) => [key, Number(bytes)]));
}

async function withStates(db: Reader, rows: readonly EntryRow[]): Promise<Map<string, ReadEntry>> {
  const entries = new Map<string, ReadEntry>();
  const pace = new Pace(READ_MAX_MS);
  const sizes = new Map<number, number>();
  const ids = rows.map(({ id }) => id);
  for (const { id, bytes } of await selectSizesOfStates(db, ids)) sizes.set(id, (sizes.get(id) ?? 0) + bytes);
  const sized = rows.map((row) => ({ row, bytes: sizes.get(row.id) ?? 0 }));
  const read = async (piece: typeof sized) => ({
    piece,
    states: await selectStatesOf(
      db,
      piece.map(({ row }) => row.id),
    ),
  });
  for await (const { piece, states } of readInPieces(sized, (some) => read([...some]), pace)) {
    const documents = new Map(states.map((state) => [nameOf(state), state.document]));
    for (const { row } of piece) {
      entries.set(row.key, entryOf(row, documents));
      await pace.restIfDue();
    }
  }
  return entries;
}

/** @param documents by `<id> <version>` */
function entryOf(row: EntryRow, documents: ReadonlyMap<string, string>): ReadEntry {
  const { id, version, published_version: published } = row;
  const textOf = (of: number): string => {
    const document = documents.get(nameOf({ id, version: of }));
    if (document === undefined) throw new Error(`Entry ${id} has no state of version ${of}.`);
    return document;
  };
  const text = textOf(version);
  const draft = JSON.parse(text) as Document;
  if (published === null || published === version)
    return { row, draft, published: published === null ? null : draft, bytes: text.length };
  const other = textOf(published);
  return { row, draft, published: JSON.parse(other) as Document, bytes: text.length + other.length };
}

/** Versions that clones or merges keep, by `<id> <version>`. */
export async function readKeptVersions(db: Reader, refs: readonly VersionRef[]): Promise<Map<string, KeptVersion>> {
  const versions = new Map<string, KeptVersion>();
  const pace = new Pace(READ_MAX_MS);
  const wanted = new Set(refs.map(nameOf));
  const kept = await selectKeptSizes(db, [...new Set(refs.map(({ id }) => id))]);
  const sized = kept.filter((one) => wanted.has(nameOf(one)));
  for await (const rows of readInPieces(sized, (piece) => selectKeptVersions(db, piece), pace)) {
    for (const row of rows) {
      if (!wanted.has(nameOf(row))) continue;
      versions.set(nameOf(row), { document: documentOf(row.document), archived: row.status === 'archived' });
      await pace.restIfDue();
    }
  }
  return versions;
}

/** The published versions with which some entries of a clone began, by row id; absent for those that began unpublished. */
export async function readFirstPublished(db: Reader, ids: readonly number[]): Promise<Map<number, VersionRef>> {
  if (ids.length === 0) return new Map();
  return new Map((await selectFirstPublished(db, ids)).map(({ id, version }) => [id, { id, version }]));
}

/** Keeps versions from being pruned. @returns whether all of them are there */
export async function keepAll(writer: Writer, refs: readonly VersionRef[]): Promise<boolean> {
  if (refs.length === 0) return true;
  const names = new Set(refs.map(nameOf));
  return (await keepVersions(writer, refs)) === names.size;
}

/** Releases what the entry will not hold any more, so that others of the same write can take it. */
export async function releaseHeld(
  work: TypedWork,
  before: StoredEntry,
  after: Pick<StoredEntry, 'draft' | 'published'> | null,
): Promise<void> {
  const documents = (entry: Pick<StoredEntry, 'draft' | 'published'> | null) =>
    entry === null ? [] : entry.published === null ? [entry.draft] : [entry.draft, entry.published];
  await releaseSlugs(work, before.row.id, { before: documents(before), after: documents(after) });
  await releaseValues(work, before.row.id, { before: before.published, after: after?.published ?? null });
}

/** What the published state will be. */
export function publishedAfter(before: StoredEntry | null, state: MergedState): Document | null {
  if (state.archived) return null;
  return state.publishes ?? before?.published ?? null;
}

/**
 * Saves the merged state of an entry as its next version. If what is published is not the draft, it takes two: the first
 * is the published one.
 * @param place.newId row id if it is new
 * @throws `slug_conflict`, `validation_failed` (rules `unique`, `max_bytes`)
 */
export async function saveMerged(
  work: TypedWork,
  before: StoredEntry | null,
  state: MergedState,
  place: { readonly key: string; readonly newId: number; readonly versionsKept: number },
): Promise<StoredEntry> {
  const { draft, publishes } = state;
  const savedAt = before !== null && before.draft === draft ? before.row.saved_at : work.change.at;
  if (publishes === null || publishes === draft) return saveState(work, before, state, { ...place, savedAt });
  const shown = { draft: publishes, archived: false, publishes };
  const published = await saveState(work, before, shown, { ...place, savedAt: work.change.at });
  return saveState(work, published, { draft, archived: false, publishes: null }, { ...place, savedAt });
}

async function saveState(
  work: TypedWork,
  before: StoredEntry | null,
  state: MergedState,
  place: { readonly key: string; readonly newId: number; readonly versionsKept: number; readonly savedAt: number },
): Promise<StoredEntry> {
  const { at } = work.change;
  const { key, newId: id, savedAt } = place;
  const base = before?.row ?? newRow(work, { id, key, version: await versionBefore(work, key) });
  const published = publishedAfter(before, state);
  const next: NextEntry = {
    row: { ...base, ...mergedColumns(base, { state, savedAt, at }), updated_at: at, updated_by: work.actor.id },
    draft: state.draft,
    published,
    action: 'merge',
    events: eventsOf(before, state),
  };
  return save(work, before, next, place.versionsKept);
}

function mergedColumns(
  base: EntryRow,
  { state, savedAt, at }: { state: MergedState; savedAt: number; at: number },
): Partial<EntryRow> {
  const version = base.version + 1;
  const shared = { version, saved_at: savedAt };
  const gone = { published_version: null, published_at: null, published_saved_at: null };
  if (state.archived) return { ...shared, ...gone, archived_at: base.archived_at ?? at };
  if (state.publishes === null) return { ...shared, archived_at: null };
  const first = base.first_published_at ?? at;
  const publication = { published_version: version, published_at: at, published_saved_at: savedAt };
  return { ...shared, ...publication, first_published_at: first, archived_at: null };
}

/** The events of the operations that have the same result. */
function eventsOf(before: StoredEntry | null, state: MergedState): EntryEvent[] {
  const events: EntryEvent[] = [];
  const wasArchived = before !== null && before.row.archived_at !== null;
  if (before === null) events.push({ event: 'entry.create', status: 'draft' });
  if (before?.published != null && state.archived) events.push({ event: 'entry.unpublish', status: 'draft' });
  const isEdited = before !== null && before.draft !== state.draft;
  if (isEdited || (wasArchived && !state.archived)) {
    const status = state.archived ? 'archived' : before?.published == null ? 'draft' : 'changed';
    events.push({ event: 'entry.update', status });
  }
  if (state.publishes !== null && !state.archived) events.push({ event: 'entry.publish', status: 'published' });
  if (state.archived && !wasArchived) events.push({ event: 'entry.archive', status: 'archived' });
  return events;
}

/** Deletes an entry. */
export async function removeMerged(work: TypedWork, before: StoredEntry): Promise<void> {
  await removeEntry(work, before, eventsOfDeletion(before));
  record(work, before.row.key, 'entry.delete', auditChanges(work, before, null));
}

/**
 * Brings an entry back into an earlier state, with its times and, if it is gone, its row id. A state that was edited after
 * its publication takes two versions if it is published no more.
 * @throws as `saveMerged`
 */
export async function restoreEntry(
  work: TypedWork,
  before: StoredEntry | null,
  was: EarlierEntry,
  versionsKept: number,
): Promise<StoredEntry> {
  let stored = before;
  const isPublished = was.published !== null && was.row.published_version === was.row.version;
  const standsPublished = before !== null && before.row.published_version === was.row.published_version;
  if (was.published !== null && !isPublished && !standsPublished) {
    const { published, row } = was;
    stored = await restoreState(
      work,
      stored,
      { was, draft: published, published, savedAt: row.published_saved_at ?? row.saved_at },
      versionsKept,
    );
  }
  const published = was.published === null ? null : isPublished ? was.draft : (stored?.published ?? null);
  return restoreState(work, stored, { was, draft: was.draft, published, savedAt: was.row.saved_at }, versionsKept);
}

/** A state to bring back; it is published if draft and published state are one. */
interface RestoredState {
  readonly was: EarlierEntry;
  readonly draft: Document;
  readonly published: Document | null;
  readonly savedAt: number;
}

async function restoreState(
  work: TypedWork,
  before: StoredEntry | null,
  { was, draft, published, savedAt }: RestoredState,
  versionsKept: number,
): Promise<StoredEntry> {
  const { at } = work.change;
  const version = (before?.row.version ?? (await versionBefore(work, was.row.key))) + 1;
  const publishes = published !== null && published === draft;
  const isSame = before !== null && sameDocument(before.draft, draft, work.type.fields);
  const row: EntryRow = {
    ...was.row,
    version,
    published_version: publishes ? version : published === null ? null : (before?.row.published_version ?? null),
    saved_at: savedAt,
    updated_at: at,
    updated_by: work.actor.id,
  };
  const archived = row.archived_at !== null;
  const shown = isSame ? before.draft : draft;
  const state: MergedState = { draft: shown, archived, publishes: publishes ? shown : null };
  const events: EntryEvent[] = eventsOf(before, state);
  if (before?.published != null && published === null && !archived)
    events.unshift({ event: 'entry.unpublish', status: 'draft' });
  const next: NextEntry = {
    row,
    draft,
    published,
    action: 'restore',
    events: events.length > 0 ? events : [edited(row)],
  };
  return save(work, before, next, versionsKept);
}

function edited(row: EntryRow): EntryEvent {
  return { event: 'entry.update', status: statusOf(row) };
}

async function save(
  work: TypedWork,
  before: StoredEntry | null,
  next: NextEntry,
  versionsKept: number,
): Promise<StoredEntry> {
  const saved = await saveEntry(work, before, next, versionsKept);
  const event = next.events.at(-1)?.event ?? `entry.${next.action}`;
  record(work, next.row.key, event, auditChanges(work, before, next));
  return saved;
}

function nameOf({ id, version }: VersionRef): string {
  return `${id} ${version}`;
}

function documentOf(packed: Uint8Array): Document {
  return JSON.parse(zstdDecompressSync(packed).toString('utf8')) as Document;
}
