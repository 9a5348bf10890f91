/**
 * The HTTP client of the whole-service tests. It uses only `node:http`, so that paths, headers and bodies are sent exactly as a
 * test wrote them. A request with an unexpected status fails with the whole exchange.
 */
import assert from 'node:assert/strict';
import http from 'node:http';

/** How long a test waits for one response. */
const RESPONSE_TIMEOUT_MS = 60_000;
const SOCKETS_MAX = 64;
const EXCERPT_LENGTH = 2_000;
/** The path of streams that do not end by themselves, unlike those of AI: what comes first is taken for the response. */
const ENDLESS = /\/delivery\/live(?:\?|$)/;

const agent = new http.Agent({ keepAlive: true, maxSockets: SOCKETS_MAX });

/** The parts of a request besides method and path. `body` is sent as JSON; `raw` is sent as it is, without headers of its own. */
export interface RequestParts {
  readonly token?: string | null;
  readonly body?: unknown;
  readonly raw?: string | Buffer;
  readonly headers?: http.OutgoingHttpHeaders;
  /** The local address to send from. */
  readonly localAddress?: string;
}

/** One response of the service. */
export class ApiResponse {
  readonly request: string;
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  #parsed: unknown;

  constructor(request: string, status: number, headers: http.IncomingHttpHeaders, text: string) {
    this.request = request;
    this.status = status;
    this.headers = headers;
    this.text = text;
  }

  /** The whole body, parsed as JSON; undefined if there is none. */
  get json(): unknown {
    if (this.#parsed === undefined && this.text !== '') this.#parsed = JSON.parse(this.text);
    return this.#parsed;
  }

  /** The value at a path like `items.0.fields.title`; undefined if there is none. */
  at(path: string): unknown {
    return valueAt(this.json, path);
  }

  /** The text at a path; fails if there is none. */
  string(path: string): string {
    const value = this.at(path);
    assert.equal(typeof value, 'string', `${path} is no text in the response to ${this}`);
    return String(value);
  }

  /** The number at a path; fails if there is none. */
  number(path: string): number {
    const value = this.at(path);
    assert.equal(typeof value, 'number', `${path} is no number in the response to ${this}`);
    return Number(value);
  }

  /** The list at a path; fails if there is none. */
  list(path: string): unknown[] {
    const value = this.at(path);
    assert.ok(Array.isArray(value), `${path} is no list in the response to ${this}`);
    return value;
  }

  /** The value at a path in each item of a list. */
  each(listPath: string, path: string): unknown[] {
    return this.list(listPath).map((item) => valueAt(item, path));
  }

  toString(): string {
    return `${this.request} → ${this.status} ${this.text.slice(0, EXCERPT_LENGTH)}`;
  }
}

/** A client with one token, or with none. */
export class Actor {
  readonly url: string;
  readonly token: string | null;

  constructor(url: string, token: string | null) {
    this.url = url;
    this.token = token;
  }

  get(path: string, status?: number, headers?: http.OutgoingHttpHeaders): Promise<ApiResponse> {
    return this.#expect(status, 'GET', path, headers === undefined ? {} : { headers });
  }

  post(path: string, body?: unknown, status?: number, headers?: http.OutgoingHttpHeaders): Promise<ApiResponse> {
    return this.#expect(status, 'POST', path, { body, ...(headers === undefined ? {} : { headers }) });
  }

  put(path: string, body: unknown, status?: number, headers?: http.OutgoingHttpHeaders): Promise<ApiResponse> {
    return this.#expect(status, 'PUT', path, { body, ...(headers === undefined ? {} : { headers }) });
  }

  patch(path: string, body: unknown, status?: number, headers?: http.OutgoingHttpHeaders): Promise<ApiResponse> {
    return this.#expect(status, 'PATCH', path, { body, ...(headers === undefined ? {} : { headers }) });
  }

  delete(path: string, status?: number, headers?: http.OutgoingHttpHeaders): Promise<ApiResponse> {
    return this.#expect(status, 'DELETE', path, headers === undefined ? {} : { headers });
  }

  /** Sends a request as this actor, whatever the response. */
  send(method: string, path: string, parts: RequestParts = {}): Promise<ApiResponse> {
    return send(this.url, method, path, { token: this.token, ...parts });
  }

  async #expect(status: number | undefined, method: string, path: string, parts: RequestParts): Promise<ApiResponse> {
    const response = await this.send(method, path, parts);
    if (status !== undefined) assert.equal(response.status, status, `expected ${status}: ${response}`);
    return response;
  }
}

/** Sends one request and reads the whole response as UTF-8 text. */
export function send(url: string, method: string, path: string, parts: RequestParts = {}): Promise<ApiResponse> {
  const payload = parts.raw ?? (parts.body === undefined ? undefined : JSON.stringify(parts.body));
  const headers: http.OutgoingHttpHeaders = {
    ...(parts.token === undefined || parts.token === null ? {} : { authorization: `Bearer ${parts.token}` }),
    ...(parts.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }),
    ...parts.headers,
  };
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = http.request({
      agent,
      hostname,
      port,
      method,
      path,
      headers,
      timeout: RESPONSE_TIMEOUT_MS,
      ...(parts.localAddress === undefined ? {} : { localAddress: parts.localAddress }),
    });
    request.on('timeout', () =>
      request.destroy(new Error(`${method} ${path}: no response in ${RESPONSE_TIMEOUT_MS} ms.`)),
    );
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      const end = () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve(new ApiResponse(`${method} ${path.slice(0, 300)}`, response.statusCode ?? 0, response.headers, text));
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (response.statusCode !== 200 || !ENDLESS.test(path)) return;
        end();
        request.destroy();
      });
      response.on('error', reject);
      response.on('end', end);
    });
    request.end(payload);
  });
}

/** Closes idle connections, so that a test file ends at once. */
export function closeConnections(): void {
  agent.destroy();
}

/** The value at a path like `items.0.fields.title` in parsed JSON; undefined if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  if (path === '') return value;
  let current = value;
  for (const step of path.split('.')) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = Object.getOwnPropertyDescriptor(current, step)?.value;
  }
  return current;
}
