/**
 * Results of images on the disk, so that each is made once. The folder is the only index: what another process of the
 * same machine made is found, and a restart forgets nothing. Invariant: number and bytes are bounded; what was used
 * longest ago goes first. All of it may be deleted at any time.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const FILES_MAX = 50_000;
/** What is removed goes down to this share of a limit, so that not each new result has to look for room. */
const KEPT_SHARE = 0.9;
/** New results after which it is looked whether some have to go. */
const LOOK_EVERY = 0.02;
/** Times of use are noted no finer than this. */
const TOUCH_MS = 600_000;
/** Files of a process that was killed while it wrote them. */
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
  /** At first nothing is known of what is there, so that the first result looks. */
  #filesSince = Number.POSITIVE_INFINITY;
  #bytesSince = 0;
  #sweeping: Promise<void> | undefined;

  constructor({ folder, bytesMax, filesMax = FILES_MAX }: ResultFilesOptions) {
    this.#folder = folder;
    this.#bytesMax = bytesMax;
    this.#filesMax = filesMax;
  }

  /** Opens a result that is kept; undefined where it is not. */
  async open(name: string): Promise<{ file: FileHandle; size: number } | undefined> {
    const file = await open(this.#pathOf(name), 'r').catch(() => undefined);
    if (file === undefined) return undefined;
    const { size, mtimeMs } = await file.stat();
    // A power cut may leave a file without its bytes.
    if (size === 0) {
      await file.close();
      return undefined;
    }
    const now = Date.now();
    if (now - mtimeMs > TOUCH_MS) await file.utimes(now / 1_000, now / 1_000).catch(() => undefined);
    return { file, size };
  }

  /** A path that a new result is written to, before `keep`. */
  async newPath(): Promise<string> {
    await mkdir(this.#folder, { recursive: true });
    return join(this.#folder, `${UNFINISHED}${randomUUID()}`);
  }

  /** Takes what was written to a new path as the result of that name. */
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

  /** Waits until nothing is being removed. */
  async close(): Promise<void> {
    await this.#sweeping?.catch(() => undefined);
  }

  #pathOf(name: string): string {
    return join(this.#folder, name.slice(0, 2), name);
  }

  /** Removes what was used longest ago until number and bytes are within their limits. */
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
