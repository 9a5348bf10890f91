/** Exports and imports as jobs. */

import { ExportJob } from '../branches/transfer/export/export-job.ts';
import { Exports } from '../branches/transfer/export/exports.ts';
import { AssetImport } from '../branches/transfer/import/asset-import.ts';
import type { ActorLookup } from '../branches/transfer/import/import-actor.ts';
import { ImportJob } from '../branches/transfer/import/import-job.ts';
import { Imports } from '../branches/transfer/import/imports.ts';
import { TransferRemoval } from '../branches/transfer/removal.ts';
import type { TransferRouteParts } from '../branches/transfer/routes.ts';
import { snapshotOfEnvironment } from '../branches/transfer/space-snapshot.ts';
import { TransferFiles } from '../branches/transfer/transfer-files.ts';
import type { Intake } from '../content/assets/intake.ts';
import type { MediaRouteParts } from '../content/assets/routes.ts';
import { UploadQueue } from '../content/assets/upload-queue.ts';
import type { Files } from '../content/files/files.ts';
import type { ContentImport } from '../content/import/import.ts';
import { WebhookSecrets } from '../events/webhooks/webhook-secrets.ts';
import type { Webhooks } from '../events/webhooks/webhooks.ts';
import type { Foundation } from './foundation.ts';
import type { JournalParts } from './journal.ts';
import type { SpaceParts } from './spaces.ts';

/** Archives that a process receives at the same time. */
const ARCHIVES_AT_ONCE = 2;

export interface TransferParts {
  readonly exporting: ExportJob;
  readonly importing: ImportJob;
  readonly transferRemoval: TransferRemoval;
  readonly routes: TransferRouteParts;
}

/** The sources and targets of transferred content. */
export interface TransferNeeds {
  readonly upload: MediaRouteParts['upload'];
  readonly files: Files;
  readonly intake: Intake;
  readonly contentImport: ContentImport;
  readonly webhooks: Webhooks;
  readonly actorLookup: ActorLookup;
}

export function composeTransfer(
  { config, database, storage, clock, secret }: Foundation,
  { journal }: JournalParts,
  { spaces, environments, environmentChanges, aliases, locales, models }: SpaceParts,
  { upload: { spool }, files: assetFiles, intake, contentImport, webhooks, actorLookup }: TransferNeeds,
): TransferParts {
  const files = new TransferFiles({ storage, spool });
  const secrets = new WebhookSecrets(secret);
  const exporting = new ExportJob({
    database,
    files,
    spool,
    secrets,
    clock,
    modelOf: async (db, number) => {
      const pictured = await snapshotOfEnvironment(db, number);
      return pictured === undefined ? undefined : models.within(db, pictured.environment);
    },
  });
  const arrival = new AssetImport({ database, environments, models, intake, spool, files });
  const places = { spaces, environments, environmentChanges, aliases, locales, models };
  const working = { database, files, clock, actorLookup };
  const importing = new ImportJob({ ...working, ...places, contentImport, arrival, webhooks, secrets });
  const common = { database, journal, spaces, environments };
  return {
    exporting,
    importing,
    transferRemoval: new TransferRemoval({ database, files, clock }),
    routes: {
      exports: new Exports({ ...common, files: assetFiles, onCreated: () => exporting.trigger.fire() }),
      imports: new Imports({ ...common, files, onCreated: () => importing.trigger.fire() }),
      upload: {
        spool,
        line: new UploadQueue({ atOnce: ARCHIVES_AT_ONCE, hasTimeout: false }),
        bytesMax: config.importBytesMax,
      },
    },
  };
}
