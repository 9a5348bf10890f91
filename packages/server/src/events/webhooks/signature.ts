/**
 * The headers of a delivery: its signatures and its event. Two signatures over exactly the bytes that are sent:
 * `X-CMS-Signature`, and those of Standard Webhooks 1.0.0 (https://www.standardwebhooks.com).
 */
import { createHmac } from 'node:crypto';
import { PROGRAM_VERSION } from '../../platform/config/program-version.ts';
import { isoTime } from '../../platform/kit/clock.ts';

/** With this prefix, Standard Webhooks takes the rest of the secret as base64 of its bytes. */
export const DECODED_SECRET_PREFIX = 'whsec_';

const USER_AGENT = `Lectern/${PROGRAM_VERSION.split('.', 1)[0]}`;
const MILLISECONDS = 1_000;

/** What is signed or sent in headers, beside the body. */
export interface SignedDelivery {
  /** Kind of the event. */
  readonly event: string;
  /** The same for all attempts. */
  readonly deliveryId: string;
  /** The revision of the environment that the change made. */
  readonly revision: number;
  /** 1 for the first. */
  readonly attempt: number;
  /** When the attempt is made, in milliseconds since the epoch. */
  readonly at: number;
  readonly body: string;
  /** The secret, followed by the one that is to replace it. */
  readonly secrets: readonly [string, ...string[]];
  /** Custom headers, name → value. */
  readonly custom: Readonly<Record<string, string>>;
}

/** All headers of a delivery, except those of every HTTP request. */
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
    'x-cms-signature': hexSignature(delivery.body, delivery.secrets[0]),
    'webhook-id': delivery.deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standardSignature({ ...delivery, id: delivery.deliveryId, timestamp }),
  };
}

/** `X-CMS-Signature`: HMAC-SHA256 of the body in lowercase hex, with the secret as shown as the key. */
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
