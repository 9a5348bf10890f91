/**
 * The configuration of the service: one frozen object, validated as a whole before anything is opened. Secrets are kept
 * separate and cannot be logged. Only this folder reads the environment.
 */
import { join, resolve, sep } from 'node:path';
import { ConfigurationError } from './configuration-error.ts';
import { defaultIndexMemory, type Memory, systemMemory } from './index-memory.ts';
import { type Environment, readVariables, unknownVariables, type Values } from './read-variables.ts';
import { redacted } from './redact.ts';
import { type RuntimeVersions, runtimeProblems } from './runtime.ts';
import { readTracing, type TracingSettings } from './tracing.ts';
import { type aiProviders, clientVariables, serviceVariables } from './variables.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HISTORY_FILES_DAYS = 90;
const MEGABYTE = 1_048_576;
const MEGAPIXEL = 1_000_000;

type ServiceValues = Values<typeof serviceVariables>;

/** Where content is stored. */
export type DatabaseSettings =
  | { readonly kind: 'sqlite'; readonly folder: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      readonly unsafeDurability: boolean;
      readonly connections: number;
      /** URLs of its read replicas; empty if there are none. */
      readonly readUrls: readonly string[];
    };

/** Where files are stored. */
export type StorageSettings =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 's3';
      /** Null for AWS. */
      readonly endpoint: string | null;
      readonly bucket: string;
      readonly region: string;
      /** Null to use the credentials that the machine provides. */
      readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
      /** Public base URL of the objects, without a trailing `/`; null if they are not public. */
      readonly publicUrl: string | null;
    };

/** How mail leaves the service. */
export type MailSettings =
  | { readonly kind: 'files'; readonly folder: string }
  | {
      readonly kind: 'smtp';
      /** URL of the server; usually contains a password. */
      readonly url: string;
      readonly from: { readonly name: string; readonly address: string };
    };

/** The language model that AI helpers use. */
export interface AiSettings {
  readonly provider: (typeof aiProviders)[number];
  /** The provider's name for the model. */
  readonly model: string;
  /** Null if the provider needs none. */
  readonly apiKey: string | null;
  /** Null for the provider's own URL; without a trailing `/`. */
  readonly baseUrl: string | null;
}

/** How plans are paid for. */
export interface BillingSettings {
  /** Who confirms an order without Stripe. */
  readonly confirmedBy: ServiceValues['LECTERN_BILLING'];
  /** In lower case, such as `usd`. */
  readonly currency: string;
  /** How long a payment may be late. */
  readonly graceDays: number;
  /** Null if no payments are taken. */
  readonly stripe: StripeSettings | null;
}

/** The Stripe account that takes payments. */
export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Null for Stripe's own API; without a path. */
  readonly apiBase: string | null;
}

/** Where backups are made, and with what. */
export interface BackupSettings {
  /** Absolute path of the folder of daily backups; null if there are none. */
  readonly folder: string | null;
  /** Absolute path of the folder with the PostgreSQL programs; null to find them on the PATH. */
  readonly postgresTools: string | null;
}

/** Values that must never be shown. */
export interface Secrets {
  /** `LECTERN_SECRET`; null if it is generated and kept in the data folder (`secret.ts`). */
  readonly secret: string | null;
  /** Token of `/metrics`; null to leave the route out. */
  readonly metricsToken: string | null;
}

