/**
 * Every environment variable that Lectern reads: its name, default, meaning and parser. The configuration, its
 * validation and `docs/reference/configuration.md` are all generated from this table.
 */
import { INDEX_MEGABYTES_MAX, INDEX_MEGABYTES_MIN } from './index-memory.ts';
import {
  addressRanges,
  bucketName,
  currency,
  databaseAddress,
  databaseAddresses,
  filePath,
  folder,
  host,
  mailSender,
  mailServer,
  oneOf,
  originAddress,
  type Parser,
  secretText,
  token,
  webAddress,
  wholeNumber,
  yesOrNo,
} from './parsers.ts';

/** Providers of language models. */
export const aiProviders = ['openai', 'anthropic', 'google', 'openai-compatible'] as const;

const SECRET_CHARACTERS_MIN = 32;
const CONNECTIONS_MAX = 1_000_000;
const SLOW_MS_MAX = 3_600_000;
const SERVE_STALE_SECONDS_MAX = 86_400;
const DATABASE_CONNECTIONS_MIN = 4;
const DATABASE_CONNECTIONS_MAX = 1_000;
const PORT_MAX = 65_535;
const MEMORY_MEGABYTES_MAX = 1_048_576;
const MEGAPIXELS_MAX = 1_000;
const SCHEDULE_GRACE_HOURS_MAX = 8_760;
const VERSIONS_KEPT_MAX = 1_000_000;
const HISTORY_FILES_DAYS_MAX = 36_500;
const AUDIT_DAYS_MAX = 36_500;
const UPLOAD_MEGABYTES_MAX = 1_048_576;
const RESERVE_MEGABYTES_MAX = 1_048_576;
const GRACE_DAYS_MAX = 365;

/** One row of the table. */
export interface Variable<T> {
  /** Text used when the variable is not set; absent if it may be missing. */
  readonly fallback?: string;
  /** Shown in the reference in place of a default. */
  readonly otherwise?: string;
  /** One or two sentences for the reference. */
  readonly meaning: string;
  readonly parse: Parser<T>;
}

