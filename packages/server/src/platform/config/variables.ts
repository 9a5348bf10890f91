/**
 * Every environment variable that Lectern reads, once: its name, default, meaning and parser.
 * The configuration, its checks and `docs/reference/configuration.md` all come from this table.
 */
import { INDEX_MEGABYTES_MAX, INDEX_MEGABYTES_MIN } from './index-memory.ts';
import {
  addressRanges,
  bucketName,
  databaseAddress,
  folder,
  host,
  oneOf,
  type Parser,
  secretText,
  token,
  webAddress,
  wholeNumber,
  yesOrNo,
} from './parsers.ts';

const SECRET_CHARACTERS_MIN = 32;
const PORT_MAX = 65_535;
const MEMORY_MEGABYTES_MAX = 1_048_576;
const MEGAPIXELS_MAX = 1_000;
const VERSIONS_KEPT_MAX = 1_000_000;
const AUDIT_DAYS_MAX = 36_500;
const UPLOAD_MEGABYTES_MAX = 1_048_576;

/** One row of the table. */
export interface Variable<T> {
  /** Text that stands for the variable where it is not set; none where it may be missing. */
  readonly fallback?: string;
  /** Said in the reference instead of a default, where there is none. */
  readonly otherwise?: string;
  /** One or two sentences for the reference. */
  readonly meaning: string;
  readonly parse: Parser<T>;
}