export interface Config {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  /** Second port, for health, readiness and metrics; 0 means any free port, null none. */
  readonly healthPort: number | null;
  /** Base URL of the service without a trailing `/`; null to derive it from host and port. */
  readonly publicUrl: string | null;
  /** Absolute path. */
  readonly dataDir: string;
  readonly database: DatabaseSettings;
  /** How long published content is delivered from memory while PostgreSQL is unreachable, in milliseconds. */
  readonly serveStaleMs: number;
  /** Bytes kept free on the disk of the embedded database. */
  readonly diskReserveBytes: number;
  readonly storage: StorageSettings;
  readonly mail: MailSettings;
  /** Folder for uploads in progress. */
  readonly uploadFolder: string;
  readonly uploadBytesMax: number;
  /** Largest archive of an import. */
  readonly importBytesMax: number;
  /** Addresses and CIDR ranges. */
  readonly trustedProxies: readonly string[];
  /** Connections allowed per address, and requests in flight per client of a trusted proxy. */
  readonly connectionsPerAddress: number;
  /** Streams of changes that a process keeps open, and as many requests that wait for changes. */
  readonly liveConnections: number;
  readonly signup: ServiceValues['LECTERN_SIGNUP'];
  /** Per process, for columns and fragments together. */
  readonly indexMemoryBytes: number;
  readonly cacheMemoryBytes: number;
  /** Whether shared caches may store delivery responses. */
  readonly cdn: ServiceValues['LECTERN_CDN'];
  readonly log: {
    readonly level: ServiceValues['LECTERN_LOG_LEVEL'];
    readonly format: ServiceValues['LECTERN_LOG_FORMAT'];
  };
  /** A request that takes this long is logged as slow; 0 for never. */
  readonly slowMs: number;
  /** Unpublished versions kept per entry. */
  readonly versionsKept: number;
  /** How long files of the past can be had, in milliseconds. */
  readonly historyFilesMs: number;
  /** How late scheduled publications may still go out, in milliseconds. */
  readonly scheduleGraceMs: number;
  /** Days that audit records are kept. */
  readonly auditDays: number;
  /** Addresses and CIDR ranges that webhooks may be sent to although they are not public. */
  readonly webhookAllow: readonly string[];
  /** Addresses and CIDR ranges where identity providers may be although they are not public. */
  readonly ssoAllow: readonly string[];
  readonly images: ImageSettings;
  readonly plans: {
    /** Absolute path; null for the plans that come with Lectern. */
    readonly file: string | null;
    /** Id of the plan for accounts that have not chosen one. */
    readonly defaultPlan: string;
  };
  readonly billing: BillingSettings;
  /** Null if no provider is set up. */
  readonly ai: AiSettings | null;
  readonly backup: BackupSettings;
  /** Null if tracing is off. */
  readonly tracing: TracingSettings | null;
  /** Whether Studio is served at `/studio`. */
  readonly studio: boolean;
  readonly secrets: Secrets;
}

/** Limits of image processing. */
export interface ImageSettings {
  /** Pixels that an uploaded image may have. */
  readonly pixelsMax: number;
  /** Bytes of memory that one image may take. */
  readonly memoryBytes: number;
  /** Bytes of resized images kept on disk. */
  readonly keptBytesMax: number;
}

/** How commands reach a running service. */
export interface ClientConfig {
  readonly url: string;
  readonly secrets: { readonly token: string | null };
}

/** What the configuration depends on apart from the environment. */
export interface Surroundings {
  readonly versions?: RuntimeVersions;
  readonly memory?: Memory;
  /** Processes of the service that share the memory. */
  readonly processes?: number;
  /** Whether an unknown variable with our prefix is a problem. It is for the service; a shell may have those of other programs. */
  readonly refusesUnknown?: boolean;
}

/**
 * Reads the configuration of the service.
 * @throws ConfigurationError that lists every problem
 */
export function readConfig(
  environment: Environment = process.env,
  { versions = process.versions, memory = systemMemory(), processes = 1, refusesUnknown = false }: Surroundings = {},
): Config {
  const { values, problems } = readVariables(serviceVariables, environment);
  if (refusesUnknown) problems.unshift(...unknownVariables(environment));
  problems.push(...runtimeProblems(versions));
  if (isSet(environment, 'LECTERN_DATABASE_URL') && !isSet(environment, 'LECTERN_SECRET')) {
    problems.push(
      'LECTERN_SECRET is missing: with PostgreSQL, set the same value on every node, for example the output of `openssl rand -hex 32`.',
    );
  }
  if (isSet(environment, 'LECTERN_DATABASE_READ_URL') && !isSet(environment, 'LECTERN_DATABASE_URL')) {
    problems.push(
      'LECTERN_DATABASE_URL is missing: set the PostgreSQL database whose replicas LECTERN_DATABASE_READ_URL names, or remove that, since SQLite has none.',
    );
  }
  problems.push(...storageProblems(environment), ...mailProblems(environment), ...aiProblems(environment));
  problems.push(...billingProblems(environment), ...backupProblems(values), ...portProblems(values));
  const tracing = readTracing(environment);
  problems.push(...tracing.problems);
  if (problems.length > 0) throw new ConfigurationError(problems);
  return configOf(values, defaultIndexMemory(memory, processes), tracing.settings);
}

