/**
 * The composition root: builds every part of the service once and hands each what it uses. Whatever is opened here is
 * closed here, in the opposite order.
 */
import type { AddressInfo } from 'node:net';
import type { PublicAddress } from './assets/asset-address.ts';
import { AssetFiles } from './assets/asset-files.ts';
import { indexAssetTexts } from './assets/asset-texts.ts';
import { countAssetsWithLocale, removeAssets } from './assets/assets.ts';
import { Intake } from './assets/intake.ts';
import { Media } from './assets/media.ts';
import { Audit } from './audit/audit.ts';
import { Retention } from './audit/retention.ts';
import { Sealer } from './audit/sealing/sealer.ts';
import type { Config } from './config/config.ts';
import { ensureSecret } from './config/secret.ts';
import { ContentTypes } from './content-types/content-types.ts';
import { Models } from './content-types/models.ts';
import { ModelledContent } from './content-types/space-content.ts';
import { removeTypes } from './content-types/type-removal.ts';
import { openDatabase } from './database/connect.ts';
import type { Database, StatementObserver } from './database/database.ts';
import { AnswerCache } from './delivery/answer-cache.ts';
import { AssetReading } from './delivery/asset-reading.ts';
import { AssetTexts } from './delivery/asset-texts.ts';
import { Delivery } from './delivery/delivery.ts';
import { DirectReads } from './delivery/direct-reads.ts';
import { EntryReading } from './delivery/entry-reading.ts';
import { FragmentCache } from './delivery/fragment-cache.ts';
import { OneState } from './delivery/one-state.ts';
import { EntryBulk } from './entries/bulk.ts';
import { Entries, type EntryParts } from './entries/entries.ts';
import { EntryList } from './entries/entry-list.ts';
import { EntryNumbers } from './entries/entry-numbers.ts';
import { storedEntries } from './entries/stored-content.ts';
import { indexTexts } from './entries/text-indexing.ts';
import { EntryVersions } from './entries/versions/versions.ts';
import { FileCollection } from './files/collection.ts';
import type { FileStorage } from './files/file-storage.ts';
import { Files } from './files/files.ts';
import { Images } from './files/images/images.ts';
import { openStorage } from './files/open-storage.ts';
import { Spool } from './files/spool.ts';
import { answerFirst } from './http/answer-first.ts';
import type { Api } from './http/api.ts';
import { createLogger } from './http/logger.ts';
import { measureRequests } from './http/metrics.ts';
import { registerOpenApi } from './http/openapi/register.ts';
import { createServer } from './http/server.ts';
import { ownersOf } from './identity/accounts/accounts.ts';
import { createIdentity } from './identity/identity.ts';
import { ContentImport } from './import/import.ts';
import { Heads } from './journal/heads.ts';
import { IdempotencyRecords } from './journal/idempotency.ts';
import { Journal } from './journal/journal.ts';
import { PublishedHeads } from './journal/published-heads.ts';
import { RecordDigests } from './journal/record-digests.ts';
import type { MovedEnvironment } from './journal/store.ts';
import { systemClock } from './kit/clock.ts';
import { MemoryBudget } from './kit/memory-budget.ts';
import { SealedBox } from './kit/sealed-box.ts';
import { AddressRule } from './outgoing/address-rule.ts';
import { FileMailer } from './outgoing/mail/file-mailer.ts';
import { Outgoing } from './outgoing/outgoing.ts';
import { TargetCheck } from './outgoing/target-check.ts';
import { filePlane } from './planes/files.ts';
import { managementPlane } from './planes/management.ts';
import type { Readiness } from './planes/readiness.ts';
import { readingPlane } from './planes/reading.ts';
import { servicePlane } from './planes/service.ts';
import { PROGRAM_VERSION } from './program-version.ts';
import { QueryEngine } from './query/engine.ts';
import { SearchCollection } from './search/collection.ts';
import { removeIndexing, SearchIndexing } from './search/indexing.ts';
import type { Environment } from './spaces/environment.ts';
import { EnvironmentRemoval } from './spaces/environment-removal.ts';
import { Environments } from './spaces/environments.ts';
import { LocaleRules } from './spaces/locale-rules.ts';
import { Spaces } from './spaces/spaces.ts';
import { WayOut, type WayOutParts } from './webhooks/dispatch/way-out.ts';
import type { WebhookRouteParts } from './webhooks/routes.ts';
import { SecretRotation } from './webhooks/secret-rotation.ts';
import { switchOff } from './webhooks/switch-off.ts';
import { WebhookLog } from './webhooks/webhook-log.ts';
import { WebhookSecrets } from './webhooks/webhook-secrets.ts';
import { WebhookSpaces } from './webhooks/webhook-spaces.ts';
import { Webhooks } from './webhooks/webhooks.ts';

