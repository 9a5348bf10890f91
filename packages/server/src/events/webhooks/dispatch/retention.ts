/**
 * Cleans up the outbox, in steps small enough to block nobody: removes log records after 30 days, and everything that belongs
 * to deleted webhooks.
 */
import type { Database } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { timeOrderedKey } from '../../../platform/kit/ids.ts';
import { deleteAttemptsBefore, deleteDeliveriesBefore, selectDeliveredAfter } from './attempt-store.ts';
import { deleteGoneCursors } from './cursor-store.ts';

const KEPT_FOR_MS = 30 * 24 * 60 * 60 * 1_000;
const ROWS_AT_ONCE = 200;
/** Sorts after every id. */
const LAST_KEY = '~';

export class Retention {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(parts: { database: Database; clock: Clock }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
  }

  async run(signal: AbortSignal): Promise<void> {
    const oldest = timeOrderedKey(this.#clock() - KEPT_FOR_MS);
    await this.#database.write((writer) => deleteGoneCursors(writer));
    let after = '';
    while (!signal.aborted) {
      const [next] = await selectDeliveredAfter(this.#database.reader, { after });
      if (next === undefined) return;
      after = next.webhook;
      if (next.isGone === 1) await removeAll(this.#database, after);
      else await removeBefore(this.#database, after, oldest);
    }
  }
}

/** Removes everything of a deleted webhook. */
export async function removeAll(database: Database, webhook: string): Promise<void> {
  await removeBefore(database, webhook, LAST_KEY);
}

async function removeBefore(database: Database, webhook: string, key: string): Promise<void> {
  for (const [remove, prefix] of [
    [deleteAttemptsBefore, 'atm_'],
    [deleteDeliveriesBefore, 'dlv_'],
  ] as const) {
    const range = { webhook, id: `${prefix}${key}`, limit: ROWS_AT_ONCE };
    let removed = ROWS_AT_ONCE;
    while (removed === ROWS_AT_ONCE) removed = await database.write((writer) => remove(writer, range));
  }
}
