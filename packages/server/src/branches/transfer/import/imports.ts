/** The rules of imports: accepting an archive, and showing an import's progress and results. */

import type { SpooledFile } from '../../../content/files/spool.ts';
import type { Environment } from '../../../model/spaces/environment.ts';
import type { Environments } from '../../../model/spaces/environments.ts';
import { lockExistingSpace } from '../../../model/spaces/lock-space.ts';
import { requireWholeSpace } from '../../../model/spaces/space.ts';
import type { Spaces } from '../../../model/spaces/spaces.ts';
import type { Database } from '../../../platform/database/database.ts';
import { DomainError, notFound } from '../../../platform/errors/domain-error.ts';
import type { Actor } from '../../../platform/journal/actor.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { RESULT_KEPT_MS, RUNNING_KEPT_MS } from '../job-store.ts';
import type { ImportRow } from '../tables.ts';
import type { TransferFiles } from '../transfer-files.ts';
import { actorColumns } from './import-actor.ts';
import type { RecordPlace } from './record-steps.ts';
import * as store from './store.ts';
import { type Counts, listedResults } from './tally.ts';

/** Maximum imports of a space, until they are removed. */
export const IMPORTS_MAX = 50;
/** Maximum running imports of a space: two would undo each other's work. */
export const IMPORTS_RUNNING_MAX = 1;

const CANCELLED = 'It was cancelled. What was already imported stays.';
/** An archive is read twice: scanned first, then imported. */
const READINGS = 2;

export interface ImportsParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly spaces: Spaces;
  readonly environments: Environments;
  readonly files: TransferFiles;
  /** Called after the commit of a new import. */
  readonly onCreated: () => void;
}

/** Options of an import. */
export interface NewImport {
  /** Name of the environment that receives an export of one environment; null to use the names in the archive. */
  readonly environment: string | null;
  readonly isDryRun: boolean;
}

/** An import with its progress. */
export interface ShownImport {
  readonly row: ImportRow;
  readonly counts: Counts;
  /** In bytes. */
  readonly progress: { readonly done: number; readonly total: number };
}

export class Imports {
  readonly #parts: ImportsParts;

  constructor(parts: ImportsParts) {
    this.#parts = parts;
  }

  /**
   * Rejects before the upload what would be rejected after it.
   * @throws `not_found`, `insufficient_permission` or `conflict`
   */
  async rejectEarly(actor: Actor, spaceId: string, { environment }: NewImport): Promise<void> {
    const { spaces, environments, database } = this.#parts;
    await spaces.find(actor, spaceId);
    if (environment === null) requireWholeSpace(actor, 'content.import');
    else if (actor.environments !== null) await environments.open(actor, spaceId, environment);
    rejectTooMany(await store.imports.list(database.reader, spaceId));
  }

  /** Starts importing an archive on the local disk, and takes ownership of the file. */
  async create(actor: Actor, spaceId: string, wanted: NewImport, archive: SpooledFile): Promise<ShownImport> {
    await this.rejectEarly(actor, spaceId, wanted);
    const { journal, environments, files, onCreated } = this.#parts;
    const id = newId('imp');
    const target = (await environments.list(actor, spaceId)).find(({ name, aliases }) =>
      [name, ...aliases.map((alias) => alias.name)].some((one) => one === wanted.environment),
    );
    const file = await files.keep('imports', { spaceId, id }, archive);
    try {
      const row = await journal.grow(actor, async (writer, change) => {
        await lockExistingSpace(writer, spaceId);
        rejectTooMany(await store.imports.list(writer, spaceId));
        const created = newImport(actor, { id, spaceId, wanted, target, file, size: archive.size, at: change.at });
        await store.insertImport(writer, created);
        change.record({
          action: 'import.create',
          target: { type: 'import', id },
          spaceId,
          ...(wanted.environment === null ? {} : { environment: wanted.environment }),
          changes: { after: { dry_run: wanted.isDryRun, size: archive.size } },
        });
        return created;
      });
      onCreated();
      return { row, counts: {}, progress: { done: 0, total: READINGS * row.size } };
    } catch (error) {
      await files.delete(file);
      throw error;
    }
  }

