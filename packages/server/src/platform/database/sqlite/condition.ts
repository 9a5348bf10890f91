/**
 * What SQLite's errors say about the file and its disk, and what that means for writes. Invariants: once a page could
 * not be read, nothing more is written, because building on a damaged page may damage others; nor while the file is not
 * the one that was opened, because nobody would find it again. While space is reserved and the disk is full, content does
 * not grow, so that the space stays free for log-ins and deletes.
 */
import type { DomainError } from '../../errors/domain-error.ts';
import type { DatabaseCondition } from '../database.ts';
import { unavailable } from '../unavailable.ts';
import { WriteFailures } from '../write-failures.ts';
import type { OpenedFiles } from './opened-files.ts';
import type { SpaceReserve } from './space-reserve.ts';

const PRIMARY = 0xff;
/** PERM, READONLY, CANTOPEN. */
const NOT_ACCESSIBLE = [3, 8, 14];
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;
/** The shared-memory file of the log could not grow. This extended code is that of a disk error, but always means a full disk. */
const SQLITE_IOERR_SHMSIZE = 4_874;
/**
 * What a write fails with for reasons of its own, or that something else tells: BUSY, LOCKED, INTERRUPT, CORRUPT, FULL, TOOBIG,
 * CONSTRAINT, MISMATCH, MISUSE, RANGE and NOTADB.
 */
const FORESEEN = new Set([5, 6, 9, SQLITE_CORRUPT, SQLITE_FULL, 18, 19, 20, 21, 25, SQLITE_NOTADB]);
const NO_CODE = -1;
const ROOM_LOOKED_FOR_EVERY_MS = 1_000;

/** Space reserved for writes on a full disk. */
export interface KeptSpace {
  readonly reserve: SpaceReserve;
  /** Free bytes inside the database file. */
  readonly freeInside: () => number;
}

/** Is told that writes are refused from now on, with a sentence that names the file and how to fix it. */
type OnUnusable = (reason: 'damaged' | 'replaced', message: string) => void;

export class SqliteCondition {
  readonly #file: string;
  readonly #onUnusable: OnUnusable;
  #isDamaged = false;
  #files: OpenedFiles | undefined;
  #isReplaced = false;
  /** Whether the disk was full at the latest write that changed something. */
  #wasFull = false;
  readonly #failures = new WriteFailures();
  #space: KeptSpace | undefined;
  #looking: NodeJS.Timeout | undefined;

  constructor(file: string, onUnusable: OnUnusable) {
    this.#file = file;
    this.#onUnusable = onUnusable;
  }

  get state(): DatabaseCondition {
    if (this.#isDamaged) return 'damaged';
    if (this.#noteReplaced()) return 'replaced';
    if (this.#isFull()) return 'full';
    return this.#failures.areRepeated ? 'failing' : 'ok';
  }

  /** Whether it matters if a write changes something. */
  get awaitsSuccess(): boolean {
    return this.#failures.areAny || this.#isFull();
  }

  /** Whether writes that add content are refused, because the remaining space is reserved for others. */
  get refusesGrowth(): boolean {
    return this.#space !== undefined && this.#isFull();
  }

  /** Refuses writes from now on while one of these files is not the opened one. */
  watch(files: OpenedFiles): void {
    this.#files = files;
  }

  /** Reserves space from now on. If it has to be released, reserves it again as soon as there is room. */
  async keep(space: KeptSpace): Promise<void> {
    this.#space = space;
    if (!(await space.reserve.restore())) this.#lookForRoom();
  }

  /** Stops checking for room. */
  close(): void {
    clearInterval(this.#looking);
  }

  /** Notes that pages are damaged: from now on, nothing is written. */
  damaged(): void {
    if (this.#isDamaged) return;
    this.#isDamaged = true;
    this.#onUnusable('damaged', damageMessage(this.#file));
  }

  /** Notes what an error says, and returns the error to throw instead. */
  note(error: unknown): unknown {
    if (isDamage(error)) {
      this.damaged();
      return unavailable(error, 'damaged');
    }
    if (isDiskFull(error)) {
      this.#wasFull = true;
      this.#space?.reserve.release();
    }
    return error;
  }

  /** Notes why a write, or a whole group of writes, was not committed. */
  failed(error: unknown): void {
    const code = resultCode(error);
    if (code !== NO_CODE && !FORESEEN.has(code)) this.#failures.failed();
  }

  /** Notes that something was written to the disk. */
  written(): void {
    this.#wasFull = false;
    this.#failures.succeeded();
  }

  /** The error with which writes are refused; undefined if they are accepted. */
  refusal(): DomainError | undefined {
    if (this.#isDamaged) return unavailable(undefined, 'damaged');
    return this.#noteReplaced() ? unavailable(undefined, 'replaced') : undefined;
  }

  /** Looks whether the files are the opened ones; three calls of the system, which cost little beside a commit. */
  #noteReplaced(): boolean {
    const path = this.#files?.replaced();
    if (path !== undefined && !this.#isReplaced) this.#onUnusable('replaced', replacedMessage(path));
    this.#isReplaced = path !== undefined;
    return this.#isReplaced;
  }

  /** Another process may have released the reserve, and deleted rows may have left room inside the file. */
  #isFull(): boolean {
    if (this.#space === undefined) return this.#wasFull;
    const { reserve, freeInside } = this.#space;
    if (reserve.isWhole) return false;
    this.#lookForRoom();
    return freeInside() < reserve.bytes;
  }

  #lookForRoom(): void {
    this.#looking ??= setInterval(() => this.#restore(), ROOM_LOOKED_FOR_EVERY_MS).unref();
  }

  async #restore(): Promise<void> {
    // If this fails, the disk still counts as full, and it is tried again.
    if (!(await this.#space?.reserve.restore().catch(() => false))) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }
}

/** The message about a damaged file for the operator. */
export function damageMessage(file: string): string {
  return `${file} is damaged (pages of it cannot be read): stop the service, keep the file aside, and restore a backup into another folder with \`lectern restore\` (docs/operations/backup.md#restore).`;
}

/** The message about a file that is gone, or in whose place another one is. */
function replacedMessage(path: string): string {
  return `${path} was removed or replaced under the running program, so nothing more is written: put the same file back, or stop the program and follow docs/operations/failures.md#when-the-database-file-is-replaced.`;
}

/** Whether a file is damaged, or not a database at all. */
export function isDamage(error: unknown): boolean {
  return [SQLITE_CORRUPT, SQLITE_NOTADB].includes(resultCode(error));
}

/** Whether a statement failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return resultCode(error) === SQLITE_FULL || extendedCode(error) === SQLITE_IOERR_SHMSIZE;
}

/** Whether a file is not a database. */
export function isNoDatabase(error: unknown): boolean {
  return resultCode(error) === SQLITE_NOTADB;
}

/** Whether a file cannot be opened or written to. */
export function isNotAccessible(error: unknown): boolean {
  return NOT_ACCESSIBLE.includes(resultCode(error));
}

/** The primary result code of a SQLite error; -1 for any other error. */
export function resultCode(error: unknown): number {
  const code = extendedCode(error);
  return code === NO_CODE ? code : code & PRIMARY;
}

function extendedCode(error: unknown): number {
  return typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) : NO_CODE;
}
