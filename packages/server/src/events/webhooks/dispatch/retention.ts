/**
 * Cleans up the outbox, in steps small enough to block nobody: removes log records after 30 days, and everything that belongs
 * to deleted webhooks.
 */
import type { Database } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { timeOrderedKey } from '../../../platform/kit/ids.ts';
import { deleteAttemptsBefore, deleteDeliveriesBefore, selectDeliveredAfter } from './attempt-store.ts';
import { deleteGoneCursors } from './cursor-store.ts';
import { deleteHoursBefore, selectCountedAfter } from './health-store.ts';

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
    const before = this.#clock() - KEPT_FOR_MS;
    const oldest = timeOrderedKey(before);
    await this.#database.write((writer) => deleteGoneCursors(writer));
    await this.#removeCounts(before, signal);
    let after = '';
    while (!signal.aborted) {
      const [next] = await selectDeliveredAfter(this.#database.reader, { after });
      if (next === undefined) return;
      after = next.webhook;
      if (next.isGone === 1) await removeAll(this.#database, after);
      else await removeBefore(this.#database, after, oldest);
    }
  }

  async #removeCounts(before: number, signal: AbortSignal): Promise<void> {
    let after = '';
    while (!signal.aborted) {
      const next = await selectCountedAfter(this.#database.reader, after);
      if (next === undefined) return;
      after = next.webhook;
      const until = next.isGone === 1 ? Number.MAX_SAFE_INTEGER : before;
      await this.#database.write((writer) => deleteHoursBefore(writer, next.webhook, until));
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
