/** Opens the database for operator commands, whether the service runs or not. */

import { openInstallation } from '../composition/installation.ts';
import { Plans } from '../identity/accounts/plans/plans.ts';
import { Usage } from '../identity/accounts/plans/usage.ts';
import { Heads } from '../model/spaces/heads.ts';
import type { Config } from '../platform/config/config.ts';
import { inBackground } from '../platform/database/background.ts';
import type { Database } from '../platform/database/database.ts';
import { IdempotencyRecords } from '../platform/journal/idempotency.ts';
import { Journal } from '../platform/journal/journal.ts';
import { RecordDigests } from '../platform/journal/record-digests.ts';
import { steadyClock, systemClock } from '../platform/kit/clock.ts';
import { SealedBox } from '../platform/kit/sealed-box.ts';

/** What a command works with. */
export interface OpenStore {
  readonly config: Config;
  readonly database: Database;
  /** The root secret of the installation. */
  readonly secret: string;
  readonly digests: RecordDigests;
  readonly journal: Journal;
  readonly plans: Plans;
  /** What accounts have. */
  readonly usage: Usage;
}

/** The messages of a command while it opens the database, on stderr. */
export const operatorNotices = {
  onWaiting: () => void process.stderr.write('PostgreSQL does not respond; waiting for it, at most 60 seconds.\n'),
  onUnusable: (message: string) => void process.stderr.write(`${message}\n`),
};

/** Opens the database that the configuration names, and closes it after the work. */
export async function withStore<T>(config: Config, work: (store: OpenStore) => Promise<T>): Promise<T> {
  const { database, secret } = await openInstallation(config, operatorNotices);
  try {
    const digests = new RecordDigests(secret);
    const heads = new Heads({ database, clock: steadyClock });
    const idempotency = new IdempotencyRecords(new SealedBox(secret, 'idempotency'));
    const plans = Plans.read(config.plans);
    const usage = new Usage(plans);
    const journal = new Journal({ database, heads, idempotency, digests, usage, clock: systemClock });
    return await inBackground(() => work({ config, database, secret, digests, journal, plans, usage }));
  } finally {
    await database.close();
  }
}
