/**
 * Removes files that no asset has any more: not before they have been unused for a while, since sites may still show
 * their addresses, and an upload of the same bytes may just be using one. The row goes first; bytes whose row is gone
 * are swept up whenever a crash left them.
 */
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import type { FileStorage, StoredFile } from './file-storage.ts';
import { FILES_PREFIX } from './files.ts';
import type { Spool } from './spool.ts';
import * as store from './store.ts';

/** How long a file is kept that nothing uses, and how long the address of a replaced one works. */
export const UNUSED_FOR_MS = 7 * 24 * 60 * 60 * 1_000;
const EVERY_MS = 24 * 60 * 60 * 1_000;
/** How often a process asks whether it is time. */
const CHECKED_EVERY_MS = 10 * 60 * 1_000;
const ROWS_AT_ONCE = 500;

export interface FileCollectionParts {
  readonly database: Database;
  readonly storage: FileStorage;
  readonly spool: Spool;
  readonly clock: Clock;
  /** Told of what failed; it is tried again the next time. */
  readonly onProblem: (error: unknown) => void;
}

export class FileCollection {
  readonly #parts: FileCollectionParts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(parts: FileCollectionParts) {
    this.#parts = parts;
  }

  /** From now on collects once a day, in one of the processes that share the database. */
  start(): void {
    this.#run(() => this.#parts.spool.removeLeftBehind(this.#parts.clock()));
    this.#timer ??= setInterval(() => this.#run(() => this.#collectIfDue()), CHECKED_EVERY_MS).unref();
  }

  /** Stops after the piece that is running. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /**
   * Collects once.
   * @returns how many files were removed from the storage
   */
  async collect(): Promise<number> {
    const { database, storage, spool, clock } = this.#parts;
    const now = clock();
    await spool.removeLeftBehind(now);
    await database.write((writer) => store.deleteReplacedBefore(writer, now - UNUSED_FOR_MS));
    const removed = await this.#removeUnused(now);
    await storage.removeUnfinished(now - UNUSED_FOR_MS);
    return removed + (await this.#sweep(now));
  }

  #run(work: () => Promise<void>): void {
    this.#running ??= work()
      .catch(this.#parts.onProblem)
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #collectIfDue(): Promise<void> {
    const now = this.#parts.clock();
    const isDue = await this.#parts.database.write((writer) => store.claimCollection(writer, now, now - EVERY_MS));
    if (isDue) await this.collect();
  }

  async #removeUnused(now: number): Promise<number> {
    const { database } = this.#parts;
    let removed = 0;
    for (let after = 0; !this.#closed; ) {
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

  /** Notes which of the files are unused from now on, and which are used again. */
  async #mark(files: readonly store.StoredRow[], now: number): Promise<void> {
    const { database } = this.#parts;
    const used = await store.filesInUse(
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
    const { database, storage } = this.#parts;
    const name = await database.write((writer) => store.deleteUnused(writer, id, now - UNUSED_FOR_MS));
    if (name === undefined) return 0;
    await storage.delete(name);
    return 1;
  }

  /** Removes what has no row: bytes that were kept for an upload which never ended, or whose removal did not. */
  async #sweep(now: number): Promise<number> {
    let removed = 0;
    let some: StoredFile[] = [];
    const removeUnknown = async () => {
      removed += await this.#removeUnknown(some);
      some = [];
    };
    for await (const file of this.#parts.storage.list(FILES_PREFIX)) {
      if (this.#closed) return removed;
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