  /** The imports of a space that the actor may see, oldest first. */
  async list(actor: Actor, spaceId: string): Promise<ImportRow[]> {
    const { spaces, environments, database } = this.#parts;
    await spaces.find(actor, spaceId);
    const rows = await store.imports.list(database.reader, spaceId);
    const own = new Set((await environments.list(actor, spaceId)).map(({ number }) => number));
    // By number: a later environment with a deleted one's name is a different environment.
    return rows.filter(
      ({ environment_number: number }) => actor.environments === null || (number !== null && own.has(number)),
    );
  }

  /** @throws `not_found` */
  async get(actor: Actor, spaceId: string, id: string): Promise<ShownImport> {
    const found = (await this.list(actor, spaceId)).find((row) => row.id === id);
    if (found === undefined) throw notFound('import');
    return this.show(found);
  }

  /**
   * Cancels a running import: it writes nothing more, and what it wrote stays. Does nothing if the import has ended.
   * @returns the import afterwards
   * @throws `not_found`
   */
  async cancel(actor: Actor, spaceId: string, id: string): Promise<ShownImport> {
    const { row } = await this.get(actor, spaceId, id);
    const { journal, files } = this.#parts;
    const isCancelled = await journal.write(actor, async (writer, change) => {
      const current = await store.imports.lock(writer, id);
      if (current?.status !== 'running') return false;
      // Stage and place stay, to show how far it got.
      const values = { status: 'cancelled', problem: CANCELLED, done_at: change.at };
      await store.updateImport(writer, id, { ...values, expires_at: change.at + RESULT_KEPT_MS });
      change.record({
        action: 'import.cancel',
        target: { type: 'import', id },
        spaceId,
        ...(row.environment === null ? {} : { environment: row.environment }),
        changes: { before: { status: 'running' }, after: { status: 'cancelled', counts: JSON.parse(current.counts) } },
      });
      return true;
    });
    // If that fails, the file is deleted with the import.
    if (isCancelled) await files.delete(row.file).catch(() => undefined);
    return this.get(actor, spaceId, id);
  }

  /** The listed results, in order, and whether there are more. */
  results(row: ImportRow): ReturnType<typeof listedResults> {
    return listedResults(this.#parts.database.reader, row);
  }

  /** An import with its progress. */
  async show(row: ImportRow): Promise<ShownImport> {
    const counts = JSON.parse(row.counts) as Counts;
    return { row, counts, progress: await this.#progress(row) };
  }

  async #progress({ id, stage, place, size, status }: ImportRow): Promise<ShownImport['progress']> {
    const { reader } = this.#parts.database;
    const all = READINGS * size;
    if (stage === 'scan') return { done: Number(place ?? 0), total: all };
    if (stage !== 'records' || place === null) return { done: status === 'done' ? all : size, total: all };
    const { rank, at } = JSON.parse(place) as RecordPlace;
    const total = await store.bytesBefore(reader, id);
    const done = (await store.bytesBefore(reader, id, { rank, isIncluded: at === null })) + (at ?? 0);
    return { done: size + (total === 0 ? 0 : Math.floor((size * done) / total)), total: all };
  }
}

function newImport(
  actor: Actor,
  {
    id,
    spaceId,
    wanted,
    target,
    file,
    size,
    at,
  }: {
    id: string;
    spaceId: string;
    wanted: NewImport;
    target: Pick<Environment, 'number'> | undefined;
    file: string;
    size: number;
    at: number;
  },
): ImportRow {
  return {
    id,
    account_id: actor.accountId,
    space_id: spaceId,
    environment: wanted.environment,
    environment_number: target?.number ?? null,
    dry_run: wanted.isDryRun ? 1 : 0,
    status: 'running',
    stage: 'scan',
    file,
    size,
    place: null,
    counts: '{}',
    noted: 0,
    failures: 0,
    problem: null,
    created_at: at,
    ...actorColumns(actor),
    done_at: null,
    expires_at: at + RUNNING_KEPT_MS,
  };
}

function rejectTooMany(existing: readonly ImportRow[]): void {
  if (existing.filter(({ status }) => status === 'running').length >= IMPORTS_RUNNING_MAX)
    throw new DomainError('conflict', 'Wait until the import that is running has ended; a space takes one at a time.');
  if (existing.length >= IMPORTS_MAX)
    throw new DomainError('conflict', `Wait until an import expires; the space already has ${IMPORTS_MAX}.`);
}
