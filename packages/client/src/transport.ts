/**
 * Reads from the service: tries again where that can help, remembers responses by their ETag, and lets equal reads share one request.
 * Invariant: what it keeps and shares is text, so that no caller sees what another one did to its result.
 */
import { LecternError } from './lectern-error.ts';
import { pause } from './pause.ts';
import type { ClientOptions, Fetch } from './types/client.ts';

const RETRIES = 3;
const RETRY_AFTER_MS = 200;
const TIMEOUT_MS = 10_000;
/** Characters of responses that are remembered. */
const MEMORY_CHARACTERS = 4_000_000;

type Access = Pick<ClientOptions, 'token' | 'fetch' | 'timeoutMs'>;

/** A response of the service. */
export interface Read {
  text: string;
  tags: string[];
  /** The cursor of the next page. */
  next: string | null;
  revision: number;
}

/** What answers the requests of queries: the service, or a copy. */
export interface Reads {
  read(path: string, signal?: AbortSignal): Promise<Read>;
}

interface Remembered {
  etag: string;
  read: Read;
}

/** A request that several callers may wait for. */
interface Flight {
  response: Promise<Read>;
  waiting: number;
  abort: AbortController;
}

export class Transport implements Reads {
  readonly #base: string;
  readonly #token: string;
  readonly #fetch: Fetch;
  readonly #timeoutMs: number;
  readonly #memory = new Map<string, Remembered>();
  #remembered = 0;
  readonly #flights = new Map<string, Flight>();

  /** @param base what all paths are below of, with `/` at its end */
  constructor(base: string, { token, fetch = globalThis.fetch, timeoutMs = TIMEOUT_MS }: Access) {
    this.#base = base;
    this.#token = token;
    // A browser refuses its `fetch` as a method of something else.
    this.#fetch = (...request) => fetch(...request);
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Reads what a path names.
   * @param signal ends the waiting of this caller alone
   * @throws LecternError, or the reason of the signal
   */
  async read(path: string, signal?: AbortSignal): Promise<Read> {
    signal?.throwIfAborted();
    const flight = this.#flights.get(path) ?? this.#start(path);
    flight.waiting++;
    try {
      return await this.#within(flight.response, signal);
    } finally {
      if (--flight.waiting === 0) {
        this.#forget(path, flight);
        flight.abort.abort();
      }
    }
  }

  #start(path: string): Flight {
    const abort = new AbortController();
    const flight: Flight = { abort, waiting: 0, response: this.#load(path, abort.signal) };
    this.#flights.set(path, flight);
    // Who comes once it has ended asks anew.
    const end = () => this.#forget(path, flight);
    flight.response.then(end, end);
    return flight;
  }

  #forget(path: string, flight: Flight): void {
    if (this.#flights.get(path) === flight) this.#flights.delete(path);
  }

  /** The response, unless the signal or the deadline of the caller comes first. */
  #within<T>(response: Promise<T>, signal?: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal?.reason);
      const timer = setTimeout(
        () => reject(failure('timeout', `No response within ${this.#timeoutMs} ms.`)),
        this.#timeoutMs,
      );
      signal?.addEventListener('abort', abort);
      response.then(resolve, reject).finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      });
    });
  }

  async #load(path: string, signal: AbortSignal): Promise<Read> {
    const known = this.#memory.get(path);
    const { response, text } = await this.#send(this.#base + path, signal, known?.etag);
    const header = (name: string) => response.headers.get(name);
    const revision = Number(header('x-cms-revision'));
    if (known && response.status === 304) return this.#remember(path, known.etag, { ...known.read, revision });
    if (!response.ok) throw refusal(response, text);
    const etag = header('etag');
    const tags = header('cache-tag')?.split(',') ?? [];
    const cursor = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(header('link') ?? '')?.[1];
    const read = { text, tags, next: cursor ? decodeURIComponent(cursor) : null, revision };
    return etag ? this.#remember(path, etag, read) : read;
  }

  /** Keeps what was read as the latest; what was used longest ago goes. */
  #remember(path: string, etag: string, read: Read): Read {
    this.#remembered += read.text.length - (this.#memory.get(path)?.read.text.length ?? 0);
    this.#memory.delete(path);
    this.#memory.set(path, { etag, read });
    for (const [oldest, { read }] of this.#memory) {
      if (this.#remembered <= MEMORY_CHARACTERS) break;
      this.#memory.delete(oldest);
      this.#remembered -= read.text.length;
    }
    return read;
  }

  /** Sends until there is a response that another try would not better. */
  async #send(url: string, signal: AbortSignal, etag?: string): Promise<{ response: Response; text: string }> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.#token}` };
    if (etag) headers['if-none-match'] = etag;
    for (let tries = 0; ; tries++) {
      let wait = RETRY_AFTER_MS * 2 ** tries * (0.5 + Math.random());
      try {
        const response = await this.#fetch(url, { headers, signal });
        const text = await response.text();
        const after = String(response.headers.get('retry-after'));
        wait = 1000 * Number(after) || Date.parse(after) - Date.now() || wait;
        const isTemporary = /408|429|5../.test(String(response.status));
        if (!isTemporary || tries === RETRIES || wait > this.#timeoutMs) return { response, text };
      } catch (error) {
        // Errors of `fetch` say in their cause what happened.
        if (tries === RETRIES || signal.aborted)
          throw failure(
            'network',
            `The service cannot be reached at ${this.#base}: ${(error as Error).cause ?? error}`,
            error,
          );
      }
      await pause(wait, signal);
    }
  }
}

/**
 * What is made of the JSON of a response.
 * @throws LecternError where the text is none, or such that nothing can be made of it
 */
export function parsed<T>(text: string): T;
export function parsed<T, R>(text: string, make: (value: T) => R): R;
export function parsed(text: string, make: (value: never) => unknown = (value) => value): unknown {
  try {
    return make(JSON.parse(text) as never);
  } catch (cause) {
    const message = `No response of the service; check its address: ${text.slice(0, 99)}`;
    throw failure('response', message, cause);
  }
}

function failure(code: string, message: string, cause?: unknown): LecternError {
  return new LecternError(message, { status: 0, code, cause });
}

/** What the service says in a response that is none to the question. */
export function refusal({ status, headers }: Response, text: string): LecternError {
  let detail: { code?: string; message?: string } | undefined;
  try {
    detail = JSON.parse(text).detail;
  } catch {}
  const { code = 'response', message = `The response has the status ${status}.` } = detail ?? {};
  return new LecternError(message, { status, code, detail, requestId: headers.get('x-request-id') });
}
