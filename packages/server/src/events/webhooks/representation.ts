/** A webhook as shown in responses and the audit: without its secrets, and with masked header values. */

import { isoTime } from '../../platform/kit/clock.ts';
import { maskedHeaders } from './custom-headers.ts';
import type { Webhook } from './schema.ts';
import { filtersOf } from './store.ts';
import type { WebhookRow } from './tables.ts';
import type { WebhookHeaders } from './webhook-secrets.ts';

/** @param headers the webhook's headers, decrypted */
export function representation(row: WebhookRow, headers: WebhookHeaders): Webhook {
  const { contentTypes, environments } = filtersOf(row);
  return {
    id: row.id,
    space_id: row.space_id,
    name: row.name,
    url: row.url,
    headers: maskedHeaders(headers),
    events: JSON.parse(row.events) as Webhook['events'],
    filters: { content_types: [...contentTypes], environments: [...environments] },
    active: row.active === 1,
    debounce_seconds: row.debounce_seconds,
    rotation_started_at: isoTime(row.next_secret_at),
    disabled_at: isoTime(row.disabled_at),
    disabled_reason: row.disabled_reason,
    created_at: isoTime(row.created_at),
    created_by: row.created_by,
    updated_at: isoTime(row.updated_at),
    version: row.version,
  };
}
