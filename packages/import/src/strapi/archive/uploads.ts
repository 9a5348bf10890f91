/**
 * Extracts the files of the media library from the archive, one at a time. Each is in a temporary folder while it is processed,
 * under a generated name.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readArchive } from './archive-file.ts';

/** The archive's folder for the files of the media library. */
export const UPLOADS = 'assets/uploads/';

/** An extracted file. */
export interface ExtractedFile {
  /** Its name in the folder of uploads. */
  readonly name: string;
  /** Its path until the next file is requested. */
  readonly path: string;
}

/**
 * Extracts the named files in the order of the archive. If several have the same name, only the first is extracted.
 * @throws ExportFileError if the archive cannot be read
 */
export async function* takeUploads(archive: string, names: Iterable<string>): AsyncGenerator<ExtractedFile> {
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
