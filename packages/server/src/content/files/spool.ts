/**
 * Uploads in progress: written to a folder of this machine and hashed while they arrive, so that nothing is held in
 * memory and nothing is stored before it is complete. Invariant: the receiver of a file removes it or moves it to the
 * storage; what a crash left is removed later.
 */
import { createHash, randomUUID } from 'node:crypto';
import { close, createReadStream, open, write } from 'node:fs';
import { mkdir, opendir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { LentBuffers } from '../../platform/kit/lent-buffers.ts';
import { inTurn } from '../../platform/kit/loop-turns.ts';
import { hasErrorCode } from '../../platform/kit/system-error.ts';

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;
/** No upload takes this long: what is older was left by a killed process. */
const LEFT_BEHIND_AFTER_MS = 6 * 60 * 60 * 1_000;
/** Many small writes cost more than the bytes in them. */
const WRITTEN_AT_ONCE_BYTES = 262_144;
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

type Done = (error?: Error | null) => void;

const gatherings = new LentBuffers(WRITTEN_AT_ONCE_BYTES);

export class Spool {
  readonly #folder: string;

  /** @param folder absolute path, only for uploads; created with the first one */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Writes a stream to a file.
   * @throws what the stream fails with, or `unavailable` if the disk is full; nothing is left behind
   */
  async receive(source: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
    const path = await this.newPath();
    const file = new MeasuredFile(path);
    try {
      await pipeline(source, file);
      return { path, ...file.result() };
    } catch (error) {
      await this.remove(path);
      throw hasErrorCode(error, ...DISK_FULL_CODES) ? diskFull(error) : error;
    }
  }

  /** An unused path in the folder: for a file that is made from another one. */
  async newPath(): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    return join(this.#folder, randomUUID());
  }

  /** Measures a file that was written to a path of `newPath`. */
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

  /** Removes what killed processes have left. @param now milliseconds */
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

/** A file that is counted and hashed while it is written, in few large writes. */
class MeasuredFile extends Writable {
  readonly #path: string;
  readonly #hash = createHash('sha256');
  #size = 0;
  #file: number | null = null;
  /** The first `#gatheredBytes` of it are written next. */
  #gathered: Buffer | null = null;
  #gatheredBytes = 0;
  #isWriting = false;
  #onWritten: (() => void) | null = null;

  constructor(path: string) {
    super({ highWaterMark: WRITTEN_AT_ONCE_BYTES });
    this.#path = path;
  }

  override _construct(done: Done): void {
    open(this.#path, 'wx', OWNER_ONLY, (error, file) => {
      if (error === null) this.#file = file;
      done(error);
    });
  }

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    inTurn(() => {
      if (this.destroyed) return;
      this.#hash.update(chunk);
      this.#size += chunk.length;
      this.#gather(chunk, done);
    });
  }

  override _final(done: Done): void {
    this.#writeGathered(done);
  }

  override _destroy(error: Error | null, done: Done): void {
    // If it was closed in the meantime, its descriptor may belong to another file by the time the bytes are written.
    if (this.#isWriting) this.#onWritten = () => this.#close(error, done);
    else this.#close(error, done);
  }

  result(): Pick<SpooledFile, 'size' | 'hash'> {
    return { size: this.#size, hash: this.#hash.digest('hex') };
  }

  #gather(chunk: Buffer, done: Done): void {
    this.#gathered ??= gatherings.lend();
    const copied = chunk.copy(this.#gathered, this.#gatheredBytes);
    this.#gatheredBytes += copied;
    if (this.#gatheredBytes < WRITTEN_AT_ONCE_BYTES) done();
    else this.#writeGathered((error) => (error ? done(error) : this.#gather(chunk.subarray(copied), done)));
  }

  #writeGathered(done: Done): void {
    this.#isWriting = true;
    this.#writeFrom(0, (error) => {
      this.#isWriting = false;
      this.#gatheredBytes = 0;
      if (this.#onWritten === null) done(error);
      else this.#onWritten();
    });
  }

  #writeFrom(start: number, done: Done): void {
    if (this.#file === null || this.#gathered === null || start === this.#gatheredBytes) {
      done();
      return;
    }
    write(this.#file, this.#gathered, start, this.#gatheredBytes - start, null, (error, written) => {
      if (error === null) this.#writeFrom(start + written, done);
      else done(error);
    });
  }

  #close(error: Error | null, done: Done): void {
    if (this.#gathered !== null) gatherings.takeBack(this.#gathered);
    this.#gathered = null;
    if (this.#file === null) done(error);
    else close(this.#file, (failure) => done(error ?? failure));
  }
}

/** The error for a write that does not fit on the disk. */
function diskFull(cause: unknown): DomainError {
  const message = 'There is no space for the file; free some in the data folder, or try again later.';
  const refusal = new DomainError('unavailable', message, { retryAfterSeconds: DISK_FULL_RETRY_SECONDS });
  refusal.cause = cause;
  return refusal;
}
