/**
 * Uploads in progress: written to a folder of this machine and hashed while they arrive, so that nothing is kept in memory and
 * nothing is stored before it is complete. Invariant: the receiver of a file removes it or moves it to the storage; what a crash
 * left is removed later.
 */
import { createHash, type Hash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, opendir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { hasErrorCode } from '../../platform/kit/system-error.ts';

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;
/** No upload takes this long: older files were left by a killed process. */
const LEFT_BEHIND_AFTER_MS = 6 * 60 * 60 * 1_000;
/** Maximum bytes buffered while the disk is slower than the upload; they are then written together. */
const WAITING_BYTES_MAX = 262_144;
const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT'] as const;
const DISK_FULL_RETRY_SECONDS = 60;

/** A file that has arrived completely, and stays on this machine until it is stored or removed. */
export interface SpooledFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly hash: string;
}

export class Spool {
  readonly #folder: string;
  readonly #hasRoom: () => boolean;

  /**
   * @param folder absolute path, only for uploads; created with the first one
   * @param hasRoom whether the disk has enough free space
   */
  constructor(folder: string, hasRoom: () => boolean = () => true) {
    this.#folder = folder;
    this.#hasRoom = hasRoom;
  }

  /**
   * Writes a stream to a file.
   * @throws the error of the stream, or `unavailable` if the disk is full; nothing is left behind
   */
  async receive(source: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
    const path = await this.newPath();
    const hash = createHash('sha256');
    const file = createWriteStream(path, { flags: 'wx', mode: OWNER_ONLY, highWaterMark: WAITING_BYTES_MAX });
    try {
      await pipeline(source, (chunks) => hashed(chunks, hash), file);
      return { path, size: file.bytesWritten, hash: hash.digest('hex') };
    } catch (error) {
      await closed(file);
      await this.remove(path);
      throw hasErrorCode(error, ...DISK_FULL_CODES) ? diskFull(error) : error;
    }
  }

  /** An unused path in the folder, for a file derived from another one. @throws `unavailable` if the disk is full */
  async newPath(): Promise<string> {
    if (!this.#hasRoom()) throw diskFull();
    await mkdir(this.#folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    return join(this.#folder, randomUUID());
  }

  /** Measures and hashes a file that was written to a path from `newPath`. */
  async measure(path: string): Promise<SpooledFile> {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
    }
    return { path, size, hash: hash.digest('hex') };
  }

  /** Removes a file, if it is still there. */
  async remove(path: string): Promise<void> {
    await unlink(path).catch((error: unknown) => {
      if (!hasErrorCode(error, 'ENOENT')) throw error;
    });
  }

  /** Removes files left by killed processes. @param now milliseconds */
  async removeLeftBehind(now: number): Promise<void> {
    try {
      for await (const entry of await opendir(this.#folder)) {
        const path = join(this.#folder, entry.name);
        if ((await stat(path)).mtimeMs < now - LEFT_BEHIND_AFTER_MS) await this.remove(path);
      }
    } catch (error) {
      // The folder is created with the first upload, and other processes remove their own files.
      if (!hasErrorCode(error, 'ENOENT')) throw error;
    }
  }
}

/** Waits until an abandoned file is closed: it may have been created only after the pipeline had failed. */
async function closed(file: WriteStream): Promise<void> {
  if (!file.closed) await new Promise((resolve) => file.once('close', resolve));
}

/** Hashes chunks and passes them on. */
async function* hashed(chunks: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** The error for a file that does not fit on the disk. */
export function diskFull(cause?: unknown): DomainError {
  const message = 'The disk of the data folder is full, so there is no space for the file; free some, and try again.';
  const refusal = new DomainError('unavailable', message, { retryAfterSeconds: DISK_FULL_RETRY_SECONDS });
  refusal.cause = cause;
  return refusal;
}
