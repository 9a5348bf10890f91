/** Copies of files whose size and hash are known. They are durable, and checked while they are made. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;
const PIECE_BYTES = 262_144;

/** The expected size and hash of a file. */
export interface FileFacts {
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/** Why a file does not match its facts. */
export type FileFault = 'missing' | 'damaged';

/** Copies a file into an existing folder. @returns its size and hash */
export async function copyFile(from: string, to: string): Promise<FileFacts> {
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(
    createReadStream(from, { highWaterMark: PIECE_BYTES }),
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece);
        size += piece.length;
        yield piece;
      }
    },
    createWriteStream(to, { flags: 'wx', mode: OWNER_ONLY, flush: true }),
  );
  return { size, sha256: hash.digest('hex') };
}

/** Copies a file that must match `expected`. @returns why it was not copied; null if it was */
export async function copyExpected(from: string, to: string, expected: FileFacts): Promise<FileFault | null> {
  try {
    const copied = await copyFile(from, to);
    if (copied.size === expected.size && copied.sha256 === expected.sha256) return null;
  } catch (error) {
    if ((await sizeOf(from)) === null) return 'missing';
    if (!isUnreadable(error)) throw error;
  }
  await rm(to, { force: true });
  return 'damaged';
}

/** The size and hash of a file. @throws if it cannot be read */
export async function factsOf(path: string): Promise<FileFacts> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>) {
    hash.update(piece);
    size += piece.length;
  }
  return { size, sha256: hash.digest('hex') };
}

/** Compares a file with its expected facts. @returns what is wrong with it; null if nothing is */
export async function faultOf(path: string, expected: FileFacts): Promise<FileFault | null> {
  if ((await sizeOf(path)) === null) return 'missing';
  const found = await factsOf(path).catch((error: unknown) => {
    if (isUnreadable(error)) return null;
    throw error;
  });
  return found?.size === expected.size && found.sha256 === expected.sha256 ? null : 'damaged';
}

/** Hard-links a file of this size. @returns false if there is no such file, or the file system has no hard links */
export async function linkFile(from: string, to: string, size: number): Promise<boolean> {
  if ((await sizeOf(from)) !== size) return false;
  return link(from, to).then(
    () => true,
    () => false,
  );
}

/** The size of a file in bytes; null if it does not exist. */
async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );
}

/** Syncs a file or folder to disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates folders as needed, and syncs them all at the end. */
export class Folders {
  readonly #root: string;
  readonly #made = new Set<string>();

  /** @param root an existing folder, which is synced too */
  constructor(root: string) {
    this.#root = root;
  }

  async makeFor(path: string): Promise<void> {
    const folder = dirname(path);
    if (this.#made.has(folder)) return;
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    for (let made = folder; made !== this.#root && !this.#made.has(made); made = dirname(made)) this.#made.add(made);
  }

  async flush(): Promise<void> {
    for (const folder of [...this.#made, this.#root]) await flush(folder);
  }
}

/** Whether a read error means a bad disk rather than a bad call. */
function isUnreadable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EIO';
}