/**
 * Reads how commands reach the service.
 * @throws ConfigurationError that lists every problem
 */
export function readClientConfig(environment: Environment = process.env): ClientConfig {
  const { values, problems } = readVariables(clientVariables, environment);
  if (problems.length > 0) throw new ConfigurationError(problems);
  return Object.freeze({ url: values.LECTERN_URL, secrets: redacted({ token: values.LECTERN_TOKEN }, '[secret]') });
}

/** Bucket settings without a bucket, or half of an access key, would silently do nothing. */
function storageProblems(environment: Environment): string[] {
  const problems: string[] = [];
  const id = 'LECTERN_S3_ACCESS_KEY_ID';
  const secret = 'LECTERN_S3_SECRET_ACCESS_KEY';
  const given = ['LECTERN_S3_ENDPOINT', 'LECTERN_S3_PUBLIC_URL', id, secret].find((name) => isSet(environment, name));
  if (given !== undefined && !isSet(environment, 'LECTERN_S3_BUCKET'))
    problems.push(`LECTERN_S3_BUCKET is missing: set it, or remove ${given}, which has no effect without it.`);
  if (isSet(environment, id) !== isSet(environment, secret))
    problems.push(`${id} and ${secret} belong together; set both, or neither if the machine provides credentials.`);
  return problems;
}

function mailProblems(environment: Environment): string[] {
  const [server, sender] = ['LECTERN_SMTP_URL', 'LECTERN_MAIL_FROM'];
  if (isSet(environment, server) === isSet(environment, sender)) return [];
  return isSet(environment, server)
    ? [`${sender} is missing: set the address that mails are from, such as Lectern <lectern@example.com>.`]
    : [`${server} is missing: set it, or remove ${sender}, which has no effect without it.`];
}

/** Only `openai-compatible` needs a base URL, and only it works without a key. */
function aiProblems(environment: Environment): string[] {
  const [provider, model, key, url] = [
    'LECTERN_AI_PROVIDER',
    'LECTERN_AI_MODEL',
    'LECTERN_AI_API_KEY',
    'LECTERN_AI_BASE_URL',
  ] as const;
  if (!isSet(environment, provider)) {
    const given = [model, key, url].find((name) => isSet(environment, name));
    return given === undefined
      ? []
      : [`${provider} is missing: set it, or remove ${given}, which has no effect without it.`];
  }
  const needed = [model, environment[provider]?.trim() === 'openai-compatible' ? url : key];
  return needed
    .filter((name) => !isSet(environment, name))
    .map((name) => `${name} is missing: ${provider} is set, and this provider needs it.`);
}

function billingProblems(environment: Environment): string[] {
  const [key, secret, base] = [
    'LECTERN_STRIPE_SECRET_KEY',
    'LECTERN_STRIPE_WEBHOOK_SECRET',
    'LECTERN_STRIPE_API_BASE',
  ] as const;
  const given = [secret, base].find((name) => isSet(environment, name));
  if (!isSet(environment, key))
    return given === undefined
      ? []
      : [`${key} is missing: set it, or remove ${given}, which has no effect without it.`];
  const problems = isSet(environment, secret)
    ? []
    : [`${secret} is missing: without the signing secret of the endpoint, events from Stripe cannot be verified.`];
  if (environment.LECTERN_BILLING?.trim() === 'open')
    problems.push(`LECTERN_BILLING has no effect: orders are paid at Stripe; remove it, or ${key}.`);
  return problems;
}

