/** Asks the management plane of the service. What Transport does for reading (trying again, deadlines, errors) holds for writing too. */
import { randomUUID } from 'node:crypto';
import { parsed, Transport } from '../transport.ts';

/** A publication of 1,000 entries takes longer than a page of a site. */
const TIMEOUT_MS = 120_000;
const PAGE = 1_000;

/** What is read and written, and by which key. */
export interface Place {
  /** Without a slash at its end. */
  readonly url: string;
  readonly token: string;
  readonly space: string;
  readonly environment: string;
}

/** How a request is sent, beside its path. */
interface Sending {
  readonly body?: unknown;
  /** The version that is expected. */
  readonly version?: number;
}

export class Service {
  readonly place: Place;
  readonly #reading: Transport;

  constructor(place: Place) {
    this.place = place;
    this.#reading = new Transport(`${place.url}/`, { token: place.token, timeoutMs: TIMEOUT_MS });
  }

  /** The path of an environment, by default of the present one. */
  pathOf(environment = this.place.environment): string {
    return `spaces/${[this.place.space, environment].map(encodeURIComponent).join('/environments/')}`;
  }

  /** @throws LecternError */
  async get<T>(path: string): Promise<T> {
    return parsed<T>((await this.#reading.read(path)).text);
  }

  /** All items of a list, page by page. @param path with its parameters, or none */
  async *all<T>(path: string): AsyncGenerator<T> {
    const first = `${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}`;
    for (let page = first; ; ) {
      const { text, next } = await this.#reading.read(page);
      yield* parsed<{ items: T[] }>(text).items;
      if (next === null) return;
      page = `${first}&cursor=${encodeURIComponent(next)}`;
    }
  }

  /** Sends something that takes effect once, however often it is tried. @throws LecternError */
  async send<T>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    { body, version }: Sending = {},
  ): Promise<T> {
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
      ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
    };
    const { url, token } = this.place;
    const transport = new Transport(`${url}/`, {
      token,
      timeoutMs: TIMEOUT_MS,
      fetch: (address, init) =>
        fetch(address, {
          ...init,
          method,
          headers: { ...init.headers, ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
    });
    const { text } = await transport.read(path);
    return text === '' ? (undefined as T) : parsed<T>(text);
  }
}
