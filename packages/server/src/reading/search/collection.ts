/**
 * Removes texts that no entry or asset refers to any more. All references are read, space by space and in chunks, because no
 * database can look inside index rows. A text that gets a new reference meanwhile has a newer time of use, and stays.
 */
import type { Database } from '../../platform/database/database.ts';
import { deleteTokens } from '../../platform/database/full-text.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { Pace } from '../../platform/kit/pace.ts';
import * as store from './store.ts';
import { TOUCHED_FOR_MS } from './texts.ts';

/** Longer than the interval between two updates of a text's time of use, and than any write takes. */
const UNUSED_FOR_MS = 2 * TOUCHED_FOR_MS;
const ROWS_AT_ONCE = 500;

export interface CollectionParts {
  readonly database: Database;
  readonly clock: Clock;
}

export class SearchCollection {
  readonly #parts: CollectionParts;
  constructor(parts: CollectionParts) {
    this.#parts = parts;
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.collect(signal);
  }

  /**
   * Collects unused texts in every space.
   * @returns how many were removed
   */
  async collect(signal: AbortSignal): Promise<number> {
    let removed = 0;
    for (const space of await store.spacesWithTexts(this.#parts.database.reader))
      removed += await this.#collectIn(space, signal);
    return removed;
  }

  async #collectIn(space: string, signal: AbortSignal): Promise<number> {
    const before = this.#parts.clock() - UNUSED_FOR_MS;
    const { database } = this.#parts;
    const pace = new Pace();
    let held: ReadonlySet<number> | undefined;
    let removed = 0;
    for (let after = 0; ; ) {
      const unused = await store.textsUnusedSince(database.reader, { space, before, after, limit: ROWS_AT_ONCE });
      const last = unused.at(-1);
      if (last === undefined || signal.aborted) return removed;
      held ??= await this.#textsHeld(space, pace, signal);
      if (signal.aborted) return removed;
      const known = held;
      removed += await this.#remove(
        unused.filter((id) => !known.has(id)),
        before,
      );
      after = last;
      await pace.restIfDue();
    }
  }

  async #remove(texts: readonly number[], before: number): Promise<number> {
    if (texts.length === 0) return 0;
    return this.#parts.database.write(async (writer) => {
      const gone = await store.deleteTexts(writer, texts, before);
      await deleteTokens(writer, gone);
      return gone.length;
    });
  }

  /** Every text that an index row or an asset of the space refers to. */
  async #textsHeld(space: string, pace: Pace, signal: AbortSignal): Promise<Set<number>> {
    const { reader } = this.#parts.database;
    const held = new Set<number>();
    for (const environment of await store.environmentsOf(reader, space)) {
      for await (const texts of store.entryTextsIn(reader, environment, ROWS_AT_ONCE)) {
        if (signal.aborted) return held;
        for (const text of texts) held.add(text);
        await pace.restIfDue();
      }
      for (const text of await store.assetTextsIn(reader, environment)) held.add(text);
    }
    return held;
  }
}
