/** Numbers of new entries: taken from the database in blocks, assigned one by one, never reused. */
import { takeNumbers } from '../../platform/database/counters.ts';
import type { Database } from '../../platform/database/database.ts';
import { rowId } from '../../platform/database/row-id.ts';

const NUMBERS_PER_BLOCK = 256;

interface Block {
  next: number;
  end: number;
}

export class EntryNumbers {
  readonly #database: Database;
  readonly #blocks = new Map<number, Block>();
  readonly #taking = new Map<number, Promise<void>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Row ids for `count` new entries of an environment. If an entry is not created, its id stays unused. */
  async rowIds(environment: number, count: number): Promise<number[]> {
    const ids: number[] = [];
    while (ids.length < count) {
      const block = this.#blocks.get(environment);
      if (block === undefined || block.next === block.end) {
        await this.#takeBlock(environment);
        continue;
      }
      ids.push(rowId(environment, block.next));
      block.next += 1;
    }
    return ids;
  }

  /** Takes one block on behalf of all waiting callers. */
  #takeBlock(environment: number): Promise<void> {
    const running = this.#taking.get(environment);
    if (running !== undefined) return running;
    const taking = this.#database
      .write((writer) => takeNumbers(writer, entryCounter(environment), NUMBERS_PER_BLOCK))
      .then((next) => {
        this.#blocks.set(environment, { next, end: next + NUMBERS_PER_BLOCK });
      })
      .finally(() => this.#taking.delete(environment));
    this.#taking.set(environment, taking);
    return taking;
  }
}

/** Name of the counter of an environment's entries. */
export function entryCounter(environment: number): string {
  return `entries:${environment}`;
}
