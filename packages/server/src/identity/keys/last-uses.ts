/**
 * When keys were last used: collected in memory and written at most once a minute per key, never while a request waits
 * for it, and not journalled. Responses include uses not yet written; a crash loses at most those.
 */
import type { Database } from '../../platform/database/database.ts';
import { Trigger } from '../../platform/jobs/trigger.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { saveLastUse } from './store.ts';

const WRITTEN_EVERY_MS = 60_000;
const GATHERED_FOR_MS = 2_000;

export class LastUses {
  /** Fired when a key is used. */
  readonly trigger = new Trigger();
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #unwritten = new Map<string, number>();

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
    this.trigger.fire(GATHERED_FOR_MS);
  }

  /** When the key was last used, as far as this process knows. */
  latest(id: string, stored: number | null): number | null {
    return this.#unwritten.get(id) ?? stored;
  }

  /** Writes the uses that were collected. */
  async run(): Promise<void> {
    const uses = [...this.#unwritten];
    if (uses.length === 0) return;
    // One row at a time in order of id, so that nodes writing the same keys never deadlock.
    uses.sort(([a], [b]) => (a < b ? -1 : 1));
    await this.#database.write(async (writer) => {
      for (const [id, at] of uses) await saveLastUse(writer, id, at);
    });
    for (const [id, at] of uses) if (this.#unwritten.get(id) === at) this.#unwritten.delete(id);
  }
}
