/**
 * The command `lectern import`: reads its arguments and variables, runs the import, prints the report. Exit codes: 0
 * everything was imported, 1 something was rejected, missing or failed, 2 wrong usage; configuration errors are left to the
 * program.
 */
import { stat } from 'node:fs/promises';
import { ExportFileError } from '@lectern/import/export-file-error.ts';
import type { Environment } from '../../platform/config/read-variables.ts';
import {
  type Arguments,
  chosenValue,
  countWords,
  exitCodes,
  readArguments,
  requiredValue,
  UsageError,
} from '../arguments.ts';
import { type Output, programOutput } from '../output.ts';
import { runWithUsage } from '../run-with-usage.ts';
import { serviceAddress } from '../service-address.ts';
import { ServiceError } from '../service-client.ts';
import { runFolderImport } from '../transfer/folder-import.ts';
import { prepareContentful } from './contentful.ts';
import { type ImportPlan, isPossible, planText } from './dry-run.ts';
import { type ImportTarget, importPrepared, type PreparedImport, planPrepared } from './prepared.ts';
import { type ImportReport, isComplete, reportText } from './report.ts';
import { prepareStrapi } from './strapi.ts';
import { prepareWordpress } from './wordpress.ts';

/** How the command is used. */
export const importUsage = `Usage: lectern import contentful <export.json> --space <id> [options]
       lectern import wordpress <export.xml> --space <id> [options]
       lectern import strapi <export.tar.gz> --space <id> [options]
       lectern import <folder> --space <id> [options]

Brings content from another system into a running service, or back what lectern export has written into a folder.

  --space <id>              the space to import into
  --environment <name>      the environment in it (default: master; of a folder, those that it names)
  --changed publish|draft   what becomes of entries edited since they were published (contentful; default: publish)
  --assets <folder>         the folder of the export's files: as --download-assets of Contentful's tool writes it, or
                            wp-content/uploads of WordPress; Strapi has them in the export
  --url <address>           the service (default: LECTERN_URL, or the local one)
  --token <key>             a management key (default: LECTERN_TOKEN)
  --dry-run                 say what would be imported, and write nothing
  --json                    print the report as JSON`;

const shape = {
  values: ['space', 'environment', 'changed', 'assets', 'url', 'token'],
  switches: ['dry-run', 'json', 'help'],
  words: ['source', 'export file'],
} as const;

/** Systems whose exports are read. A single other word is the folder of an export of Lectern itself. */
const sources: readonly string[] = ['contentful', 'wordpress', 'strapi'];

/**
 * Runs the command.
 * @param argv the arguments after `lectern import`
 * @returns the exit code
 * @throws ConfigurationError if a variable is invalid
 */
export function runImport(
  argv: readonly string[],
  environment: Environment,
  output: Output = programOutput(),
): Promise<number> {
  const frame = { usage: importUsage, output, refusals: [ServiceError, ExportFileError] };
  return runWithUsage(argv, frame, async () => {
    if (countWords(argv, shape) === 1 && !argv.some((word) => sources.includes(word)))
      return runFolderImport(argv, environment, output);
    const given = readArguments(argv, shape);
    const prepare = preparationOf(given);
    const target = await readTarget(given, environment);
    const isPlan = given.switches.has('dry-run');
    const prepared = await prepare(target, isPlan ? 'read' : 'write');
    const work = isPlan ? planned(planPrepared(prepared, target)) : imported(importPrepared(prepared, target, output));
    const { report, text, isGood } = await work.finally(prepared.close);
    output.print(given.switches.has('json') ? JSON.stringify(report, null, 2) : text);
    return isGood ? exitCodes.done : exitCodes.failed;
  });
}

/** What the command prints, and whether all of it is well. */
interface Finished {
  readonly report: ImportReport | ImportPlan;
  readonly text: string;
  readonly isGood: boolean;
}

async function imported(importing: Promise<ImportReport>): Promise<Finished> {
  const report = await importing;
  return { report, text: reportText(report), isGood: isComplete(report) };
}

async function planned(planning: Promise<ImportPlan>): Promise<Finished> {
  const report = await planning;
  return { report, text: planText(report), isGood: isPossible(report) };
}

type Prepare = (target: ImportTarget, access: 'read' | 'write') => Promise<PreparedImport>;

/** How the named source is read. */
function preparationOf(given: Arguments): Prepare {
  const [source = ''] = given.words;
  const changed = chosenValue(given, 'changed', ['publish', 'draft']);
  if (source === 'contentful') return (target, access) => prepareContentful({ ...target, changed }, access);
  if (source !== 'wordpress' && source !== 'strapi')
    throw new UsageError(`"${source}" is not an import source; use "contentful", "wordpress" or "strapi".`);
  if (given.values.has('changed'))
    throw new UsageError('--changed is for contentful only; the others export what is published as it is.');
  if (source === 'wordpress') return prepareWordpress;
  if (given.values.has('assets')) throw new UsageError('--assets is not for strapi; its export has the files in it.');
  return prepareStrapi;
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
    service: serviceAddress(given, environment),
  };
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
