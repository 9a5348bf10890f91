/**
 * Garbage collection of files that no asset uses any more. Files are kept for a while after their last use, because sites may still
 * show their URLs, and an upload of the same content may be in progress. The row is deleted first; content without a row, left by a
 * crash, is removed too.
 */
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import type { FileStorage, StoredFile } from './file-storage.ts';
import type { FileUses } from './file-uses.ts';
import { FILES_PREFIX } from './files.ts';
import * as store from './store.ts';

/** How long an unused file is kept at least, and how long the URL of a replaced file works for everybody. */
export const UNUSED_FOR_MS = 7 * 24 * 60 * 60 * 1_000;
const ROWS_AT_ONCE = 500;

export interface FileCollectionParts {
  readonly database: Database;
  readonly storage: FileStorage;
  readonly uses: FileUses;
  readonly clock: Clock;
  /** How long files of the past can be had, in milliseconds. */
  readonly historyMs: number;
}

export class FileCollection {
  readonly #parts: FileCollectionParts;
  constructor(parts: FileCollectionParts) {
    this.#parts = parts;
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.collect(signal);
  }

  /**
   * Runs one collection.
   * @returns how many files were removed from storage
   */
  async collect(signal: AbortSignal): Promise<number> {
    const { database, storage, uses, clock, historyMs } = this.#parts;
    const now = clock();
    const forgotten = { replaced: now - Math.max(historyMs, UNUSED_FOR_MS), deleted: now - historyMs };
    await database.write((writer) => uses.forgetBefore(writer, forgotten));
    const removed = await this.#removeUnused(now, signal);
    await storage.removeUnfinished(now - UNUSED_FOR_MS);
    return removed + (await this.#sweep(now, signal));
  }

  async #removeUnused(now: number, signal: AbortSignal): Promise<number> {
    const { database } = this.#parts;
    let removed = 0;
    for (let after = 0; !signal.aborted; ) {
      const files = await store.filesAfter(database.reader, after, ROWS_AT_ONCE);
      const last = files.at(-1);
      if (last === undefined) return removed;
      await this.#mark(files, now);
      const due = files.filter(({ unused_since: since }) => since !== null && since < now - UNUSED_FOR_MS);
      for (const { id } of due) removed += await this.#remove(id, now);
      after = last.id;
    }
    return removed;
  }

  /** Records which of the files have become unused, and which are in use again. */
  async #mark(files: readonly store.StoredRow[], now: number): Promise<void> {
    const { database, uses } = this.#parts;
    const used = await uses.inUse(
      database.reader,
      files.map(({ id }) => id),
    );
    const isNew = ({ id, unused_since: since }: store.StoredRow) => since === null && !used.has(id);
    const isBack = ({ id, unused_since: since }: store.StoredRow) => since !== null && used.has(id);
    const [unused, back] = [files.filter(isNew), files.filter(isBack)];
    if (unused.length + back.length === 0) return;
    await database.write(async (writer) => {
      await store.markUnused(writer, idsOf(unused), now);
      await store.markUnused(writer, idsOf(back), null);
    });
  }

  async #remove(id: number, now: number): Promise<number> {
    const { database, storage, uses } = this.#parts;
    const due = { id, before: now - UNUSED_FOR_MS };
    const name = await database.write((writer) => store.deleteUnused(writer, uses, due));
    if (name === undefined) return 0;
    await storage.delete(name);
    return 1;
  }

  /** Removes content without a row, left by uploads or removals that never finished. */
  async #sweep(now: number, signal: AbortSignal): Promise<number> {
    let removed = 0;
    let some: StoredFile[] = [];
    const removeUnknown = async () => {
      removed += await this.#removeUnknown(some);
      some = [];
    };
    for await (const file of this.#parts.storage.list(FILES_PREFIX)) {
      if (signal.aborted) return removed;
      if (file.storedAt >= now - UNUSED_FOR_MS) continue;
      some.push(file);
      if (some.length === ROWS_AT_ONCE) await removeUnknown();
    }
    if (some.length > 0) await removeUnknown();
    return removed;
  }

  async #removeUnknown(files: readonly StoredFile[]): Promise<number> {
    const { database, storage } = this.#parts;
    const names = files.map(({ name }) => name);
    const known = await store.knownNames(database.reader, names);
    const unknown = names.filter((name) => !known.has(name));
    for (const name of unknown) await storage.delete(name);
    return unknown.length;
  }
}

function idsOf(files: readonly { readonly id: number }[]): number[] {
  return files.map(({ id }) => id);
}
