/** Asks the management plane of the service. What Transport does for reading (trying again, deadlines, errors) holds for writing too. */
import { randomUUID } from 'node:crypto';
import { LecternError } from '../lectern-error.ts';
import { parsed, type Read, Transport } from '../transport.ts';

/** A merge, or a publication of 1,000 entries, takes longer than a page of a site. */
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

  /** All items of a list, page by page. @param path with its parameters, or none. @throws LecternError */
  async *all<T>(path: string): AsyncGenerator<T> {
    const start = `${path}${path.includes('?') ? '&' : '?'}`;
    for (let [limit, cursor] = [PAGE, '']; ; ) {
      const page = await this.#pageUpTo(limit, (items) => `${start}limit=${items}${cursor}`);
      yield* parsed<{ items: T[] }>(page.text).items;
      if (page.next === null) return;
      [limit, cursor] = [page.limit, `&cursor=${encodeURIComponent(page.next)}`];
    }
  }

  /** A page of as many items as fit into one response. */
  async #pageUpTo(limit: number, pathOf: (limit: number) => string): Promise<Read & { readonly limit: number }> {
    try {
      return { ...(await this.#reading.read(pathOf(limit))), limit };
    } catch (error) {
      const isTooLarge = error instanceof LecternError && error.status === 422 && limit > 1;
      if (!isTooLarge) throw error;
      return await this.#pageUpTo(Math.ceil(limit / 4), pathOf);
    }
  }

  /** Sends something that takes effect once, however often it is tried. @throws LecternError */
  async send<T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> {
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
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

/** What a request brings; null where what it names is not there. @throws LecternError */
export async function ifThere<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof LecternError && error.status === 404) return null;
    throw error;
  }
}
