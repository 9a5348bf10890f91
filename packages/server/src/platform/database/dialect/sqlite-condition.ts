/**
 * What errors of SQLite say about the file and its disk. Invariant: once a page could not be read, nothing is written
 * any more: what is built on a damaged page may damage others.
 */
import type { DomainError } from '../../errors/domain-error.ts';
import type { DatabaseCondition } from '../database.ts';
import { unavailable } from '../unavailable.ts';

const PRIMARY = 0xff;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;

export class SqliteCondition {
  readonly #file: string;
  readonly #onDamage: (message: string) => void;
  #state: DatabaseCondition = 'ok';

  /** @param onDamage called once, with a sentence that names the file and the mend */
  constructor(file: string, onDamage: (message: string) => void) {
    this.#file = file;
    this.#onDamage = onDamage;
  }

  get state(): DatabaseCondition {
    return this.#state;
  }

  /** Notes what an error says; returns the error to throw in its place. */
  note(error: unknown): unknown {
    if (isDamage(error)) return this.#damaged(error);
    if (resultCode(error) === SQLITE_FULL && this.#state === 'ok') this.#state = 'full';
    return error;
  }

  /** Notes that something was written to the disk. */
  written(): void {
    if (this.#state === 'full') this.#state = 'ok';
  }

  /** Why writes are refused; undefined if they are not. */
  refusal(): DomainError | undefined {
    return this.#state === 'damaged' ? unavailable(undefined, 'damaged') : undefined;
  }

  #damaged(cause: unknown): DomainError {
    if (this.#state !== 'damaged') {
      this.#state = 'damaged';
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

/** Whether a file is no database. */
export function isNoDatabase(error: unknown): boolean {
  return resultCode(error) === SQLITE_NOTADB;
}

/** The primary result code of a SQLite error; -1 for any other error. */
export function resultCode(error: unknown): number {
  return typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) & PRIMARY : -1;
}