const IDLE_CLOSED_EVERY_MS = 50;

export interface ServiceOptions {
  /** Checks every answer against its route's schema; tests do. */
  readonly checkAnswers?: boolean;
  /** Told of every SQL statement; tests count with it. */
  readonly onStatement?: StatementObserver;
  /** Which of several processes on one port this is; said in its log lines and metrics. */
  readonly worker?: number;
}

export interface Service {
  readonly app: Api;
  /** Starts to listen; gives the address, without `/` at its end. */
  listen(): Promise<string>;
  /** Takes no new requests, ends those under way, and closes everything. */
  close(): Promise<void>;
  /** Set to have `/readyz` tell balancers to send no more requests. */
  readonly readiness: Readiness;
}

/** Builds the service that a configuration describes; it does not listen yet. */
export async function createService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const secret = config.secrets.secret ?? ensureSecret(config.dataDir);
  const database = await openDatabase(config.database, options.onStatement);
  const storage = await openStorage(config.storage);
  // Where any free port is taken, it is known once the service listens.
  const address = { url: addressOf(config, config) };
  const readiness: Readiness = { draining: false };
  const app = createServer({
    logger: createLogger(config.log, options.worker === undefined ? {} : { worker: options.worker }),
    trustedProxies: config.trustedProxies,
    checkAnswers: options.checkAnswers ?? false,
  });
  const parts = compose({
    config,
    database,
    storage,
    address,
    secret,
    onProblem: (error) => app.log.error({ err: error }, 'Background work failed'),
  });
  const openApi = registerOpenApi(app, config.publicUrl);
  const metrics = await measureRequests(app, config.secrets.metricsToken, {
    gauges: parts.gauges,
    labels: options.worker === undefined ? {} : { worker: String(options.worker) },
  });
  app.register(async (scope) => managementPlane(scope as unknown as Api, parts.management));
  app.register(async (scope) => readingPlane(scope as unknown as Api, parts.reading));
  app.register(async (scope) => filePlane(scope as unknown as Api, parts.files));
  const service = { database, readiness, clock: systemClock, openApi, metrics };
  app.register(async (scope) => servicePlane(scope as unknown as Api, service));
  await app.ready();
  // At these levels every request to read is logged, which its route does.
  const logsReads = app.log.level === 'debug' || app.log.level === 'trace';
  const onAnswer = (route: string, status: number, ms: number) => metrics?.answered(route, status, ms);
  const directReads = new DirectReads({ ...parts.directReads, onAnswer });
  if (!logsReads) answerFirst(app.server, (...of) => directReads.answer(...of));
  parts.removal.wake();
  parts.indexing.wake();
  parts.collection.start();
  parts.wayOut.start();
  parts.fileCollection.start();
  parts.sealer.start();
  parts.retention.start();
  return {
    app,
    readiness,
    listen: async () => {
      await app.listen({ host: config.host, port: config.port });
      address.url = addressOf(config, app.server.address() as AddressInfo);
      return address.url;
    },
    close: async () => {
      readiness.draining = true;
      directReads.close();
      // A connection whose answer goes out after the end began is kept open by its client and idle only then.
      const sweep = setInterval(() => app.server.closeIdleConnections(), IDLE_CLOSED_EVERY_MS);
      await app.close().finally(() => clearInterval(sweep));
      await parts.removal.close();
      await parts.indexing.close();
      await parts.collection.close();
      await parts.fileCollection.close();
      await parts.images.close();
      await parts.wayOut.close();
      await parts.identity.close();
      await storage.close();
      await parts.retention.close();
      await parts.sealer.close();
      await database.close();
    },
  };
}

interface CompositionParts {
  readonly config: Config;
  readonly database: Database;
  readonly storage: FileStorage;
  readonly address: PublicAddress;
  readonly secret: string;
  readonly onProblem: (error: unknown) => void;
}

