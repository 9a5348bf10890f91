/** A client of a stream of changes. */
import assert from 'node:assert/strict';
import http from 'node:http';
import type { Actor } from '../../../../testing/src/client.ts';
import { until } from '../../../../testing/src/until.ts';

export interface LiveEvent {
  readonly name: string;
  readonly id: string | undefined;
  readonly data: {
    readonly revision?: number;
    readonly entries?: readonly (readonly [string, string, string])[];
    readonly assets?: readonly (readonly [string, string])[];
    readonly model?: boolean;
    readonly tags?: readonly string[];
    readonly reason?: string;
  };
  /** When it came, as `performance.now()` says it. */
  readonly at: number;
}

export class Listening {
  readonly events: LiveEvent[] = [];
  readonly headers: http.IncomingHttpHeaders;
  isClosed = false;
  /** Resolves once it has ended. */
  readonly closed: Promise<void>;
  lastId: string | undefined;
  readonly #request: http.ClientRequest;
  readonly #response: http.IncomingMessage;
  #rest = '';

  private constructor(request: http.ClientRequest, response: http.IncomingMessage, lastId: string | undefined) {
    this.#request = request;
    this.#response = response;
    this.headers = response.headers;
    this.lastId = lastId;
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.#take(text));
    response.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      response.on('close', () => {
        this.isClosed = true;
        resolve();
      });
    });
  }

  /** Opens a stream; fails unless the service lets it. @param lastId the id of the last event that is known */
  static open(by: Actor, read: string, { lastId, search = '' }: { lastId?: string | undefined; search?: string } = {}) {
    const { hostname, port } = new URL(by.url);
    const headers = {
      authorization: `Bearer ${by.token}`,
      accept: 'text/event-stream',
      ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
    };
    return new Promise<Listening>((resolve, reject) => {
      const request = http.get({ hostname, port, path: `${read}/live${search}`, headers, agent: false }, (response) => {
        if (response.statusCode === 200) return resolve(new Listening(request, response, lastId));
        response.resume();
        reject(new Error(`The stream was refused with ${response.statusCode}.`));
      });
      request.on('error', reject);
    });
  }

  get changes(): LiveEvent[] {
    return this.events.filter(({ name }) => name === 'change');
  }

  /** Waits for an event of that name, the first of those that come behind a number of events. */
  next(name: string, after = 0): Promise<LiveEvent> {
    const find = () => this.events.slice(after).find((event) => event.name === name);
    return until(find).then((event) => event ?? assert.fail());
  }

  /** Whether an entry was told of, with that operation. */
  async untilTold(id: string, op: string): Promise<void> {
    await until(() => this.changes.some(({ data }) => data.entries?.some((one) => one[0] === id && one[2] === op)));
  }

  /** Stops to read what is sent. */
  pause(): void {
    this.#response.pause();
  }

  resume(): void {
    this.#response.resume();
  }

  close(): void {
    this.#request.destroy();
  }

  #take(text: string): void {
    const parts = (this.#rest + text).split('\n\n');
    this.#rest = parts.pop() ?? '';
    for (const part of parts) {
      const lines = new Map(
        part.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      const name = lines.get('event');
      if (name === undefined) continue;
      const id = lines.get('id');
      this.lastId = id ?? this.lastId;
      this.events.push({ name, id, data: JSON.parse(lines.get('data') ?? '{}'), at: performance.now() });
    }
  }
}
