/** Where a copy is kept between two runs of a program. */

export interface Store {
  /** What was saved last; undefined if nothing was. */
  load(): Promise<string | undefined>;
  save(text: string): Promise<void>;
}

/** What is used of Node's `fs/promises`, which other platforms have too. */
interface Files {
  readFile(path: string, encoding: 'utf8'): Promise<string>;
  writeFile(path: string, text: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
}

/** Not written at the import itself: bundlers for browsers would look for it. */
const FILES = 'node:fs/promises';

/** Keeps nothing: the copy is read anew by the next run. */
export function memory(): Store {
  return { load: async () => undefined, save: async () => undefined };
}

/** Keeps the copy in a file, which one process at a time may use. It is replaced as a whole, so that it is never half written. */
export function file(path: string): Store {
  const files = (): Promise<Files> => import(FILES);
  return {
    async load() {
      const { readFile } = await files();
      return readFile(path, 'utf8').catch((error: { code?: string }) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
    },
    async save(text) {
      const { writeFile, rename } = await files();
      await writeFile(`${path}.new`, text);
      await rename(`${path}.new`, path);
    },
  };
}