/** Builds the parts and puts together what each plane and the service itself use. */
function compose(base: CompositionParts) {
  const core = composeCore(base);
  const identity = composeIdentity(base, core);
  const reading = composeReading(base, core);
  const { spaces, environments, locales, contentTypes, removal, indexing, wayOut } = core;
  const media = composeMedia(base, core);
  const { memory, kept, delivery } = reading;
  return {
    identity,
    removal,
    indexing,
    wayOut,
    ...composeSealing(base, core),
    collection: new SearchCollection({ database: base.database, clock: systemClock, onProblem: base.onProblem }),
    gauges: [
      { name: 'lectern_index_memory_bytes', help: 'Memory that the query engine holds.', read: () => memory.bytes },
      { name: 'lectern_cache_memory_bytes', help: 'Memory that kept answers take.', read: () => kept.bytes },
      ...wayOut.gauges,
    ],
    images: media.images,
    fileCollection: media.collection,
    files: media.fileRoutes,
    management: {
      identity,
      audit: new Audit({ database: base.database, clock: systemClock }),
      media: media.routes,
      spaces: { spaces, environments, locales },
      contentTypes: { contentTypes, environments },
      ...composeWriting(base, core, reading.engine),
      webhooks: composeWebhooks(base, core),
    },
    directReads: {
      database: base.database,
      delivery,
      authentication: identity.authentication,
      cdn: base.config.cdn,
    },
    reading: {
      database: base.database,
      identity,
      delivery: { delivery, spaces, environments, locales, cdn: base.config.cdn },
    },
  };
}

type Core = ReturnType<typeof composeCore>;

/** The journal, and what models content: everything else stands on these. */
function composeCore(base: CompositionParts) {
  const { config, database, secret, onProblem } = base;
  const clock = systemClock;
  const mailer = new FileMailer({ folder: `${config.dataDir}/mail`, clock });
  const owners = (accountId: string) => ownersOf(database.reader, accountId);
  const heads = new Heads({ database, clock });
  const idempotency = new IdempotencyRecords(new SealedBox(secret, 'idempotency'));
  const wayOut = composeWayOut(base, (webhook, reason) =>
    switchOff({ database, journal, dispatch: wayOut.dispatch, owners, mailer }, webhook, reason),
  );
  const onMoved = ({ number, revision, model_revision }: MovedEnvironment) => {
    if (revision === model_revision) indexing.wake();
    wayOut.moved(number);
  };
  const digests = new RecordDigests(secret);
  const journal = new Journal({ database, heads, idempotency, digests, clock, onMoved });
  const models = new Models({ database, heads });
  const stored = storedEntries;
  const settle = wayOut.settleRemoved.bind(wayOut);
  const steps = [settle, stored.removeEnvironment, removeAssets, removeTypes, removeIndexing];
  const removal = new EnvironmentRemoval({ database, steps, onProblem });
  const content = new ModelledContent({ models, stored, assetCount: countAssetsWithLocale });
  const locales = new LocaleRules({ database, journal, content });
  const environments = new Environments({ database, journal, heads, onDeleted: () => removal.wake() });
  const onDeleted = (gone: readonly Environment[]) => {
    environments.forget(gone);
    removal.wake();
  };
  const spaces = new Spaces({ database, journal, locales, onDeleted });
  const contentTypes = new ContentTypes({ database, journal, models, stored });
  const texts = { entries: indexTexts, assets: indexAssetTexts };
  const indexing = new SearchIndexing({ database, journal, models, environments, ...texts, onProblem });
  return {
    heads,
    journal,
    digests,
    models,
    spaces,
    environments,
    locales,
    contentTypes,
    removal,
    indexing,
    wayOut,
    mailer,
  };
}

function composeWayOut(
  { config, database, secret, onProblem }: CompositionParts,
  switchOff: WayOutParts['switchOff'],
): WayOut {
  return new WayOut({
    database,
    clock: systemClock,
    outgoing: new Outgoing({ rule: new AddressRule(config.webhookAllow) }),
    secrets: new WebhookSecrets(secret),
    switchOff,
    onProblem,
  });
}

