/** Bounds how many connections stay open for news: of one process, of one key, and of whoever makes preview tokens. */
import { DomainError } from '../../platform/errors/domain-error.ts';
import { Counts } from '../../platform/kit/counts.ts';
import type { ReadingKey } from '../delivery/reading-key.ts';

/** Connections that one key may have open on a process. */
const PER_KEY_MAX = 1_000;
/** Those that whoever makes preview tokens may have with all of them: each token is looked up by itself, again and again. */
const PER_PREVIEWER_MAX = 20;
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
   * @returns ends that, to be called once
   * @throws `unavailable` if there are too many
   */
  take({ id, view }: Pick<ReadingKey, 'id' | 'view'>): () => void {
    const [who, max, whose] =
      view === undefined
        ? [id, this.#perKeyMax, `one key may have ${this.#perKeyMax}`]
        : [`preview ${id}`, PER_PREVIEWER_MAX, `preview tokens of one person or key may have ${PER_PREVIEWER_MAX}`];
    if (this.#counts.of(who) >= max) throw this.#tooMany(whose);
    if (this.#counts.total >= this.#max) throw this.#tooMany(`this process has ${this.#max}`);
    this.#counts.add(who, 1);
    return () => this.#counts.add(who, -1);
  }

  #tooMany(whose: string): DomainError {
    this.#refused += 1;
    const message = `There are too many connections that wait for changes: ${whose}. Ask for /sync now and then, and try again later.`;
    return new DomainError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_S });
  }
}
