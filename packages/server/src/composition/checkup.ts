/** The checks of `lectern doctor`: those of each room, from the ground up. */
import { usageCheck } from '../business/plans/usage-check.ts';
import { assetBytesIn, countAssetsIn } from '../content/assets/asset-counts.ts';
import { assetFileUses } from '../content/assets/file-uses.ts';
import { entryCheck } from '../content/entries/checkup/entry-check.ts';
import { entriesIn } from '../content/entries/checkup/entry-counts.ts';
import { fileCheck } from '../content/files/file-check.ts';
import type { FileStorage } from '../content/files/file-storage.ts';
import { verifyAudit } from '../events/audit/sealing/verification.ts';
import { Models } from '../model/content-types/models.ts';
import { typesIn } from '../model/content-types/type-counts.ts';
import { environmentCheck, environmentsInUse, heldInEnvironments } from '../model/spaces/environment-check.ts';
import { Heads } from '../model/spaces/heads.ts';
import { type Check, type Fault, RESTORE } from '../platform/database/checkup/check.ts';
import { databaseCheck } from '../platform/database/checkup/database-check.ts';
import type { Database } from '../platform/database/database.ts';
import type { Journal } from '../platform/journal/journal.ts';
import type { RecordDigests } from '../platform/journal/record-digests.ts';
import { systemClock } from '../platform/kit/clock.ts';

/** An installation that is checked. */
export interface CheckedInstallation {
  readonly database: Database;
  readonly journal: Journal;
  readonly digests: RecordDigests;
  readonly storage: FileStorage;
  /** Whether PostgreSQL may lose acknowledged writes in a crash. */
  readonly unsafeDurability: boolean;
}

export function composeCheckup({
  database,
  journal,
  digests,
  storage,
  unsafeDurability,
}: CheckedInstallation): Check[] {
  const models = new Models({ database, heads: new Heads({ database, clock: systemClock }) });
  const counts = { entries: entriesIn, assets: countAssetsIn, asset_bytes: assetBytesIn, content_types: typesIn };
  return [
    databaseCheck(database, unsafeDurability),
    environmentCheck(database, counts),
    usageCheck(database, heldInEnvironments),
    entryCheck({ database, journal, models, environments: () => environmentsInUse(database.reader) }),
    fileCheck(database, storage, assetFileUses),
    { name: 'audit', find: () => auditFaults(database, digests) },
  ];
}

async function* auditFaults(database: Database, digests: RecordDigests): AsyncGenerator<Fault> {
  const { problems } = await verifyAudit({ database, digests }, undefined);
  for (const { kind, accountId, recordId, row } of problems)
    yield {
      about: `audit of ${accountId === '' ? 'the installation' : accountId}`,
      problem: `is not as it was written (${kind}, record ${recordId ?? row ?? 'unknown'})`,
      wayOut: `call \`lectern audit verify\`; ${RESTORE}`,
      mend: null,
    };
}