/** The webhooks of spaces. */
function composeWebhooks({ config, database, secret }: CompositionParts, core: Core): WebhookRouteParts {
  const { journal, spaces, environments, models, wayOut } = core;
  const { dispatch } = wayOut;
  const secrets = new WebhookSecrets(secret);
  const rule = new AddressRule(config.webhookAllow);
  const webhooks = new Webhooks({
    database,
    journal,
    spaces: new WebhookSpaces({ spaces, environments, models }),
    secrets,
    targets: new TargetCheck({ rule, ownUrl: config.publicUrl }),
    dispatch,
  });
  return {
    webhooks,
    rotation: new SecretRotation({ journal, webhooks, secrets, dispatch }),
    log: new WebhookLog({ database, journal, webhooks, dispatch }),
  };
}

/** What seals the records of the audit, and what removes them when they are old. */
function composeSealing({ config, database, onProblem }: CompositionParts, { digests }: Core) {
  const parts = { database, digests, clock: systemClock, onProblem };
  return { sealer: new Sealer(parts), retention: new Retention({ ...parts, keptDays: config.auditDays }) };
}

function composeIdentity({ config, database, secret }: CompositionParts, core: Core) {
  const { journal, spaces, environments, mailer } = core;
  return createIdentity({
    database,
    journal,
    clock: systemClock,
    secret,
    signup: config.signup,
    mailer,
    spaces: {
      find: (actor, spaceId) => spaces.find(actor, spaceId),
      environments: (actor, spaceId) => environments.list(actor, spaceId),
    },
  });
}

/** The query engine and what answers from it; columns and fragments share one budget, kept answers have their own. */
function composeReading({ config, database, address }: CompositionParts, { heads, models, environments }: Core) {
  const memory = new MemoryBudget(config.indexMemoryBytes);
  const kept = new MemoryBudget(config.cacheMemoryBytes);
  const engine = new QueryEngine({ database, heads, memory, clock: systemClock });
  const publishedHeads = new PublishedHeads({ database });
  const texts = new AssetTexts(memory);
  const assets = new AssetReading({ database, heads, publishedHeads, texts, address });
  const delivery = new Delivery({
    heads,
    models,
    environments,
    assets,
    program: `${PROGRAM_VERSION} ${config.publicUrl ?? ''}`,
    cache: new AnswerCache({ memory: kept, publishedHeads }),
    entries: new EntryReading({ database, engine, fragments: new FragmentCache(memory), assets }),
    oneState: new OneState({ database, heads, models }),
  });
  return { memory, kept, engine, delivery };
}

/** The media library: files on their way in, where they are kept, and what sends them. */
function composeMedia(base: CompositionParts, { journal, environments, models }: Core) {
  const { config, database, storage, address, onProblem } = base;
  const clock = systemClock;
  const spool = new Spool(config.uploadFolder);
  const files = new Files({ database, storage, spool, clock });
  const images = new Images({ folder: `${config.dataDir}/images`, ...config.images });
  const intake = new Intake({ spool, files, images });
  const media = new Media({ database, journal, environments, models, intake, address });
  const bucketUrl = config.storage.kind === 's3' ? config.storage.publicUrl : null;
  return {
    images,
    collection: new FileCollection({ database, storage, spool, clock, onProblem }),
    fileRoutes: { assetFiles: new AssetFiles({ database }), files, images, bucketUrl },
    routes: {
      media,
      upload: { spool, bytesMax: config.uploadBytesMax },
      references: { database, models },
      address,
    },
  };
}

/** What writes entries, one by one, many at once and from elsewhere. */
function composeWriting({ config, database }: CompositionParts, core: Core, engine: QueryEngine) {
  const { journal, environments, models, contentTypes } = core;
  const { versionsKept } = config;
  const numbers = new EntryNumbers(database);
  const parts: EntryParts = { database, journal, environments, models, numbers, versionsKept };
  const entries = new Entries(parts);
  const clock = systemClock;
  return {
    entries: { parts, entries, bulk: new EntryBulk(parts, entries), versions: new EntryVersions(parts, entries) },
    entryList: new EntryList(parts, engine),
    contentImport: new ContentImport({ journal, environments, models, contentTypes, numbers, versionsKept, clock }),
  };
}

function addressOf(config: Config, { port }: Pick<AddressInfo, 'port'>): string {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return config.publicUrl ?? `http://${host}:${port}`;
}
