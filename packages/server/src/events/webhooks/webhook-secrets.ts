/**
 * The secret parts of a webhook's row. Signing secrets and values of custom headers are stored encrypted, with a key that is
 * derived from the installation's secret for this purpose.
 */
import { randomBytes } from 'node:crypto';
import { SealedBox } from '../../platform/kit/sealed-box.ts';
import { DECODED_SECRET_PREFIX } from './signature.ts';
import type { WebhookRow } from './tables.ts';
import type { SendableWebhook } from './webhook.ts';

const SECRET_BYTES = 32;

/** Custom headers, name → value. */
export type WebhookHeaders = Readonly<Record<string, string>>;

export class WebhookSecrets {
  readonly #box: SealedBox;

  /** @param secret the installation's secret */
  constructor(secret: string) {
    this.#box = new SealedBox(secret, 'webhooks');
  }

  seal(text: string): Uint8Array {
    return this.#box.seal(text);
  }

  sealHeaders(headers: WebhookHeaders): Uint8Array {
    return this.#box.seal(JSON.stringify(headers));
  }

  /** The custom headers. Empty if they were encrypted with another secret, so that the rest can still be read and changed. */
  headersOf(row: Pick<WebhookRow, 'headers'>): WebhookHeaders {
    return this.canOpen(row) ? this.#openHeaders(row) : {};
  }

  /** Whether the headers were encrypted with this installation's current secret. */
  canOpen(row: Pick<WebhookRow, 'headers'>): boolean {
    try {
      this.#openHeaders(row);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * What a delivery to the webhook needs.
   * @throws if any of it was encrypted with another secret
   */
  sendable(row: WebhookRow): SendableWebhook {
    const secret = this.#box.open(row.secret);
    return {
      id: row.id,
      spaceId: row.space_id,
      url: row.url,
      headers: this.#openHeaders(row),
      secrets: row.next_secret === null ? [secret] : [secret, this.#box.open(row.next_secret)],
      active: row.active === 1,
      version: row.version,
    };
  }

  #openHeaders(row: Pick<WebhookRow, 'headers'>): WebhookHeaders {
    return JSON.parse(this.#box.open(row.headers)) as WebhookHeaders;
  }
}

/** A new secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return DECODED_SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}
