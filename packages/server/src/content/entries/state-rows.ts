/**
 * The rows of an entry in the tables of states and of the index, one for each version in use, and how the rows of one state turn
 * into those of the next. Pure.
 */

import type { Document } from '../../model/fields/field.ts';
import { type EntryStatus, IN_DRAFT, IN_PUBLISHED, type StoredEntry, statusOf } from './entry.ts';
import type { EntryRow } from './tables.ts';

/** One of the versions that an entry uses. */
export interface StateRow {
  readonly version: number;
  /** `IN_DRAFT`, `IN_PUBLISHED`, or both. */
  readonly states: number;
  readonly status: EntryStatus;
  readonly created_at: number;
  readonly saved_at: number;
  readonly updated_at: number;
  readonly published_at: number | null;
  readonly document: Document;
}

/** A row that changes its version or other columns. */
interface ChangedRow {
  readonly from: StateRow;
  readonly to: StateRow;
}

/** How the rows of an entry change. */
export interface StateRowChanges {
  readonly changed: readonly ChangedRow[];
  readonly added: readonly StateRow[];
  readonly removed: readonly StateRow[];
}

/** The rows of an entry, the draft's first. */
export function stateRows({ row, draft, published }: StoredEntry): StateRow[] {
  const { version, published_version, created_at, saved_at, updated_at, published_at } = row;
  const isOne = published_version === version;
  const states = isOne ? IN_DRAFT | IN_PUBLISHED : IN_DRAFT;
  const shared = { created_at, published_at };
  const ofDraft = { ...shared, version, states, status: statusOf(row), saved_at, updated_at, document: draft };
  if (isOne || published_version === null || published === null) return [ofDraft];
  const savedAt = publishedSavedAt(row) ?? saved_at;
  const times = { saved_at: savedAt, updated_at: savedAt };
  const status = 'published';
  return [
    ofDraft,
    { ...shared, ...times, version: published_version, states: IN_PUBLISHED, status, document: published },
  ];
}

/** When the values of the published state were last saved; null if there is none. */
export function publishedSavedAt({
  version,
  published_version,
  saved_at,
  published_saved_at,
}: EntryRow): number | null {
  if (published_version === null) return null;
  return published_version === version ? saved_at : (published_saved_at ?? saved_at);
}

/** Computes the changes from an entry's current rows to its next ones. The row of an unused version is reused for a new one. */
export function stateRowChanges(before: readonly StateRow[], after: readonly StateRow[]): StateRowChanges {
  const removed = before.filter(({ version }) => after.every((row) => row.version !== version));
  const changed: ChangedRow[] = [];
  const added: StateRow[] = [];
  for (const to of after) {
    const from = before.find(({ version }) => version === to.version) ?? removed.shift();
    if (from === undefined) added.push(to);
    else if (!isSame(from, to)) changed.push({ from, to });
  }
  return { changed, added, removed };
}

function isSame(one: StateRow, other: StateRow): boolean {
  return (Object.keys(one) as (keyof StateRow)[]).every((name) => one[name] === other[name]);
}
