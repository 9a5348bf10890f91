/**
 * Makes exports in the background, in steps. First every range of keys becomes a part. Then, pass by pass, the parts that changed
 * according to the journal are made again. The remaining parts and the small files are made inside one snapshot of the database,
 * and finally the archive is laid out. The progress is stored in the database and the parts in the storage, so that any process can
 * continue after a crash. Invariant: an archive shows a single state of the database: the snapshot's.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Spool } from '../../../content/files/spool.ts';
import type { KindName } from '../../../content/kinds/content-kind.ts';
import type { Database, Writer } from '../../../platform/database/database.ts';
import { noteFailure, stepInTurn } from '../../../platform/jobs/tasks.ts';
import { Trigger } from '../../../platform/jobs/trigger.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { RESULT_KEPT_MS } from '../job-store.ts';
import type { ExportPartRow, ExportRow } from '../tables.ts';
import type { TransferFiles } from '../transfer-files.ts';
import { catchUp, findChanges } from './export-changes.ts';
import { layOutSome } from './export-layout.ts';
import { type LastParts, type SnapshotParts, takeFinalSnapshot } from './final-snapshot.ts';
import { type RenderedPart, renderPart } from './part-rendering.ts';
import * as store from './store.ts';

/** Maximum parts that the last snapshot makes again, because other work may have to wait for it. */
const LAST_PARTS_MAX = 5;
/** If the content changes faster than it is read, the last snapshot is taken after this many passes. */
const PASSES_MAX = 10;
/** Pause after a step, as a share of its duration. */
const PAUSE_SHARE = 0.5;

export interface ExportJobParts extends SnapshotParts {
  readonly database: Database;
  readonly files: TransferFiles;
  readonly spool: Spool;
  readonly clock: Clock;
}

export class ExportJob {
  /** Fired when an export is requested. */
  readonly trigger = new Trigger();
  readonly #parts: ExportJobParts;

  constructor(parts: ExportJobParts) {
    this.#parts = parts;
  }

