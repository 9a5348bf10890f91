/** Checks that pending events and attempts will be sent. */
import { type Check, type Fault, REPAIR, RESTORE } from '../../../platform/database/checkup/check.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { countWebhooksOfAccount, cursorsAhead, orphanedAttempts, setCursor } from './checkup-store.ts';

export function webhookCheck(database: Database): Check {
  return { name: 'webhooks', find: () => faults(database) };
}

/** How many webhooks an account has, by metric. */
export async function usageOfWebhooks(db: Reader, account: string): Promise<ReadonlyMap<string, number>> {
  return new Map([['webhooks', await countWebhooksOfAccount(db, account)]]);
}

async function* faults(database: Database): AsyncGenerator<Fault> {
  for (const { webhook, attempts } of await orphanedAttempts(database.reader))
    yield {
      about: `webhook ${webhook}`,
      problem: `has ${attempts} pending attempts of deliveries that do not exist`,
      remedy: RESTORE,
      repair: null,
    };
  for (const { environment, cursor, revision } of await cursorsAhead(database.reader))
    yield {
      about: `events of environment ${environment}`,
      problem: `are sent from revision ${cursor} on, but the environment is at ${revision}`,
      remedy: REPAIR,
      repair: () => database.write((writer) => setCursor(writer, environment, revision + 1)),
    };
}
