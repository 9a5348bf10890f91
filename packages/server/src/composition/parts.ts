/**
 * Builds every part of the service once, each from the parts before it, and gives the planes what they use. Read it from
 * the top: journal, spaces and search are the core; identity, content and webhooks depend on them.
 */

import type { FileRouteParts } from '../content/assets/file-routes.ts';
import { entryForEvent } from '../content/entries/entry-for-event.ts';
import { countWebhooksOf } from '../events/webhooks/webhooks.ts';
import { ownersOf } from '../identity/accounts/accounts.ts';
import { endPayments } from '../identity/accounts/billing/stripe/stripe-sync.ts';
import type { Subscriptions } from '../identity/accounts/plans/subscriptions.ts';
import { countKeysOf } from '../identity/keys/api-keys.ts';
import { RecentRequests } from '../identity/keys/recent-requests.ts';
import type { ManagementParts } from '../planes/management.ts';
import type { PageParts } from '../planes/pages.ts';
import type { ReadingPlaneParts } from '../planes/reading.ts';
import type { ScimPlaneParts } from '../planes/scim.ts';
import { databaseGauges } from '../platform/database/database-gauges.ts';
import { LargeResponses } from '../platform/http/large-responses.ts';
import type { Gauge } from '../platform/http/metrics.ts';
import { KeptRequests } from '../platform/http/recent-requests.ts';
import { RequestsInFlight } from '../platform/http/requests-in-flight.ts';
import { Confirmation } from '../platform/jobs/confirmation.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import { systemClock } from '../platform/kit/clock.ts';
import { MemoryBudget } from '../platform/kit/memory-budget.ts';
import { mailGauges } from '../platform/outgoing/mail/mail-gauges.ts';
import { MailSending } from '../platform/outgoing/mail/sending.ts';
import { Quotas } from '../platform/request-limits/accounts/quotas.ts';
import { composeAi } from './ai.ts';
import { composeAudit } from './audit.ts';
import { backgroundJobs } from './background-jobs.ts';
import { backupGauges, composeBackup } from './backups.ts';
import { composeBilling, composeStripe } from './billing.ts';
import { composeEntries } from './entries.ts';
import type { Foundation } from './foundation.ts';
import { composeIdentity, composeProviders } from './identity.ts';
import { composeJournal } from './journal.ts';
import { composeMedia } from './media.ts';
import { processGauges } from './process-gauges.ts';
import { composeReading } from './reading.ts';
import { composeSearch } from './search.ts';
import { composeSpaces } from './spaces.ts';
import { composeSync } from './sync.ts';
import { composeTransfer } from './transfer.ts';
import { composeWebhookOutbox, composeWebhooks } from './webhooks.ts';

/** Concurrent requests allowed per key or per user. */
const REQUESTS_PER_KEY_MAX = 500;

/** What each plane uses. */
interface PlaneParts {
  readonly management: ManagementParts;
  readonly reading: ReadingPlaneParts;
  readonly pages: PageParts;
  readonly scim: ScimPlaneParts;
  readonly files: FileRouteParts;
}

/** What the planes and the process use. Every other part is known only to the parts that use it. */
export interface ServiceParts extends PlaneParts {
  readonly subscriptions: Subscriptions;
  /** The latest requests of each space. */
  readonly recent: KeptRequests;
  readonly gauges: readonly Gauge[];
  /** How many connections stay open for news. */
  readonly openForNews: () => number;
  /** All background jobs. */
  readonly jobs: Jobs;
  /** Other open resources, to be closed after the jobs. */
  readonly resources: readonly { close(): Promise<void> }[];
}

export function composeParts(foundation: Foundation): ServiceParts {
  const built = buildParts(foundation);
  const { instruments, jobTimes } = foundation;
  const background = backgroundJobs(built, jobTimes);
  const jobs = new Jobs(instruments?.jobs(background) ?? background, foundation);
  return {
    ...planesOf(foundation, built),
    subscriptions: built.journal.subscriptions,
    recent: built.recent,
    openForNews: built.sync.open,
    gauges: [...gaugesOf(foundation, built), ...jobs.gauges],
    jobs,
    resources: [built.media.images, built.providers],
  };
}

type BuiltParts = ReturnType<typeof buildParts>;