/** What running the service reads. */
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
  LECTERN_DATA_DIR: {
    fallback: './data',
    meaning: 'Folder of the database, files and outgoing mail; it is made where it is missing.',
    parse: folder,
  },
  LECTERN_DATABASE_URL: {
    otherwise: 'SQLite in the data folder',
    meaning: 'PostgreSQL database (15 or newer) that takes the place of SQLite.',
    parse: databaseAddress,
  },
  LECTERN_PUBLIC_URL: {
    otherwise: 'http://HOST:PORT',
    meaning: 'Address under which clients reach the service; absolute URLs in responses and mails begin with it.',
    parse: webAddress,
  },
  LECTERN_TRUSTED_PROXIES: {
    otherwise: 'none',
    meaning: 'Addresses or CIDR ranges, separated by commas, whose `X-Forwarded-*` headers are believed.',
    parse: addressRanges,
  },
  LECTERN_SIGNUP: {
    fallback: 'open',
    meaning: 'Who may sign up: `open` to everyone, `invite` to whom an invitation was sent, or `closed`.',
    parse: oneOf('open', 'invite', 'closed'),
  },
  LECTERN_SECRET: {
    otherwise: 'made and kept in the data folder',
    meaning: `Secret of at least ${SECRET_CHARACTERS_MIN} characters from which all keys are derived, the same on every node. Required with PostgreSQL.`,
    parse: secretText(SECRET_CHARACTERS_MIN),
  },
  LECTERN_INDEX_MEMORY: {
    otherwise: `an eighth of the memory, divided by the workers; from ${INDEX_MEGABYTES_MIN} to ${INDEX_MEGABYTES_MAX}`,
    meaning: 'Megabytes of content that each process may hold in memory: columns for queries, and rendered entries.',
    parse: wholeNumber(1, MEMORY_MEGABYTES_MAX),
  },
  LECTERN_CACHE_MEMORY: {
    fallback: '24',
    meaning: 'Megabytes of responses that a process may keep for requests that come again.',
    parse: wholeNumber(1, MEMORY_MEGABYTES_MAX),
  },
  LECTERN_CDN: {
    fallback: 'none',
    meaning: 'Who may keep answers of the delivery plane: `none` but the client, or `shared` caches such as a CDN too.',
    parse: oneOf('none', 'shared'),
  },
  LECTERN_LOG_LEVEL: {
    fallback: 'info',
    meaning:
      'Least important level that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace`, or `silent` for none.',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
  LECTERN_LOG_FORMAT: {
    fallback: 'json',
    meaning: 'Form of log lines: `json` for machines or `pretty` for people.',
    parse: oneOf('json', 'pretty'),
  },
  LECTERN_METRICS_TOKEN: {
    otherwise: '`/metrics` answers 404',
    meaning: 'Bearer token that `/metrics` asks for.',
    parse: token(1),
  },
  LECTERN_VERSIONS_KEPT: {
    fallback: '100',
    meaning: 'Unpublished versions kept of an entry, newest first; published ones are always kept.',
    parse: wholeNumber(0, VERSIONS_KEPT_MAX),
  },
  LECTERN_WEBHOOK_ALLOW: {
    otherwise: 'none',
    meaning:
      'Addresses or CIDR ranges, separated by commas, that webhooks may be sent to although they are private or reserved.',
    parse: addressRanges,
  },
  LECTERN_IMAGE_MEGAPIXELS: {
    fallback: '100',
    meaning: 'Megapixels that an uploaded image may have.',
    parse: wholeNumber(1, MEGAPIXELS_MAX),
  },
  LECTERN_IMAGE_MEMORY: {
    fallback: '230',
    meaning:
      'Megabytes that one image may take while it is decoded or resized; two are worked on at once, each in a process of its own.',
    parse: wholeNumber(1, MEMORY_MEGABYTES_MAX),
  },
  LECTERN_IMAGE_CACHE: {
    fallback: '1024',
    meaning: 'Megabytes of resized images that are kept in the data folder.',
    parse: wholeNumber(1, MEMORY_MEGABYTES_MAX),
  },
  LECTERN_UPLOAD_MAX: {
    fallback: '100',
    meaning: 'Megabytes that a file of the media library may have.',
    parse: wholeNumber(1, UPLOAD_MEGABYTES_MAX),
  },
  LECTERN_S3_BUCKET: {
    otherwise: 'files lie in the data folder',
    meaning: 'Bucket of an S3-compatible store that takes the place of the data folder for files.',
    parse: bucketName,
  },
  LECTERN_S3_ENDPOINT: {
    otherwise: 'AWS',
    meaning: 'Address of the store, where it is not AWS.',
    parse: webAddress,
  },
  LECTERN_S3_REGION: {
    fallback: 'us-east-1',
    meaning: 'Region of the bucket.',
    parse: token(1),
  },
  LECTERN_S3_ACCESS_KEY_ID: {
    otherwise: 'what the machine gives (IAM role)',
    meaning: 'Id of the access key for the bucket.',
    parse: token(1),
  },
  LECTERN_S3_SECRET_ACCESS_KEY: {
    otherwise: 'what the machine gives (IAM role)',
    meaning: 'Secret of that access key.',
    parse: token(1),
  },
  LECTERN_S3_PUBLIC_URL: {
    otherwise: 'the service sends every file itself',
    meaning:
      'Address under which everybody can read the objects of the bucket, such as that of a CDN before it. Pictures, sound and films in their original form are then fetched there, by a redirect.',
    parse: webAddress,
  },
  LECTERN_AUDIT_DAYS: {
    fallback: '400',
    meaning: 'Days that records of the audit are kept.',
    parse: wholeNumber(1, AUDIT_DAYS_MAX),
  },
  LECTERN_ALLOW_UNSAFE_DURABILITY: {
    fallback: 'false',
    meaning: '`true` starts on a PostgreSQL whose settings lose acknowledged writes in a crash. For tests.',
    parse: yesOrNo,
  },
} as const satisfies Record<string, Variable<unknown>>;

/** What the commands that talk to a running service read. */
export const clientVariables = {
  LECTERN_URL: {
    fallback: 'http://127.0.0.1:4000',
    meaning: 'Address of the service that commands such as `lectern import` talk to.',
    parse: webAddress,
  },
  LECTERN_TOKEN: {
    otherwise: '`--token`',
    meaning: 'Management key that those commands use.',
    parse: token(1),
  },
} as const satisfies Record<string, Variable<unknown>>;
