/**
 * Opens the database of the installation under its secret. Invariant: with a wrong secret, or with an empty database
 * where there was a full one, nothing is written.
 */
import { readHeads } from '../model/spaces/heads.ts';
import type { Config } from '../platform/config/config.ts';
import { hasDatabaseMark, markDatabase } from '../platform/config/database-mark.ts';
import { PROGRAM_VERSION } from '../platform/config/program-version.ts';
import { ensureSecret, secretFile } from '../platform/config/secret.ts';
import { databaseFile, openDatabase } from '../platform/database/connect.ts';
import type { Database, OpeningOptions } from '../platform/database/database.ts';
import { admitSecret } from '../platform/database/installation-secret.ts';
import { StartRefusal } from '../platform/errors/start-refusal.ts';

/** What is open. */
export interface Installation {
  readonly database: Database;
  /** The root secret, from which keys are derived. */
  readonly secret: string;
}

export interface InstallationOptions
  extends Pick<
    OpeningOptions,
    'observe' | 'onWaiting' | 'onDamage' | 'onLost' | 'onFound' | 'onReplicaLost' | 'onReplicaFound'
  > {
  /** Whether an empty database may take the place of one that is gone. */
  readonly mayBeNew?: boolean | undefined;
}

/**
 * Opens the database that the configuration names.
 * @throws ConfigurationError if the secret is lost or cannot be kept
 * @throws StartRefusal if the database is gone, is not that of the secret, is damaged, or is that of a newer program
 */
export async function openInstallation(config: Config, options: InstallationOptions = {}): Promise<Installation> {
  const { mayBeNew = false, ...opening } = options;
  const file = databaseFile(config.database);
  const mustBeThere = file !== null && !mayBeNew && hasDatabaseMark(config.dataDir);
  if (mustBeThere && !file.isThere) throw gone(file.path);
  // Whether there was a database is asked before the secret, which another process makes before its database.
  const secret = config.secrets.secret ?? ensureSecret(config.dataDir, { mayMake: file?.isThere !== true });
  let root = '';
  const database = await openDatabase(config.database, {
    ...opening,
    program: PROGRAM_VERSION,
    serveStaleMs: config.serveStaleMs,
    reserveBytes: config.diskReserveBytes,
    readStates: readHeads,
    admit: async (writer, { isNew }) => {
      if (isNew && mustBeThere) throw gone(file.path);
      root = await admitSecret(writer, { secret, mend: mendOf(config), isNew });
    },
  });
  if (file !== null) markDatabase(config.dataDir);
  return { database, secret: root };
}

function gone(path: string): StartRefusal {
  return new StartRefusal(
    `${path} is missing or empty, but a database was completed in this folder: restore a backup with \`lectern restore\` (docs/operations/backup.md#restore), or name its folder in LECTERN_DATA_DIR. To begin with an empty one, call \`lectern start --new\`.`,
  );
}

function mendOf({ dataDir, database, secrets }: Config): string {
  const last = 'If it is lost for good, see docs/operations/secret.md.';
  if (database.kind === 'postgres') return `Set LECTERN_SECRET to the value that the other nodes have. ${last}`;
  const file = secretFile(dataDir);
  return secrets.secret === null
    ? `Restore ${file} from the backup that has the database. ${last}`
    : `Set LECTERN_SECRET to the value that the database was made under, or remove it if that is in ${file}. ${last}`;
}
