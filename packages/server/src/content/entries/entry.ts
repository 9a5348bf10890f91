/**
 * An entry as the rules see it: its row and the documents of its states. The draft state is stored under the entry's `version`, the
 * published one under its `published_version`; if both are equal, there is only one state.
 */
import type { ContentType } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { Document } from '../../model/fields/field.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { EntryRow } from './tables.ts';

export const entryStatuses = ['draft', 'published', 'changed', 'archived'] as const;
export type EntryStatus = (typeof entryStatuses)[number];

/** The states of an entry that a row represents, as bits; their sum means both. */
export const IN_DRAFT = 1;
export const IN_PUBLISHED = 2;

/** The action that created a version. */
export type VersionAction =
  | 'create'
  | 'update'
  | 'autosave'
  | 'publish'
  | 'unpublish'
  | 'archive'
  | 'unarchive'
  | 'restore'
  | 'import'
  | 'merge';

export interface StoredEntry {
  readonly row: EntryRow;
  readonly draft: Document;
  /** The published state; null if there is none. */
  readonly published: Document | null;
}

/** The context of every step of a write on entries. */
export interface EntryWork {
  readonly writer: Writer;
  readonly change: Change;
  readonly actor: Actor;
  readonly environment: Environment;
  readonly model: Model;
}

/** The context of work on entries of one content type. */
export interface TypedWork extends EntryWork {
  readonly type: ContentType;
}

/** Derives the status from an entry's row. */
export function statusOf(row: Pick<EntryRow, 'archived_at' | 'published_version' | 'version'>): EntryStatus {
  if (row.archived_at !== null) return 'archived';
  if (row.published_version === null) return 'draft';
  return row.published_version === row.version ? 'published' : 'changed';
}
