/** The database as commands of the operator open it themselves, whether the service runs or not. */

import { Plans } from '../business/plans/plans.ts';
import { Usage } from '../business/plans/usage.ts';
import { Heads } from '../model/spaces/heads.ts';
import type { Config } from '../platform/config/config.ts';
import { ensureSecret } from '../platform/config/secret.ts';
import { openDatabase } from '../platform/database/connect.ts';
import type { Database } from '../platform/database/database.ts';
import { IdempotencyRecords } from '../platform/journal/idempotency.ts';
import { Journal } from '../platform/journal/journal.ts';
import { RecordDigests } from '../platform/journal/record-digests.ts';
import { systemClock } from '../platform/kit/clock.ts';
import { SealedBox } from '../platform/kit/sealed-box.ts';

/** What a command works with. */
export interface OpenStore {
  readonly config: Config;
  readonly database: Database;
  readonly secret: string;
  readonly digests: RecordDigests;
  readonly journal: Journal;
  readonly plans: Plans;
  /** What accounts have. */
  readonly usage: Usage;
}

/** Opens the database that the configuration names, and closes it after the work. */
export async function withStore<T>(config: Config, work: (store: OpenStore) => Promise<T>): Promise<T> {
  const secret = config.secrets.secret ?? ensureSecret(config.dataDir);
  const database = await openDatabase(config.database);
  try {
    const digests = new RecordDigests(secret);
    const heads = new Heads({ database, clock: systemClock });
    const idempotency = new IdempotencyRecords(new SealedBox(secret, 'idempotency'));
    const plans = Plans.read(config.plans);
    const usage = new Usage(plans);
    const journal = new Journal({ database, heads, idempotency, digests, usage, clock: systemClock });
    return await work({ config, database, secret, digests, journal, plans, usage });
  } finally {
    await database.close();
  }
}
