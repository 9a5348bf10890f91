/**
 * An entry as rules see it: its row and the documents of its states. The draft state lies under the entry's
 * `version`, the published one under its `published_version`; where both are equal they are one.
 */
import type { ContentType } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { Document } from '../../model/fields/field.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { EntryRow } from '../../platform/database/tables.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';

export const entryStatuses = ['draft', 'published', 'changed', 'archived'] as const;
export type EntryStatus = (typeof entryStatuses)[number];

/** Which states of an entry a row stands for; both where they are added. */
export const IN_DRAFT = 1;
export const IN_PUBLISHED = 2;

/** What made a version. */
export type VersionAction =
  | 'create'
  | 'update'
  | 'publish'
  | 'unpublish'
  | 'archive'
  | 'unarchive'
  | 'restore'
  | 'import';

export interface StoredEntry {
  readonly row: EntryRow;
  readonly draft: Document;
  /** The published state; null where there is none. */
  readonly published: Document | null;
}

/** What every step of a write on entries works with. */
export interface EntryWork {
  readonly writer: Writer;
  readonly change: Change;
  readonly actor: Actor;
  readonly environment: Environment;
  readonly model: Model;
}

/** The work on entries of one content type. */
export interface TypedWork extends EntryWork {
  readonly type: ContentType;
}

/** The status that follows from an entry's row. */
export function statusOf(row: Pick<EntryRow, 'archived_at' | 'published_version' | 'version'>): EntryStatus {
  if (row.archived_at !== null) return 'archived';
  if (row.published_version === null) return 'draft';
  return row.published_version === row.version ? 'published' : 'changed';
}
