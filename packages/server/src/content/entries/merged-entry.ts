/**
 * What merging environments needs from entries: reading many at once, and bringing one into a merged or an earlier state. Each
 * written state is one version, with the events of the operations that would have the same result.
 */

import { zstdDecompressSync } from 'node:zlib';
import type { Document } from '../../model/fields/field.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { readInPieces } from '../../platform/database/row-pieces.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { forgetDeletion } from './deleted/deleted-entries.ts';
import { type StoredEntry, statusOf, type TypedWork } from './entry.ts';
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
import { applyState } from './save.ts';
import { from, fromNothing } from './stored-entry.ts';
import type { EntryRow } from './tables.ts';
import { type KnownTimes, withKnown } from './transitions.ts';
import { selectVersion } from './versions/store.ts';

export type { VersionRef } from './merge-store.ts';
export { selectKeysOf, selectLastChange, selectSlugHolders, selectValueHolders } from './merge-store.ts';

/** Maximum event-loop time for reading many entries. */
const READ_MAX_MS = 60_000;

/** A version that a clone or merge keeps. */
export interface KeptVersion {
  readonly document: Document;
  readonly archived: boolean;
}

/** An entry in an earlier state. */
export type EarlierEntry = Pick<StoredEntry, 'row' | 'draft' | 'published'>;

/** A stored entry, and the size of its documents in bytes. */
export interface ReadEntry extends StoredEntry {
  readonly bytes: number;
}

/** The entries of an environment with the given keys, by key. */
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

/** The versions of the entries with the given keys, by key. */
export async function readVersions(
  db: Reader,
  environment: number,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return new Map((await selectByKeys(db, environment, keys)).map(({ key, version }) => [key, version]));
}

/** The sizes of the entries with the given keys: the total of their states' documents, by key. */
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

/** The document of a version of an entry; null if it is not kept. */
export async function readVersionDocument(db: Reader, { id, version }: VersionRef): Promise<Document | null> {
  const [row] = await selectVersion(db, { id, version });
  return row === undefined ? null : documentOf(row.document);
}

/** The initial published versions of some of a clone's entries, by row id; absent for entries that were not published then. */
export async function readFirstPublished(db: Reader, ids: readonly number[]): Promise<Map<number, VersionRef>> {
  if (ids.length === 0) return new Map();
  return new Map((await selectFirstPublished(db, ids)).map(({ id, version }) => [id, { id, version }]));
}

/** Protects versions from pruning. @returns whether all of them exist */
export async function protectVersions(writer: Writer, refs: readonly VersionRef[]): Promise<boolean> {
  if (refs.length === 0) return true;
  const names = new Set(refs.map(nameOf));
  return (await keepVersions(writer, refs)) === names.size;
}

/**
 * Restores an entry to an earlier state, with its times and, if it is gone, its row id.
 * @throws as `applyState`
 */
export async function restoreEntry(
  work: TypedWork,
  before: StoredEntry | null,
  was: EarlierEntry,
  versionsKept: number,
): Promise<StoredEntry> {
  const { row } = was;
  const origin = before === null ? await fromNothing(work, row) : from(before);
  if (before === null) await forgetDeletion(work.writer, row.id);
  const status = statusOf(row);
  const isUnchanged = status !== 'changed' || before?.row.published_version === row.published_version;
  const target = { draft: was.draft, status, published: isUnchanged ? undefined : (was.published ?? undefined) };
  return applyState(
    work,
    { ...origin, row: { ...origin.row, created_by: row.created_by } },
    withKnown(before, target, work.type.fields),
    { action: 'restore', times: timesOf(row), versionsKept },
  );
}

function timesOf(row: EntryRow): KnownTimes {
  return {
    createdAt: row.created_at,
    savedAt: row.saved_at,
    publishedAt: row.published_at,
    publishedSavedAt: row.published_saved_at,
    firstPublishedAt: row.first_published_at,
    archivedAt: row.archived_at,
  };
}

function nameOf({ id, version }: VersionRef): string {
  return `${id} ${version}`;
}

function documentOf(packed: Uint8Array): Document {
  return JSON.parse(zstdDecompressSync(packed).toString('utf8')) as Document;
}