/** Variables that the service reads. */
export const serviceVariables = {
  PORT: {
    fallback: '4000',
    meaning: 'Port to listen on. `0` takes any free port, which the start-up log names.',
    parse: wholeNumber(0, PORT_MAX),
  },
  HOST: {
    fallback: '127.0.0.1',
    meaning: 'Host name or address to listen on. `0.0.0.0` listens on every network.',
    parse: host,
  },
  LECTERN_HEALTH_PORT: {
    otherwise: 'none',
    meaning:
      'A second port for `/healthz`, `/readyz` and `/metrics`, with connections of its own, so that clients who take all of the main port do not hide them. They stay on the main port too.',
    parse: wholeNumber(0, PORT_MAX),
  },
  LECTERN_DATA_DIR: {
    fallback: './data',
    meaning: 'Folder for the database, files and outgoing mail; created if it is missing.',
    parse: folder,
  },
  LECTERN_DISK_RESERVE: {
    fallback: '32',
    meaning:
      'Megabytes kept back on the disk of the embedded database (at most a sixteenth of it), so that log-ins and deletes work on a full disk; `0` for none.',
    parse: wholeNumber(0, RESERVE_MEGABYTES_MAX),
  },
  LECTERN_DATABASE_URL: {
    otherwise: 'SQLite in the data folder',
    meaning: 'PostgreSQL database (15 or newer) to use instead of SQLite.',
    parse: databaseAddress,
  },
  LECTERN_DATABASE_READ_URL: {
    otherwise: 'none',
    meaning:
      'Streaming replicas of the PostgreSQL database that do reads of content, separated by commas. Nobody reads older content because of them.',
    parse: databaseAddresses,
  },
  LECTERN_SERVE_STALE: {
    fallback: '60',
    meaning:
      'Seconds that published content goes on being delivered from memory while PostgreSQL is away; `0` for not at all. An API key revoked meanwhile works for that long.',
    parse: wholeNumber(0, SERVE_STALE_SECONDS_MAX),
  },
  LECTERN_DATABASE_CONNECTIONS: {
    fallback: '16',
    meaning:
      'Connections to PostgreSQL that each process may open, 4 at least: a part for reads, the rest for writes and background jobs. All processes of all nodes together have to stay below the `max_connections` of the server.',
    parse: wholeNumber(DATABASE_CONNECTIONS_MIN, DATABASE_CONNECTIONS_MAX),
  },
  LECTERN_PUBLIC_URL: {
    otherwise: 'http://HOST:PORT',
    meaning:
      'URL at which clients reach the service; absolute URLs in responses and mails start with it. Without it they name `HOST`, or this machine where that is every network.',
    parse: webAddress,
  },
  LECTERN_TRUSTED_PROXIES: {
    otherwise: 'none',
    meaning: 'Addresses or CIDR ranges, separated by commas, whose `X-Forwarded-*` headers are trusted.',
    parse: addressRanges,
  },
  LECTERN_CONNECTIONS_PER_ADDRESS: {
    fallback: '256',
    meaning:
      'Connections that one address may have to a process. Trusted proxies have no limit; instead, each of their clients may have as many requests in flight.',
    parse: wholeNumber(1, CONNECTIONS_MAX),
  },
  LECTERN_LIVE_CONNECTIONS: {
    fallback: '10000',
    meaning:
      'Streams of changes (`/live`) that a process keeps open, at most 1,000 of them for one key, and as many requests that wait for changes (`/sync?wait=`). Each takes a file descriptor.',
    parse: wholeNumber(0, CONNECTIONS_MAX),
  },
  LECTERN_SIGNUP: {
    fallback: 'open',
    meaning: 'Who may sign up: `open` for everyone, `invite` for people with an invitation, or `closed` for nobody.',
    parse: oneOf('open', 'invite', 'closed'),
  },
  LECTERN_SECRET: {
    otherwise: 'generated and kept in the data folder',
    meaning: `Secret of at least ${SECRET_CHARACTERS_MIN} characters from which all keys are derived, the same on every node. Required with PostgreSQL.`,
    parse: secretText(SECRET_CHARACTERS_MIN),
  },
  LECTERN_SMTP_URL: {
    otherwise: 'mails are files in the data folder, and e-mail addresses are not verified',
    meaning:
      'SMTP server that sends mails: `smtps://user:password@host:465`, or `smtp://…:587`, which switches to TLS. Once it is set, people have to verify their e-mail address.',
    parse: mailServer,
  },
  LECTERN_MAIL_FROM: {
    otherwise: 'required with `LECTERN_SMTP_URL`',
    meaning: 'Sender of all mails, such as `Lectern <lectern@example.com>`.',
    parse: mailSender,
  },
  LECTERN_INDEX_MEMORY: {
    otherwise: `an eighth of the memory, divided by the workers; from ${INDEX_MEGABYTES_MIN} to ${INDEX_MEGABYTES_MAX}`,
    meaning:
      'Megabytes of content that each process may hold in memory: columns for queries, rendered entries, and models.',
    parse: wholeNumber(1, MEMORY_MEGABYTES_MAX),
  },
  LECTERN_CACHE_MEMORY: {
    fallback: '24',
    meaning: 'Megabytes of responses that a process may cache.',
    parse: wholeNumber(1, MEMORY_MEGABYTES_MAX),
  },
  LECTERN_CDN: {
    fallback: 'none',
    meaning:
      'Which caches may store delivery responses: `none` for the client only, `shared` for caches such as a CDN too.',
    parse: oneOf('none', 'shared'),
  },
  LECTERN_AI_PROVIDER: {
    otherwise: 'AI helpers return 503',
    meaning:
      'Provider of the language model for AI helpers: `openai`, `anthropic`, `google`, or `openai-compatible` for any server with that API, such as Ollama, llama.cpp or vLLM.',
    parse: oneOf(...aiProviders),
  },
  LECTERN_AI_MODEL: {
    otherwise: 'required with `LECTERN_AI_PROVIDER`',
    meaning: 'Name of the model, as the provider calls it.',
    parse: token(1),
  },
  LECTERN_AI_API_KEY: {
    otherwise: 'required by every provider but `openai-compatible`',
    meaning: 'Key of the provider.',
    parse: token(1),
  },
  LECTERN_AI_BASE_URL: {
    otherwise: 'the address of the provider; required by `openai-compatible`',
    meaning: 'URL of the API of the provider, such as `http://127.0.0.1:11434/v1` for Ollama.',
    parse: webAddress,
  },
  LECTERN_LOG_LEVEL: {
    fallback: 'info',
    meaning: 'Lowest level that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace`, or `silent` for none.',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
  LECTERN_SLOW_MS: {
    fallback: '1000',
    meaning:
      'A request that takes at least that many milliseconds is logged as slow, with its key or person, the names of its parameters and how a list was found; `0` for never.',
    parse: wholeNumber(0, SLOW_MS_MAX),
  },
  LECTERN_LOG_FORMAT: {
    fallback: 'json',
    meaning: 'Format of log lines: `json` for machines or `pretty` for people.',
    parse: oneOf('json', 'pretty'),
  },
  LECTERN_METRICS_TOKEN: {
    otherwise: '`/metrics` returns 404',
    meaning: 'Bearer token that `/metrics` and `lectern top` require.',
    parse: token(1),
  },
  LECTERN_VERSIONS_KEPT: {
    fallback: '100',
    meaning: 'Unpublished versions kept per entry, newest first; published ones are always kept.',
    parse: wholeNumber(0, VERSIONS_KEPT_MAX),
  },
  LECTERN_HISTORY_FILES: {
    otherwise:
      '90; 0 with `LECTERN_S3_PUBLIC_URL`, where anybody who was once redirected to a file could still fetch it',
    meaning:
      'Days for which files that were replaced, and those of deleted assets, stay available to those who read the past with `as_of`.',
    parse: wholeNumber(0, HISTORY_FILES_DAYS_MAX),
  },
  LECTERN_SCHEDULE_GRACE: {
    fallback: '24',
    meaning:
      'Hours that scheduled publications are caught up with after an outage; those that are later than that fail, and whoever scheduled them gets a mail.',
    parse: wholeNumber(0, SCHEDULE_GRACE_HOURS_MAX),
  },
  LECTERN_WEBHOOK_ALLOW: {
    otherwise: 'none',
    meaning:
      'Addresses or CIDR ranges, separated by commas, that webhooks may be sent to even though they are private or reserved.',
    parse: addressRanges,
  },
  LECTERN_SSO_ALLOW: {
    otherwise: 'none',
    meaning:
      'Addresses or CIDR ranges, separated by commas, at which identity providers for single sign-on may be, even though they are private or reserved. Those that are named by such an address, or as `localhost`, may use `http://`.',
    parse: addressRanges,
  },
  LECTERN_IMAGE_MEGAPIXELS: {
    fallback: '100',
    meaning: 'Megapixels an uploaded image may have.',
    parse: wholeNumber(1, MEGAPIXELS_MAX),
  },
  LECTERN_IMAGE_MEMORY: {
    fallback: '230',
    meaning:
      'Megabytes that one image may take while it is decoded or resized; two are processed at a time, or three of different spaces, each in its own process.',
    parse: wholeNumber(1, MEMORY_MEGABYTES_MAX),
  },
  LECTERN_IMAGE_CACHE: {
    fallback: '1024',
    meaning: 'Megabytes of resized images kept in the data folder.',
    parse: wholeNumber(1, MEMORY_MEGABYTES_MAX),
  },
  LECTERN_UPLOAD_MAX: {
    fallback: '100',
    meaning: 'Largest file of the media library, in megabytes.',
    parse: wholeNumber(1, UPLOAD_MEGABYTES_MAX),
  },
  LECTERN_IMPORT_MAX: {
    fallback: '2048',
    meaning: 'Largest archive that an import takes, in megabytes.',
    parse: wholeNumber(1, UPLOAD_MEGABYTES_MAX),
  },
  LECTERN_S3_BUCKET: {
    otherwise: 'files are kept in the data folder',
    meaning: 'Bucket of an S3-compatible store that holds files instead of the data folder.',
    parse: bucketName,
  },
  LECTERN_S3_ENDPOINT: {
    otherwise: 'AWS',
    meaning: 'URL of the store, if it is not AWS.',
    parse: webAddress,
  },
  LECTERN_S3_REGION: {
    fallback: 'us-east-1',
    meaning: 'Region of the bucket.',
    parse: token(1),
  },
  LECTERN_S3_ACCESS_KEY_ID: {
    otherwise: 'what the machine provides (IAM role)',
    meaning: 'Id of the access key for the bucket.',
    parse: token(1),
  },
  LECTERN_S3_SECRET_ACCESS_KEY: {
    otherwise: 'what the machine provides (IAM role)',
    meaning: 'Secret of that access key.',
    parse: token(1),
  },
  LECTERN_S3_PUBLIC_URL: {
    otherwise: 'the service sends every file itself',
    meaning:
      'URL at which anyone can read the objects of the bucket, such as that of a CDN in front of it. Requests for original images, audio and video are then redirected there.',
    parse: webAddress,
  },
  LECTERN_PLANS_FILE: {
    otherwise: 'the plans that come with Lectern',
    meaning: 'Path of a JSON file with the plans that accounts can have.',
    parse: filePath,
  },
  LECTERN_DEFAULT_PLAN: {
    fallback: 'self_hosted',
    meaning: 'Id of the plan of accounts that have not chosen one.',
    parse: token(1),
  },
  LECTERN_BILLING: {
    fallback: 'operator',
    meaning:
      'Who confirms an order without Stripe: `operator` with `lectern billing confirm`, or `open` for a button on the order page, with which owners confirm it themselves.',
    parse: oneOf('operator', 'open'),
  },
  LECTERN_BILLING_CURRENCY: {
    fallback: 'usd',
    meaning: 'Currency of the prices of plans, which are in its cents: a code of three letters, such as `eur`.',
    parse: currency,
  },
  LECTERN_BILLING_GRACE_DAYS: {
    fallback: '14',
    meaning: 'Days that a payment may be late before the account is suspended.',
    parse: wholeNumber(0, GRACE_DAYS_MAX),
  },
  LECTERN_STRIPE_SECRET_KEY: {
    otherwise: 'plans are ordered without payment',
    meaning: 'Secret or restricted key of the Stripe account that takes payments, such as `sk_live_…`.',
    parse: token(1),
  },
  LECTERN_STRIPE_WEBHOOK_SECRET: {
    otherwise: 'required with `LECTERN_STRIPE_SECRET_KEY`',
    meaning: 'Signing secret of the endpoint `/billing/stripe/webhook` at Stripe, such as `whsec_…`.',
    parse: token(1),
  },
  LECTERN_STRIPE_API_BASE: {
    otherwise: 'https://api.stripe.com',
    meaning: 'URL of the API of Stripe, for a proxy or a test server.',
    parse: originAddress,
  },
  LECTERN_AUDIT_DAYS: {
    fallback: '400',
    meaning: 'Days that audit records are kept.',
    parse: wholeNumber(1, AUDIT_DAYS_MAX),
  },
  LECTERN_BACKUP: {
    otherwise: 'no automatic backups',
    meaning:
      'Folder for a backup a day, outside the data folder. Of these, 7 daily, 4 weekly and 12 monthly ones are kept.',
    parse: folder,
  },
  LECTERN_POSTGRES_TOOLS: {
    otherwise: 'those on the `PATH`',
    meaning: 'Folder of `pg_dump` and `pg_restore`, which backups of PostgreSQL use.',
    parse: folder,
  },
  LECTERN_STUDIO: {
    fallback: 'on',
    meaning: '`off` leaves out Studio, the web interface at `/studio`.',
    parse: oneOf('on', 'off'),
  },
  LECTERN_ALLOW_UNSAFE_DURABILITY: {
    fallback: 'false',
    meaning: '`true` accepts a PostgreSQL whose settings lose acknowledged writes in a crash. For tests.',
    parse: yesOrNo,
  },
} as const satisfies Record<string, Variable<unknown>>;

/** Variables that the commands which talk to a running service read. */
export const clientVariables = {
  LECTERN_URL: {
    fallback: 'http://127.0.0.1:4000',
    meaning: 'URL of the service that commands such as `lectern import` talk to.',
    parse: webAddress,
  },
  LECTERN_TOKEN: {
    otherwise: '`--token`',
    meaning: 'Management key that those commands use.',
    parse: token(1),
  },
} as const satisfies Record<string, Variable<unknown>>;
