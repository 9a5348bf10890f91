/**
 * Creates a span for each request. It is named by the route pattern and identifies the caller by ids. It contains nothing that
 * a client sent: no URL, no token, no address.
 */
import type { IncomingMessage } from 'node:http';
import type { Span, Tracing } from './tracing.ts';

const NO_ROUTE = '404';
const ERROR_MIN = 500;
/** Requested automatically every few seconds, so not worth tracing. */
const UNTRACED: readonly string[] = ['/healthz', '/readyz', '/metrics', '/metrics/top'];

/** What is needed of a request that the framework handles. */
export interface TracedRequest {
  readonly raw: IncomingMessage;
  readonly id: string;
  readonly method: string;
  readonly routeOptions: { readonly url?: string | undefined };
}

/** A request with its response. */
export interface ServedTraced {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  /** Whose it is: ids, and how the token of its key starts and ends; undefined where nobody is known. */
  readonly caller: { readonly account: string; readonly key: string | null; readonly user: string | null } | undefined;
  readonly space: string | null;
  readonly requestId: string;
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
  answered({ raw }: Pick<TracedRequest, 'raw'>, served: ServedTraced): void {
    const span = this.#spans.get(raw);
    if (span !== undefined) end(span, served);
  }

  /** A request that was responded to before the framework. */
  served(served: ServedTraced, request: IncomingMessage): void {
    const { method, route, durationMs } = served;
    const span = this.#begin(request, { method, route, agoMs: durationMs });
    span.set('lectern.request_id', served.requestId);
    end(span, served);
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

function end(span: Span, { status, caller, space }: ServedTraced): void {
  const whose = { account_id: caller?.account, space_id: space, key: caller?.key, user_id: caller?.user };
  for (const [name, value] of Object.entries(whose)) if (value != null) span.set(`lectern.${name}`, value);
  span.set('http.response.status_code', status);
  if (status >= ERROR_MIN) span.fail(`The response is ${status}.`);
  span.end();
}
