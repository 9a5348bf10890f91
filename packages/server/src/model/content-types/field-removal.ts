/**
 * Permanently removes the values of hidden fields, in steps small enough not to delay anyone. The remaining work and its progress
 * are stored in the database, so another process or the next start can continue after a crash.
 */
import type { Database, Writer } from '../../platform/database/database.ts';
import { Trigger } from '../../platform/jobs/trigger.ts';
import { deleteRemoval, hasRemovals, lockNextRemoval, updateProgress } from './field-removal-store.ts';
import type { StoredContent } from './stored-content.ts';

export class FieldRemoval {
  /** Fired when a hidden field is deleted. */
  readonly trigger = new Trigger();
  readonly #database: Database;
  readonly #stored: Pick<StoredContent, 'removeFieldValues'>;

  constructor(parts: { database: Database; stored: Pick<StoredContent, 'removeFieldValues'> }) {
    this.#database = parts.database;
    this.#stored = parts.stored;
  }

  hasWork(): Promise<boolean> {
    return hasRemovals(this.#database.reader);
  }

  /** Removes the values of all hidden fields that were deleted. */
  async run(signal: AbortSignal): Promise<void> {
    let isMore = true;
    while (isMore && !signal.aborted)
      isMore = await this.#database.write((writer) => this.#step(writer), { long: true });
  }

  /** @returns whether there may be more to do */
  async #step(writer: Writer): Promise<boolean> {
    const next = await lockNextRemoval(writer);
    if (next === undefined) return false;
    const { values } = next;
    const progress = await this.#stored.removeFieldValues(writer, values, next.progress);
    if (progress === null) await deleteRemoval(writer, values);
    else await updateProgress(writer, values, progress);
    return true;
  }
}
