/**
 * The rules of exports: requesting one, showing its progress, and downloading its file. An export of one environment is visible to
 * actors who may see that environment, one of the whole space only to actors not limited to environments.
 */
import type { Readable } from 'node:stream';
import { Readable as ReadableStream } from 'node:stream';
import type { Files } from '../../../content/files/files.ts';
import type { Environments } from '../../../model/spaces/environments.ts';
import { lockExistingSpace } from '../../../model/spaces/lock-space.ts';
import { requireWholeSpace } from '../../../model/spaces/space.ts';
import type { Spaces } from '../../../model/spaces/spaces.ts';
import type { Database } from '../../../platform/database/database.ts';
import { DomainError, notFound } from '../../../platform/errors/domain-error.ts';
import type { ByteRange } from '../../../platform/http/byte-range.ts';
import type { Actor } from '../../../platform/journal/actor.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { RUNNING_KEPT_MS } from '../job-store.ts';
import { snapshotOf } from '../space-snapshot.ts';
import type { ExportRow } from '../tables.ts';
import { follow } from './export-changes.ts';
import { archiveBytes } from './export-file.ts';
import * as store from './store.ts';

/** Maximum exports of a space, until they are removed. */
export const EXPORTS_MAX = 50;
/** Maximum exports of a space in progress. */
export const EXPORTS_RUNNING_MAX = 3;

const CANCELLED = 'It was cancelled; request another one.';

export interface ExportsParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly spaces: Spaces;
  readonly environments: Environments;
  readonly files: Files;
  /** Called after the commit of a new export. */
  readonly onCreated: () => void;
}

/** What to export. */
export interface ExportOptions {
  readonly only: string | null;
  readonly hasPreviewSecrets: boolean;
}

export class Exports {
  readonly #parts: ExportsParts;

  constructor(parts: ExportsParts) {
    this.#parts = parts;
  }

  /**
   * Starts an export of a space, or of one environment of it.
   * @param wanted.only name of the environment, or of an alias
   * @param wanted.hasPreviewSecrets whether preview addresses keep their queries
   * @throws `not_found`, `environment_not_ready`, or `conflict` if the space has too many exports
   */
  async create(actor: Actor, spaceId: string, { only, hasPreviewSecrets }: ExportOptions): Promise<ExportRow> {
    const { journal, spaces, environments, onCreated } = this.#parts;
    await spaces.find(actor, spaceId);
    // An alias may be pointed elsewhere before the export is made.
    const environment = only === null ? null : (await environments.open(actor, spaceId, only)).name;
    if (environment === null) requireWholeSpace(actor, 'content.export');
    const row = await journal.grow(actor, async (writer, change) => {
      await lockExistingSpace(writer, spaceId);
      rejectTooMany(await store.exports.list(writer, spaceId));
      const picture = await snapshotOf(writer, spaceId, environment);
      if (picture === undefined) throw notFound('environment');
      const created = newExport(actor, { spaceId, environment, hasPreviewSecrets, at: change.at });
      await store.insertExport(writer, created);
      let next = 1;
      for (const pictured of picture.environments) next = await follow(writer, { id: created.id, next }, pictured);
      const total = picture.environments.reduce((sum, { resources }) => sum + resources, 0);
      await store.updateExport(writer, created.id, { next_part: next, total });
      change.record({
        action: 'export.create',
        target: { type: 'export', id: created.id },
        spaceId,
        ...(environment === null ? {} : { environment }),
        ...(hasPreviewSecrets ? { changes: { after: { preview_secrets: true } } } : {}),
      });
      return { ...created, next_part: next, total };
    });
    onCreated();
    return row;
  }

  /** The exports of a space that the actor may see, oldest first. */
  async list(actor: Actor, spaceId: string): Promise<ExportRow[]> {
    const { database, spaces, environments } = this.#parts;
    await spaces.find(actor, spaceId);
    const rows = await store.exports.list(database.reader, spaceId);
    if (actor.environments === null) return rows;
    // By number: a later environment with a deleted one's name is a different environment.
    const seen = (await environments.list(actor, spaceId)).map(({ number }) => number);
    const own = await store.exportsOf(database.reader, seen);
    return rows.filter(({ id, environment }) => environment !== null && own.has(id));
  }

  /** @throws `not_found` */
  async get(actor: Actor, spaceId: string, id: string): Promise<ExportRow> {
    const row = (await this.list(actor, spaceId)).find((one) => one.id === id);
    if (row === undefined) throw notFound('export');
    return row;
  }

  /**
   * Cancels an export in progress, or withdraws a finished one: its file is deleted at once.
   * @returns the export afterwards
   * @throws `not_found`
   */
  async cancel(actor: Actor, spaceId: string, id: string): Promise<ExportRow> {
    const { environment } = await this.get(actor, spaceId, id);
    return this.#parts.journal.write(actor, async (writer, change) => {
      const current = await store.exports.lock(writer, id);
      if (current === undefined) throw notFound('export');
      if (current.status !== 'running' && current.status !== 'ready') return current;
      const values = { status: 'cancelled', problem: CANCELLED, done_at: change.at, expires_at: change.at };
      await store.updateExport(writer, id, values);
      change.record({
        action: 'export.cancel',
        target: { type: 'export', id },
        spaceId,
        ...(environment === null ? {} : { environment }),
        changes: { before: { status: current.status }, after: { status: values.status } },
      });
      return { ...current, ...values };
    });
  }

  /** The number of entries and assets in the parts made so far. */
  async done({ id, status, entries, assets }: ExportRow): Promise<{ entries: number; assets: number }> {
    if (status === 'ready') return { entries, assets };
    return store.countItems(this.#parts.database.reader, id);
  }

  /** Reads a byte range of the file of an export. */
  read({ id, size }: ExportRow, range: ByteRange): Readable {
    return ReadableStream.from(archiveBytes(this.#parts, { id, size }, range), { objectMode: false });
  }
}

function newExport(
  actor: Actor,
  {
    spaceId,
    environment,
    hasPreviewSecrets,
    at,
  }: { spaceId: string; environment: string | null; hasPreviewSecrets: boolean; at: number },
): ExportRow {
  return {
    id: newId('exp', at),
    account_id: actor.accountId,
    space_id: spaceId,
    environment,
    preview_secrets: hasPreviewSecrets ? 1 : 0,
    status: 'running',
    stage: 'content',
    passes: 0,
    failures: 0,
    next_part: 1,
    place: null,
    size: 0,
    total: 0,
    entries: 0,
    assets: 0,
    files: 0,
    problem: null,
    created_at: at,
    created_by: actor.id,
    done_at: null,
    expires_at: at + RUNNING_KEPT_MS,
  };
}

/** Must run inside a write that has locked the space. */
function rejectTooMany(existing: readonly ExportRow[]): void {
  if (existing.filter(({ status }) => status === 'running').length >= EXPORTS_RUNNING_MAX)
    throw new DomainError(
      'conflict',
      `Wait until an export is ready; the space is already making ${EXPORTS_RUNNING_MAX}.`,
    );
  if (existing.length >= EXPORTS_MAX)
    throw new DomainError('conflict', `Wait until an export expires; the space already has ${EXPORTS_MAX}.`);
}
