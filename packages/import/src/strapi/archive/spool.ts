/**
 * A temporary file for the rows of an export, so that the rows of one document, which are far apart in the archive, can be read
 * together. Its name is removed at once, so nobody else can open it, and it disappears with the process, however that ends.
 */
import { readSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A position in the spool. */
export interface SpoolPlace {
  readonly offset: number;
  readonly length: number;
}

export class Spool {
  readonly #file: FileHandle;
  #size = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Creates an empty spool. The caller must close it. */
  static async make(): Promise<Spool> {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-import-'));
    try {
      return new Spool(await open(join(folder, 'rows'), 'wx+', 0o600));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Adds bytes at the end. */
  async add(bytes: Buffer): Promise<SpoolPlace> {
    const offset = this.#size;
    this.#size += bytes.length;
    await this.#file.write(bytes, 0, bytes.length, offset);
    return { offset, length: bytes.length };
  }

  /** Reads synchronously: a command has nothing else to do in the meantime, and many small reads are several times as fast. */
  read({ offset, length }: SpoolPlace): string {
    const bytes = Buffer.allocUnsafe(length);
    readSync(this.#file.fd, bytes, 0, length, offset);
    return bytes.toString('utf8');
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
