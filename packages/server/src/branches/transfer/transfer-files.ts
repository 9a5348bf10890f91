/**
 * Where exports and imports keep their files: in the storage shared by all processes, in a folder for each job, so that any process
 * can continue the job and all of its files can be removed.
 */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ByteRange, FileStorage } from '../../content/files/file-storage.ts';
import type { Spool, SpooledFile } from '../../content/files/spool.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';

/** The folders of the storage. */
export const transferKinds = ['exports', 'imports'] as const;
export type TransferKind = (typeof transferKinds)[number];

/** The job that a file belongs to. */
export interface TransferPlace {
  readonly spaceId: string;
  /** Id of the job. */
  readonly id: string;
}

/** Older files that no job uses: a crashed process stored them before it could record them. */
const LEFT_BEHIND_AFTER_MS = 3 * 24 * 60 * 60 * 1_000;
const MIME_TYPE = 'application/octet-stream';

export class TransferFiles {
  readonly #storage: FileStorage;
  readonly #spool: Spool;

  constructor(parts: { storage: FileStorage; spool: Spool }) {
    this.#storage = parts.storage;
    this.#spool = parts.spool;
  }

  /**
   * Stores a file of the local disk, and removes it there.
   * @returns its name in the storage
   * @throws `unavailable`
   */
  async keep(kind: TransferKind, place: TransferPlace, { path, size }: SpooledFile): Promise<string> {
    const name = `${folderOf(kind, place)}${randomUUID()}`;
    try {
      await this.#storage.put({ name, path, size, mimeType: MIME_TYPE });
      return name;
    } catch (error) {
      throw unavailable(error);
    } finally {
      await this.#spool.remove(path);
    }
  }

  /** Reads a byte range of a file. @throws `unavailable`, also if it is gone */
  async open(name: string, range: ByteRange): Promise<Readable> {
    const stream = await this.#storage.open(name, range).catch((error: unknown) => {
      throw unavailable(error);
    });
    if (stream === undefined) throw new Error(`The file ${name} is not in the storage.`);
    return stream;
  }

  async delete(name: string): Promise<void> {
    await this.#storage.delete(name);
  }

  /** Removes all files of a job. */
  async deleteAll(kind: TransferKind, place: TransferPlace): Promise<void> {
    for await (const { name } of this.#storage.list(folderOf(kind, place))) await this.#storage.delete(name);
  }

  /** Removes files that no longer belong to any job. @param now milliseconds */
  async removeLeftBehind(now: number, signal: AbortSignal): Promise<void> {
    for (const kind of transferKinds) {
      for await (const { name, storedAt } of this.#storage.list(`${kind}/`)) {
        if (signal.aborted) return;
        if (storedAt < now - LEFT_BEHIND_AFTER_MS) await this.#storage.delete(name);
      }
    }
  }
}

function folderOf(kind: TransferKind, { spaceId, id }: TransferPlace): string {
  return `${kind}/${spaceId}/${id}/`;
}

function unavailable(cause: unknown): DomainError {
  const refusal = new DomainError(
    'unavailable',
    'The files of the job cannot be reached at the moment; try again later.',
  );
  refusal.cause = cause;
  return refusal;
}
