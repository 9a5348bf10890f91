/**
 * Keeps what a process knows confirmed, so that it may be recalled should the database go away: without it, what nobody
 * asked for in the last minute could not be shown then. Not needed, and idle, where nothing may be recalled.
 */
import type { Contact } from '../database/contact.ts';
import type { JobWork } from './job.ts';

/** What was confirmed this lately is not confirmed again. */
const CONFIRMED_LATELY_MS = 2_500;

/** What the database confirms, by names that one statement can ask for. */
export interface Confirmable<T> {
  /** Names of what is in use and was not confirmed for so many milliseconds. */
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
