/** Shared by tests of exports and imports: requesting them, waiting, and reading archives file by file. */

import assert from 'node:assert/strict';
import type { Actor, ApiResponse } from '../../../../testing/src/client.ts';
import type { Scene } from '../../../../testing/src/given.ts';
import { until } from '../../../../testing/src/until.ts';
import { readTarHeader, TAR_BLOCK_BYTES, TAR_END_BYTES, tarHeader, tarPadding } from '../../../src/platform/kit/tar.ts';

/** Only a hanging job takes this long: a busy machine has been seen to import 20 entries a second. */
const WITHIN_MS = 180_000;

/** A space, and the person who acts in it. */
export type Place = Pick<Scene, 'owner' | 'space'>;

/** Requests an export and waits for its end. @returns its response */
export async function makeExport({ owner, space }: Place, environment?: string): Promise<ApiResponse> {
  const body = environment === undefined ? {} : { environment };
  const asked = await owner.post(`${space}/exports`, body, 201);
  return untilEnded(owner, `${space}/exports/${asked.string('id')}`);
}

/** Exports a space, or an environment of it. @returns the archive */
export async function exportOf(place: Place, environment?: string): Promise<Buffer> {
  const made = await makeExport(place, environment);
  assert.equal(made.at('status'), 'ready', String(made));
  const archive = await fetchFile(place, made.string('id'));
  assert.equal(archive.length, made.number('size'));
  return archive;
}

/** Fetches the file of an export, or a part of it. */
export async function fetchFile({ owner, space }: Place, id: string, range?: string): Promise<Buffer> {
  const response = await fetchPart({ owner, space }, id, range);
  assert.equal(response.status, range === undefined ? 200 : 206);
  return Buffer.from(await response.arrayBuffer());
}

export function fetchPart({ owner, space }: Place, id: string, range?: string): Promise<Response> {
  return fetch(`${owner.url}${space}/exports/${id}/file`, {
    headers: { authorization: `Bearer ${owner.token}`, ...(range === undefined ? {} : { range }) },
  });
}

/** Sends an archive. @returns the response */
export function sendArchive({ owner, space }: Place, archive: Buffer, query = ''): Promise<ApiResponse> {
  const headers = { 'content-type': 'application/x-tar' };
  return owner.send('POST', `${space}/imports${query}`, { raw: archive, headers });
}

/** Imports an archive and waits for the end. @returns the import */
export async function importInto(place: Place, archive: Buffer, query = ''): Promise<ApiResponse> {
  const asked = await sendArchive(place, archive, query);
  assert.equal(asked.status, 201, String(asked));
  return untilEnded(place.owner, `${place.space}/imports/${asked.string('id')}`);
}

/** As `importInto`; fails unless everything is imported unchanged. */
export async function importWhole(place: Place, archive: Buffer, query = ''): Promise<ApiResponse> {
  const done = await importInto(place, archive, query);
  assert.equal(done.at('status'), 'done', String(done));
  const refused = Object.values(done.at('counts') as Record<string, { refused: number }>);
  assert.deepEqual([...new Set(refused.map((count) => count.refused))], [0], String(done));
  return done;
}

/** Waits until an export or import is no longer running. */
export async function untilEnded(by: Actor, path: string): Promise<ApiResponse> {
  return until(
    () => by.get(path, 200),
    (job) => job.at('status') !== 'running',
    WITHIN_MS,
  );
}

/** The files of an archive by path, in order. */
export function filesIn(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; at < archive.length; ) {
    const header = readTarHeader(archive.subarray(at, at + TAR_BLOCK_BYTES));
    at += TAR_BLOCK_BYTES;
    if (header === null) return files;
    files.set(header.path, archive.subarray(at, at + header.size));
    at += header.size + tarPadding(header.size);
  }
  throw new Error('The archive has no end.');
}

/** The records of a file in an archive. */
export function linesIn(archive: Buffer, path: string): Record<string, Record<string, unknown>>[] {
  const text = filesIn(archive).get(path)?.toString() ?? '';
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** An archive of files by path. */
export function archiveOf(files: Iterable<readonly [string, Buffer | string]>): Buffer {
  const pieces: Buffer[] = [];
  for (const [path, content] of files) {
    const bytes = Buffer.from(content);
    pieces.push(tarHeader(path, bytes.length), bytes, Buffer.alloc(tarPadding(bytes.length)));
  }
  return Buffer.concat([...pieces, Buffer.alloc(TAR_END_BYTES)]);
}

/** Fails with the first file that differs, instead of printing two archives. */
export function assertSameArchive(actual: Buffer, expected: Buffer, what = 'the archives'): void {
  if (actual.equals(expected)) return;
  const [one, other] = [filesIn(actual), filesIn(expected)];
  assert.deepEqual([...one.keys()], [...other.keys()], `the files of ${what}`);
  for (const [path, bytes] of one) {
    if (bytes.equals(other.get(path) ?? Buffer.alloc(0))) continue;
    const [lines, others] = [bytes.toString().split('\n'), (other.get(path) ?? '').toString().split('\n')];
    const at = lines.findIndex((line, index) => line !== others[index]);
    assert.equal(lines[at], others[at], `${path} of ${what}, line ${at + 1}`);
  }
  assert.fail(`${what} differ outside of their files`);
}
