/** Every migration, in order. */
import { foundation } from './0001-foundation.ts';
import { search } from './0002-search.ts';
import { media } from './0003-media.ts';
import { webhooks } from './0004-webhooks.ts';
import { audit } from './0005-audit.ts';
import { webhookDeliveries } from './0006-webhook-deliveries.ts';
import { assetLists } from './0007-asset-lists.ts';
import { searchRows } from './0008-search-rows.ts';
import { webhookLog } from './0009-webhook-log.ts';
import { narrowIndexRows } from './0010-narrow-index-rows.ts';
import { searchByIndex } from './0011-search-by-index.ts';
import { backgroundJobs } from './0012-background-jobs.ts';
import { fieldRemovals } from './0013-field-removals.ts';
import { stripMetadata } from './0014-strip-metadata.ts';
import { mailOutbox } from './0015-mail-outbox.ts';
import { people } from './0016-people.ts';
import { members } from './0017-members.ts';
import { signInOrigins } from './0018-sign-in-origins.ts';
import { secondFactors } from './0019-second-factors.ts';
import { singleSignOn } from './0020-single-sign-on.ts';
import { scim } from './0021-scim.ts';
import { ai } from './0023-ai.ts';
import { usage } from './0024-usage.ts';
import { quotas } from './0025-quotas.ts';
import { billing } from './0026-billing.ts';
import { environmentClones } from './0028-environment-clones.ts';
import { environmentAliases } from './0029-environment-aliases.ts';
import { environmentMerges } from './0030-environment-merges.ts';
import { transfers } from './0031-transfers.ts';
import { installationSecrets } from './0032-installation-secrets.ts';
import { autosave } from './0033-autosave.ts';
import { savedViews } from './0034-saved-views.ts';
import { movedItems } from './0035-moved-items.ts';
import { importSessions } from './0036-import-sessions.ts';
import { importEnvironments } from './0037-import-environments.ts';
import { exportSecrets } from './0038-export-secrets.ts';
import type { Migration } from './migration.ts';

export const migrations: readonly Migration[] = [
  foundation,
  search,
  media,
  webhooks,
  audit,
  webhookDeliveries,
  assetLists,
  searchRows,
  webhookLog,
  narrowIndexRows,
  searchByIndex,
  backgroundJobs,
  fieldRemovals,
  stripMetadata,
  mailOutbox,
  people,
  members,
  signInOrigins,
  secondFactors,
  singleSignOn,
  scim,
  ai,
  usage,
  quotas,
  billing,
  environmentClones,
  environmentAliases,
  environmentMerges,
  transfers,
  installationSecrets,
  autosave,
  savedViews,
  movedItems,
  importSessions,
  importEnvironments,
  exportSecrets,
];
