/** How many requests somebody may have in flight at a time: a request counts until its response is sent. */
import type { ServerResponse } from 'node:http';
import { DomainError } from '../errors/domain-error.ts';

const RETRY_AFTER_S = 1;

export class RequestsInFlight {
  readonly #counts = new Map<string, number>();
  readonly #max: number;
  readonly #scope: 'key' | 'address';

  /** @param scope what is counted, for the error */
  constructor(max: number, scope: 'key' | 'address') {
    this.#max = max;
    this.#scope = scope;
  }

  /** Whether no further request would be let in. */
  isFull(name: string): boolean {
    return (this.#counts.get(name) ?? 0) >= this.#max;
  }

  /** Counts a request until its response is closed; returns the error instead if there are too many. */
  hold(name: string, response: ServerResponse): DomainError | undefined {
    if (this.isFull(name)) return this.#tooMany();
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    response.once('close', () => this.#release(name));
    return undefined;
  }

  #release(name: string): void {
    const left = (this.#counts.get(name) ?? 1) - 1;
    if (left === 0) this.#counts.delete(name);
    else this.#counts.set(name, left);
  }

  #tooMany(): DomainError {
    const message = `Wait for responses; one ${this.#scope} may have ${this.#max} requests in flight.`;
    return new DomainError('api_quota_exceeded', message, { scope: this.#scope, retryAfterSeconds: RETRY_AFTER_S });
  }
}
