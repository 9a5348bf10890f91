/**
 * The files of the media library, taken from the archive one after the other. Each lies in a temporary folder while it is
 * looked at, under a name of ours.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readArchive } from './archive-file.ts';

/** The folder of the archive with the files of the media library. */
export const UPLOADS = 'assets/uploads/';

/** A file outside of the archive. */
export interface TakenFile {
  /** Its name in the folder of uploads. */
  readonly name: string;
  /** Where it lies until the next one is asked for. */
  readonly path: string;
}

/**
 * Takes the named files out, in the order of the archive; of several with one name the first.
 * @throws ExportFileError if the archive cannot be read
 */
export async function* takeUploads(archive: string, names: Iterable<string>): AsyncGenerator<TakenFile> {
  const wanted = new Set(names);
  const folder = await mkdtemp(join(tmpdir(), 'lectern-import-'));
  const path = join(folder, 'upload');
  try {
    if (wanted.size === 0) return;
    for await (const { name: whole, bytes } of readArchive(archive)) {
      const name = whole.startsWith(UPLOADS) ? whole.slice(UPLOADS.length) : '';
      if (!wanted.delete(name)) continue;
      await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
      yield { name, path };
      if (wanted.size === 0) return;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
