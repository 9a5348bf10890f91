/**
 * Space kept back on the disk of the database: a file that is of no use but that it can be given up. All processes of a
 * data folder share it. Invariant: as long as it is whole there is room to write, since writes stop once it had to go.
 */
import { randomFillSync } from 'node:crypto';
import { rmSync, statfsSync, statSync } from 'node:fs';
import { constants, open, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasErrorCode } from '../../kit/system-error.ts';

const OWNER_ONLY = 0o600;
/** Of a small disk no more than this part is kept back. */
const DISK_PART_MAX = 1 / 16;
/** Only a disk with this many times the space has room again, so that it does not run full at once. */
const ROOM = 2;
const PIECE_BYTES = 1_048_576;
const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT'] as const;

export class SpaceReserve {
  /** Its size. */
  readonly bytes: number;
  readonly #file: string;

  /** @param file path of the file, in a folder that is there @param bytesMax how much is kept back of a large disk */
  constructor(file: string, bytesMax: number) {
    const { blocks, bsize } = statfsSync(dirname(file));
    this.bytes = Math.min(bytesMax, Math.floor(blocks * bsize * DISK_PART_MAX));
    this.#file = file;
  }

  get isWhole(): boolean {
    return (statSync(this.#file, { throwIfNoEntry: false })?.size ?? -1) >= this.bytes;
  }

  /** Gives the space up. @returns whether there was any */
  release(): boolean {
    const wasWhole = this.isWhole;
    rmSync(this.#file, { force: true });
    return wasWhole;
  }

  /**
   * Keeps the space back, if the disk has room. Several processes may do so at the same time: they write the same file.
   * @returns whether it is kept back
   */
  async restore(): Promise<boolean> {
    if (this.isWhole) return true;
    const { bavail, bsize } = await statfs(dirname(this.#file));
    if (bavail * bsize < this.bytes * ROOM) return false;
    try {
      await this.#fill();
    } catch (error) {
      if (!hasErrorCode(error, ...DISK_FULL_CODES)) throw error;
      this.release();
    }
    return this.isWhole;
  }

  async #fill(): Promise<void> {
    // Random bytes, which no file system stores in less space.
    const piece = randomFillSync(Buffer.alloc(Math.min(this.bytes, PIECE_BYTES)));
    const file = await open(this.#file, constants.O_WRONLY | constants.O_CREAT, OWNER_ONLY);
    try {
      for (let at = 0; at < this.bytes; at += piece.length)
        await file.write(piece, 0, Math.min(piece.length, this.bytes - at), at);
    } finally {
      await file.close();
    }
  }
}
