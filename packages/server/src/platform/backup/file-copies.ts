/** Copies of files whose size and hash are known: durable, and checked while they are made. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;
const PIECE_BYTES = 262_144;

/** What a file must be. */
export interface FileFacts {
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/** Why a file is not what it must be. */
export type FileFault = 'missing' | 'damaged';

/** Copies a file into a folder that exists. @returns what it is */
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

/** Copies a file that has to be what is expected. @returns why it was not copied; null if it was */
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

/** What a file is. @throws if it cannot be read */
export async function factsOf(path: string): Promise<FileFacts> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>) {
    hash.update(piece);
    size += piece.length;
  }
  return { size, sha256: hash.digest('hex') };
}

/** Compares a file with what it has to be. @returns what is wrong with it; null if nothing is */
export async function faultOf(path: string, expected: FileFacts): Promise<FileFault | null> {
  if ((await sizeOf(path)) === null) return 'missing';
  const found = await factsOf(path).catch((error: unknown) => {
    if (isUnreadable(error)) return null;
    throw error;
  });
  return found?.size === expected.size && found.sha256 === expected.sha256 ? null : 'damaged';
}

/** Gives a file of that size a second name. @returns false if there is none, or the file system has no such names */
export async function linkFile(from: string, to: string, size: number): Promise<boolean> {
  if ((await sizeOf(from)) !== size) return false;
  return link(from, to).then(
    () => true,
    () => false,
  );
}

/** Bytes of a file; null if there is none. */
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

/** Makes folders as they are needed, and syncs them all at the end. */
export class Folders {
  readonly #root: string;
  readonly #made = new Set<string>();

  /** @param root exists, and is synced too */
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

/** Errors of reading that mean a bad disk rather than a bad call. */
function isUnreadable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EIO';
}
