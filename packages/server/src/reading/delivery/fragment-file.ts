/**
 * Fragments on the disk: what memory has no room for lies in a file of slots, as the same records, and is read back
 * with one call, a tenth of what rendering it anew takes. The file has no name, so that it ends with the process, and
 * costs nothing before it is used. Invariant: of a slot that is used again, every record was told to be gone first.
 */
import { randomUUID } from 'node:crypto';
import { readSync } from 'node:fs';
import { type FileHandle, mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fragment, FragmentBlock, RECORD_ALIGNMENT } from './stored-fragment.ts';

/** Of the file, and of the blocks in memory. */
export const SLOT_BYTES = 256 * 1024;
/** So many can be told apart in a place, beside the blocks in memory. */
export const SLOTS_MAX = 65_535;
/** Larger fragments are not kept here. */
const RECORD_BYTES_MAX = SLOT_BYTES / 8;
/** So many slots are added, or emptied to be used again, at a time. */
const SLOTS_AT_ONCE = 16;
/** Where fewer are left, others are made ready. */
const SLOTS_AHEAD = 8;
/** Slots that are being written at the same time; what comes meanwhile is not kept. */
const WRITING_MAX = 4;
/** The file does not grow where less than this is left on the disk: the database needs it more. */
const FREE_BYTES_MIN = 1024 * 1024 * 1024;
/** What is read at first: most records are shorter. */
const FIRST_READ_BYTES = 2_048;
/** Of the blocks that records are read into; they go with those who read them. */
const READING_BYTES = 64 * 1024;
const OWNER_ONLY = 0o600;

/** Which record is looked for. */
export interface WantedRecord {
  /** Number of the view. */
  readonly view: number;
  /** Row id of the entry. */
  readonly id: number;
  readonly version: number;
}

/** Where a record goes. */
export interface RecordPlace {
  readonly slot: number;
  readonly block: FragmentBlock;
  /** Where it begins in the slot. */
  readonly at: number;
}

interface FillingSlot {
  readonly number: number;
  readonly block: FragmentBlock;
  /** Where the next record goes. */
  end: number;
}

type TellGone = (block: FragmentBlock, slot: number) => void;

export interface FragmentFileParts {
  /** Made where it is missing. */
  readonly folder: string;
  /** 0 for no file. */
  readonly bytesMax: number;
}

export class FragmentFile {
  readonly #folder: string;
  #slotsMax: number;
  #file: FileHandle | undefined;
  /** Slots that the file has. */
  #count = 0;
  readonly #free: number[] = [];
  /** Slots on the disk, those written first before others. */
  readonly #stored: number[] = [];
  readonly #writing = new Map<number, FragmentBlock>();
  #filling: FillingSlot | undefined;
  #reading = { block: new FragmentBlock(0), end: 0 };
  /** What goes on beside reads: slots that are written, added or emptied. */
  readonly #work = new Set<Promise<void>>();
  #isMakingRoom = false;
  /** Whether slots are used again. */
  #isFull: boolean;
  #isClosed = false;
  #tellGone: TellGone = () => undefined;

  constructor({ folder, bytesMax }: FragmentFileParts) {
    this.#folder = folder;
    this.#slotsMax = Math.min(SLOTS_MAX, Math.floor(bytesMax / SLOT_BYTES));
    this.#isFull = this.#slotsMax === 0;
  }

  /** @param tell is told of slots whose records go, as long as nothing else is in their place */
  whenGone(tell: TellGone): void {
    this.#tellGone = tell;
  }

  /** Bytes that it takes on the disk. */
  get bytes(): number {
    return this.#count * SLOT_BYTES;
  }

  /** Whether there is room without giving up what is kept. */
  get hasRoom(): boolean {
    return !this.#isFull;
  }