  async hasWork(): Promise<boolean> {
    return (await store.exports.next(this.#parts.database.reader)) !== undefined;
  }

  /** Makes or continues all requested exports, one step of each in turn. */
  async run(signal: AbortSignal): Promise<void> {
    await stepInTurn<ExportRow>(signal, {
      next: (after) => store.exports.next(this.#parts.database.reader, after?.id),
      step: async (row) => {
        const began = performance.now();
        await this.#advance(row);
        await sleep((performance.now() - began) * PAUSE_SHARE);
      },
    });
  }

  async #advance(row: ExportRow): Promise<void> {
    try {
      if (row.stage === 'content') await this.#makePart(row);
      else if (row.stage === 'last') await this.#finish(row);
      else await this.#layOut(row);
    } catch (error) {
      await this.#failed(row, error);
    }
  }

  /** Makes one pending part, or looks for changes if there is none. */
  async #makePart(row: ExportRow): Promise<void> {
    const { database, spool } = this.#parts;
    const [pending] = await store.pendingParts(database.reader, row.id, 1);
    if (pending === undefined) return this.#catchUp(row);
    const made = await database.snapshot(async (db) => {
      const environments = await store.listExportEnvironments(db, row.id);
      const followed = environments.find(({ environment }) => environment === pending.environment);
      const model = await this.#parts.modelOf(db, pending.environment);
      if (followed === undefined || model === undefined) return undefined;
      const range = { model, name: followed.name, ...rangeOf(pending) };
      return { part: await renderPart(db, range, spool), revision: followed.revision };
    });
    if (made === undefined) return this.#dropEnvironment(row, pending.environment);
    const name = await this.#store(row, made.part);
    const isKept = await this.#write(row, async (writer, current) => {
      const [first] = await store.pendingParts(writer, row.id, 1);
      const environments = await store.listExportEnvironments(writer, row.id);
      const followed = environments.find(({ environment }) => environment === pending.environment);
      // Another process was faster, or a pass has advanced since the snapshot.
      if (first?.part !== pending.part || followed?.revision !== made.revision) return false;
      await store.replacePart(writer, { id: row.id, part: pending.part }, madeOf(pending, made.part, name, current));
      return { next_part: current.next_part + 2 };
    });
    if (!isKept && name !== null) await this.#parts.files.delete(name);
    else if (isKept && pending.name !== null) await this.#parts.files.delete(pending.name);
  }

  /** Marks the parts whose content has changed since. */
  async #catchUp(row: ExportRow): Promise<void> {
    const news = await findChanges(this.#parts.database.reader, row);
    if (news === undefined) return this.#fail(row, 'The content to export was deleted.');
    await this.#write(row, async (writer, current) => {
      if ((await store.pendingParts(writer, row.id, 1)).length > 0) return false;
      if (!(await catchUp(writer, current, news))) return false;
      const left = (await store.pendingParts(writer, row.id, LAST_PARTS_MAX + 1)).length;
      const passes = current.passes + 1;
      const isLast = left <= LAST_PARTS_MAX || passes >= PASSES_MAX;
      return { passes, ...(isLast ? { stage: 'last' } : {}) };
    });
  }

  /** Makes the remaining parts inside one snapshot. Nothing is recorded until everything is stored. */
  async #finish(row: ExportRow): Promise<void> {
    const last = await takeFinalSnapshot(this.#parts, row);
    if (last === 'gone') return this.#fail(row, 'The content to export was deleted.');
    if (last === 'changed') {
      await this.#write(row, async () => ({ stage: 'content' }));
      return;
    }
    const stored = await this.#storeAll(row, last);
    const isKept = await this.#write(row, async (writer, current) => {
      if (current.passes !== row.passes || current.next_part !== row.next_part) return false;
      let next = current.next_part;
      for (const { replaces, parts } of stored) {
        const made = parts.map(({ range, part, name }) => onePart({ ...range, part: next++ }, part, name));
        await store.replacePart(writer, { id: row.id, part: replaces }, made);
      }
      const items = await store.countItems(writer, row.id);
      return {
        stage: 'layout',
        next_part: next,
        ...items,
        place: null,
        size: 0,
      };
    });
    if (isKept) return;
    for (const { parts } of stored)
      for (const { name } of parts) if (name !== null) await this.#parts.files.delete(name);
  }

  async #layOut(row: ExportRow): Promise<void> {
    await this.#write(row, async (writer, current) => {
      const { isDone, ...laidOut } = await layOutSome(writer, current);
      if (!isDone) return laidOut;
      const at = this.#parts.clock();
      return { ...laidOut, stage: 'done', status: 'ready', done_at: at, expires_at: at + RESULT_KEPT_MS };
    });
  }

  async #storeAll(row: ExportRow, last: LastParts) {
    const stored = [];
    for (const { replaces, parts } of last) {
      const named = [];
      for (const { range, part } of parts) named.push({ range, part, name: await this.#store(row, part) });
      stored.push({ replaces, parts: named });
    }
    return stored;
  }

  /** Stores the file of a part. @returns its name in the storage; null if it has no file */
  async #store({ space_id: spaceId, id }: ExportRow, { file }: RenderedPart): Promise<string | null> {
    return file === null ? null : this.#parts.files.keep('exports', { spaceId, id }, file);
  }

  /**
   * Writes a step, unless another process has advanced the export in the meantime.
   * @param work returns the new values for the row; false to leave everything unchanged
   * @returns whether it was written
   */
  async #write(
    { id, stage }: ExportRow,
    work: (writer: Writer, current: ExportRow) => Promise<Partial<ExportRow> | false>,
  ): Promise<boolean> {
    return this.#parts.database.write(
      async (writer) => {
        const current = await store.exports.lock(writer, id);
        if (current === undefined || current.status !== 'running' || current.stage !== stage) return false;
        const values = await work(writer, current);
        if (values === false) return false;
        await store.updateExport(writer, id, { failures: 0, ...values });
        return true;
      },
      { long: true, grows: true },
    );
  }

  /** Removes an environment from the export if it was deleted in the meantime. */
  async #dropEnvironment(row: ExportRow, environment: number): Promise<void> {
    if (row.environment !== null) return this.#fail(row, 'The content to export was deleted.');
    await this.#write(row, async (writer) => {
      await store.deleteExportEnvironment(writer, row.id, environment);
      return {};
    });
  }

  async #failed(row: ExportRow, error: unknown): Promise<void> {
    await noteFailure(error, {
      count: () => this.#parts.database.write((writer) => store.exports.addFailure(writer, row.id)),
      giveUp: () => this.#fail(row, 'The export failed repeatedly; request another one.'),
    });
    throw error;
  }

  async #fail(row: ExportRow, problem: string): Promise<void> {
    await this.#write(row, async () => failure(problem, this.#parts.clock()));
  }
}

function failure(problem: string, at: number): Partial<ExportRow> {
  return { status: 'failed', stage: 'done', problem, done_at: at, expires_at: at + RESULT_KEPT_MS };
}

function rangeOf({ kind, above, upto }: ExportPartRow): { kind: KindName; above: string; upto: string } {
  return { kind: kind as KindName, above, upto };
}

/** The finished part, and one for the rest of its range if it ended early. */
function madeOf(
  pending: ExportPartRow,
  part: RenderedPart,
  name: string | null,
  { next_part: next }: ExportRow,
): store.MadePart[] {
  const { environment, kind, above, upto } = pending;
  const range = { environment, kind, above, upto: part.last ?? upto };
  const made = onePart({ ...range, part: next }, part, name);
  if (part.last === null) return [made];
  const rest = { environment, kind, part: next + 1, above: part.last, upto, name: null, is_pending: 1, items: 0 };
  return [made, { part: rest, pieces: [] }];
}

function onePart(
  range: Pick<ExportPartRow, 'environment' | 'kind' | 'part' | 'above' | 'upto'>,
  { pieces, stored, items }: RenderedPart,
  name: string | null,
): store.MadePart {
  const lines = name === null ? [] : pieces.map(({ path, skip, size }) => ({ path, name, skip, size }));
  const files = new Map(stored.map(({ path, name: file, size }) => [path, { path, name: file, skip: 0, size }]));
  return { part: { ...range, name, is_pending: 0, items }, pieces: [...lines, ...files.values()] };
}
