/** Removes exports and imports that have expired or whose space is gone, with their files. */
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { expiredJobs } from './expiry-store.ts';
import { deleteSomeOfExport } from './export/store.ts';
import { deleteSomeOfImport } from './import/store.ts';
import type { TransferFiles, TransferKind } from './transfer-files.ts';

export class TransferRemoval {
  readonly #parts: { readonly database: Database; readonly files: TransferFiles; readonly clock: Clock };

  constructor(parts: { database: Database; files: TransferFiles; clock: Clock }) {
    this.#parts = parts;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { database, files, clock } = this.#parts;
    const now = clock();
    await this.#remove('exports', () => expiredJobs(database.reader, 'exports', now), signal);
    await this.#remove('imports', () => expiredJobs(database.reader, 'imports', now), signal);
    await files.removeLeftBehind(now, signal);
  }

  /** The files are deleted first: if that fails, the row is still there to retry. */
  async #remove(
    kind: TransferKind,
    next: () => Promise<{ id: string; space_id: string }[]>,
    signal: AbortSignal,
  ): Promise<void> {
    const { database, files } = this.#parts;
    for (let jobs = await next(); jobs.length > 0 && !signal.aborted; jobs = await next()) {
      for (const { id, space_id: spaceId } of jobs) {
        await files.deleteAll(kind, { spaceId, id });
        const deleteSome = kind === 'exports' ? deleteSomeOfExport : deleteSomeOfImport;
        while (!signal.aborted && !(await database.write((writer) => deleteSome(writer, id))));
      }
    }
  }
}
