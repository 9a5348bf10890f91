/** Logs slow requests, with what helps to find the cause: who sent them, which parameters, and how a list was found. */
import type { FastifyBaseLogger } from 'fastify';
import { callerFields, parameterNames, type ServedRequest } from './served-request.ts';

export class SlowRequests {
  /** Since the start. */
  count = 0;
  readonly #slowMs: number;
  readonly #log: Pick<FastifyBaseLogger, 'info'>;

  /** @param slowMs from how long on a request is slow; 0 for never */
  constructor(slowMs: number, log: Pick<FastifyBaseLogger, 'info'>) {
    this.#slowMs = slowMs;
    this.#log = log;
  }

  /** Whether a request that took so long is slow. */
  isSlow(durationMs: number): boolean {
    return this.#slowMs !== 0 && durationMs >= this.#slowMs;
  }

  /** Logs a request if it was slow. */
  answered(served: ServedRequest): void {
    const { method, route, status, durationMs, requestId, caller, space, plan } = served;
    if (!this.isSlow(durationMs)) return;
    this.count += 1;
    const found = plan();
    this.#log.info(
      {
        request_id: requestId,
        method,
        route,
        status,
        duration_ms: Math.round(durationMs),
        ...callerFields(caller, space),
        parameters: parameterNames(served),
        ...(found === undefined ? {} : { plan: found }),
      },
      'slow request',
    );
  }
}
