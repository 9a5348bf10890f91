/** Logs slow requests, with what helps to find the cause: the caller, the parameters, and how a list was found. */
import type { FastifyBaseLogger } from 'fastify';
import { callerFields, parameterNames, type ServedRequest } from './served-request.ts';

export class SlowRequests {
  /** Slow requests since the start. */
  count = 0;
  readonly #slowMs: number;
  readonly #log: Pick<FastifyBaseLogger, 'info'>;

  /** @param slowMs a request that takes this long is slow; 0 for never */
  constructor(slowMs: number, log: Pick<FastifyBaseLogger, 'info'>) {
    this.#slowMs = slowMs;
    this.#log = log;
  }

  /** Whether a request with this duration is slow. */
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
