/**
 * Posts to URLs from users, for webhooks. Never throws: what went wrong is in the result. Everything about a response is
 * bounded: time, headers, and the bytes read.
 */
import type { Agent, Dispatcher } from 'undici';
import type { AddressRule } from './address-rule.ts';
import { BlockedAddressError, type Failure, failureOf } from './failure.ts';
import { openAgent } from './guarded-agent.ts';
import { type Resolve, resolveHost } from './resolver.ts';
import { KEPT_BYTES_MAX, keptHeaders, responseText } from './response-text.ts';
import { targetUrl } from './target-url.ts';

/** From the start, including resolving and connecting, to the last byte of the response. */
const TIME_MAX_MS = 5_000;
const RESPONSE_BYTES_MAX = 65_536;
const SUCCESS_MIN = 200;
const SUCCESS_MAX = 299;

export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What traces say of it beside that, such as whose it is; never sent. */
  readonly traced?: Readonly<Record<string, string>>;
}

/** The outcome of a request. */
export interface OutgoingResult {
  /** Null if no response came. */
  readonly statusCode: number | null;
  /** Null for a complete response of 200 to 299. */
  readonly failure: Failure | null;
  readonly durationMs: number;
  /** The beginning of the response if it was text; 1,024 bytes at most. */
  readonly response: string;
  /** Its headers without cookies, as many as fit into 2,048 bytes. */
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** The response's `Retry-After`, verbatim. */
  readonly retryAfter: string | null;
}

export class Outgoing {
  readonly #rule: AddressRule;
  readonly #resolve: Resolve;
  #agent: Promise<Agent> | undefined;

  /** @param parts.resolve from host names to addresses; by default the system's */
  constructor(parts: { rule: AddressRule; resolve?: Resolve }) {
    this.#rule = parts.rule;
    this.#resolve = parts.resolve ?? resolveHost;
  }

  /** Posts a body and reads the response. Never throws: errors are in the result. */
  async post(request: OutgoingRequest): Promise<OutgoingResult> {
    const startedAt = performance.now();
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), TIME_MAX_MS);
    try {
      return { ...(await this.#exchange(request, abort.signal)), durationMs: since(startedAt) };
    } catch (error) {
      return { ...noResponse(abort.signal.aborted ? 'timeout' : failureOf(error)), durationMs: since(startedAt) };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes all connections; requests in progress end with `reset`. */
  async close(): Promise<void> {
    await (await this.#agent)?.destroy();
  }

  async #exchange(request: OutgoingRequest, signal: AbortSignal): Promise<Omit<OutgoingResult, 'durationMs'>> {
    const { url } = targetUrl(request.url, this.#rule);
    if (url === undefined) throw new BlockedAddressError();
    this.#agent ??= openAgent(this.#rule, this.#resolve, TIME_MAX_MS);
    const response = await (await this.#agent).request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers: request.headers,
      body: request.body,
      signal,
    });
    return readResponse(response, signal);
  }
}

/** The response up to its end or to where it is cut; a received status counts even if the rest failed. */
async function readResponse(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  signal: AbortSignal,
): Promise<Omit<OutgoingResult, 'durationMs'>> {
  const kept: Uint8Array[] = [];
  let size = 0;
  let failure: Failure | null = statusCode >= SUCCESS_MIN && statusCode <= SUCCESS_MAX ? null : 'http_error';
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      if (size < KEPT_BYTES_MAX) kept.push(chunk.subarray(0, KEPT_BYTES_MAX - size));
      size += chunk.length;
      if (size > RESPONSE_BYTES_MAX) {
        failure = 'too_large';
        break;
      }
    }
  } catch (error) {
    failure = signal.aborted ? 'timeout' : failureOf(error);
  }
  const type = { type: first(headers['content-type']), encoding: first(headers['content-encoding']) };
  return {
    statusCode,
    failure,
    response: responseText(Buffer.concat(kept), type),
    responseHeaders: keptHeaders(headers),
    retryAfter: first(headers['retry-after']) ?? null,
  };
}

function noResponse(failure: Failure): Omit<OutgoingResult, 'durationMs'> {
  return { statusCode: null, failure, response: '', responseHeaders: {}, retryAfter: null };
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function since(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}
