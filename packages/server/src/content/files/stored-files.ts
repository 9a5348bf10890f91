/** The files that the database knows, in batches: for backups and moves. */
import type { Reader } from '../../platform/database/database.ts';
import type { FileUses } from './file-uses.ts';
import { filesAfter } from './store.ts';

const ROWS_AT_ONCE = 500;

/** A file with its place in storage. */
export interface KnownFile {
  /** Row id. */
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  /** Whether an asset uses it. The content of an unused file may not be stored yet, or may already be removed. */
  readonly isUsed: boolean;
}

/** Every file that has a row. */
export async function* knownFiles(db: Reader, uses: FileUses): AsyncGenerator<readonly KnownFile[]> {
  for (let after = 0; ; ) {
    const rows = await filesAfter(db, after, ROWS_AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) return;
    const used = await uses.inUse(
      db,
      rows.map(({ id }) => id),
    );
    yield rows.map(({ id, name, size, hash }) => ({ id, name, size, sha256: hash, isUsed: used.has(id) }));
    after = last.id;
  }
}
