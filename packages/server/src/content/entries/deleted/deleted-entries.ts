/**
 * Deleted entries: the last draft of each is kept for a while, as nothing else could bring it back, and then removed for good.
 * Invariant: a row of `deleted_entries` stands for an entry that is gone, and its version is in `entry_versions`.
 */
import type { Database, Writer } from '../../../platform/database/database.ts';
import type { JobWork } from '../../../platform/jobs/job.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import type { StoredEntry, TypedWork } from '../entry.ts';
import { deleteDraftVersions } from '../versions/store.ts';
import { deleteDeletedEntry, insertDeletedEntry, selectDeletedBefore } from './store.ts';

/** How long the last draft of a deleted entry is kept. */
export const DELETED_KEPT_MS = 30 * 86_400_000;
/** Maximum entries that one write removes for good. */
const REMOVED_AT_ONCE = 100;
/** What no version has. */
const NO_VERSION = 0;

/** Keeps the last draft of an entry that is deleted inside an open write, and removes its other unpublished versions. */
export async function keepLastDraft({ writer, change, actor }: TypedWork, { row }: StoredEntry): Promise<void> {
  const { id, environment, key, content_type, version, first_published_at, created_at, created_by } = row;
  await deleteDraftVersions(writer, { environment, id, except: version });
  await insertDeletedEntry(writer, {
    id,
    environment,
    key,
    content_type,
    version,
    first_published_at,
    created_at,
    created_by,
    deleted_at: change.at,
    deleted_by: actor.id,
  });
}

/** Notes that the entry with that row id is there again, so that its drafts stay. */
export async function forgetDeletion(writer: Writer, id: number): Promise<void> {
  await deleteDeletedEntry(writer, { id });
}

/** Removes the drafts of entries deleted `DELETED_KEPT_MS` ago. */
export class DeletedEntries implements JobWork {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(parts: { database: Database; clock: Clock }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
  }

  async run(signal: AbortSignal): Promise<void> {
    let removed = REMOVED_AT_ONCE;
    while (removed === REMOVED_AT_ONCE && !signal.aborted)
      removed = await this.#database.write((writer) => this.#removeSome(writer));
  }

  async #removeSome(writer: Writer): Promise<number> {
    const due = await selectDeletedBefore(writer, this.#clock() - DELETED_KEPT_MS, REMOVED_AT_ONCE);
    for (const { id, environment } of due) {
      await deleteDraftVersions(writer, { environment, id, except: NO_VERSION });
      await deleteDeletedEntry(writer, { id });
    }
    return due.length;
  }
}
