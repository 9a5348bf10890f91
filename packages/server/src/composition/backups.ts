/** Backups: what they contain for this installation, and the daily job. */
import { assetFileUses } from '../content/assets/file-uses.ts';
import { knownFiles } from '../content/files/stored-files.ts';
import { DailyBackup } from '../platform/backup/daily-backup.ts';
import type { Installation } from '../platform/backup/make-backup.ts';
import type { Config } from '../platform/config/config.ts';
import { PROGRAM_BUILD } from '../platform/config/program-version.ts';
import { type Environment, processEnvironment } from '../platform/config/read-variables.ts';
import { secretFile } from '../platform/config/secret.ts';
import type { PostgresTools } from '../platform/database/postgres/copy.ts';
import type { Gauge } from '../platform/http/metrics.ts';
import type { Foundation } from './foundation.ts';

const MS_PER_SECOND = 1_000;

/** What a backup of the configured installation contains. */
export function installationOf(config: Config, environment: Environment): Installation {
  const { dataDir, database, secrets, storage } = config;
  return {
    program: PROGRAM_BUILD,
    database,
    tools: postgresTools(config, environment),
    secretFile: secrets.secret === null ? secretFile(dataDir) : null,
    storage: storage.kind === 'folder' ? { folder: storage.folder } : { bucket: storage.bucket },
    storedFiles: (reader) => knownFiles(reader, assetFileUses),
  };
}

/** The PostgreSQL command-line tools, as configured. */
export function postgresTools({ backup }: Config, environment: Environment): PostgresTools {
  return { folder: backup.postgresTools, environment };
}

/** The daily backup; null if none is configured. */
export function composeBackup({ config, clock, onProblem }: Foundation): DailyBackup | null {
  const { folder } = config.backup;
  if (folder === null) return null;
  const environment = { ...processEnvironment(), ...variablesOf(config) };
  return new DailyBackup({ folder, environment, clock, onProblem });
}

/** The variables that define what is backed up. The configuration may come from other variables than those of the process. */
function variablesOf({ dataDir, database, secrets, storage, backup }: Config): Record<string, string> {
  return {
    LECTERN_DATA_DIR: dataDir,
    LECTERN_DATABASE_URL: database.kind === 'postgres' ? database.url : '',
    LECTERN_SECRET: secrets.secret ?? '',
    LECTERN_S3_BUCKET: storage.kind === 's3' ? storage.bucket : '',
    LECTERN_POSTGRES_TOOLS: backup.postgresTools ?? '',
  };
}

/** The metrics of daily backups. */
export function backupGauges(backup: DailyBackup | null): Gauge[] {
  if (backup === null) return [];
  return [
    {
      name: 'lectern_backup_last_timestamp_seconds',
      help: 'When the newest finished backup was begun; 0 if there is none.',
      read: async () => (await backup.newestAt()) / MS_PER_SECOND,
    },
  ];
}
