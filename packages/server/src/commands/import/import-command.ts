/**
 * The command `lectern import`: reads its arguments and variables, runs the import, prints the report. Exit codes: 0
 * everything was imported, 1 something was rejected, missing or failed, 2 wrong usage; configuration errors are left to the
 * program.
 */
import { stat } from 'node:fs/promises';
import { readClientConfig } from '../../platform/config/config.ts';
import type { Environment } from '../../platform/config/read-variables.ts';
import { type Arguments, chosenValue, exitCodes, readArguments, requiredValue, UsageError } from '../arguments.ts';
import { type Output, programOutput } from '../output.ts';
import { type ServiceAddress, ServiceError } from '../service-client.ts';
import { ExportFileError } from './contentful/export-file.ts';
import { type ContentfulImport, importContentful, planContentful } from './contentful/import-contentful.ts';
import { type ImportPlan, isPossible, planText } from './dry-run.ts';
import { type ImportReport, isComplete, reportText } from './report.ts';

/** How the command is used. */
export const importUsage = `Usage: lectern import contentful <export.json> --space <id> [options]

Brings content from another system into a running service.

  --space <id>              the space to import into
  --environment <name>      the environment in it (default: master)
  --changed publish|draft   what becomes of entries edited since they were published (default: publish)
  --assets <folder>         the folder of the export's files, as --download-assets of their tool writes it
  --url <address>           the service (default: LECTERN_URL, or the local one)
  --token <key>             a management key (default: LECTERN_TOKEN)
  --dry-run                 say what would be imported, and write nothing
  --json                    print the report as JSON`;

const shape = {
  values: ['space', 'environment', 'changed', 'assets', 'url', 'token'],
  switches: ['dry-run', 'json', 'help'],
  words: ['source', 'export.json'],
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
    const options = await readImportOptions(given, environment);
    const { report, text, isGood } = given.switches.has('dry-run')
      ? planned(await planContentful(options))
      : imported(await importContentful(options, output));
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

async function readImportOptions(given: Arguments, environment: Environment): Promise<ContentfulImport> {
  const [source = '', file = ''] = given.words;
  if (source !== 'contentful') throw new UsageError(`"${source}" is not an import source; use "contentful".`);
  const folder = given.values.get('assets');
  if (folder !== undefined && !(await isFolder(folder)))
    throw new UsageError(`${folder} is not a folder; name the folder of the files with --assets.`);
  return {
    file,
    space: requiredValue(given, 'space'),
    environment: given.values.get('environment') ?? 'master',
    assetFolder: folder ?? null,
    changed: chosenValue(given, 'changed', ['publish', 'draft']),
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
