/**
 * Removes what is no longer kept of the way out, in steps small enough to hold up nobody: log records after 30 days, and
 * everything of webhooks that are gone.
 */
import type { Database } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { timeOrderedKey } from '../../../platform/kit/ids.ts';
import { deleteAttemptsBefore, deleteDeliveriesBefore } from './attempt-store.ts';
import { deleteGoneCursors } from './cursor-store.ts';
import { deleteQueue, selectQueuesAfter } from './queue-store.ts';

const KEPT_FOR_MS = 30 * 24 * 60 * 60 * 1_000;
const ROWS_AT_ONCE = 200;
const QUEUES_AT_ONCE = 100;
/** Behind every id. */
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
    for (;;) {
      const queues = await selectQueuesAfter(this.#database.reader, { after, limit: QUEUES_AT_ONCE });
      for (const { webhook, isGone } of queues) {
        if (signal.aborted) return;
        if (isGone === 1) await removeAll(this.#database, webhook);
        else await removeBefore(this.#database, webhook, oldest);
        after = webhook;
      }
      if (queues.length < QUEUES_AT_ONCE) return;
    }
  }
}

/** Removes everything of a webhook that is gone. */
export async function removeAll(database: Database, webhook: string): Promise<void> {
  await removeBefore(database, webhook, LAST_KEY);
  await database.write((writer) => deleteQueue(writer, { webhook }));
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
