/**
 * When keys, memberships and the like were last used: collected in memory and written at most once a minute each, never while a
 * request waits, and not journalled. Responses include uses not yet written; a crash loses only those. A written use is remembered
 * for that minute, since a request may have read the value stored before it.
 */
import type { Database, Writer } from '../../platform/database/database.ts';
import { Trigger } from '../../platform/jobs/trigger.ts';
import type { Clock } from '../../platform/kit/clock.ts';

const WRITTEN_EVERY_MS = 60_000;
const GATHERED_FOR_MS = 2_000;

interface LastUsesParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Writes one use; it has no effect if a later one is stored. */
  readonly save: (writer: Writer, id: string, at: number) => Promise<void>;
}

export class LastUses {
  /** Fired when something is used. */
  readonly trigger = new Trigger();
  readonly #parts: LastUsesParts;
  /** The uses of the last minute, and older ones that could not be written yet. */
  readonly #known = new Map<string, number>();
  readonly #unwritten = new Set<string>();

  constructor(parts: LastUsesParts) {
    this.#parts = parts;
  }

  /** Records a use. @param stored the stored time of the last use */
  note(id: string, stored: number | null): void {
    const now = this.#parts.clock();
    const known = this.latest(id, stored);
    if (known !== null && now - known < WRITTEN_EVERY_MS) return;
    this.#known.set(id, now);
    this.#unwritten.add(id);
    this.trigger.fire(GATHERED_FOR_MS);
  }

  /** When the last use was, as far as this process knows. */
  latest(id: string, stored: number | null): number | null {
    const known = this.#known.get(id) ?? null;
    // Another process may have written a later use.
    return known === null || (stored !== null && stored > known) ? stored : known;
  }

  /** Writes the uses that were collected. */
  async run(): Promise<void> {
    const { database, save } = this.#parts;
    // One row at a time in order of id, so that nodes writing the same rows never deadlock.
    const uses = [...this.#known].filter(([id]) => this.#unwritten.has(id)).sort(([a], [b]) => (a < b ? -1 : 1));
    if (uses.length === 0) return;
    await database.write(async (writer) => {
      for (const [id, at] of uses) await save(writer, id, at);
    });
    for (const [id, at] of uses) if (this.#known.get(id) === at) this.#unwritten.delete(id);
    this.#forget();
  }

  #forget(): void {
    const since = this.#parts.clock() - WRITTEN_EVERY_MS;
    for (const [id, at] of this.#known) if (at <= since && !this.#unwritten.has(id)) this.#known.delete(id);
  }
}
