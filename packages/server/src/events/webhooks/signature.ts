/**
 * The headers of a delivery: its signatures and its event. Two kinds of signatures cover exactly the bytes that are sent:
 * `X-CMS-Signature`, and those of Standard Webhooks 1.0.0 (https://www.standardwebhooks.com).
 */
import { createHmac } from 'node:crypto';
import { PROGRAM_VERSION } from '../../platform/config/program-version.ts';
import { isoTime } from '../../platform/kit/clock.ts';

/** If a secret has this prefix, Standard Webhooks decodes the rest of it as base64. */
export const DECODED_SECRET_PREFIX = 'whsec_';

const USER_AGENT = `Lectern/${PROGRAM_VERSION.split('.', 1)[0]}`;
const MILLISECONDS = 1_000;

/** What is signed or sent in headers, apart from the body. */
export interface SignedDelivery {
  /** Kind of the event. */
  readonly event: string;
  /** The same for all attempts. */
  readonly deliveryId: string;
  /** The revision that the change created in its environment. */
  readonly revision: number;
  /** 1 for the first. */
  readonly attempt: number;
  /** When the attempt is made, in milliseconds since the epoch. */
  readonly at: number;
  readonly body: string;
  /** `X-CMS-Tags`. */
  readonly tags: string;
  /** `X-CMS-Slugs`; null for none. */
  readonly slugs: string | null;
  /** The current secret, then the prepared one if there is any. */
  readonly secrets: readonly [string, ...string[]];
  /** Custom headers, name → value. */
  readonly custom: Readonly<Record<string, string>>;
}

/** All headers of a delivery, except those that every HTTP request has. */
export function deliveryHeaders(delivery: SignedDelivery): Record<string, string> {
  const timestamp = String(Math.floor(delivery.at / MILLISECONDS));
  return {
    ...delivery.custom,
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'x-cms-event': delivery.event,
    'x-cms-delivery': delivery.deliveryId,
    'x-cms-attempt': String(delivery.attempt),
    'x-cms-revision': String(delivery.revision),
    'x-cms-timestamp': isoTime(delivery.at),
    'x-cms-tags': delivery.tags,
    ...(delivery.slugs === null ? {} : { 'x-cms-slugs': delivery.slugs }),
    'x-cms-signature': hexSignature(delivery.body, delivery.secrets[0]),
    'webhook-id': delivery.deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standardSignature({ ...delivery, id: delivery.deliveryId, timestamp }),
  };
}

/** `X-CMS-Signature`: HMAC-SHA256 of the body in lowercase hex. The key is the secret exactly as shown to the user. */
export function hexSignature(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** `webhook-signature`: `v1,<base64>` over `id.timestamp.body`, one for each secret, separated by spaces. */
export function standardSignature(parts: {
  readonly id: string;
  readonly timestamp: string;
  readonly body: string;
  readonly secrets: readonly string[];
}): string {
  const content = `${parts.id}.${parts.timestamp}.${parts.body}`;
  return parts.secrets
    .map((secret) => `v1,${createHmac('sha256', standardKey(secret)).update(content).digest('base64')}`)
    .join(' ');
}

function standardKey(secret: string): Buffer {
  const encoded = secret.startsWith(DECODED_SECRET_PREFIX);
  return encoded ? Buffer.from(secret.slice(DECODED_SECRET_PREFIX.length), 'base64') : Buffer.from(secret);
}
