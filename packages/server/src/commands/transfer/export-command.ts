/**
 * The command `lectern export`: has the service make an export, and unpacks it into a folder. Run again with the same
 * folder after an interruption, it goes on with the same export where it stopped. Exit codes: 0 exported, 1 failed, 2 wrong
 * usage.
 */
import type { Environment } from '../../platform/config/read-variables.ts';
import { exitCodes, readArguments, requiredValue } from '../arguments.ts';
import { type Output, programOutput } from '../output.ts';
import { progressBar } from '../progress.ts';
import { runWithUsage } from '../run-with-usage.ts';
import { serviceAddress } from '../service-address.ts';
import { ServiceClient, ServiceError } from '../service-client.ts';
import { ExportFolder } from './export-folder.ts';
import { type Job, untilEnded } from './job.ts';
import { unpack } from './unpack.ts';

export const exportUsage = `Usage: lectern export --space <id> --out <folder> [options]

Writes the content of a space into a folder of readable files, from which lectern import makes the same content again.

  --space <id>              the space to export
  --environment <name>      only this environment of it (default: all, with webhooks and settings)
  --with-preview-secrets    keep the parameters of preview addresses (preview_url) in which secrets may stand
  --out <folder>            the folder, which must be missing or empty, or that of an interrupted export
  --url <address>           the service (default: LECTERN_URL, or the local one)
  --token <key>             a management key (default: LECTERN_TOKEN)
  --json                    print what was exported as JSON`;

const shape = {
  values: ['space', 'environment', 'out', 'url', 'token'],
  switches: ['with-preview-secrets', 'json', 'help'],
  words: [],
} as const;

/** How often to resume a broken connection without any file having arrived. */
const ATTEMPTS_MAX = 5;

/** An export as the service shows it. */
interface ExportJob extends Job {
  readonly entries: number;
  readonly assets: number;
  readonly files: number;
  readonly size: number;
}

/**
 * Runs the command.
 * @param argv the arguments after `lectern export`
 * @returns the exit code
 * @throws ConfigurationError if a variable is invalid
 */
export function runExport(
  argv: readonly string[],
  environment: Environment,
  output: Output = programOutput(),
): Promise<number> {
  return runWithUsage(argv, { usage: exportUsage, output, refusals: [ServiceError] }, async () => {
    const given = readArguments(argv, shape);
    const client = new ServiceClient(serviceAddress(given, environment));
    const wanted = {
      space: requiredValue(given, 'space'),
      environment: given.values.get('environment') ?? null,
      previewSecrets: given.switches.has('with-preview-secrets'),
    };
    const folder = await ExportFolder.open(requiredValue(given, 'out'), wanted);
    const job = await exportTo(folder, client, output);
    const { entries, assets, files, size } = job;
    const { space, environment: only } = wanted;
    const facts = { space, environment: only, folder: folder.path, entries, assets, files, size };
    output.print(
      given.switches.has('json')
        ? JSON.stringify(facts, null, 2)
        : `Exported ${entries} entries, ${assets} assets and ${files} files into ${folder.path}.`,
    );
    return exitCodes.done;
  });
}

async function exportTo(folder: ExportFolder, client: ServiceClient, output: Output): Promise<ExportJob> {
  const { space, environment, previewSecrets } = folder.wanted;
  const path = `/spaces/${encodeURIComponent(space)}/exports`;
  const known = folder.job === null ? null : await standing(client, `${path}/${folder.job}`);
  if (known === null) {
    const secrets = previewSecrets ? { preview_secrets: true } : {};
    const body = { ...(environment === null ? {} : { environment }), ...secrets };
    const made = (await client.send({ method: 'POST', path, json: body })) as ExportJob;
    await folder.begin(made.id);
  }
  const job = await untilEnded<ExportJob>(client, `${path}/${folder.job}`, { label: 'Exporting', output });
  if (job.status !== 'ready') {
    await folder.clear();
    throw new ServiceError(job.error ?? 'The service could not make the export.');
  }
  const bar = progressBar('Fetching', job.size, output);
  try {
    await fetchAll(folder, { client, path: `${path}/${job.id}/file`, size: job.size, show: bar.show });
  } finally {
    bar.clear();
  }
  await folder.end();
  return job;
}

/** The export that was started before; null if it is gone, or its file can no longer be fetched. */
async function standing(client: ServiceClient, path: string): Promise<ExportJob | null> {
  try {
    const job = (await client.send({ method: 'GET', path })) as ExportJob;
    return job.status === 'running' || job.status === 'ready' ? job : null;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null;
    throw error;
  }
}

interface Fetching {
  readonly client: ServiceClient;
  readonly path: string;
  readonly size: number;
  readonly show: (bytes: number) => void;
}

/** Fetches the rest of the archive, and resumes broken connections. */
async function fetchAll(folder: ExportFolder, { client, path, size, show }: Fetching): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const before = folder.at;
    try {
      await unpack(await client.read(path, before), folder, show);
      return;
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      if (!(error instanceof TypeError) && !isConnectionError(error)) throw error;
      if (folder.at > before) attempt = 0;
      if (attempt >= ATTEMPTS_MAX)
        throw new ServiceError(
          `The connection was lost after ${folder.at} of ${size} bytes; run the command again to continue.`,
        );
    }
  }
}

/** `fetch` reports what breaks off a body as the error of a socket. */
function isConnectionError(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && (code.startsWith('UND_ERR') || code === 'ECONNRESET' || code === 'EPIPE');
}
