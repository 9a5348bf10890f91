/** Packs the folder of an export into the archive that the service takes, as it is read. */
import { createReadStream } from 'node:fs';
import { lstat, opendir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ExportFileError } from '@lectern/import/export-file-error.ts';
import { comparePaths, MANIFEST_PATH, memberAt } from '../../branches/transfer/format.ts';
import { TAR_END_BYTES, tarHeader, tarPadding } from '../../platform/kit/tar.ts';

/** Files that systems create in folders by themselves. */
const STRAY_NAMES = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** An archive to be sent. */
export interface FolderArchive {
  /** Bytes. */
  readonly size: number;
  /** Reads it from its beginning. @throws ExportFileError if a file changes meanwhile */
  read(): AsyncGenerator<Uint8Array>;
}

interface FolderFile {
  readonly path: string;
  readonly size: number;
}

/**
 * @param path a folder that `lectern export` has written, or an archive of one
 * @throws ExportFileError if it is neither, or has something in it that does not belong there
 */
export async function archiveAt(path: string): Promise<FolderArchive> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new ExportFileError(`There is no ${path}; name the folder of an export.`);
  if (found.isFile()) return { size: found.size, read: () => chunksOf(createReadStream(path)) };
  const files = await filesIn(path);
  if (!files.some((file) => file.path === MANIFEST_PATH))
    throw new ExportFileError(`${path} has no ${MANIFEST_PATH}; name the folder of an export, once it is complete.`);
  const contents = files.reduce((sum, { size }) => sum + tarHeader('x', 0).length + size + tarPadding(size), 0);
  return { size: contents + TAR_END_BYTES, read: () => pack(path, files) };
}

async function* pack(folder: string, files: readonly FolderFile[]): AsyncGenerator<Uint8Array> {
  for (const { path, size } of files) {
    yield tarHeader(path, size);
    let sent = 0;
    for await (const chunk of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) {
      sent += chunk.length;
      if (sent > size) break;
      yield chunk;
    }
    if (sent !== size) throw new ExportFileError(`${path} has changed while it was read; import again.`);
    yield Buffer.alloc(tarPadding(size));
  }
  yield Buffer.alloc(TAR_END_BYTES);
}

async function filesIn(folder: string): Promise<FolderFile[]> {
  const files: FolderFile[] = [];
  for await (const entry of await opendir(folder, { recursive: true })) {
    const full = join(entry.parentPath, entry.name);
    const path = relative(folder, full).split(sep).join('/');
    if (isStray(path, entry.name)) continue;
    const found = await lstat(full);
    if (found.isDirectory()) continue;
    if (!found.isFile()) throw new ExportFileError(`${full} is not a regular file but a link or a device; remove it.`);
    if (memberAt(path) === undefined) throw new ExportFileError(`${full} is not a file of an export; remove it.`);
    files.push({ path, size: found.size });
  }
  return files.sort((one, other) => comparePaths(one.path, other.path));
}

/** A folder of version control, and the like, may stand in it. */
function isStray(path: string, name: string): boolean {
  return STRAY_NAMES.has(name) || (path.startsWith('.') && path !== '.unfinished.json');
}

async function* chunksOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) yield chunk;
}
