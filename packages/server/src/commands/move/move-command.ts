/**
 * The command `lectern move`: turns an embedded installation into a cluster. The old installation is only read, and unchanged.
 * Exit codes: 0 moved, 1 failed (the target database is empty then), 2 wrong usage, 78 refused.
 */
import { assetFileUses, mediaTypesOf } from '../../content/assets/file-uses.ts';
import { FolderStorage } from '../../content/files/folder-storage.ts';
import { countFiles, type MovedFiles, moveFiles } from '../../content/files/moved-files.ts';
import { openStorage } from '../../content/files/open-storage.ts';
import { PROGRAM_BUILD } from '../../platform/config/program-version.ts';
import type { Environment } from '../../platform/config/read-variables.ts';
import { secretFile } from '../../platform/config/secret.ts';
import { findRoot } from '../../platform/database/installation-secret.ts';
import { type MovedTable, moveDatabase } from '../../platform/database/moving/move-database.ts';
import { SqliteSource } from '../../platform/database/moving/sqlite-source.ts';
import { StartRefusal } from '../../platform/errors/start-refusal.ts';
import { exitCodes, readArguments, requiredValue } from '../arguments.ts';
import { type Output, programOutput } from '../output.ts';
import { progressBar } from '../progress.ts';
import { runWithUsage } from '../run-with-usage.ts';
import { type MovePlan, readMovePlan } from './move-target.ts';

const usage = `Usage: lectern move --to <database url> [--files <bucket url>] [--json]

Moves an embedded installation to an empty PostgreSQL, from where a cluster of nodes goes on with it: all content, users,
sessions, keys, webhooks and the audit, as they are. Stop the service first. The data folder is only read, and stays as it
was. All rows are read back and compared; after a failure the target is empty, and the command can be called again.

  --to <database url>     such as postgres://user:password@host/database
  --files <bucket url>    put files into a bucket: s3://<bucket>?endpoint=<url>&region=<region>, with the access key in
                          LECTERN_S3_ACCESS_KEY_ID and LECTERN_S3_SECRET_ACCESS_KEY
  --json                  print what was moved as JSON

It reads the installation that LECTERN_DATA_DIR names. Without --files, the nodes need its folder "storage" as a shared
folder, or the bucket that LECTERN_S3_BUCKET names already.`;

const FIRST_NAMED = 20;

/** What was moved. */
interface Moved {
  readonly tables: readonly MovedTable[];
  /** Null if files stay where they are. */
  readonly files: MovedFiles | null;
}

/**
 * Runs the command.
 * @param argv the arguments after `lectern move`
 * @returns the exit code
 * @throws what keeps the installation from being moved
 */
export function runMove(
  argv: readonly string[],
  environment: Environment,
  output: Output = programOutput(),
): Promise<number> {
  return runWithUsage(argv, { usage, output }, async () => {
    const given = readArguments(argv, { values: ['to', 'files'], switches: ['json'], words: [] });
    const plan = await readMovePlan(environment, requiredValue(given, 'to'), given.values.get('files'));
    const moved = await move(plan, output);
    output.print(given.switches.has('json') ? JSON.stringify(factsOf(plan, moved), null, 2) : textOf(plan, moved));
    for (const { name, fault } of moved.files?.lost.slice(0, FIRST_NAMED) ?? [])
      output.printError(`The installation has lost a file of an asset: ${name} is ${fault}. Upload it again.`);
    return exitCodes.done;
  });
}

async function move(plan: MovePlan, output: Output): Promise<Moved> {
  const source = new SqliteSource(plan.from.dataDir);
  const bar = progressBar('Moving rows', 1, output);
  try {
    await rejectWrongSecret(plan, source);
    let files: MovedFiles | null = null;
    const tables = await moveDatabase({
      source,
      target: plan.to.database,
      program: PROGRAM_BUILD,
      onProgress: (done, total) => progressBar('Moving rows', total, output).show(done),
      beforeCommit: async () => {
        files = plan.movesFiles ? await moveAllFiles(plan, source, output) : null;
      },
    });
    return { tables, files };
  } finally {
    bar.clear();
    source.close();
  }
}

/** With another secret, no node could open what was moved. */
async function rejectWrongSecret({ secret }: MovePlan, source: SqliteSource): Promise<void> {
  if ((await findRoot(source.reader, secret)) === null)
    throw new StartRefusal('The secret is not that of the database; nothing was moved. See docs/operations/secret.md.');
}

async function moveAllFiles({ from, to }: MovePlan, source: SqliteSource, output: Output): Promise<MovedFiles> {
  if (from.storage.kind !== 'folder') throw new Error('Files that are in a bucket are not moved.');
  const folder = new FolderStorage(from.storage.folder);
  const bucket = await openStorage(to.storage);
  try {
    const bar = progressBar('Moving files', await countFiles(folder), output);
    return await moveFiles({
      from: folder,
      to: bucket,
      reader: source.reader,
      uses: assetFileUses,
      mediaTypes: mediaTypesOf,
      onProgress: bar.show,
    });
  } finally {
    await bucket.close();
  }
}

function factsOf({ from, variables }: MovePlan, { tables, files }: Moved): object {
  return {
    from: from.dataDir,
    tables,
    files: files === null ? null : { count: files.count, bytes: files.bytes, sent: files.sent, lost: files.lost },
    variables,
    secret: from.secrets.secret === null ? { file: secretFile(from.dataDir) } : { variable: 'LECTERN_SECRET' },
  };
}

function textOf({ from, to, variables }: MovePlan, { tables, files }: Moved): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const secret = from.secrets.secret === null ? `"$(cat ${secretFile(from.dataDir)})"` : '(the value that it has)';
  return [
    `Moved ${rows} rows of ${tables.length} tables, read back and compared.`,
    filesText(from, files),
    '',
    'Start the nodes with the settings of this installation, and these:',
    ...Object.entries(variables).map(([name, value]) => `  ${name}=${value}`),
    ...(to.storage.kind === 's3' && files !== null
      ? ['  LECTERN_S3_ACCESS_KEY_ID and LECTERN_S3_SECRET_ACCESS_KEY']
      : []),
    `  LECTERN_SECRET=${secret}`,
    '',
    `${from.dataDir} is as it was. Do not start the service on it again: the cluster would not have what is written there.`,
  ].join('\n');
}

function filesText({ storage }: MovePlan['from'], files: MovedFiles | null): string {
  if (files !== null) return `Moved ${files.count} files, ${files.bytes} bytes; ${files.sent} had to be sent.`;
  return storage.kind === 's3'
    ? `Files stay in the bucket ${storage.bucket}.`
    : `Files stay in ${storage.folder}: every node needs it as the folder "storage" of its data folder.`;
}
