/** The checks of `lectern doctor`: those of each room, lowest rooms first. */

import { mergeCheck } from '../branches/merging/merge-check.ts';
import { transferCheck } from '../branches/transfer/transfer-check.ts';
import { assetFileUses } from '../content/assets/file-uses.ts';
import { changeSetCheck } from '../content/change-sets/checkup/set-check.ts';
import { fileCheck } from '../content/files/file-check.ts';
import type { FileStorage } from '../content/files/file-storage.ts';
import { contentKinds, environmentCounters } from '../content/kinds/kinds.ts';
import { verifyAudit } from '../events/audit/sealing/verification.ts';
import { usageOfWebhooks, webhookCheck } from '../events/webhooks/dispatch/webhook-check.ts';
import { usageOfMembers } from '../identity/accounts/members/members-check.ts';
import type { Plans } from '../identity/accounts/plans/plans.ts';
import { missingPlans } from '../identity/accounts/plans/subscriptions.ts';
import { usageCheck } from '../identity/accounts/plans/usage-check.ts';
import { sessionCheck } from '../identity/auth/sessions/session-check.ts';
import { peopleCheck } from '../identity/auth/users/people-check.ts';
import { keyCheck, usageOfKeys } from '../identity/keys/key-check.ts';
import { Models } from '../model/content-types/models.ts';
import { withReadableTypes } from '../model/content-types/type-check.ts';
import { environmentCheck, environmentsInUse, usageOfSpaces } from '../model/spaces/environment-check.ts';
import { Heads } from '../model/spaces/heads.ts';
import { spaceCheck } from '../model/spaces/space-check.ts';
import { type Check, type Fault, RESTORE } from '../platform/database/checkup/check.ts';
import { databaseCheck } from '../platform/database/checkup/database-check.ts';
import { replicaCheck } from '../platform/database/checkup/replica-check.ts';
import { schemaCheck } from '../platform/database/checkup/schema-check.ts';
import { type Sequence, sequenceCheck } from '../platform/database/checkup/sequence-check.ts';
import type { Database, Reader } from '../platform/database/database.ts';
import type { Journal } from '../platform/journal/journal.ts';
import type { RecordDigests } from '../platform/journal/record-digests.ts';
import { steadyClock, systemClock } from '../platform/kit/clock.ts';
import { MemoryBudget } from '../platform/kit/memory-budget.ts';

/** What the models of the environments that are checked may take. */
const MODEL_BYTES_MAX = 67_108_864;

/** The installation to check. */
export interface CheckedInstallation {
  readonly database: Database;
  readonly journal: Journal;
  readonly digests: RecordDigests;
  readonly storage: FileStorage;
  /** Whether PostgreSQL may lose acknowledged writes in a crash. */
  readonly unsafeDurability: boolean;
  /** URLs of the read replicas; none on SQLite. */
  readonly replicaUrls: readonly string[];
  readonly plans: Plans;
  /** Whether to read the content of every file. */
  readonly readsFiles: boolean;
}

export function composeCheckup({
  database,
  journal,
  digests,
  storage,
  unsafeDurability,
  replicaUrls,
  plans,
  readsFiles,
}: CheckedInstallation): Check[] {
  const memory = new MemoryBudget(MODEL_BYTES_MAX);
  const models = new Models({ database, heads: new Heads({ database, clock: steadyClock }), memory });
  const environments = () => environmentsInUse(database.reader);
  const readable = () => withReadableTypes(database.reader, environments());
  const kindParts = { database, journal, models, environments: { all: environments, readable } };
  return [
    databaseCheck(database, unsafeDurability),
    schemaCheck(database),
    replicaCheck(database, replicaUrls),
    // Must come before all repairs that write through the journal, because each of their rows takes a sequence number.
    sequenceCheck(database, () => sequencesOf(database.reader)),
    spaceCheck(database),
    environmentCheck(database, environmentCounters),
    usageCheck(database, usageOf),
    ...contentKinds.map((kind) => kind.check(kindParts)),
    fileCheck({ database, storage, uses: assetFileUses, readsFiles }),
    changeSetCheck(database),
    mergeCheck(database),
    transferCheck({ database, storage, clock: systemClock }),
    webhookCheck(database),
    peopleCheck(database),
    sessionCheck(database),
    keyCheck(database),
    { name: 'plans', find: () => planFaults(database, plans) },
    { name: 'audit', find: () => auditFaults(database, digests) },
  ];
}

/** What an account currently has of everything that is counted, by metric. */
async function usageOf(db: Reader, account: string): Promise<ReadonlyMap<string, number>> {
  const held = [
    await usageOfSpaces(db, account),
    await usageOfMembers(db, account),
    await usageOfKeys(db, account),
    await usageOfWebhooks(db, account),
  ];
  return new Map(held.flatMap((some) => [...some]));
}

async function* sequencesOf(db: Reader): AsyncGenerator<Sequence> {
  for await (const { number } of environmentsInUse(db)) {
    for (const { sequence } of contentKinds) if (sequence !== null) yield sequence(number);
  }
}

async function* planFaults({ reader }: Database, plans: Plans): AsyncGenerator<Fault> {
  for (const { plan, accounts } of await missingPlans(reader, plans))
    yield {
      about: `plan ${plan}`,
      problem: `is the plan of ${accounts} accounts, but is not in LECTERN_PLANS_FILE`,
      remedy: 'add it to LECTERN_PLANS_FILE; until then they have the limits of the default plan',
      repair: null,
    };
}

async function* auditFaults(database: Database, digests: RecordDigests): AsyncGenerator<Fault> {
  const { problems } = await verifyAudit({ database, digests }, undefined);
  for (const { kind, accountId, recordId, row } of problems)
    yield {
      about: `audit of ${accountId === '' ? 'the installation' : accountId}`,
      problem: `is not as it was written (${kind}, record ${recordId ?? row ?? 'unknown'})`,
      remedy: `call \`lectern audit verify\`; ${RESTORE}`,
      repair: null,
    };
}
