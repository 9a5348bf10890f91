/** The target of a move, as the configuration of its nodes will name it. */
import { requireInstallation } from '../../composition/installation.ts';
import { type Config, readConfig } from '../../platform/config/config.ts';
import type { Environment } from '../../platform/config/read-variables.ts';
import { ensureSecret } from '../../platform/config/secret.ts';
import { UsageError } from '../arguments.ts';

const BUCKET_VARIABLES = {
  bucket: 'LECTERN_S3_BUCKET',
  endpoint: 'LECTERN_S3_ENDPOINT',
  region: 'LECTERN_S3_REGION',
} as const;
/** The access key is passed in variables, because others can see arguments. */
const OTHER_BUCKET_VARIABLES = ['LECTERN_S3_ACCESS_KEY_ID', 'LECTERN_S3_SECRET_ACCESS_KEY', 'LECTERN_S3_PUBLIC_URL'];

/** The installation before and after the move. */
export interface MovePlan {
  readonly from: Config;
  readonly to: Config & { readonly database: Extract<Config['database'], { kind: 'postgres' }> };
  /** The secret that the database is opened with. */
  readonly secret: string;
  /** Whether files go into the bucket. */
  readonly movesFiles: boolean;
  /** The variables to start the nodes with, apart from the secret; the database password is left out. */
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Determines what is moved, and where.
 * @param to URL of the database
 * @param files URL of the bucket; undefined if files stay where they are
 * @throws UsageError that says what to write instead
 * @throws ConfigurationError if a setting is wrong, or the secret is lost
 * @throws StartRefusal if there is no installation
 */
export async function readMovePlan(environment: Environment, to: string, files: string | undefined): Promise<MovePlan> {
  if (isSet(environment, 'LECTERN_DATABASE_URL'))
    throw new UsageError(
      'LECTERN_DATABASE_URL is set: this moves the embedded database of a data folder; remove the variable.',
    );
  if (files !== undefined && isSet(environment, BUCKET_VARIABLES.bucket))
    throw new UsageError(`LECTERN_S3_BUCKET is set: files are in a bucket already; leave --files out.`);
  const bucket = files === undefined ? {} : bucketOf(files);
  const from = readConfig(files === undefined ? environment : without(environment, OTHER_BUCKET_VARIABLES));
  await requireInstallation(from);
  const secret = from.secrets.secret ?? ensureSecret(from.dataDir, { mayMake: false });
  const target = readConfig({ ...environment, ...bucket, LECTERN_DATABASE_URL: to, LECTERN_SECRET: secret });
  const { database } = target;
  if (database.kind !== 'postgres') throw new UsageError('--to takes the URL of a PostgreSQL database.');
  const variables = { LECTERN_DATABASE_URL: withoutPassword(to), ...bucket };
  return { from, to: { ...target, database }, secret, movesFiles: files !== undefined, variables };
}

/** `s3://<bucket>?endpoint=<url>&region=<region>` as variables. */
function bucketOf(text: string): Record<string, string> {
  const url = URL.canParse(text) ? new URL(text) : null;
  const names = url === null ? [] : [...url.searchParams.keys()];
  const isBucket = url?.protocol === 's3:' && url.host !== '' && ['', '/'].includes(url.pathname);
  if (url === null || !isBucket || names.some((name) => name !== 'endpoint' && name !== 'region'))
    throw new UsageError(
      '--files takes s3://<bucket>, with ?endpoint=<url> and &region=<region> where they are needed.',
    );
  const given = [['bucket', url.host] as const, ...url.searchParams];
  return Object.fromEntries(given.map(([name, value]) => [BUCKET_VARIABLES[name as 'bucket'], value]));
}

function without(environment: Environment, names: readonly string[]): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)));
}

function withoutPassword(text: string): string {
  const url = new URL(text);
  if (url.password !== '') url.password = '…';
  if (url.searchParams.has('password')) url.searchParams.set('password', '…');
  return url.href.replaceAll(encodeURIComponent('…'), '…');
}

function isSet(environment: Environment, name: string): boolean {
  return (environment[name] ?? '').trim() !== '';
}
