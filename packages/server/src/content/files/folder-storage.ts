/**
 * Files in a folder of this machine. A file is written under a temporary name, flushed to disk and renamed, so that after a crash
 * at any moment it is either complete or missing.
 */
import { createReadStream } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { hasErrorCode } from '../../platform/kit/system-error.ts';
import type { ByteRange, FileStorage, NewFile, StoredFile } from './file-storage.ts';

const OWNER_ONLY_FOLDER = 0o700;
const NAME_SHAPE = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;
const READ_AHEAD_BYTES = 64 * 1024;
/** Suffix of files while they are copied from another disk. */
const UNFINISHED = '.part';

export class FolderStorage implements FileStorage {
  readonly #folder: string;

  /** @param folder absolute path; created with the first file */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async put({ name, path }: NewFile): Promise<void> {
    const target = this.#pathOf(name);
    await this.#makeFolder(dirname(target));
    await flush(path);
    await rename(path, target).catch(async (error: unknown) => {
      if (!hasErrorCode(error, 'EXDEV')) throw error;
      await copyAcross(path, target);
    });
    await flush(dirname(target));
  }

  async open(name: string, range?: ByteRange): Promise<Readable | undefined> {
    const path = this.#pathOf(name);
    let handle: FileHandle;
    try {
      handle = await open(path, 'r');
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT')) return undefined;
      throw error;
    }
    return createReadStream(path, { fd: handle, highWaterMark: READ_AHEAD_BYTES, ...range });
  }

  async stat(name: string): Promise<StoredFile | undefined> {
    try {
      const { size, mtimeMs } = await stat(this.#pathOf(name));
      return { name, size, storedAt: mtimeMs };
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT')) return undefined;
      throw error;
    }
  }

  localPath(name: string): string {
    return this.#pathOf(name);
  }

  async delete(name: string): Promise<void> {
    await rm(this.#pathOf(name), { force: true });
  }

  async *list(folder = ''): AsyncGenerator<StoredFile> {
    for await (const path of filesUnder(join(this.#folder, folder))) {
      const name = relative(this.#folder, path).replaceAll(sep, '/');
      if (name.endsWith(UNFINISHED)) continue;
      const found = await this.stat(name);
      if (found !== undefined) yield found;
    }
  }

  async removeUnfinished(time: number): Promise<void> {
    for await (const path of filesUnder(this.#folder)) {
      if (!path.endsWith(UNFINISHED)) continue;
      const { mtimeMs } = await stat(path);
      if (mtimeMs < time) await rm(path, { force: true });
    }
  }

  async close(): Promise<void> {}

  #pathOf(name: string): string {
    if (!NAME_SHAPE.test(name)) throw new Error(`"${name}" cannot be the name of a stored file.`);
    return join(this.#folder, name);
  }

  /** Syncs a new folder too: if a power failure loses the folder, it loses the file in it. */
  async #makeFolder(folder: string): Promise<void> {
    const first = await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    if (first === undefined) return;
    for (let made = folder; made.length >= first.length; made = dirname(made)) await flush(dirname(made));
  }
}

async function copyAcross(path: string, target: string): Promise<void> {
  const draft = `${target}${UNFINISHED}`;
  await copyFile(path, draft);
  await flush(draft);
  await rename(draft, target);
  await rm(path, { force: true });
}

/** Syncs a file or folder to disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* filesUnder(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder, { recursive: true })) {
      if (entry.isFile()) yield join(entry.parentPath, entry.name);
    }
  } catch (error) {
    // The folder is created with the first file.
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  }
}
