/**
 * When things were last used, such as keys and memberships: collected in memory and written at most once a minute for
 * each, never while a request waits for it, and not journalled. Responses include uses not yet written; a crash loses at
 * most those.
 */
import type { Database, Writer } from '../platform/database/database.ts';
import { Trigger } from '../platform/jobs/trigger.ts';
import type { Clock } from '../platform/kit/clock.ts';

const WRITTEN_EVERY_MS = 60_000;
const GATHERED_FOR_MS = 2_000;

interface LastUsesParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Writes one use; an earlier one than the stored has no effect. */
  readonly save: (writer: Writer, id: string, at: number) => Promise<void>;
}

export class LastUses {
  /** Fired when something is used. */
  readonly trigger = new Trigger();
  readonly #parts: LastUsesParts;
  readonly #unwritten = new Map<string, number>();

  constructor(parts: LastUsesParts) {
    this.#parts = parts;
  }

  /** Records a use. @param stored when the last one was, as it is stored */
  note(id: string, stored: number | null): void {
    const now = this.#parts.clock();
    const known = this.latest(id, stored);
    if (known !== null && now - known < WRITTEN_EVERY_MS) return;
    this.#unwritten.set(id, now);
    this.trigger.fire(GATHERED_FOR_MS);
  }

  /** When the last use was, as far as this process knows. */
  latest(id: string, stored: number | null): number | null {
    return this.#unwritten.get(id) ?? stored;
  }

  /** Writes the uses that were collected. */
  async run(): Promise<void> {
    const { database, save } = this.#parts;
    const uses = [...this.#unwritten];
    if (uses.length === 0) return;
    // One row at a time in order of id, so that nodes writing the same rows never deadlock.
    uses.sort(([a], [b]) => (a < b ? -1 : 1));
    await database.write(async (writer) => {
      for (const [id, at] of uses) await save(writer, id, at);
    });
    for (const [id, at] of uses) if (this.#unwritten.get(id) === at) this.#unwritten.delete(id);
  }
}
