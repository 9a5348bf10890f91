/**
 * Talks to a running service over its API with a management key. If the service is busy it waits
 * as long as `Retry-After` says and retries; any other error becomes a `ServiceError` with the service's own message.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** The import route may take 120 s. */
const REQUEST_TIMEOUT_MS = 130_000;
/** Within this time a large response has to begin. */
const STREAM_START_TIMEOUT_MS = 60_000;
const ATTEMPTS_MAX = 6;
const WAIT_MAX_MS = 30_000;
/** Wait time if the service gives none. */
const WAIT_DEFAULT_MS = 1_000;
/** Statuses that mean "later": nothing was done. */
const BUSY_STATUSES = [429, 503];

/** An error response of the service, or a failure to reach it. */
export class ServiceError extends Error {
  /** HTTP status; null if there was no response. */
  readonly status: number | null;
  readonly code: string | null;

  constructor(message: string, status: number | null = null, code: string | null = null) {
    super(message);
    this.name = 'ServiceError';
    this.status = status;
    this.code = code;
  }
}

export interface ServiceAddress {
  /** Without a trailing slash. */
  readonly url: string;
  /** Null for the few requests that need none, such as sign-up. */
  readonly token: string | null;
}

/** One request: `json` is sent as JSON, `lines` as newline-delimited JSON, `form` as a form with files. */
export interface ServiceRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly json?: unknown;
  readonly lines?: readonly string[];
  readonly form?: FormData;
}

export class ServiceClient {
  readonly #address: ServiceAddress;

  constructor(address: ServiceAddress) {
    this.#address = address;
  }

  /**
   * Sends a request and returns the parsed body of its response.
   * @throws ServiceError
   */
  async send(request: ServiceRequest): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#fetch(request);
      const text = await response.text();
      if (response.ok) return parsed(text);
      if (!BUSY_STATUSES.includes(response.status) || attempt === ATTEMPTS_MAX)
        throw refusal(request, response.status, text);
      await sleep(waitMs(response.headers.get('retry-after')));
    }
  }

  /**
   * Reads a large response, or a part of it, as it arrives. The service may take as long as it sends something.
   * @param from the first byte
   * @throws ServiceError
   */
  async read(path: string, from: number): Promise<AsyncIterable<Uint8Array>> {
    const { url, token } = this.#address;
    const left = new AbortController();
    const timer = setTimeout(() => left.abort(new Error('it did not respond')), STREAM_START_TIMEOUT_MS);
    const headers = { authorization: `Bearer ${token}`, range: `bytes=${from}-` };
    try {
      const response = await fetch(`${url}${path}`, { headers, signal: left.signal, redirect: 'error' });
      if (!response.ok) throw refusal({ method: 'GET', path }, response.status, await response.text());
      return response.body as unknown as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw error instanceof ServiceError ? error : unreachable(url, error);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Sends a large body as it is read, and returns the parsed body of the response.
   * @param body makes it, again if the service is busy
   * @throws ServiceError
   */
  async sendStream(path: string, type: string, body: () => AsyncIterable<Uint8Array>): Promise<unknown> {
    const { url, token } = this.#address;
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    for (let attempt = 1; ; attempt += 1) {
      const options = { method: 'POST', headers, body: body(), duplex: 'half', redirect: 'error' };
      const response = await fetch(`${url}${path}`, options as unknown as RequestInit).catch((error: unknown) => {
        throw unreachable(url, error);
      });
      const text = await response.text();
      if (response.ok) return parsed(text);
      if (!BUSY_STATUSES.includes(response.status) || attempt === ATTEMPTS_MAX)
        throw refusal({ method: 'POST', path }, response.status, text);
      await sleep(waitMs(response.headers.get('retry-after')));
    }
  }

  async #fetch(request: ServiceRequest): Promise<Response> {
    const { url, token } = this.#address;
    const body = bodyOf(request);
    try {
      return await fetch(`${url}${request.path}`, {
        method: request.method,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === null ? {} : { 'content-type': body.type }),
        },
        // A form sets its own boundary.
        body: request.form ?? body?.text ?? null,
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        redirect: 'error',
      });
    } catch (error) {
      throw unreachable(url, error);
    }
  }
}

function unreachable(url: string, error: unknown): ServiceError {
  return new ServiceError(
    `The service at ${url} cannot be reached (${causeOf(error)}); start it, or set its URL with --url.`,
  );
}

function bodyOf({ json, lines }: ServiceRequest): { readonly type: string; readonly text: string } | null {
  if (lines !== undefined) return { type: 'application/x-ndjson', text: `${lines.join('\n')}\n` };
  return json === undefined ? null : { type: 'application/json', text: JSON.stringify(json) };
}

function waitMs(retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, WAIT_MAX_MS) : WAIT_DEFAULT_MS;
}

function refusal(request: Pick<ServiceRequest, 'method' | 'path'>, status: number, text: string): ServiceError {
  const { detail } = (parsed(text) ?? {}) as { detail?: unknown };
  const { code, message } = (typeof detail === 'object' && detail !== null ? detail : {}) as {
    code?: unknown;
    message?: unknown;
  };
  const words =
    typeof message === 'string' ? message : typeof detail === 'string' ? detail : `It responded with status ${status}.`;
  return new ServiceError(
    `${request.method} ${request.path}: ${words}`,
    status,
    typeof code === 'string' ? code : null,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** fetch hides the reason of a failed connection in the cause of its error. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
