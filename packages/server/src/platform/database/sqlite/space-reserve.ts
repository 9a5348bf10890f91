/**
 * Reserved disk space for the database: a file whose only use is that it can be deleted. All processes of a data folder
 * share it. Invariant: while the file is complete there is room to write, because writes stop once it had to be deleted.
 */
import { randomFillSync } from 'node:crypto';
import { rmSync, statfsSync, statSync } from 'node:fs';
import { constants, open, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { giveToOwnerOf } from '../../kit/file-owner.ts';
import { hasErrorCode } from '../../kit/system-error.ts';

const OWNER_ONLY = 0o600;
/** At most this fraction of a small disk is reserved. */
const DISK_PART_MAX = 1 / 16;
/** The reserve is restored only if the disk has this many times its size free, so that it does not fill up again at once. */
const ROOM = 2;
const PIECE_BYTES = 1_048_576;
const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT'] as const;

export class SpaceReserve {
  /** The size of the reserve. */
  readonly bytes: number;
  readonly #file: string;

  /** @param file path of the file, in an existing folder @param bytesMax how much to reserve on a large disk */
  constructor(file: string, bytesMax: number) {
    const { blocks, bsize } = statfsSync(dirname(file));
    this.bytes = Math.min(bytesMax, Math.floor(blocks * bsize * DISK_PART_MAX));
    this.#file = file;
  }

  get isWhole(): boolean {
    return (statSync(this.#file, { throwIfNoEntry: false })?.size ?? -1) >= this.bytes;
  }

  /** Releases the space. @returns whether there was any */
  release(): boolean {
    const wasWhole = this.isWhole;
    rmSync(this.#file, { force: true });
    return wasWhole;
  }

  /**
   * Reserves the space if the disk has room. Several processes may do so at the same time: they write the same file.
   * @returns whether the space is reserved
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
    // Random bytes, because no file system can compress them.
    const piece = randomFillSync(Buffer.alloc(Math.min(this.bytes, PIECE_BYTES)));
    const file = await open(this.#file, constants.O_WRONLY | constants.O_CREAT, OWNER_ONLY);
    try {
      for (let at = 0; at < this.bytes; at += piece.length)
        await file.write(piece, 0, Math.min(piece.length, this.bytes - at), at);
    } finally {
      await file.close();
    }
    giveToOwnerOf(dirname(this.#file), this.#file);
  }
}
