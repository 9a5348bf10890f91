/**
 * What errors of SQLite say about the file and its disk, and what that means for writes. Invariants: once a page could
 * not be read, nothing is written any more: what is built on a damaged page may damage others. While space is kept back
 * and the disk is full, content does not grow, so that the space stays for log-ins and deletes.
 */
import type { DomainError } from '../../errors/domain-error.ts';
import type { DatabaseCondition } from '../database.ts';
import { unavailable } from '../unavailable.ts';
import { WriteFailures } from '../write-failures.ts';
import type { SpaceReserve } from './space-reserve.ts';

const PRIMARY = 0xff;
/** PERM, READONLY, CANTOPEN. */
const NOT_ACCESSIBLE = [3, 8, 14];
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;
/** The file with the index of the log could not grow: the extended code of an error of the disk, but always a full one. */
const SQLITE_IOERR_SHMSIZE = 4_874;
/**
 * What a write fails with for reasons of its own, or that something else tells: BUSY, LOCKED, INTERRUPT, CORRUPT, FULL, TOOBIG,
 * CONSTRAINT, MISMATCH, MISUSE, RANGE and NOTADB.
 */
const FORESEEN = new Set([5, 6, 9, SQLITE_CORRUPT, SQLITE_FULL, 18, 19, 20, 21, 25, SQLITE_NOTADB]);
const NO_CODE = -1;
const ROOM_LOOKED_FOR_EVERY_MS = 1_000;

/** What is kept back for writes on a full disk. */
export interface KeptSpace {
  readonly reserve: SpaceReserve;
  /** Bytes of the database's file that are free for new rows. */
  readonly freeInside: () => number;
}

export class SqliteCondition {
  readonly #file: string;
  readonly #onDamage: (message: string) => void;
  #isDamaged = false;
  /** Whether the latest write that changed something found the disk full. */
  #wasFull = false;
  readonly #failures = new WriteFailures();
  #space: KeptSpace | undefined;
  #looking: NodeJS.Timeout | undefined;

  /** @param onDamage called once, with a sentence that names the file and the mend */
  constructor(file: string, onDamage: (message: string) => void) {
    this.#file = file;
    this.#onDamage = onDamage;
  }

  get state(): DatabaseCondition {
    if (this.#isDamaged) return 'damaged';
    if (this.#isFull()) return 'full';
    return this.#failures.areRepeated ? 'failing' : 'ok';
  }

  /** Whether it matters that a write changes something. */
  get awaitsSuccess(): boolean {
    return this.#failures.areAny || this.#isFull();
  }

  /** Whether writes that grow are refused: what space there is belongs to others. */
  get refusesGrowth(): boolean {
    return this.#space !== undefined && this.#isFull();
  }

  /** Keeps space back from now on, and, after it had to be given up, again as soon as there is room. */
  async keep(space: KeptSpace): Promise<void> {
    this.#space = space;
    if (!(await space.reserve.restore())) this.#lookForRoom();
  }

  /** Stops looking for room. */
  close(): void {
    clearInterval(this.#looking);
  }

  /** Notes what an error says; returns the error to throw in its place. */
  note(error: unknown): unknown {
    if (isDamage(error)) return this.#damaged(error);
    if (isDiskFull(error)) {
      this.#wasFull = true;
      this.#space?.reserve.release();
    }
    return error;
  }

  /** Notes why a write, or a whole group of them, was not committed. */
  failed(error: unknown): void {
    const code = resultCode(error);
    if (code !== NO_CODE && !FORESEEN.has(code)) this.#failures.failed();
  }

  /** Notes that something was written to the disk. */
  written(): void {
    this.#wasFull = false;
    this.#failures.succeeded();
  }

  /** Why writes are refused; undefined if they are not. */
  refusal(): DomainError | undefined {
    return this.#isDamaged ? unavailable(undefined, 'damaged') : undefined;
  }

  /** Another process may have given the space up, and what was deleted leaves room inside the file. */
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
    // What goes wrong leaves the disk full, and is tried again.
    if (!(await this.#space?.reserve.restore().catch(() => false))) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }

  #damaged(cause: unknown): DomainError {
    if (!this.#isDamaged) {
      this.#isDamaged = true;
      this.#onDamage(damageMessage(this.#file));
    }
    return unavailable(cause, 'damaged');
  }
}

/** What the operator reads of a damaged file. */
export function damageMessage(file: string): string {
  return `${file} is damaged (pages of it cannot be read): stop the service, keep the file aside, and restore a backup into another folder with \`lectern restore\` (docs/operations/backup.md#restore).`;
}

/** Whether a file is damaged, or no database at all. */
export function isDamage(error: unknown): boolean {
  return [SQLITE_CORRUPT, SQLITE_NOTADB].includes(resultCode(error));
}

/** Whether a statement failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return resultCode(error) === SQLITE_FULL || extendedCode(error) === SQLITE_IOERR_SHMSIZE;
}

/** Whether a file is no database. */
export function isNoDatabase(error: unknown): boolean {
  return resultCode(error) === SQLITE_NOTADB;
}

/** Whether a file cannot be opened, or not be written. */
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
