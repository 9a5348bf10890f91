/**
 * Keeps a process's cached data confirmed, so that it can be recalled if the database goes away. Without this, data that nobody
 * requested in the last minute could not be shown then. Idle if nothing may be recalled.
 */
import type { Contact } from '../database/contact.ts';
import type { JobWork } from './job.ts';

/** Data confirmed this recently is not confirmed again. */
const CONFIRMED_LATELY_MS = 2_500;

/** Data that the database can confirm, by names that one statement can query. */
export interface Confirmable<T> {
  /** Names of data in use that was not confirmed for `ms` milliseconds. */
  unconfirmedFor(ms: number): readonly T[];
  /** Asks the database again. */
  confirmAll(names: readonly T[]): Promise<void>;
}

export class Confirmation<T> implements JobWork {
  readonly #contact: Contact;
  readonly #known: Confirmable<T>;

  constructor(contact: Contact, known: Confirmable<T>) {
    this.#contact = contact;
    this.#known = known;
  }

  hasWork(): boolean {
    const { serveStaleMs, isAway } = this.#contact;
    return serveStaleMs > 0 && !isAway && this.#known.unconfirmedFor(CONFIRMED_LATELY_MS).length > 0;
  }

  async run(): Promise<void> {
    await this.#known.confirmAll(this.#known.unconfirmedFor(CONFIRMED_LATELY_MS));
  }
}
