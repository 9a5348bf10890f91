/** Checks that the files of assets are stored, each with its size. */
import type { Check, Fault } from '../../platform/database/checkup/check.ts';
import type { Database } from '../../platform/database/database.ts';
import type { FileStorage } from './file-storage.ts';
import type { FileUses } from './file-uses.ts';
import { knownFiles } from './stored-files.ts';

export function fileCheck(database: Database, storage: FileStorage, uses: FileUses): Check {
  return { name: 'files', find: () => faults(database, storage, uses) };
}

async function* faults(database: Database, storage: FileStorage, uses: FileUses): AsyncGenerator<Fault> {
  for await (const files of knownFiles(database.reader, uses)) {
    for (const { name, size } of files.filter(({ isUsed }) => isUsed)) {
      const found = await storage.stat(name);
      if (found?.size === size) continue;
      yield {
        about: `file ${name}`,
        problem: found === undefined ? 'is not stored' : `has ${found.size} of its ${size} bytes`,
        wayOut: 'copy it from a backup, or upload it again',
        mend: null,
      };
    }
  }
}