/** Every part once, lowest first. */
function buildParts(foundation: Foundation) {
  const journal = composeJournal(foundation);
  const webhookOutbox = composeWebhookOutbox(foundation, journal);
  const memory = new MemoryBudget(foundation.config.indexMemoryBytes);
  const core = composeSpaces(foundation, journal, {
    memory,
    dispatchEvents: (writer, environment) => webhookOutbox.fanOutEnvironment(writer, environment),
    holdings: async (writer, spaceId) =>
      new Map([
        ['api_keys', await countKeysOf(writer, spaceId)],
        ['webhooks', await countWebhooksOf(writer, spaceId)],
      ]),
  });
  const search = composeSearch(foundation, journal, core);
  const audit = composeAudit(foundation, journal);
  const providers = composeProviders(foundation);
  const api = composeStripe(foundation);
  const identity = composeIdentity(foundation, journal, core, {
    providers,
    endPayments: async (accountId) =>
      api === null ? undefined : endPayments({ database: foundation.database, api }, accountId),
  });
  const actorLookup = identity.authentication;
  const large = new LargeResponses();
  const reading = composeReading(foundation, journal, { ...core, large, memory });
  const sync = composeSync(foundation, journal, { ...core, reading, large, authentication: actorLookup });
  const media = composeMedia(foundation, journal, core);
  const { previewTokens, previewLinks } = identity;
  const seeing = { ...reading, previewTokens, previewLinks, actorLookup };
  const writing = composeEntries(foundation, journal, { ...core, large }, seeing);
  const webhooks = composeWebhooks(foundation, journal, {
    ...core,
    dispatch: webhookOutbox.dispatch,
    entryOf: (actor, entryId) => entryForEvent({ ...foundation, ...core, ...writing.entries }, actor, entryId),
  });
  const transfer = composeTransfer(foundation, journal, core, {
    upload: media.library.upload,
    files: media.files.files,
    intake: media.intake,
    contentImport: writing.contentImport,
    webhooks: webhooks.webhooks,
    actorLookup,
  });
  const ai = composeAi(foundation, journal, core, { identity, writing, media });
  const recent = new KeptRequests(systemClock());
  const recentRequests = new RecentRequests({ kept: recent, keys: identity.apiKeys, spaces: core.spaces });
  const quotas = new Quotas({ ...foundation, owners: ownersOf });
  const billing = composeBilling(foundation, journal, {
    api,
    aiUsage: ai.usage,
    quotas,
    onChanged: () => actorLookup.planChanged(),
  });
  const mail = new MailSending(foundation);
  const backup = composeBackup(foundation);
  const headConfirmation = new Confirmation(foundation.database.contact, journal.heads);
  const read = { ...core, journal, search, audit, providers, identity, large, reading, sync };
  const written = { media, writing, transfer, ai, recent, recentRequests, webhooks, webhookOutbox };
  return { ...read, ...written, quotas, billing, mail, backup, headConfirmation };
}

function planesOf({ database, config }: Foundation, built: BuiltParts): PlaneParts {
  const {
    spaces,
    environments,
    environmentChanges,
    aliases,
    locales,
    contentTypes,
    modelPush,
    identity,
    quotas,
    large,
    media,
    billing,
  } = built;
  const { delivery, compression, evidence } = built.reading;
  const { sync, live, waits } = built.sync;
  const inFlight = new RequestsInFlight(REQUESTS_PER_KEY_MAX, 'key');
  const guarded = { inFlight, quotas };
  return {
    management: {
      ...guarded,
      ...built.writing,
      heads: built.journal.heads,
      identity,
      audit: built.audit.audit,
      spaces: { spaces, locales },
      environments: { environments, environmentChanges },
      aliases,
      contentTypes: { contentTypes, environments, push: modelPush },
      webhooks: built.webhooks,
      recentRequests: built.recentRequests,
      media: media.library,
      transfer: built.transfer.routes,
      ai: built.ai.routes,
      billing: billing.routes,
    },
    reading: {
      ...guarded,
      database,
      authentication: identity.authentication,
      routes: { delivery, sync, compression, evidence, spaces, environments, locales },
      live,
      waits,
      cdn: config.cdn,
      large,
    },
    pages: {
      identity,
      checkout: billing.page,
      previewLinks: { links: identity.previewLinks, previews: built.writing.sharedPreviews },
      studio: config.studio,
    },
    scim: { ...guarded, scim: identity.scim },
    files: media.files,
  };
}

function gaugesOf(foundation: Foundation, built: BuiltParts): Gauge[] {
  return [
    ...processGauges(foundation.config),
    ...databaseGauges(foundation.database, foundation.config.database.kind),
    ...built.reading.gauges,
    ...built.sync.gauges,
    ...built.audit.gauges,
    ...built.webhookOutbox.gauges,
    ...mailGauges(foundation),
    ...built.mail.gauges,
    ...backupGauges(built.backup),
  ];
}
