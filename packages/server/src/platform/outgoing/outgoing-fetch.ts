/**
 * Fetches documents from hosts that users name, such as the keys of an identity provider, in the form of `fetch`.
 * Redirects are not followed, and a response is bounded in time and size.
 */

import type { Agent } from 'undici';
import { type Deadline, usualDeadline } from '../kit/deadline.ts';
import type { AddressRule } from './address-rule.ts';
import { BlockedAddressError } from './failure.ts';
import { openAgent } from './guarded-agent.ts';
import { type Resolve, resolveHost } from './resolver.ts';
import { targetUrl } from './target-url.ts';

/** From the start, including resolving and connecting, to the last byte of the response. */
const TIME_MAX_MS = 5_000;
const RESPONSE_BYTES_MAX = 262_144;
/** Statuses of responses that have no body. */
const BODILESS = new Set([101, 204, 205, 304]);

/** What a request may have besides its URL. */
export interface FetchOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Thrown if a response is larger than what is read. */
export class LargeResponseError extends Error {
  override readonly name = 'LargeResponseError';
}

export class OutgoingFetch {
  readonly rule: AddressRule;
  readonly #resolve: Resolve;
  readonly #timeMaxMs: number;
  #agent: Promise<Agent> | undefined;

  /** @param parts.resolve from host names to addresses; by default the system's */
  constructor(parts: { rule: AddressRule; resolve?: Resolve; deadline?: Deadline }) {
    this.rule = parts.rule;
    this.#timeMaxMs = (parts.deadline ?? usualDeadline)(TIME_MAX_MS);
    this.#resolve = parts.resolve ?? resolveHost;
  }

  /** @throws BlockedAddressError, LargeResponseError, or what the connection failed with */
  async fetch(text: string, { method, headers, body }: FetchOptions): Promise<Response> {
    const { url } = targetUrl(text, this.rule);
    if (url === undefined) throw new BlockedAddressError();
    this.#agent ??= openAgent(this.rule, this.#resolve, this.#timeMaxMs);
    const signal = AbortSignal.timeout(this.#timeMaxMs);
    const response = await (await this.#agent).request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: method as 'GET' | 'POST',
      headers,
      body: bytesOf(body),
      signal,
    });
    const content = await readBounded(response.body as AsyncIterable<Uint8Array>);
    const status = response.statusCode;
    return new Response(BODILESS.has(status) ? null : content, { status, headers: headersOf(response.headers) });
  }

  /** Closes all connections; requests in progress fail. */
  async close(): Promise<void> {
    await (await this.#agent)?.destroy();
  }
}

function bytesOf(body: unknown): string | Uint8Array | null {
  if (body === undefined || body === null) return null;
  return body instanceof Uint8Array ? body : String(body);
}

async function readBounded(body: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > RESPONSE_BYTES_MAX) throw new LargeResponseError(`The response exceeds ${RESPONSE_BYTES_MAX} bytes.`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function headersOf(received: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  return headers;
}
