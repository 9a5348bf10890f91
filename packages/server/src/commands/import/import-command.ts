/**
 * The command `lectern import`: reads its arguments and variables, runs the import, prints the report. Exit codes: 0
 * everything was imported, 1 something was rejected, missing or failed, 2 wrong usage; configuration errors are left to the
 * program.
 */
import { stat } from 'node:fs/promises';
import { ExportFileError } from '@lectern/import/export-file-error.ts';
import { readClientConfig } from '../../platform/config/config.ts';
import type { Environment } from '../../platform/config/read-variables.ts';
import { type Arguments, chosenValue, exitCodes, readArguments, requiredValue, UsageError } from '../arguments.ts';
import { type Output, programOutput } from '../output.ts';
import { type ServiceAddress, ServiceError } from '../service-client.ts';
import { prepareContentful } from './contentful.ts';
import { type ImportPlan, isPossible, planText } from './dry-run.ts';
import { type ImportTarget, importPrepared, type PreparedImport, planPrepared } from './prepared.ts';
import { type ImportReport, isComplete, reportText } from './report.ts';
import { prepareWordpress } from './wordpress.ts';

/** How the command is used. */
export const importUsage = `Usage: lectern import contentful <export.json> --space <id> [options]
       lectern import wordpress <export.xml> --space <id> [options]

Brings content from another system into a running service.

  --space <id>              the space to import into
  --environment <name>      the environment in it (default: master)
  --changed publish|draft   what becomes of entries edited since they were published (contentful; default: publish)
  --assets <folder>         the folder of the export's files: as --download-assets of Contentful's tool writes it, or
                            wp-content/uploads of WordPress
  --url <address>           the service (default: LECTERN_URL, or the local one)
  --token <key>             a management key (default: LECTERN_TOKEN)
  --dry-run                 say what would be imported, and write nothing
  --json                    print the report as JSON`;

const shape = {
  values: ['space', 'environment', 'changed', 'assets', 'url', 'token'],
  switches: ['dry-run', 'json', 'help'],
  words: ['source', 'export file'],
} as const;

/**
 * Runs the command.
 * @param argv the arguments after `lectern import`
 * @returns the exit code
 * @throws ConfigurationError if a variable is invalid
 */
export async function runImport(
  argv: readonly string[],
  environment: Environment,
  output: Output = programOutput(),
): Promise<number> {
  if (argv.includes('--help')) {
    output.print(importUsage);
    return exitCodes.done;
  }
  try {
    const given = readArguments(argv, shape);
    const prepare = preparationOf(given);
    const target = await readTarget(given, environment);
    const { report, text, isGood } = given.switches.has('dry-run')
      ? planned(await planPrepared(await prepare(target, 'read'), target))
      : imported(await importPrepared(await prepare(target, 'write'), target, output));
    output.print(given.switches.has('json') ? JSON.stringify(report, null, 2) : text);
    return isGood ? exitCodes.done : exitCodes.failed;
  } catch (error) {
    if (error instanceof UsageError) {
      output.printError(`${error.message}\n\n${importUsage}`);
      return exitCodes.wrongUse;
    }
    if (!(error instanceof ServiceError || error instanceof ExportFileError)) throw error;
    output.printError(error.message);
    return exitCodes.failed;
  }
}

function imported(report: ImportReport) {
  return { report, text: reportText(report), isGood: isComplete(report) };
}

function planned(report: ImportPlan) {
  return { report, text: planText(report), isGood: isPossible(report) };
}

type Prepare = (target: ImportTarget, access: 'read' | 'write') => Promise<PreparedImport>;

/** How the named source is read. */
function preparationOf(given: Arguments): Prepare {
  const [source = ''] = given.words;
  const changed = chosenValue(given, 'changed', ['publish', 'draft']);
  if (source === 'contentful') return (target, access) => prepareContentful({ ...target, changed }, access);
  if (source !== 'wordpress')
    throw new UsageError(`"${source}" is not an import source; use "contentful" or "wordpress".`);
  if (given.values.has('changed'))
    throw new UsageError('--changed is for contentful only; WordPress exports one state of each post.');
  return prepareWordpress;
}

async function readTarget(given: Arguments, environment: Environment): Promise<ImportTarget> {
  const [, file = ''] = given.words;
  const folder = given.values.get('assets');
  if (folder !== undefined && !(await isFolder(folder)))
    throw new UsageError(`${folder} is not a folder; name the folder of the files with --assets.`);
  return {
    file,
    space: requiredValue(given, 'space'),
    environment: given.values.get('environment') ?? 'master',
    assetFolder: folder ?? null,
    service: addressOf(given, environment),
  };
}

/** Options take precedence over variables. */
function addressOf(given: Arguments, environment: Environment): ServiceAddress {
  const config = readClientConfig(environment);
  const url = given.values.get('url') ?? config.url;
  const token = given.values.get('token') ?? config.secrets.token;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`"${url}" is not an http URL; set --url to one such as http://127.0.0.1:4000.`);
  if (token === null || token === '')
    throw new UsageError('There is no token; set --token or LECTERN_TOKEN to a management key.');
  return { url: url.replace(/\/+$/, ''), token };
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
