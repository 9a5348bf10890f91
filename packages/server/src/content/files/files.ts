/**
 * The files of spaces: the same content is stored once per space, under a name that is never reused. An upload claims the row,
 * stores the content, then writes the asset. A removal checks that nobody uses the row, deletes it, then deletes the content. So a
 * record never exists without its file.
 */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Database, Writer } from '../../platform/database/database.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import type { ByteRange, FileStorage, NewFile } from './file-storage.ts';
import type { Spool, SpooledFile } from './spool.ts';
import * as store from './store.ts';

/** Prefix of the names of all asset files; the storage may contain other files as well. */
export const FILES_PREFIX = 'files/';
/** Files of a space are in folders named after the first characters of their hash, so that no folder grows without limit. */
const FOLDER_CHARACTERS = 2;

/** A stored file, as records refer to it. */
export type KeptFile = Pick<store.StoredRow, 'id' | 'hash' | 'size'>;

/** A file that can be read on this machine. */
export interface LocalCopy {
  readonly path: string;
  /** Removes temporary files that were created for it. */
  release(): Promise<void>;
}

export interface FilesParts {
  readonly database: Database;
  readonly storage: FileStorage;
  readonly spool: Spool;
  readonly clock: Clock;
}

export class Files {
  readonly #parts: FilesParts;

  constructor(parts: FilesParts) {
    this.#parts = parts;
  }

  /**
   * Durably stores a file for a space. The same content is stored only once. It is kept for at least as long as an upload can take,
   * so that its record can be written in the meantime.
   */
  async keep(spaceId: string, file: SpooledFile & { readonly mimeType: string }): Promise<KeptFile> {
    const row = await this.claim(spaceId, file);
    await this.#store({ name: row.name, path: file.path, size: file.size, mimeType: file.mimeType });
    return row;
  }

  /** The row of a file whose content is stored next, or is lost. */
  async claim(spaceId: string, { hash, size }: Pick<SpooledFile, 'hash' | 'size'>): Promise<store.StoredRow> {
    const { database, clock } = this.#parts;
    return database.write((writer) =>
      store.claimFile(writer, {
        space_id: spaceId,
        hash,
        name: `${FILES_PREFIX}${spaceId}/${hash.slice(0, FOLDER_CHARACTERS)}/${hash}.${randomUUID()}`,
        size,
        claimed_at: clock(),
      }),
    );
  }

  /** Reads the content of a file, or a part of it; undefined if the file is gone. */
  open(name: string, range?: ByteRange): Promise<Readable | undefined> {
    return this.#parts.storage.open(name, range).catch((error: unknown) => {
      throw unavailable('The file cannot be read right now; try again in a moment.', error);
    });
  }

  /** A local path where the file can be read until it is released; undefined if the file is gone. */
  async localCopy(name: string): Promise<LocalCopy | undefined> {
    const { storage, spool } = this.#parts;
    const path = storage.localPath(name);
    if (path !== undefined) return { path, release: async () => {} };
    const stream = await this.open(name);
    if (stream === undefined) return undefined;
    const copy = await spool.receive(stream);
    return { path: copy.path, release: () => spool.remove(copy.path) };
  }

  async #store(file: NewFile): Promise<void> {
    const { storage } = this.#parts;
    try {
      const kept = await storage.stat(file.name);
      if (kept?.size !== file.size) await storage.put(file);
    } catch (error) {
      throw unavailable('The file cannot be stored right now; try again in a moment.', error);
    }
  }
}

/**
 * Protects a file from removal while its record is being written, inside the same write.
 * @throws `unavailable` if the file is gone
 */
export async function lockFile(writer: Writer, { id }: KeptFile): Promise<void> {
  if (await store.lockFile(writer, id)) return;
  throw new DomainError('unavailable', 'The file was removed while its record was being written; send it again.');
}

function unavailable(message: string, cause: unknown): DomainError {
  const refusal = new DomainError('unavailable', message);
  refusal.cause = cause;
  return refusal;
}
