/**
 * A span for each request. It is named by the pattern of the route and tells nothing that a client sent: no URL, no
 * token, no address.
 */
import type { IncomingMessage } from 'node:http';
import type { Span, Tracing } from './tracing.ts';

const NO_ROUTE = '404';
const ERROR_MIN = 500;
/** Asked for every few seconds, and by nobody's wish. */
const UNTRACED: readonly string[] = ['/healthz', '/readyz', '/metrics'];

/** What is needed of a request that the framework handles. */
export interface TracedRequest {
  readonly raw: IncomingMessage;
  readonly id: string;
  readonly method: string;
  readonly routeOptions: { readonly url?: string | undefined };
}

/** A request that was handled before the framework. */
export interface ServedBefore {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
}

type Done = () => void;

export class TracedRequests {
  readonly #tracing: Tracing;
  readonly #spans = new WeakMap<IncomingMessage, Span>();

  constructor(tracing: Tracing) {
    this.#tracing = tracing;
  }

  /** The first hook: begins the span. */
  begun(request: TracedRequest, done: Done): void {
    const { url: route } = request.routeOptions;
    if (UNTRACED.includes(route ?? '')) {
      done();
      return;
    }
    const span = this.#begin(request.raw, { method: request.method, route: route ?? NO_ROUTE });
    span.set('lectern.request_id', request.id);
    this.#spans.set(request.raw, span);
    this.#tracing.within(span, done);
  }

  /** A hook after the body was read, which comes in events of the socket, outside the span. */
  read({ raw }: Pick<TracedRequest, 'raw'>, done: Done): void {
    const span = this.#spans.get(raw);
    if (span === undefined) done();
    else this.#tracing.within(span, done);
  }

  /** The last hook: ends the span. */
  answered({ raw }: Pick<TracedRequest, 'raw'>, status: number): void {
    const span = this.#spans.get(raw);
    if (span !== undefined) end(span, status);
  }

  /** A request that was responded to before the framework. */
  served({ method, route, status, durationMs }: ServedBefore, request: IncomingMessage): void {
    end(this.#begin(request, { method, route, agoMs: durationMs }), status);
  }

  #begin(
    request: IncomingMessage,
    { method, route, agoMs = 0 }: { method: string; route: string; agoMs?: number },
  ): Span {
    const { traceparent } = request.headers;
    return this.#tracing.outside(() =>
      this.#tracing.begin({
        name: route === NO_ROUTE ? NO_ROUTE : `${method} ${route}`,
        kind: 'server',
        attributes: route === NO_ROUTE ? {} : { 'http.request.method': method, 'http.route': route },
        from: typeof traceparent === 'string' ? traceparent : undefined,
        agoMs,
      }),
    );
  }
}

function end(span: Span, status: number): void {
  span.set('http.response.status_code', status);
  if (status >= ERROR_MIN) span.fail(`The response is ${status}.`);
  span.end();
}