/** A backup on the disk of what it saves is lost with it, and a restore empties and fills the data folder as a whole. */
function portProblems({ PORT: port, LECTERN_HEALTH_PORT: healthPort }: ServiceValues): string[] {
  if (healthPort === null || healthPort !== port || port === 0) return [];
  return ['LECTERN_HEALTH_PORT is the same as PORT: set it to another port, or remove it, as PORT has the same paths.'];
}

function backupProblems({ LECTERN_BACKUP: folder, LECTERN_DATA_DIR: dataDir }: ServiceValues): string[] {
  if (folder === null || !isInside(resolve(folder), resolve(dataDir))) return [];
  return ['LECTERN_BACKUP is inside LECTERN_DATA_DIR: name a folder outside of it, on another disk if there is one.'];
}

/** Whether a path is a folder or something in it. Both are absolute. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function isSet(environment: Environment, name: string): boolean {
  return (environment[name] ?? '').trim() !== '';
}

function configOf(values: ServiceValues, indexMemoryBytes: number, tracing: TracingSettings | null): Config {
  const { LECTERN_INDEX_MEMORY: indexMegabytes } = values;
  const dataDir = resolve(values.LECTERN_DATA_DIR);
  return Object.freeze({
    host: values.HOST,
    port: values.PORT,
    healthPort: values.LECTERN_HEALTH_PORT,
    publicUrl: values.LECTERN_PUBLIC_URL,
    dataDir,
    database: databaseOf(values, dataDir),
    serveStaleMs: values.LECTERN_SERVE_STALE * SECOND_MS,
    diskReserveBytes: values.LECTERN_DISK_RESERVE * MEGABYTE,
    storage: storageOf(values, dataDir),
    mail: mailOf(values, dataDir),
    uploadFolder: join(dataDir, 'uploads'),
    uploadBytesMax: values.LECTERN_UPLOAD_MAX * MEGABYTE,
    importBytesMax: values.LECTERN_IMPORT_MAX * MEGABYTE,
    trustedProxies: values.LECTERN_TRUSTED_PROXIES ?? Object.freeze([]),
    connectionsPerAddress: values.LECTERN_CONNECTIONS_PER_ADDRESS,
    liveConnections: values.LECTERN_LIVE_CONNECTIONS,
    signup: values.LECTERN_SIGNUP,
    indexMemoryBytes: indexMegabytes === null ? indexMemoryBytes : indexMegabytes * MEGABYTE,
    cacheMemoryBytes: values.LECTERN_CACHE_MEMORY * MEGABYTE,
    cdn: values.LECTERN_CDN,
    log: Object.freeze({ level: values.LECTERN_LOG_LEVEL, format: values.LECTERN_LOG_FORMAT }),
    slowMs: values.LECTERN_SLOW_MS,
    versionsKept: values.LECTERN_VERSIONS_KEPT,
    historyFilesMs: historyFilesDays(values) * DAY_MS,
    scheduleGraceMs: values.LECTERN_SCHEDULE_GRACE * HOUR_MS,
    auditDays: values.LECTERN_AUDIT_DAYS,
    webhookAllow: values.LECTERN_WEBHOOK_ALLOW ?? Object.freeze([]),
    ssoAllow: values.LECTERN_SSO_ALLOW ?? Object.freeze([]),
    images: Object.freeze({
      pixelsMax: values.LECTERN_IMAGE_MEGAPIXELS * MEGAPIXEL,
      memoryBytes: values.LECTERN_IMAGE_MEMORY * MEGABYTE,
      keptBytesMax: values.LECTERN_IMAGE_CACHE * MEGABYTE,
    }),
    plans: Object.freeze({
      file: values.LECTERN_PLANS_FILE === null ? null : resolve(values.LECTERN_PLANS_FILE),
      defaultPlan: values.LECTERN_DEFAULT_PLAN,
    }),
    billing: billingOf(values),
    ai: aiOf(values),
    backup: Object.freeze({
      folder: values.LECTERN_BACKUP === null ? null : resolve(values.LECTERN_BACKUP),
      postgresTools: values.LECTERN_POSTGRES_TOOLS === null ? null : resolve(values.LECTERN_POSTGRES_TOOLS),
    }),
    tracing,
    studio: values.LECTERN_STUDIO === 'on',
    secrets: redacted({ secret: values.LECTERN_SECRET, metricsToken: values.LECTERN_METRICS_TOKEN }, '[secret]'),
  });
}

/** The URL of a PostgreSQL database usually contains its password, so logs show only the kind. */
function databaseOf(values: ServiceValues, dataDir: string): DatabaseSettings {
  const url = values.LECTERN_DATABASE_URL;
  if (url === null) return Object.freeze({ kind: 'sqlite', folder: dataDir });
  return redacted(
    {
      kind: 'postgres',
      url,
      unsafeDurability: values.LECTERN_ALLOW_UNSAFE_DURABILITY,
      connections: values.LECTERN_DATABASE_CONNECTIONS,
      readUrls: values.LECTERN_DATABASE_READ_URL ?? [],
    },
    { kind: 'postgres' },
  );
}

