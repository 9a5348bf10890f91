/**
 * Opens the installation's database with its secret. Invariant: nothing is written if the secret is wrong, if the database is
 * empty but used not to be, or if there is no installation and the caller does not allow creating one.
 */
import { readHeads } from '../model/spaces/heads.ts';
import type { Config } from '../platform/config/config.ts';
import { hasDatabaseMark, markDatabase } from '../platform/config/database-mark.ts';
import { PROGRAM_BUILD } from '../platform/config/program-version.ts';
import { ensureSecret, secretFile } from '../platform/config/secret.ts';
import { databaseFile, hasTables, openDatabase } from '../platform/database/connect.ts';
import type { Database, OpeningOptions } from '../platform/database/database.ts';
import { checkSecretOfDatabase } from '../platform/database/installation-secret.ts';
import { StartRefusal } from '../platform/errors/start-refusal.ts';

/** An open installation. */
export interface Installation {
  readonly database: Database;
  /** The root secret, from which keys are derived. */
  readonly secret: string;
}

export interface InstallationOptions
  extends Pick<
    OpeningOptions,
    'observe' | 'deadline' | 'onWaiting' | 'onUnusable' | 'onLost' | 'onFound' | 'onReplicaLost' | 'onReplicaFound'
  > {
  /**
   * Whether to create an installation if there is none: `once` only if there has never been one, `anew` also if its database
   * is gone. By default nothing is created.
   */
  readonly begins?: 'never' | 'once' | 'anew';
}

/**
 * Opens the database named in the configuration.
 * @throws ConfigurationError if the secret is lost or cannot be stored
 * @throws StartRefusal if there is no installation, or if its database is missing, damaged, belongs to another secret, or was
 *   written by a newer program
 */
export async function openInstallation(config: Config, options: InstallationOptions = {}): Promise<Installation> {
  const { begins = 'never', ...opening } = options;
  const file = databaseFile(config.database);
  const mustBeThere = begins === 'never' || (begins === 'once' && file !== null && hasDatabaseMark(config.dataDir));
  if (mustBeThere && file?.isThere === false) throw missing(config);
  // Check for a database file before the secret, because another process creates the secret before its database.
  const secret = config.secrets.secret ?? ensureSecret(config.dataDir, { mayMake: file?.isThere !== true });
  let root = '';
  const database = await openDatabase(config.database, {
    ...opening,
    program: PROGRAM_BUILD,
    serveStaleMs: config.serveStaleMs,
    reserveBytes: config.diskReserveBytes,
    readStates: readHeads,
    admit: async (writer, { isNew }) => {
      if (isNew && mustBeThere) throw missing(config);
      root = await checkSecretOfDatabase(writer, { secret, remedy: remedyOf(config), isNew });
    },
  });
  if (file !== null) markDatabase(config.dataDir);
  return { database, secret: root };
}

/**
 * Checks that there is an installation, for commands that do not open it. Creates nothing.
 * @throws StartRefusal if there is none, or its database is gone
 */
export async function requireInstallation(config: Config): Promise<void> {
  if (!(await hasTables(config.database))) throw missing(config);
}

function missing({ dataDir, database }: Config): StartRefusal {
  const file = databaseFile(database);
  if (file !== null && hasDatabaseMark(dataDir)) return gone(file.path);
  const place =
    database.kind === 'sqlite'
      ? `${dataDir}: set LECTERN_DATA_DIR to the folder of one`
      : `the database ${nameOf(database.url)}, which is empty: set LECTERN_DATABASE_URL to that of one`;
  return new StartRefusal(
    `There is no installation in ${place}. Nothing was created; only \`lectern start\` and \`lectern demo\` create one.`,
  );
}

/** Host and name of a database, without the password that its URL usually contains. */
function nameOf(url: string): string {
  if (!URL.canParse(url)) return 'of LECTERN_DATABASE_URL';
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

function gone(path: string): StartRefusal {
  return new StartRefusal(
    `${path} is missing or empty, but a database was completed in this folder: restore a backup with \`lectern restore\` (docs/operations/backup.md#restore), or name its folder in LECTERN_DATA_DIR. To start with an empty one, call \`lectern start --new\`.`,
  );
}

function remedyOf({ dataDir, database, secrets }: Config): string {
  const last = 'If it is lost for good, see docs/operations/secret.md.';
  if (database.kind === 'postgres') return `Set LECTERN_SECRET to the value that the other nodes have. ${last}`;
  const file = secretFile(dataDir);
  return secrets.secret === null
    ? `Restore ${file} from the backup that has the database. ${last}`
    : `Set LECTERN_SECRET to the value that is valid now (after \`lectern secret rotate\` and \`retire\`, the new one), or remove it if that is in ${file}. ${last}`;
}
