/**
 * When keys were last used: collected in memory and written at most once a minute per key, never while a request waits
 * for it, and not journalled. Responses include uses not yet written; a crash loses at most those.
 */
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { saveLastUse } from './store.ts';

const WRITTEN_EVERY_MS = 60_000;
const GATHERED_FOR_MS = 2_000;

export class LastUses {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #unwritten = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: { database: Database; clock: Clock }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
  }

  /** Records that a key is being used. @param key.lastUsedAt as stored */
  note(key: { readonly id: string; readonly lastUsedAt: number | null }): void {
    const now = this.#clock();
    if (key.lastUsedAt !== null && now - key.lastUsedAt < WRITTEN_EVERY_MS) return;
    if (this.#unwritten.has(key.id)) return;
    this.#unwritten.set(key.id, now);
    this.#timer ??= setTimeout(() => this.#write(), GATHERED_FOR_MS).unref();
  }

  /** When the key was last used, as far as this process knows. */
  latest(id: string, stored: number | null): number | null {
    return this.#unwritten.get(id) ?? stored;
  }

  /** Writes what was collected and stops. */
  async close(): Promise<void> {
    this.#write();
    await this.#writing;
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const uses = [...this.#unwritten];
    if (uses.length === 0) return;
    // One row at a time in order of id, so that nodes writing the same keys never deadlock.
    uses.sort(([a], [b]) => (a < b ? -1 : 1));
    this.#writing = this.#writing.then(() => this.#save(uses));
  }

  async #save(uses: readonly (readonly [string, number])[]): Promise<void> {
    try {
      await this.#database.write(async (writer) => {
        for (const [id, at] of uses) await saveLastUse(writer, id, at);
      });
    } catch {
      // The time of a use is not worth a retry: the next use records it again.
    }
    for (const [id, at] of uses) if (this.#unwritten.get(id) === at) this.#unwritten.delete(id);
  }
}