function storageOf(values: ServiceValues, dataDir: string): StorageSettings {
  const { LECTERN_S3_BUCKET: bucket, LECTERN_S3_ACCESS_KEY_ID: id, LECTERN_S3_SECRET_ACCESS_KEY: secret } = values;
  if (bucket === null) return Object.freeze({ kind: 'folder', folder: join(dataDir, 'storage') });
  return Object.freeze({
    kind: 's3',
    endpoint: values.LECTERN_S3_ENDPOINT,
    bucket,
    region: values.LECTERN_S3_REGION,
    credentials:
      id === null || secret === null ? null : redacted({ accessKeyId: id, secretAccessKey: secret }, '[secret]'),
    publicUrl: values.LECTERN_S3_PUBLIC_URL,
  });
}

/** Where everybody reads the bucket, nobody can be kept from a file that they have seen but by removing it. */
function historyFilesDays({ LECTERN_HISTORY_FILES: days, LECTERN_S3_PUBLIC_URL: publicUrl }: ServiceValues): number {
  return days ?? (publicUrl === null ? HISTORY_FILES_DAYS : 0);
}

/** The URL of an SMTP server usually contains a password, so logs show only the kind. */
function mailOf({ LECTERN_SMTP_URL: url, LECTERN_MAIL_FROM: from }: ServiceValues, dataDir: string): MailSettings {
  if (url === null || from === null) return Object.freeze({ kind: 'files', folder: join(dataDir, 'mail') });
  return redacted({ kind: 'smtp', url, from }, { kind: 'smtp' });
}

function billingOf(values: ServiceValues): BillingSettings {
  return Object.freeze({
    confirmedBy: values.LECTERN_BILLING,
    currency: values.LECTERN_BILLING_CURRENCY,
    graceDays: values.LECTERN_BILLING_GRACE_DAYS,
    stripe: stripeOf(values),
  });
}

function stripeOf(values: ServiceValues): StripeSettings | null {
  const { LECTERN_STRIPE_SECRET_KEY: secretKey, LECTERN_STRIPE_WEBHOOK_SECRET: webhookSecret } = values;
  if (secretKey === null || webhookSecret === null) return null;
  const apiBase = values.LECTERN_STRIPE_API_BASE;
  return redacted({ secretKey, webhookSecret, apiBase }, { apiBase });
}

function aiOf(values: ServiceValues): AiSettings | null {
  const { LECTERN_AI_PROVIDER: provider, LECTERN_AI_MODEL: model } = values;
  if (provider === null || model === null) return null;
  const baseUrl = values.LECTERN_AI_BASE_URL;
  return redacted({ provider, model, apiKey: values.LECTERN_AI_API_KEY, baseUrl }, { provider, model, baseUrl });
}
