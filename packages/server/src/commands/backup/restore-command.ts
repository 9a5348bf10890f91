/** The command `lectern restore`: fills an empty data folder from a backup, or only checks the backup, or restores one space. */
import { resolve } from 'node:path';
import { postgresTools } from '../../composition/backups.ts';
import { renewEpochs } from '../../model/spaces/renewed-epochs.ts';
import { BackupRefusal } from '../../platform/backup/manifest.ts';
import { checkBackup, type FoundBackup, findBackup, restoreBackup } from '../../platform/backup/restore-backup.ts';
import { type Config, readConfig } from '../../platform/config/config.ts';
import { PROGRAM_BUILD } from '../../platform/config/program-version.ts';
import type { Environment } from '../../platform/config/read-variables.ts';
import { openDatabase } from '../../platform/database/connect.ts';
import type { DatabaseConfig } from '../../platform/database/database.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { exitCodes, readArguments, UsageError } from '../arguments.ts';
import { type Output, programOutput } from '../output.ts';
import { runWithUsage } from '../run-with-usage.ts';
import { restoreOneSpace, SPACE_SWITCHES } from './restore-space.ts';

const usage = `Usage: lectern restore <folder> [--check] [--json]
       lectern restore <folder> --space <id> [--with-keys] [--allow-missing-files] [--check] [--json]

Fills LECTERN_DATA_DIR, which must be missing or empty, from a backup; a backup of PostgreSQL goes into the empty database
that LECTERN_DATABASE_URL names. <folder> is a backup, or a folder of backups, of which the newest is taken. Everything is
compared with what the backup says of itself.

With --space, restores that space alone into the installation of these settings, which may be running.

  --check                 only check the backup; nothing is written
  --json                  print what was restored or checked as JSON
  --space <id>            only this space; a copy of it if the space still exists
  --with-keys             let its API keys work again, except those changed or revoked since the backup
  --allow-missing-files   restore the space although files of its assets are missing from the backup

After a restore of everything, start the service with the settings that it had.`;

/**
 * Runs the command.
 * @param argv the arguments after `lectern restore`
 * @returns the exit code
 */
export function runRestore(
  argv: readonly string[],
  environment: Environment,
  output: Output = programOutput(),
): Promise<number> {
  return runWithUsage(argv, { usage, output, refusals: [BackupRefusal, DomainError] }, async () => {
    const { values, words, switches } = readArguments(argv, {
      values: ['space'],
      switches: ['check', 'json', ...SPACE_SWITCHES],
      words: ['folder'],
    });
    const config = readConfig(environment);
    const folder = resolve(words[0] ?? '');
    const tools = postgresTools(config, environment);
    const space = values.get('space');
    if (space !== undefined) {
      await restoreOneSpace(config, tools, { folder, space, switches, output });
      return exitCodes.done;
    }
    const needless = SPACE_SWITCHES.find((name) => switches.has(name));
    if (needless !== undefined) throw new UsageError(`--${needless} is for --space <id>; name the space too.`);
    const found = await findBackup(folder, PROGRAM_BUILD);
    const isCheck = switches.has('check');
    if (isCheck) await checkBackup(found, tools);
    else await restoreBackup(found, { ...config, tools, onDatabase: beginAnew });
    output.print(switches.has('json') ? factsOf(found, config, !isCheck) : textOf(found, config, !isCheck));
    return exitCodes.done;
  });
}

/** Clients may have responses that are newer than the backup. */
async function beginAnew(place: DatabaseConfig): Promise<void> {
  const database = await openDatabase(place);
  try {
    await database.write(renewEpochs, { long: true });
  } finally {
    await database.close();
  }
}

function factsOf({ path, manifest }: FoundBackup, { dataDir }: Config, isRestored: boolean): string {
  const { program, at, database, secret, files, bucket } = manifest;
  const facts = {
    backup: path,
    restored_to: isRestored ? dataDir : null,
    program,
    at,
    database: { kind: database.kind, bytes: database.size },
    secret: secret !== null,
    files: files === null ? null : { count: files.count, bytes: files.bytes },
    bucket,
  };
  return JSON.stringify(facts, null, 2);
}

function textOf({ path, manifest }: FoundBackup, { dataDir, storage }: Config, isRestored: boolean): string {
  const { at, secret, files, bucket } = manifest;
  const lines = [
    isRestored ? `${dataDir} has what the installation had at ${at}.` : `${path} is whole; it shows ${at}.`,
  ];
  if (bucket !== null) lines.push(`Files of assets are in the bucket ${bucket}, and not part of the backup.`);
  if (files !== null && storage.kind === 's3')
    lines.push('Files of assets are in the data folder, but LECTERN_S3_BUCKET is set: remove it, or copy them there.');
  if (secret === null) lines.push('The secret is not part of the backup: set LECTERN_SECRET to the value that it had.');
  return lines.join('\n');
}
