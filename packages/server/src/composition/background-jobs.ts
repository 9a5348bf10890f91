/**
 * The one list of background jobs, in the order they start. They stop in reverse order, so that the audit seals what the
 * other jobs wrote. The code of each job is in the room named in its row.
 */

import type { EnvironmentCloning } from '../branches/environments/environment-cloning.ts';
import type { EnvironmentRemoval } from '../branches/environments/environment-removal.ts';
import type { WebhookOutbox } from '../events/webhooks/dispatch/webhook-outbox.ts';
import type { Identity } from '../identity/identity.ts';
import type { FieldRemoval } from '../model/content-types/field-removal.ts';
import type { DailyBackup } from '../platform/backup/daily-backup.ts';
import type { Job, JobWork } from '../platform/jobs/job.ts';
import type { JobTimes } from '../platform/jobs/job-times.ts';
import type { MailSending } from '../platform/outgoing/mail/sending.ts';
import type { Quotas } from '../platform/request-limits/accounts/quotas.ts';
import type { AuditParts } from './audit.ts';
import type { BillingParts } from './billing.ts';
import type { WritingParts } from './entries.ts';
import type { MediaParts } from './media.ts';
import type { SearchParts } from './search.ts';
import type { TransferParts } from './transfer.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const EACH = 'each process';
/** Runs in one process at a time among all that share the database. A lease ensures this. */
const ONE = 'one process';

/** The parts that have background work. */
export interface WorkingParts {
  readonly audit: AuditParts;
  readonly identity: Identity;
  readonly mail: MailSending;
  readonly webhookOutbox: WebhookOutbox;
  readonly media: MediaParts;
  readonly search: SearchParts;
  readonly removal: EnvironmentRemoval;
  readonly cloning: EnvironmentCloning;
  readonly fieldRemoval: FieldRemoval;
  readonly writing: WritingParts;
  readonly transfer: TransferParts;
  readonly quotas: Quotas;
  readonly billing: BillingParts;
  /** Keeps the confirmed heads fresh, in case the database becomes unreachable. */
  readonly headConfirmation: JobWork;
  /** Null if no daily backups are made. */
  readonly backup: DailyBackup | null;
}

export function backgroundJobs(parts: WorkingParts, { lookEveryMs }: Pick<JobTimes, 'lookEveryMs'>): Job[] {
  const { audit, identity, mail, webhookOutbox, media, search, removal, cloning, fieldRemoval } = parts;
  const { writing, transfer, quotas, billing, backup, headConfirmation } = parts;
  // biome-ignore format: a table, one row a job.
  return [
    // The lease is in a row that each step locks and writes anyway: one write a second instead of three.
    { room: 'events/audit', name: 'audit-sealing', everyMs: SECOND_MS, runsIn: EACH, atEnd: true, work: audit.sealer },
    { room: 'events/audit', name: 'audit-retention', everyMs: 10 * MINUTE_MS, runsIn: ONE, work: audit.retention },
    // Each process writes the last uses that it has collected in memory.
    { room: 'identity/keys', name: 'key-last-uses', everyMs: null, runsIn: EACH, atEnd: true, work: identity.lastUses },
    { room: 'identity/keys', name: 'key-confirmation', everyMs: 5 * SECOND_MS, runsIn: EACH, work: identity.keyConfirmation },
    { room: 'identity/keys', name: 'scim-token-uses', everyMs: null, runsIn: EACH, atEnd: true, work: identity.scim.tokenUses },
    { room: 'identity/accounts', name: 'member-last-seen', everyMs: null, runsIn: EACH, atEnd: true, work: identity.lastSeen },
    { room: 'identity/auth', name: 'session-uses', everyMs: null, runsIn: EACH, atEnd: true, work: identity.sessionUses },
    { room: 'identity/removal', name: 'account-removal', everyMs: MINUTE_MS, runsIn: ONE, atStart: true, work: identity.removal },
    { room: 'platform/request-limits', name: 'request-counts', everyMs: 5 * SECOND_MS, runsIn: EACH, atEnd: true, work: quotas },
    { room: 'platform/outgoing', name: 'mail-sending', everyMs: lookEveryMs, runsIn: ONE, atStart: true, work: mail },
    {
      room: 'events/webhooks',
      name: 'webhook-sending',
      everyMs: lookEveryMs,
      runsIn: ONE,
      atStart: true,
      isLasting: true,
      work: webhookOutbox.sending,
    },
    { room: 'events/webhooks', name: 'webhook-retention', everyMs: HOUR_MS, runsIn: ONE, work: webhookOutbox.retention },
    // Each machine has its own upload folder.
    { room: 'content/files', name: 'upload-removal', everyMs: DAY_MS, runsIn: EACH, atStart: true, work: media.leftBehind },
    { room: 'content/files', name: 'file-collection', everyMs: DAY_MS, runsIn: ONE, work: media.collection },
    { room: 'reading/search', name: 'search-collection', everyMs: DAY_MS, runsIn: ONE, work: search.collection },
    { room: 'reading/search', name: 'search-indexing', everyMs: MINUTE_MS, runsIn: ONE, atStart: true, work: search.indexing },
    { room: 'model/spaces', name: 'head-confirmation', everyMs: 5 * SECOND_MS, runsIn: EACH, work: headConfirmation },
    { room: 'content/entries', name: 'deleted-entries', everyMs: HOUR_MS, runsIn: ONE, work: writing.deleted },
    { room: 'content/change-sets', name: 'scheduled-publications', everyMs: lookEveryMs, runsIn: EACH, atStart: true, work: writing.dueSets },
    { room: 'content/change-sets', name: 'scheduled-checks', everyMs: MINUTE_MS, runsIn: ONE, work: writing.setChecks },
    { room: 'content/change-sets', name: 'change-set-cleaning', everyMs: HOUR_MS, runsIn: ONE, work: writing.setCleaning },
    { room: 'branches/environments', name: 'environment-removal', everyMs: MINUTE_MS, runsIn: ONE, atStart: true, work: removal },
    { room: 'branches/environments', name: 'environment-cloning', everyMs: MINUTE_MS, runsIn: ONE, atStart: true, work: cloning },
    { room: 'model/content-types', name: 'field-removal', everyMs: MINUTE_MS, runsIn: ONE, atStart: true, work: fieldRemoval },
    { room: 'branches/transfer', name: 'export-making', everyMs: MINUTE_MS, runsIn: ONE, atStart: true, work: transfer.exporting },
    { room: 'branches/transfer', name: 'import-running', everyMs: MINUTE_MS, runsIn: ONE, atStart: true, work: transfer.importing },
    { room: 'branches/transfer', name: 'transfer-removal', everyMs: 10 * MINUTE_MS, runsIn: ONE, work: transfer.transferRemoval },
    { room: 'identity/accounts', name: 'billing-upkeep', everyMs: MINUTE_MS, runsIn: ONE, atStart: true, work: billing.upkeep },
    { room: 'identity/accounts', name: 'stripe-follow-up', everyMs: HOUR_MS, runsIn: ONE, work: billing.followUp },
    ...(backup === null ? [] : [{ room: 'platform/backup', name: 'backup', everyMs: MINUTE_MS, runsIn: ONE, atStart: true, work: backup } as const]),
  ];
}
