/** Checks that the files of assets are stored, each with the right size and, optionally, the right content. */
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Check, Fault } from '../../platform/database/checkup/check.ts';
import type { Database } from '../../platform/database/database.ts';
import type { FileStorage } from './file-storage.ts';
import type { FileUses } from './file-uses.ts';
import { knownFiles } from './stored-files.ts';

export interface FileCheckParts {
  readonly database: Database;
  readonly storage: FileStorage;
  readonly uses: FileUses;
  /** Whether to read every file and compare its SHA-256, which takes as long as reading them all. */
  readonly readsFiles: boolean;
}

export function fileCheck(parts: FileCheckParts): Check {
  return { name: 'files', find: () => faults(parts) };
}

async function* faults({ database, storage, uses, readsFiles }: FileCheckParts): AsyncGenerator<Fault> {
  for await (const files of knownFiles(database.reader, uses)) {
    for (const { name, size, sha256 } of files.filter(({ isUsed }) => isUsed)) {
      const found = await storage.stat(name);
      const isWhole = found?.size === size;
      if (isWhole && (!readsFiles || (await hashOf(storage, name)) === sha256)) continue;
      const cut = isWhole ? 'has other content than was uploaded' : `has ${found?.size} of its ${size} bytes`;
      yield {
        about: `file ${name}`,
        problem: found === undefined ? 'is not stored' : cut,
        remedy: 'copy it from a backup, or upload it again',
        repair: null,
      };
    }
  }
}

async function hashOf(storage: FileStorage, name: string): Promise<string | undefined> {
  const content = await storage.open(name);
  if (content === undefined) return undefined;
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest('hex');
}
