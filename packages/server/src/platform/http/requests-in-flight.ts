/** Limits how many requests a caller may have in flight: a request counts until its response is sent. */
import type { ServerResponse } from 'node:http';
import { DomainError } from '../errors/domain-error.ts';
import { Counts } from '../kit/counts.ts';

const RETRY_AFTER_S = 1;

export class RequestsInFlight {
  readonly #counts = new Counts();
  readonly #max: number;
  readonly #scope: 'key' | 'address';

  /** @param scope what is counted, for the error */
  constructor(max: number, scope: 'key' | 'address') {
    this.#max = max;
    this.#scope = scope;
  }

  /** The error if no further request is admitted; otherwise undefined. */
  refusalOf(name: string): DomainError | undefined {
    return this.#counts.of(name) >= this.#max ? this.#tooMany() : undefined;
  }

  /** Counts a request until its response is closed; returns the error instead if there are too many. */
  hold(name: string, response: ServerResponse): DomainError | undefined {
    const refusal = this.refusalOf(name);
    if (refusal !== undefined) return refusal;
    // The client disconnected before this call, so no event would end the count.
    if (response.destroyed) return undefined;
    this.#counts.add(name, 1);
    response.once('close', () => this.#counts.add(name, -1));
    return undefined;
  }

  #tooMany(): DomainError {
    const message = `Wait for responses; one ${this.#scope} may have ${this.#max} requests in flight.`;
    return new DomainError('api_quota_exceeded', message, { scope: this.#scope, retryAfterSeconds: RETRY_AFTER_S });
  }
}
