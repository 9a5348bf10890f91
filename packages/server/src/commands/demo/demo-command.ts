/**
 * The command `lectern demo`: starts the service on a data folder of its own, fills it with a small journal in two
 * languages through the API, and shows how to read it. Started again, it reuses its content and tokens.
 */
import { join } from 'node:path';
import { Notes } from '@lectern/import/notes.ts';
import { createService } from '../../app.ts';
import { type Config, readConfig } from '../../platform/config/config.ts';
import type { Environment } from '../../platform/config/read-variables.ts';
import type { ExampleIds } from '../../platform/http/openapi/example-ids.ts';
import { exitCodes, readArguments } from '../arguments.ts';
import { folderSource } from '../import/file-source.ts';
import { applyLocales } from '../import/locales.ts';
import { sendFiles } from '../import/send-files.ts';
import { sendRecords } from '../import/send-records.ts';
import { onLauncherEnd } from '../launcher.ts';
import { type Output, programOutput } from '../output.ts';
import { runWithUsage } from '../run-with-usage.ts';
import { ServiceClient, ServiceError } from '../service-client.ts';
import { demoLocales } from './content/model.ts';
import { type DemoAccess, openDemo } from './demo-access.ts';
import { demoFiles, demoPictureFolder, demoRecords } from './demo-content.ts';
import { findDemoIds } from './demo-ids.ts';
import { demoFacts, demoText } from './demo-text.ts';

const FOLDER_NAME = 'demo';

/** How the command is used. */
export const demoUsage = `Usage: lectern demo [--json]

Starts the service with a small set of content in two languages, and prints
how to log in to Studio, tokens, and three requests to try.
Its data is in the folder "demo" inside LECTERN_DATA_DIR; PORT and the other variables work as for "start".`;

/** How long a demo runs. */
export interface DemoRun {
  readonly output?: Output;
  /** Ends the demo; by default SIGINT and SIGTERM. */
  readonly stopped?: Promise<unknown>;
}

/**
 * Runs the command until it is stopped.
 * @param argv the arguments after `lectern demo`
 * @returns the exit code
 * @throws ConfigurationError if a variable is invalid
 */
export function runDemo(argv: readonly string[], environment: Environment, run: DemoRun = {}): Promise<number> {
  const output = run.output ?? programOutput();
  return runWithUsage(argv, { usage: demoUsage, output, refusals: [ServiceError] }, async () => {
    const given = readArguments(argv, { values: [], switches: ['json'], words: [] });
    await serveDemo(environment, { ...run, output, json: given.switches.has('json') });
    return exitCodes.done;
  });
}

/**
 * Always on SQLite, in its own folder and on its own address, so that no real content is affected; quiet by default.
 */
function demoConfig(environment: Environment): Config {
  const folder = join(environment.LECTERN_DATA_DIR?.trim() || './data', FOLDER_NAME);
  return readConfig({
    LECTERN_LOG_LEVEL: 'warn',
    ...environment,
    LECTERN_DATA_DIR: folder,
    LECTERN_DATABASE_URL: undefined,
    LECTERN_PUBLIC_URL: undefined,
    LECTERN_BACKUP: undefined,
    LECTERN_SIGNUP: 'open',
  });
}

async function serveDemo(
  environment: Environment,
  run: DemoRun & { readonly output: Output; readonly json: boolean },
): Promise<void> {
  const config = demoConfig(environment);
  let ids: ExampleIds | null = null;
  const service = await createService(config, { exampleIds: () => ids });
  try {
    const url = await service.listen();
    const { access, session } = await openDemo(url, config.dataDir);
    await fill(url, access, run.output);
    ids = await findDemoIds(new ServiceClient({ url, token: session }), access.space);
    run.output.print(run.json ? JSON.stringify(demoFacts(url, access), null, 2) : demoText(url, access));
    await (run.stopped ?? endSignal(environment));
  } finally {
    await service.close();
  }
}

/** Adds locales, content and pictures, through the API like any client. */
async function fill(url: string, { space, tokens }: DemoAccess, output: Output): Promise<void> {
  const notes = new Notes();
  const client = new ServiceClient({ url, token: tokens.management });
  const locales = await applyLocales(demoLocales, {
    space,
    send: (request) => client.send(request),
    notes,
  });
  const post = (lines: readonly string[]) =>
    client.send({ method: 'POST', path: `/spaces/${space}/environments/master/import`, lines });
  const records = demoRecords();
  const outcomes = await sendRecords(records, { post, onProgress: () => undefined });
  const sending = { source: folderSource(demoPictureFolder), records, outcomes, client, post, notes };
  const files = await sendFiles(demoFiles, { ...sending, output: { ...output, progress: null } });
  const refused = [...locales.refused, ...[...outcomes, ...files].flatMap(({ error }) => error ?? [])];
  if (refused.length > 0)
    throw new ServiceError(`The demo content was refused: ${refused.map((one) => one.message).join(' ')}`);
}

function endSignal(environment: Environment): Promise<void> {
  return new Promise((resolve) => {
    onLauncherEnd(environment, resolve);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
