/**
 * Image results on disk, so that each is made once. The folder is the only index: results of other processes on the
 * same machine are found, and a restart loses nothing. Invariant: number and bytes are bounded; the least recently used
 * are removed first. The whole folder may be deleted at any time.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const FILES_MAX = 50_000;
/** Removal reduces usage to this share of a limit, so that it is not triggered by every new result. */
const KEPT_SHARE = 0.9;
/** The limits are checked after this share of new results. */
const LOOK_EVERY = 0.02;
/** Precision of the last-used times. */
const TOUCH_MS = 600_000;
/** Unfinished files older than this were left by a killed process. */
const ABANDONED_MS = 3_600_000;
const UNFINISHED = 'new-';

export interface ResultFilesOptions {
  readonly folder: string;
  readonly bytesMax: number;
  readonly filesMax?: number;
}

interface Kept {
  readonly path: string;
  readonly bytes: number;
  readonly usedAt: number;
}

export class ResultFiles {
  readonly #folder: string;
  readonly #bytesMax: number;
  readonly #filesMax: number;
  /** Infinite at first, because the content is unknown: the first result checks the limits. */
  #filesSince = Number.POSITIVE_INFINITY;
  #bytesSince = 0;
  #sweeping: Promise<void> | undefined;

  constructor({ folder, bytesMax, filesMax = FILES_MAX }: ResultFilesOptions) {
    this.#folder = folder;
    this.#bytesMax = bytesMax;
    this.#filesMax = filesMax;
  }

  /** Opens a stored result; undefined if there is none. */
  async open(name: string): Promise<{ file: FileHandle; size: number } | undefined> {
    const file = await open(this.#pathOf(name), 'r').catch(() => undefined);
    if (file === undefined) return undefined;
    const { size, mtimeMs } = await file.stat();
    // A power failure may leave an empty file.
    if (size === 0) {
      await file.close();
      return undefined;
    }
    const now = Date.now();
    if (now - mtimeMs > TOUCH_MS) await file.utimes(now / 1_000, now / 1_000).catch(() => undefined);
    return { file, size };
  }

  /** A path to write a new result to, before `keep`. */
  async newPath(): Promise<string> {
    await mkdir(this.#folder, { recursive: true });
    return join(this.#folder, `${UNFINISHED}${randomUUID()}`);
  }

  /** Stores what was written to a new path as the result of that name. */
  async keep(path: string, name: string): Promise<void> {
    const target = this.#pathOf(name);
    const { size } = await stat(path);
    await mkdir(join(target, '..'), { recursive: true });
    await rename(path, target);
    this.#filesSince += 1;
    this.#bytesSince += size;
    if (this.#filesSince >= this.#filesMax * LOOK_EVERY || this.#bytesSince >= this.#bytesMax * LOOK_EVERY) {
      this.#sweeping ??= this.#sweep().finally(() => {
        this.#sweeping = undefined;
      });
      this.#sweeping.catch(() => undefined);
    }
  }

  /** Waits until no removal is running. */
  async close(): Promise<void> {
    await this.#sweeping?.catch(() => undefined);
  }

  #pathOf(name: string): string {
    return join(this.#folder, name.slice(0, 2), name);
  }

  /** Removes the least recently used results until number and bytes are within their limits. */
  async #sweep(): Promise<void> {
    this.#filesSince = 0;
    this.#bytesSince = 0;
    const all = (await this.#list()).sort((a, b) => a.usedAt - b.usedAt);
    let files = all.length;
    let bytes = all.reduce((sum, one) => sum + one.bytes, 0);
    const isTooMuch = files > this.#filesMax * KEPT_SHARE || bytes > this.#bytesMax * KEPT_SHARE;
    if (!isTooMuch) return;
    for (const one of all) {
      if (files <= this.#filesMax * KEPT_SHARE && bytes <= this.#bytesMax * KEPT_SHARE) break;
      await rm(one.path, { force: true });
      files -= 1;
      bytes -= one.bytes;
    }
  }

  async #list(): Promise<Kept[]> {
    const kept: Kept[] = [];
    for (const entry of await readdir(this.#folder, { withFileTypes: true, recursive: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const found = await stat(path).catch(() => undefined);
      if (found === undefined) continue;
      const isAbandoned = entry.name.startsWith(UNFINISHED) && Date.now() - found.mtimeMs > ABANDONED_MS;
      if (isAbandoned) await rm(path, { force: true });
      else if (!entry.name.startsWith(UNFINISHED)) kept.push({ path, bytes: found.size, usedAt: found.mtimeMs });
    }
    return kept;
  }
}
