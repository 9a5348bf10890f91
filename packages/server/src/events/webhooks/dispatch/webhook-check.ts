/** Checks that what is to be sent will be. */
import { type Check, type Fault, REPAIR, RESTORE } from '../../../platform/database/checkup/check.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { attemptsOfNothing, countWebhooksOfAccount, cursorsAhead, setCursor, webhooksAsleep } from './checkup-store.ts';
import { wakeQueue } from './queue-store.ts';

export function webhookCheck(database: Database, clock: Clock): Check {
  return { name: 'webhooks', find: () => faults(database, clock) };
}

/** How many webhooks an account has, by metric. */
export async function heldWebhooks(db: Reader, account: string): Promise<ReadonlyMap<string, number>> {
  return new Map([['webhooks', await countWebhooksOfAccount(db, account)]]);
}

async function* faults(database: Database, clock: Clock): AsyncGenerator<Fault> {
  for (const webhook of await webhooksAsleep(database.reader))
    yield {
      about: `webhook ${webhook}`,
      problem: 'has deliveries to send that no process looks for',
      wayOut: REPAIR,
      mend: () =>
        database.write(async (writer) => {
          const now = clock();
          await wakeQueue(writer, { webhook, now, at: now, urgent: 0 });
        }),
    };
  for (const { webhook, attempts } of await attemptsOfNothing(database.reader))
    yield {
      about: `webhook ${webhook}`,
      problem: `has ${attempts} attempts to make of deliveries that are not there`,
      wayOut: RESTORE,
      mend: null,
    };
  for (const { environment, cursor, revision } of await cursorsAhead(database.reader))
    yield {
      about: `events of environment ${environment}`,
      problem: `are told from revision ${cursor} on, and it is at ${revision}`,
      wayOut: REPAIR,
      mend: () => database.write((writer) => setCursor(writer, environment, revision + 1)),
    };
}
