/**
 * Streams the files of a `strapi export`: a tar archive, usually gzipped. Names in the archive are never used as paths, and links,
 * devices and folders are skipped. Memory does not grow with the archive, and an archive that expands far beyond its size is
 * rejected.
 */
import { createReadStream, type ReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { type Extract, extract } from 'tar-stream';
import { ExportFileError } from '../../export-file-error.ts';

const READ_BYTES = 256 * 1024;
const HEAD_BYTES = 512;
const MAGIC_OFFSET = 257;
/** Maximum ratio of expansion. No text or picture compresses this well, but a decompression bomb does. */
const EXPANSION_MAX = 200;
/** Archives may expand to this size whatever the ratio. */
const EXPANSION_FREE_BYTES = 64 * 1024 * 1024;
const ENTRIES_MAX = 2_000_000;
const NAME_CHARACTERS_MAX = 1024;
const NO_ENCRYPTION = 'run `npx strapi export --no-encrypt` and import that file';

/** One file of the archive. Its bytes must be read, if at all, before the next file is requested. */
export interface ArchivedFile {
  /** Its path in the archive. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Reads the files of an archive in order.
 * @param onOther called for each entry that is not a file
 * @throws ExportFileError if it cannot be read, is encrypted, is not an archive or expands too far
 */
export async function* readArchive(path: string, onOther: () => void = () => undefined): AsyncGenerator<ArchivedFile> {
  const isPacked = await isGzipped(path);
  const archive = extract();
  const pumped = pump(path, isPacked, archive).catch((error: Error) => archive.destroy(error));
  let entries = 0;
  try {
    for await (const entry of archive) {
      entries += 1;
      if (entries > ENTRIES_MAX) throw new ExportFileError(`${path} has more than ${ENTRIES_MAX} entries.`);
      const { name, type } = entry.header;
      if (type === 'file') yield { name: shownName(name), bytes: bytesOf(entry as AsyncIterable<Uint8Array>, path) };
      else if (type !== 'directory') onOther();
      entry.resume();
    }
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    archive.destroy();
    await pumped;
  }
}

/** A name that is safe to show. A name that is too long is cut, and therefore counts as unknown. */
function shownName(name: string): string {
  const own = name.slice(0, NAME_CHARACTERS_MAX).replace(/^(?:\.\/)+/, '');
  return own.replaceAll(/\p{Cc}/gu, '?');
}

async function* bytesOf(entry: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* entry;
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Passes the bytes of the archive on, as fast as they are consumed. */
async function pump(path: string, isPacked: boolean, archive: Extract): Promise<void> {
  const file = createReadStream(path, { highWaterMark: READ_BYTES });
  try {
    for await (const bytes of isPacked ? unpacked(file, path) : file) {
      if (archive.destroyed) return;
      if (!archive.write(bytes as Buffer)) await roomIn(archive);
    }
    archive.end(null);
  } finally {
    file.destroy();
  }
}

async function* unpacked(file: ReadStream, path: string): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  file.on('error', (error) => gunzip.destroy(error)).pipe(gunzip);
  let unpackedBytes = 0;
  for await (const bytes of gunzip) {
    unpackedBytes += (bytes as Buffer).length;
    if (unpackedBytes > Math.max(EXPANSION_FREE_BYTES, file.bytesRead * EXPANSION_MAX))
      throw new ExportFileError(
        `${path} expands to more than ${EXPANSION_MAX} times its size, which no Strapi export does; it was not read.`,
      );
    yield bytes as Buffer;
  }
}

function roomIn(archive: Extract): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      archive.off('drain', done);
      archive.off('close', done);
      resolve();
    };
    archive.on('drain', done);
    archive.on('close', done);
  });
}

/** @throws ExportFileError if the file is neither a tar archive nor a gzipped file */
async function isGzipped(path: string): Promise<boolean> {
  const head = await headOf(path);
  if (head[0] === 0x1f && head[1] === 0x8b) return true;
  if (path.endsWith('.enc')) throw new ExportFileError(`${path} is encrypted; ${NO_ENCRYPTION}.`);
  if (head.subarray(MAGIC_OFFSET, MAGIC_OFFSET + 5).toString('latin1') === 'ustar') return false;
  throw new ExportFileError(`${path} is neither a .tar.gz nor a .tar file; if it is encrypted, ${NO_ENCRYPTION}.`);
}

async function headOf(path: string): Promise<Buffer> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): ExportFileError {
  if (error instanceof ExportFileError) return error;
  return new ExportFileError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
}
