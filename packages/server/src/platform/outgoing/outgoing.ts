/**
 * The only way in which the service sends HTTP requests to URLs from users. A host is resolved and its addresses are
 * checked when a connection is made, which then goes to a checked address and no other; redirects, proxies, cookies and
 * decompression are not supported. Everything about a response is bounded: time, headers, and the bytes read.
 */
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import type { AddressRule } from './address-rule.ts';
import { BlockedAddressError, type Failure, failureOf, UnresolvedError } from './failure.ts';
import { type Resolve, resolveHost } from './resolver.ts';
import { KEPT_BYTES_MAX, responseText } from './response-text.ts';
import { targetUrl } from './target-url.ts';

/** From the start, including resolving and connecting, to the last byte of the response. */
const TIME_MAX_MS = 5_000;
/** The part of it allowed for resolving, connecting and the TLS handshake. */
const CONNECT_TIME_MAX_MS = 2_000;
const RESPONSE_BYTES_MAX = 65_536;
const RESPONSE_HEADER_BYTES_MAX = 16_384;
/** Less than servers usually keep an idle connection, so that none is used that is about to close. */
const IDLE_TIME_MAX_MS = 3_000;
/** A connection is replaced, and its address checked again, after this. */
const CONNECTION_TIME_MAX_MS = 300_000;
const SUCCESS_MIN = 200;
const SUCCESS_MAX = 299;

export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
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
    this.#agent ??= openAgent(this.#rule, this.#resolve);
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

/** Loaded at the first request: the client takes 20 MB that few installations need at start. */
async function openAgent(rule: AddressRule, resolve: Resolve): Promise<Agent> {
  const undici = await import('undici');
  return new undici.Agent({
    connect: guardedConnect(undici.buildConnector, rule, resolve),
    clientTtl: CONNECTION_TIME_MAX_MS,
    keepAliveTimeout: IDLE_TIME_MAX_MS,
    keepAliveMaxTimeout: IDLE_TIME_MAX_MS,
    headersTimeout: TIME_MAX_MS,
    bodyTimeout: TIME_MAX_MS,
    maxHeaderSize: RESPONSE_HEADER_BYTES_MAX,
  });
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
    retryAfter: first(headers['retry-after']) ?? null,
  };
}

/**
 * Connects only to checked addresses. Node does not call `lookup` for literals, so these are checked here and below.
 */
function guardedConnect(build: typeof buildConnector, rule: AddressRule, resolve: Resolve): buildConnector.connector {
  const connect = build({
    timeout: CONNECT_TIME_MAX_MS,
    lookup: judgedLookup(rule, resolve),
    allowH2: false,
    // Regardless of NODE_TLS_REJECT_UNAUTHORIZED.
    rejectUnauthorized: true,
  });
  return (options, callback) => {
    if (isIP(options.hostname) !== 0 && !rule.permits(options.hostname)) {
      callback(new BlockedAddressError(), null);
      return;
    }
    connect(options, (...[error, socket]) => {
      if (error !== null) callback(error, null);
      else if (isJudged(rule, socket)) callback(null, socket);
      else {
        socket.destroy();
        callback(new BlockedAddressError(), null);
      }
    });
  };
}

function isJudged(rule: AddressRule, { remoteAddress }: Socket): boolean {
  return remoteAddress !== undefined && rule.permits(remoteAddress);
}

/** Gives a connection only those addresses of a host that may be connected to. */
function judgedLookup(rule: AddressRule, resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    permittedAddresses(host, rule, resolve).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [one] = found;
        if (options.all === true) callback(null, found);
        else callback(null, one?.address ?? '', one?.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}

/**
 * The addresses of a host that may be connected to, at least one.
 * @throws UnresolvedError if it has none, BlockedAddressError if none is permitted
 */
export async function permittedAddresses(host: string, rule: AddressRule, resolve: Resolve): Promise<string[]> {
  const addresses = await resolve(host).catch((cause: unknown) => {
    throw new UnresolvedError(`The name ${host} could not be resolved.`, { cause });
  });
  if (addresses.length === 0) throw new UnresolvedError(`The name ${host} has no address.`);
  const permitted = addresses.filter((address) => rule.permits(address));
  if (permitted.length === 0) throw new BlockedAddressError();
  return permitted;
}

function noResponse(failure: Failure): Omit<OutgoingResult, 'durationMs'> {
  return { statusCode: null, failure, response: '', retryAfter: null };
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function since(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}
