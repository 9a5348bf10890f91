/**
 * Reads what a webhook of Lectern sends, once its signature is proven: https://www.standardwebhooks.com, over the bytes as they came.
 * It stands on Web Crypto alone, so it runs wherever a site does.
 */

/** What happened. Bodies and headers are described in `docs/reference/webhooks.md`. */
export interface WebhookEvent {
  /** Its kind, such as `entry.publish`. */
  readonly event: string;
  readonly space_id: string;
  readonly environment: string;
  readonly resource: {
    readonly id: string;
    readonly content_type: string | null;
    readonly slug: string | null;
    readonly status: string | null;
  };
  readonly timestamp: string;
  /** The same for all attempts to send this event: whoever remembers it for a few days handles nothing twice. */
  readonly delivery: string;
  /** Of the environment after the change: reads with `atLeast(revision)` are never older. It stands in a header that is not signed. */
  readonly revision: number;
  /** Cache tags of all that the change may have made stale, from a header that is not signed: good for dropping copies, and for nothing else. */
  readonly tags: readonly string[];
}

/** Why something is no event of this webhook. Answer with 401. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/** What a request consists of, where there is no `Request`. */
export interface WebhookRequest {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as it came: parsed and written again, it is another one. */
  readonly body: Uint8Array | string;
}

export interface WebhookOptions {
  /** How far the time of the request may be from that of this machine, in seconds; 300 if not given. */
  readonly tolerance?: number;
}

/**
 * Reads a request of a webhook.
 * @param secret as it was shown when the webhook was made; both where one is about to be replaced
 * @throws {WebhookError} if it is not signed with the secret, too old, too long, or no event
 */
export async function readWebhook(
  request: Request | WebhookRequest,
  secret: string | readonly string[],
  { tolerance = TOLERANCE_SECONDS }: WebhookOptions = {},
): Promise<WebhookEvent> {
  const header = headersOf(request.headers);
  const [id, sentAt, signatures] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')];
  const late = Math.abs(Date.now() / 1_000 - Number(sentAt));
  if (!(late <= tolerance)) throw new WebhookError('The request has no time, or was sent at another one.');
  const body = await bytesOf(request);
  const content = joined(encoder.encode(`${id}.${sentAt}.`), body);
  if (!(await isSigned(content, signatures, [secret].flat()))) throw new WebhookError('The signature is wrong.');
  return eventOf(body, header);
}

const TOLERANCE_SECONDS = 300;
const BODY_BYTES_MAX = 65_536;
const SIGNATURE_PREFIX = 'v1,';
/** What follows it in a secret is base64. */
const DECODED_PREFIX = 'whsec_';
const encoder = new TextEncoder();

type HeaderOf = (name: string) => string;

function headersOf(headers: WebhookRequest['headers']): HeaderOf {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? '';
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => [byName.get(name) ?? ''].flat().join(',');
}

/** Reads no more than an event can be long, whoever sends it. */
async function bytesOf(request: Request | WebhookRequest): Promise<Uint8Array> {
  const { body } = request;
  let bytes: Uint8Array = new Uint8Array();
  if (typeof body === 'string') bytes = encoder.encode(body);
  else if (body instanceof Uint8Array) bytes = body;
  else if (typeof body?.getReader === 'function') {
    const reader = body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes = joined(bytes, part.value);
      if (bytes.length > BODY_BYTES_MAX) break;
    }
    void reader.cancel().catch(() => {});
  }
  if (bytes.length > BODY_BYTES_MAX) throw new WebhookError('The body is too long for an event.');
  return bytes;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** Whether one of the signatures was made with one of the secrets. Web Crypto compares in constant time. */
async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  signatures: string,
  secrets: readonly string[],
): Promise<boolean> {
  const given = signatures
    .split(' ')
    .filter((signature) => signature.startsWith(SIGNATURE_PREFIX))
    .map((signature) => decoded(signature.slice(SIGNATURE_PREFIX.length)));
  for (const secret of secrets) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', keyOf(secret), algorithm, false, ['verify']);
    for (const signature of given)
      if (signature !== null && (await crypto.subtle.verify('HMAC', key, signature, content))) return true;
  }
  return false;
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  if (secret === '') throw new WebhookError('Give the secret of the webhook.');
  const key = secret.startsWith(DECODED_PREFIX) ? decoded(secret.slice(DECODED_PREFIX.length)) : encoder.encode(secret);
  if (key === null || key.length === 0) throw new WebhookError('Give the whole secret of the webhook.');
  return key;
}

/** The bytes behind a text in base64; null if it is none. */
function decoded(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function eventOf(body: Uint8Array, header: HeaderOf): WebhookEvent {
  let event: WebhookEvent;
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new WebhookError('The body is no JSON.');
  }
  const tags = header('x-cms-tags').split(',').filter(Boolean);
  return { ...event, delivery: header('webhook-id'), revision: Number(header('x-cms-revision')), tags };
}
