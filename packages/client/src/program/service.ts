/** Asks the management plane of the service. What Transport does for reading (trying again, deadlines, errors) holds for writing too. */
import { randomUUID } from 'node:crypto';
import { parsed, Transport } from '../transport.ts';

/** A merge takes longer than a page of a site. */
const TIMEOUT_MS = 120_000;

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

  /** Sends something that takes effect once, however often it is tried. @throws LecternError */
  async send<T>(method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
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