  /** The place of a new record; undefined where it is not kept. */
  place(size: number): RecordPlace | undefined {
    if (size > RECORD_BYTES_MAX) return undefined;
    if (this.#filling !== undefined && this.#filling.end + size > SLOT_BYTES) this.#finish(this.#filling);
    this.#filling ??= this.#begin();
    const filling = this.#filling;
    if (filling === undefined || filling.end + size > SLOT_BYTES) return undefined;
    const at = filling.end;
    filling.end += size;
    return { slot: filling.number, block: filling.block, at };
  }

  /** The fragment that was put there; undefined where it cannot be read, or is another one. */
  find(slot: number, at: number, wanted: WantedRecord): Fragment | undefined {
    const block = this.#filling?.number === slot ? this.#filling.block : this.#writing.get(slot);
    if (block !== undefined) return isWanted(block, at, wanted) ? block.fragmentAt(at) : undefined;
    return this.#read(slot * SLOT_BYTES + at, wanted);
  }

  /** Ends it; what it kept is gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#work);
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  #read(position: number, wanted: WantedRecord): Fragment | undefined {
    if (this.#reading.end + FIRST_READ_BYTES > this.#reading.block.bytes.length)
      this.#reading = { block: new FragmentBlock(READING_BYTES), end: 0 };
    const { block, end: at } = this.#reading;
    const read = this.#fill(block, { at, length: FIRST_READ_BYTES }, position);
    if (read === 0 || !isWanted(block, at, wanted)) return undefined;
    const size = block.sizeAt(at);
    if (size > read) return this.#readLong(size, position);
    this.#reading.end += size;
    return block.fragmentAt(at);
  }

  #readLong(size: number, position: number): Fragment | undefined {
    if (size > RECORD_BYTES_MAX) return undefined;
    const block = new FragmentBlock(size);
    return this.#fill(block, { at: 0, length: size }, position) === size ? block.fragmentAt(0) : undefined;
  }

  /** Reads as much as there is. @returns how much; 0 where nothing can be read, so that it is rendered anew */
  #fill({ bytes }: FragmentBlock, { at, length }: { at: number; length: number }, position: number): number {
    if (this.#file === undefined) return 0;
    try {
      return readSync(this.#file.fd, bytes, at, length, position);
    } catch {
      return 0;
    }
  }

  #begin(): FillingSlot | undefined {
    if (this.#free.length < SLOTS_AHEAD && !this.#isMakingRoom && this.#slotsMax > 0 && !this.#isClosed)
      this.#goOn(this.#makeRoom());
    const number = this.#free.pop();
    return number === undefined ? undefined : { number, block: new FragmentBlock(SLOT_BYTES), end: 0 };
  }

  #finish(filling: FillingSlot): void {
    if (this.#writing.size >= WRITING_MAX || this.#isClosed) return;
    this.#filling = undefined;
    this.#writing.set(filling.number, filling.block);
    this.#goOn(this.#write(filling));
  }

  async #write({ number, block }: FillingSlot): Promise<void> {
    try {
      const written = await this.#file?.write(block.bytes, 0, SLOT_BYTES, number * SLOT_BYTES);
      if (written?.bytesWritten !== SLOT_BYTES) throw new Error('The disk took a part of the fragments only.');
      this.#stored.push(number);
    } catch {
      // The slot is not used again: the disk is full or fails, and will fail the next time too.
      this.#tellGone(block, number);
    } finally {
      this.#writing.delete(number);
    }
  }

  async #makeRoom(): Promise<void> {
    this.#isMakingRoom = true;
    const added = Math.min(SLOTS_AT_ONCE, this.#slotsMax - this.#count);
    if (added === 0 || !(await this.#grow(added))) await this.#emptyOldest();
    this.#isMakingRoom = false;
  }

  /** Adds slots; where there is no room on the disk, none now and none later. */
  async #grow(slots: number): Promise<boolean> {
    try {
      this.#file ??= await openNameless(this.#folder);
      const { bavail, bsize } = await statfs(this.#folder);
      if (bavail * bsize < FREE_BYTES_MIN) throw new Error('The disk is nearly full.');
      for (let slot = this.#count + slots - 1; slot >= this.#count; slot--) this.#free.push(slot);
      this.#count += slots;
      return true;
    } catch {
      this.#slotsMax = this.#count;
      return false;
    }
  }

  /** Makes slots empty, those that were filled first; half of all at most. */
  async #emptyOldest(): Promise<void> {
    this.#isFull = true;
    for (const slot of this.#stored.splice(0, Math.min(SLOTS_AT_ONCE, this.#stored.length / 2)))
      await this.#empty(slot);
  }

  /** A slot whose records cannot be told is not used again. */
  async #empty(slot: number): Promise<void> {
    const block = new FragmentBlock(SLOT_BYTES);
    const read = await this.#file?.read(block.bytes, 0, SLOT_BYTES, slot * SLOT_BYTES).catch(() => undefined);
    if (read?.bytesRead !== SLOT_BYTES) return;
    this.#tellGone(block, slot);
    this.#free.push(slot);
  }

  #goOn(work: Promise<void>): void {
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work));
  }
}

/** Opens a file that ends when it is closed, however the process ends. */
async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `fragments-${randomUUID()}.tmp`);
  const file = await open(path, 'wx+', OWNER_ONLY);
  await rm(path);
  return file;
}

function isWanted(block: FragmentBlock, at: number, { view, id, version }: WantedRecord): boolean {
  return (
    at % RECORD_ALIGNMENT === 0 && block.viewAt(at) === view && block.idAt(at) === id && block.versionAt(at) === version
  );
}
