/** The command `lectern backup`: makes one backup, whether the service runs or not. */
import { resolve } from 'node:path';
import { installationOf } from '../../composition/backups.ts';
import { requireInstallation } from '../../composition/installation.ts';
import { alone, finishedBackups, removeBackup } from '../../platform/backup/backup-folder.ts';
import { type CreatedBackup, makeBackup } from '../../platform/backup/make-backup.ts';
import { surplus } from '../../platform/backup/retention.ts';
import { isInside, readConfig } from '../../platform/config/config.ts';
import type { Environment } from '../../platform/config/read-variables.ts';
import { systemClock } from '../../platform/kit/clock.ts';
import { exitCodes, readArguments, UsageError } from '../arguments.ts';
import { type Output, programOutput } from '../output.ts';
import { runWithUsage } from '../run-with-usage.ts';

const usage = `Usage: lectern backup <folder> [--prune] [--json]

Copies the database, the files of assets and the secret into a new folder inside <folder>, named by the time, and checks
the copies. The service may run meanwhile. Files that the backup before has are not copied again.

  --prune   remove older backups in <folder>, but for 7 daily, 4 weekly and 12 monthly ones
  --json    print what was made as JSON

It reads the installation that LECTERN_DATA_DIR or LECTERN_DATABASE_URL names. Settings and files in a bucket are not
part of a backup. PostgreSQL is copied by its own pg_dump, on the PATH or in LECTERN_POSTGRES_TOOLS.`;

/** What the command did. */
interface Done extends CreatedBackup {
  /** Names of the backups that were removed. */
  readonly removed: readonly string[];
}

/**
 * Runs the command.
 * @param argv the arguments after `lectern backup`
 * @returns the exit code
 * @throws what keeps the backup from being made
 */
export function runBackup(
  argv: readonly string[],
  environment: Environment,
  output: Output = programOutput(),
): Promise<number> {
  return runWithUsage(argv, { usage, output }, async () => {
    const { words, switches } = readArguments(argv, { values: [], switches: ['prune', 'json'], words: ['folder'] });
    const done = await backUp(resolve(words[0] ?? ''), environment, switches.has('prune'));
    output.print(switches.has('json') ? JSON.stringify(factsOf(done), null, 2) : textOf(done));
    for (const { name, fault } of done.lost)
      output.printError(`The installation has lost a file of an asset: ${name} is ${fault}. Upload it again.`);
    return exitCodes.done;
  });
}

async function backUp(folder: string, environment: Environment, prunes: boolean): Promise<Done> {
  const config = readConfig(environment);
  if (isInside(folder, config.dataDir))
    throw new UsageError(
      `${folder} is inside the data folder; name one outside of it, on another disk if there is one.`,
    );
  await requireInstallation(config);
  return alone(folder, async () => {
    const made = await makeBackup(folder, installationOf(config, environment), systemClock());
    const removed = prunes ? surplus(await finishedBackups(folder)) : [];
    for (const backup of removed) await removeBackup(backup);
    return { ...made, removed: removed.map(({ name }) => name) };
  });
}

function factsOf({ path, program, at, database, secret, files, bucket, copied, lost, removed }: Done): object {
  return {
    backup: path,
    program,
    at,
    database: { kind: database.kind, bytes: database.size },
    secret: secret !== null,
    files: files === null ? null : { count: files.count, bytes: files.bytes, copied },
    bucket,
    lost,
    removed,
  };
}

function textOf({ path, database, secret, files, bucket, copied, removed }: Done): string {
  return [
    `The backup is in ${path}:`,
    `  database  ${database.size} bytes, checked`,
    files === null
      ? `  files     not copied: they are in the bucket ${bucket}, which needs versions or a copy of its own`
      : `  files     ${files.count}, ${copied} of them new`,
    secret === null
      ? '  secret    not copied: keep the value of LECTERN_SECRET safe'
      : '  secret    copied; keep it safe',
    ...(removed.length === 0 ? [] : [`Removed: ${removed.join(', ')}.`]),
  ].join('\n');
}
