/**
 * The journal: every write appends one row (who, when, what), a head for each environment it moved, and an item for
 * each resource and event, in its own transaction. Everything that follows a change reads from here.
 * Revisions of an environment are gapless: they are raised at the end of the write, under the environment's row lock.
 */
import type { Clock } from '../kit/clock.ts';
import type { Database, WriteOptions, Writer } from '../database/database.ts';
import type { Actor } from './actor.ts';
import { Change } from './change.ts';
import type { Heads } from './heads.ts';
import { appendChange } from './store.ts';

export class Journal {
  readonly #database: Database;
  readonly #heads: Heads;
  readonly #clock: Clock;

  constructor(parts: { database: Database; heads: Heads; clock: Clock }) {
    this.#database = parts.database;
    this.#heads = parts.heads;
    this.#clock = parts.clock;
  }

  /**
   * Runs a write and journals what it says it changed; a write that says nothing is not journalled.
   * @param work does the writing and tells the change; it may be run again from the start
   * @returns what `work` gives, after the commit
   */
  async write<T>(actor: Actor, work: (writer: Writer, change: Change) => Promise<T>, options?: WriteOptions): Promise<T> {
    const { value, moved } = await this.#database.write(async (writer) => {
      const change = new Change(this.#clock());
      const value = await work(writer, change);
      const moved = change.isEmpty() ? [] : await appendChange(writer, actor, change);
      return { value, moved };
    }, options);
    for (const environment of moved) this.#heads.moved(environment);
    return value;
  }
}
