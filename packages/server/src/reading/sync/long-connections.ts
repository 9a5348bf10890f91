/** Bounds how many connections stay open for news: of one process, and of one key. */
import { DomainError } from '../../platform/errors/domain-error.ts';
import { Counts } from '../../platform/kit/counts.ts';

/** Connections that one key may have open on a process. */
const PER_KEY_MAX = 1_000;
const RETRY_AFTER_S = 5;

export class LongConnections {
  readonly #counts = new Counts();
  readonly #max: number;
  readonly #perKeyMax: number;
  #refused = 0;

  /** @param max of the process */
  constructor(max: number, perKeyMax = PER_KEY_MAX) {
    this.#max = max;
    this.#perKeyMax = perKeyMax;
  }

  /** How many are open. */
  get open(): number {
    return this.#counts.total;
  }

  /** How many were refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /**
   * Counts a connection.
   * @returns ends that
   * @throws `unavailable` if there are too many
   */
  take(key: string): () => void {
    if (this.#counts.of(key) >= this.#perKeyMax) throw this.#tooMany(`one key may have ${this.#perKeyMax}`);
    if (this.#counts.total >= this.#max) throw this.#tooMany(`this process has ${this.#max}`);
    this.#counts.add(key, 1);
    let isOpen = true;
    return () => {
      if (isOpen) this.#counts.add(key, -1);
      isOpen = false;
    };
  }

  #tooMany(whose: string): DomainError {
    this.#refused += 1;
    const message = `There are too many connections that wait for changes: ${whose}. Ask for /sync now and then, and try again later.`;
    return new DomainError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_S });
  }
}
