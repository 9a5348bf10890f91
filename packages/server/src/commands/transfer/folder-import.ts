/**
 * `lectern import <folder>`: sends the folder of an export to the service, waits for the import, and prints what it did, or
 * with `--dry-run` would do. Exit codes: 0 everything is as in the folder, 1 something was refused or failed, 2 wrong usage.
 */
import type { Environment } from '../../platform/config/read-variables.ts';
import { exitCodes, readArguments, requiredValue } from '../arguments.ts';
import type { Output } from '../output.ts';
import { progressBar } from '../progress.ts';
import { serviceAddress } from '../service-address.ts';
import { ServiceClient } from '../service-client.ts';
import { archiveAt } from './folder-archive.ts';
import { type FolderImport, isWhole, reportText } from './import-report.ts';
import { untilEnded } from './job.ts';

const shape = {
  values: ['space', 'environment', 'url', 'token'],
  switches: ['dry-run', 'json', 'help'],
  words: ['folder'],
} as const;
const ARCHIVE_TYPE = 'application/x-tar';

/**
 * Runs the command.
 * @throws UsageError, ExportFileError if the folder is none of an export, ServiceError
 */
export async function runFolderImport(
  argv: readonly string[],
  environment: Environment,
  output: Output,
): Promise<number> {
  const given = readArguments(argv, shape);
  const [folder = ''] = given.words;
  const client = new ServiceClient(serviceAddress(given, environment));
  const path = `/spaces/${encodeURIComponent(requiredValue(given, 'space'))}/imports`;
  const archive = await archiveAt(folder);
  const bar = progressBar('Sending', archive.size, output);
  const query = new URLSearchParams();
  const target = given.values.get('environment');
  if (target !== undefined) query.set('environment', target);
  if (given.switches.has('dry-run')) query.set('dry_run', 'true');
  const body = () => counted(archive.read(), bar.show);
  const begun = (await client.sendStream(`${path}?${query}`, ARCHIVE_TYPE, body).finally(bar.clear)) as FolderImport;
  const done = await untilEnded<FolderImport>(client, `${path}/${begun.id}`, { label: 'Importing', output });
  output.print(given.switches.has('json') ? JSON.stringify(done, null, 2) : reportText(done, folder));
  return isWhole(done) ? exitCodes.done : exitCodes.failed;
}

async function* counted(chunks: AsyncIterable<Uint8Array>, show: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const chunk of chunks) {
    yield chunk;
    sent += chunk.length;
    show(sent);
  }
}
