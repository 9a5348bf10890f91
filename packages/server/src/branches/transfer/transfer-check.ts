/**
 * Checks that exports and imports can continue, and that the files that they need are stored. A broken job is no loss: it can be
 * requested again.
 */

import type { FileStorage } from '../../content/files/file-storage.ts';
import { type Check, type Fault, REPAIR } from '../../platform/database/checkup/check.ts';
import type { Database, Writer } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { allExports, allImports, countUnplaced, filesOfExport, stageOf } from './checkup-store.ts';
import { updateExport } from './export/store.ts';
import { updateImport } from './import/store.ts';
import { RESULT_KEPT_MS } from './job-store.ts';
import type { ExportRow, ImportRow } from './tables.ts';
import type { TransferKind } from './transfer-files.ts';

/** The stages of running jobs, and the final states of jobs. */
const JOBS = {
  exports: {
    name: 'export',
    stages: ['content', 'last', 'layout'],
    ends: ['ready', 'failed', 'cancelled'],
    update: updateExport,
  },
  imports: {
    name: 'import',
    stages: ['scan', 'settings', 'records', 'again', 'warnings', 'webhooks'],
    ends: ['done', 'failed', 'cancelled'],
    update: updateImport,
  },
} as const;
const ASK_AGAIN = 'request another one';

export interface TransferCheckParts {
  readonly database: Database;
  readonly storage: FileStorage;
  readonly clock: Clock;
}

export function transferCheck(parts: TransferCheckParts): Check {
  return { name: 'transfers', find: () => faults(parts) };
}

async function* faults(parts: TransferCheckParts): AsyncGenerator<Fault> {
  for (const row of await allExports(parts.database.reader)) {
    yield* stuck(parts, 'exports', row);
    yield* faultsOfExport(parts, row);
  }
  for (const row of await allImports(parts.database.reader)) {
    yield* stuck(parts, 'imports', row);
    yield* faultsOfImport(parts, row);
  }
}

/** A job that has not ended, and that no process will continue. */
function* stuck(
  { database, clock }: TransferCheckParts,
  kind: TransferKind,
  row: ExportRow | ImportRow,
): Generator<Fault> {
  const { name, stages, ends, update } = JOBS[kind];
  const known: readonly string[] = row.status === 'running' ? stages : ends;
  const isKnown = known.includes(row.status === 'running' ? row.stage : row.status);
  if (isKnown && (row.status === 'running' || row.done_at !== null)) return;
  const at = clock();
  const end = { stage: 'done', status: 'failed', done_at: at, expires_at: at + RESULT_KEPT_MS };
  yield {
    about: `${name} ${row.id}`,
    problem: `is ${row.status} at the stage "${row.stage}", which no process continues`,
    remedy: `${REPAIR}, which ends it, and ${ASK_AGAIN}`,
    repair: () =>
      database.write((writer: Writer) =>
        update(writer, row.id, { ...end, problem: `It could not be continued; ${ASK_AGAIN}.` }),
      ),
  };
}

async function* faultsOfExport(parts: TransferCheckParts, { id, status, stage }: ExportRow): AsyncGenerator<Fault> {
  const { reader } = parts.database;
  if (status === 'failed' || status === 'cancelled') return;
  for (const file of await filesOfExport(reader, id)) {
    if ((await parts.storage.stat(file)) !== undefined) continue;
    if (!(await isStill(parts, 'exports', { id, status, stage }))) return;
    yield { about: `export ${id}`, problem: `has lost its file ${file}`, remedy: ASK_AGAIN, repair: null };
  }
  const unplaced = status === 'ready' ? await countUnplaced(reader, id) : 0;
  if (unplaced > 0)
    yield {
      about: `export ${id}`,
      problem: `has ${unplaced} pieces without a place in its file`,
      remedy: ASK_AGAIN,
      repair: null,
    };
}

async function* faultsOfImport(
  parts: TransferCheckParts,
  { id, status, stage, file, size }: ImportRow,
): AsyncGenerator<Fault> {
  if (status !== 'running') return;
  const stored = await parts.storage.stat(file);
  if (stored?.size === size || !(await isStill(parts, 'imports', { id, status, stage }))) return;
  const has = stored === undefined ? 'has lost its archive' : `has ${stored.size} of the ${size} bytes of its archive`;
  yield { about: `import ${id}`, problem: has, remedy: 'send the archive again', repair: null };
}

/** Whether a job is unchanged since it was read: a running service works on jobs, and removes what is no longer needed. */
async function isStill(
  { database }: TransferCheckParts,
  kind: TransferKind,
  { id, status, stage }: Pick<ExportRow, 'id' | 'status' | 'stage'>,
): Promise<boolean> {
  const now = await stageOf(database.reader, kind, id);
  return now !== undefined && now.status === status && now.stage === stage;
}
