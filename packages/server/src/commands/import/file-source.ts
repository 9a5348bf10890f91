/** Where the files of an import come from: a folder beside the export, or the export itself. */
import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { ExportedFile } from '@lectern/import/exported-file.ts';

/** A file that was looked for. */
export interface FileToFind {
  readonly file: ExportedFile;
  /** Its path until the next file is requested; undefined if it is missing. */
  readonly path: string | undefined;
}

/** Where files come from. */
export interface FileSource {
  /** In words: `the folder of --assets`. */
  readonly name: string;
  /** Which of the files are there. */
  readonly sort: (files: readonly ExportedFile[]) => Promise<SortedFiles>;
  /** Each of the files once, in an order of its own. */
  readonly each: (files: readonly ExportedFile[]) => AsyncIterable<FileToFind>;
}

interface SortedFiles {
  readonly found: readonly ExportedFile[];
  readonly missing: readonly ExportedFile[];
}

/**
 * A folder in which each file may be in several places. Invariant: nothing outside it is read, whatever links it contains and
 * whatever paths an export names.
 */
export function folderSource(folder: string): FileSource {
  async function* each(files: readonly ExportedFile[]): AsyncGenerator<FileToFind> {
    const root = await realpath(folder);
    for (const file of files) yield { file, path: await firstFile(root, file.places) };
  }
  return {
    name: 'the folder of --assets',
    each,
    sort: async (files) => {
      const sought = await Array.fromAsync(each(files));
      const isFound = ({ path }: FileToFind) => path !== undefined;
      return {
        found: sought.filter(isFound).map(({ file }) => file),
        missing: sought.filter((one) => !isFound(one)).map(({ file }) => file),
      };
    },
  };
}

async function firstFile(root: string, places: readonly string[]): Promise<string | undefined> {
  const inside = root.endsWith(sep) ? root : `${root}${sep}`;
  for (const place of places) {
    const path = await realpath(join(root, place)).catch(() => undefined);
    if (path?.startsWith(inside) === true && (await stat(path)).isFile()) return path;
  }
  return undefined;
}
