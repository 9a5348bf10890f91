/** Stored entries: loaded for a write, which locks them against changes by others, or newly created. */

import type { ContentType } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { Document } from '../../model/fields/field.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Writer } from '../../platform/database/database.ts';
import { waitForAll } from '../../platform/database/wait-for-all.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { EntryWork, StoredEntry, TypedWork } from './entry.ts';
import { selectEntryForWrite, selectStatesByKey, selectTombstone } from './store.ts';
import type { EntryRow } from './tables.ts';
import type { Origin } from './transitions.ts';

/** The stored entry with that key, locked; undefined if there is none. */
export async function loadEntry(
  writer: Writer,
  environment: Environment,
  key: string,
): Promise<StoredEntry | undefined> {
  const place = { environment: environment.number, key };
  // The states are read after the lock: the database executes the lock first.
  const [[row], states] = await waitForAll(selectEntryForWrite(writer, place), selectStatesByKey(writer, place));
  if (row === undefined) return undefined;
  const documentOf = (version: number | null) => states.find((state) => state.version === version)?.document;
  const draft = documentOf(row.version);
  if (draft === undefined) throw new Error(`Entry ${row.id} has no draft state.`);
  const stored = JSON.parse(draft) as Document;
  if (row.published_version === row.version) return { row, draft: stored, published: stored };
  const published = documentOf(row.published_version);
  return { row, draft: stored, published: published === undefined ? null : (JSON.parse(published) as Document) };
}

/** @param where the request member that identified the entry, for the message. @throws `not_found` */
export async function requireEntry(work: EntryWork, key: string, where?: string): Promise<StoredEntry> {
  return present(await loadEntry(work.writer, work.environment, key), where);
}

/** Requires a loaded entry to exist. @param where the request member that identified it. @throws `not_found` otherwise */
export function present(stored: StoredEntry | undefined, where?: string): StoredEntry {
  if (stored === undefined) throw notFound('entry', where);
  return stored;
}

/** The work on an entry, including its content type. */
export function typedWork<Work extends EntryWork>(work: Work, row: Pick<EntryRow, 'content_type'>): Work & TypedWork {
  return { ...work, type: requireTypeOf(work.model, row.content_type) };
}

/** The content type of a stored entry, which exists as long as the entry does. @param number of the type */
export function requireTypeOf(model: Model, number: number): ContentType {
  const type = model.typeByNumber(number);
  if (type === undefined) throw new Error(`An entry has the content type ${number}, which does not exist.`);
  return type;
}

/** The origin for changing a stored entry. */
export function from(stored: StoredEntry): Origin {
  return { stored, row: stored.row };
}

/**
 * The origin for creating an entry. Call it after `loadEntry` or on its own: it waits for a deletion in progress of the key's
 * previous entry, and continues from that entry's version.
 * @param id row id
 */
export async function fromNothing(work: TypedWork, { id, key }: { id: number; key: string }): Promise<Origin> {
  const { writer, environment } = work;
  const place = { environment: environment.number, key };
  await selectEntryForWrite(writer, place);
  const [deleted] = await selectTombstone(writer, place);
  return fromUnused(work, { id, key, version: deleted?.version ?? 0 });
}

/** The same for a key that was never used, or whose last version is given. */
export function fromUnused(
  { change, actor, environment, type }: TypedWork,
  { id, key, version = 0 }: { id: number; key: string; version?: number },
): Origin {
  const row: EntryRow = {
    id,
    environment: environment.number,
    key,
    content_type: type.number,
    version,
    published_version: null,
    published_at: null,
    first_published_at: null,
    archived_at: null,
    saved_at: change.at,
    published_saved_at: null,
    created_at: change.at,
    created_by: actor.id,
    updated_at: change.at,
    updated_by: actor.id,
  };
  return { stored: null, row };
}
