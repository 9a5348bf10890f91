/** A small disk of its own for a test, in memory, that can be filled to the last byte. Only root may mount one. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder, temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { hasErrorCode } from '../../../src/platform/kit/system-error.ts';

const PIECE_BYTES = 1_048_576;
const SMALLEST_PIECE_BYTES = 1;

export class SmallDisk {
  readonly folder: string;
  readonly #filling: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.#filling = join(folder, 'filling');
  }

  /** Why no test can have a disk of its own here, to skip it visibly; false where it can. */
  static whyNot(): string | false {
    try {
      SmallDisk.mount(1).unmount();
      return false;
    } catch (error) {
      return `needs a disk of its own: ${error instanceof Error ? error.message : error}`;
    }
  }

  /** @param megabytes its size @throws where nobody may mount one */
  static mount(megabytes: number): SmallDisk {
    const folder = temporaryFolder('small-disk');
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder];
    const { status, stderr, error } = spawnSync('mount', options, { encoding: 'utf8' });
    if (status === 0) return new SmallDisk(folder);
    removeFolder(folder);
    throw new Error(error?.message ?? stderr.trim());
  }

  get freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return bavail * bsize;
  }

  /** Takes all the space that is left. */
  fill(): void {
    const file = openSync(this.#filling, 'a');
    try {
      for (let bytes = PIECE_BYTES; bytes >= SMALLEST_PIECE_BYTES; ) if (!wrote(file, bytes)) bytes = bytes >> 1;
    } finally {
      closeSync(file);
    }
  }

  /** Gives back what was filled. */
  makeRoom(): void {
    rmSync(this.#filling, { force: true });
  }

  unmount(): void {
    spawnSync('umount', [this.folder]);
    removeFolder(this.folder);
  }
}

/** @returns false if the disk has no space for so many bytes */
function wrote(file: number, bytes: number): boolean {
  try {
    writeSync(file, Buffer.alloc(bytes));
    return true;
  } catch (error) {
    if (!hasErrorCode(error, 'ENOSPC')) throw error;
    return false;
  }
}
