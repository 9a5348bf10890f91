/**
 * Sends the files of imported assets. A file that the service already has is not sent again; afterwards the records are
 * sent once more, so that assets keep their times.
 */
import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ExportedFile } from '@lectern/import/exported-file.ts';
import type { Notes } from '@lectern/import/notes.ts';
import type { Records } from '@lectern/import/records.ts';
import type { Output } from '../output.ts';
import { progressBar } from '../progress.ts';
import { type ServiceClient, ServiceError } from '../service-client.ts';
import type { FileSource, FileToFind } from './file-source.ts';
import { type RecordOutcome, recordsAmong, type Sending, sendRecords } from './send-records.ts';

/** The outcome for a file. */
export interface FileOutcome {
  readonly key: string;
  readonly result: 'uploaded' | 'unchanged' | 'missing' | 'refused';
  readonly error?: { readonly code: string; readonly message: string };
}

export interface FileSending {
  readonly source: FileSource;
  readonly records: Records;
  /** The outcomes of the records. */
  readonly outcomes: readonly RecordOutcome[];
  readonly client: ServiceClient;
  readonly post: Sending['post'];
  readonly notes: Notes;
  readonly output: Output;
}

/** What is read from an asset. */
interface AssetFacts {
  readonly version: number;
  readonly url: string | null;
}

/**
 * Sends the files.
 * @throws ServiceError if the service cannot be reached or rejects the key
 */
export async function sendFiles(files: readonly ExportedFile[], sending: FileSending): Promise<readonly FileOutcome[]> {
  const { source, records, outcomes, post, output } = sending;
  const assets = new Map(outcomes.filter(({ record }) => record.kind === 'asset').map((one) => [one.record.key, one]));
  const bar = progressBar('Uploading', files.length, output);
  const sent: FileOutcome[] = [];
  try {
    for await (const sought of source.each(files)) {
      const id = assets.get(sought.file.key)?.id ?? null;
      // A rejected asset is already in the report.
      if (id !== null) sent.push(await sendFile(sought, id, sending));
      bar.show(sent.length);
    }
  } finally {
    bar.clear();
  }
  const changed = sent.filter(({ result }) => result === 'uploaded').flatMap(({ key }) => assets.get(key) ?? []);
  if (changed.length > 0) {
    const again = await Array.fromAsync(recordsAmong(records, changed));
    await sendRecords(again, { post, onProgress: () => undefined });
  }
  return sent;
}

async function sendFile(
  { file, path }: FileToFind,
  id: string,
  { source, client, notes }: FileSending,
): Promise<FileOutcome> {
  if (path === undefined) {
    notes.add('left_out', file.about, `Its file is not in ${source.name}; only its record was imported.`);
    return { key: file.key, result: 'missing' };
  }
  const asset = `/media/${encodeURIComponent(id)}`;
  try {
    const before = (await client.send({ method: 'GET', path: asset })) as AssetFacts;
    if (before.url?.includes(`/${await hashOf(path)}/`) === true) return { key: file.key, result: 'unchanged' };
    const form = new FormData();
    form.append('file', await openAsBlob(path), file.fileName === '' ? basename(path) : file.fileName);
    const after = (await client.send({ method: 'PATCH', path: asset, form })) as AssetFacts;
    return { key: file.key, result: after.version === before.version ? 'unchanged' : 'uploaded' };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === null || error.status === 401 || error.status === 403)
      throw error;
    return { key: file.key, result: 'refused', error: { code: error.code, message: error.message } };
  }
}

/** Notes that the file of an asset is not there. */
export function noteMissingFile(about: string, { name }: FileSource, notes: Notes): void {
  notes.add('left_out', about, `Its file is not in ${name}, so it has a record without a file.`);
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
