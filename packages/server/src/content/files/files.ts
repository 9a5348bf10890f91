/**
 * The files of spaces: the same bytes once a space, under a name that is never used again. Order of an upload: its row
 * is claimed, the bytes are kept, the asset is written. Order of a removal: nobody uses the row, the row goes, the
 * bytes go. So there is never a record without its file.
 */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Database, Writer } from '../../platform/database/database.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import type { ByteRange, FileStorage, NewFile } from './file-storage.ts';
import type { Spool, SpooledFile } from './spool.ts';
import * as store from './store.ts';

/** What the names of all files of assets begin with; the storage may hold others' files beside them. */
export const FILES_PREFIX = 'files/';
/** Files of a space lie in folders by the first characters of their hash, so that no folder grows without end. */
const FOLDER_CHARACTERS = 2;

/** A file that is kept, as records refer to it. */
export type KeptFile = Pick<store.StoredRow, 'id' | 'hash' | 'size'>;

/** A file that can be read on this machine. */
export interface LocalCopy {
  readonly path: string;
  /** Removes what was made for it. */
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
   * Keeps a file for a space, durably. What has the same bytes is kept already. Nobody removes it before the longest
   * upload is over, so that the record that is to have it can be written in peace.
   */
  async keep(spaceId: string, file: SpooledFile & { readonly mimeType: string }): Promise<KeptFile> {
    const { database, clock } = this.#parts;
    const { hash, size } = file;
    const row = await database.write((writer) =>
      store.claimFile(writer, {
        space_id: spaceId,
        hash,
        name: `${FILES_PREFIX}${spaceId}/${hash.slice(0, FOLDER_CHARACTERS)}/${hash}.${randomUUID()}`,
        size,
        claimed_at: clock(),
      }),
    );
    await this.#store({ name: row.name, path: file.path, size, mimeType: file.mimeType });
    return row;
  }

  /** Reads the bytes of a file, or a part of them; undefined where they are gone. */
  open(name: string, range?: ByteRange): Promise<Readable | undefined> {
    return this.#parts.storage.open(name, range).catch((error: unknown) => {
      throw unavailable('The file cannot be read just now; try again in a moment.', error);
    });
  }

  /**
   * A path under which the file can be read on this machine until it is released; undefined where the file is gone.
   */
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
      throw unavailable('The file cannot be stored just now; try again in a moment.', error);
    }
  }
}

/**
 * Has a file stay while the record that is to have it is written, inside that write.
 * @throws `unavailable` where it is gone
 */
export async function holdFile(writer: Writer, { id }: KeptFile): Promise<void> {
  if (await store.holdFile(writer, id)) return;
  throw new DomainError('unavailable', 'The file was removed while its record was made; send it again.');
}

function unavailable(message: string, cause: unknown): DomainError {
  const refusal = new DomainError('unavailable', message);
  refusal.cause = cause;
  return refusal;
}
