/** The row of a webhook, for tests that need one in a database without a service. */

import type { WebhookRow } from '../../../server/src/events/webhooks/tables.ts';
import type { WebhookSecrets } from '../../../server/src/events/webhooks/webhook-secrets.ts';
import { newId } from '../../../server/src/platform/kit/ids.ts';
import type { BenchSpace } from '../workbench.ts';

/** The row of an active webhook that gets every event of a space. @param given overrides */
export function webhookRow(
  { space, owner }: BenchSpace,
  secrets: WebhookSecrets,
  given: Partial<WebhookRow> = {},
): WebhookRow {
  return {
    id: newId('whk'),
    space_id: space.id,
    name: 'Test',
    url: 'https://receiver.example/hook',
    headers: secrets.sealHeaders({}),
    events: '[]',
    filters: '{"content_types":[],"environments":[]}',
    active: 1,
    debounce_seconds: 0,
    secret: secrets.seal('secret'),
    next_secret: null,
    next_secret_at: null,
    disabled_reason: null,
    disabled_at: null,
    failures: 0,
    failing_since: null,
    paused_until: 0,
    version: 1,
    created_at: 0,
    created_by: owner.id,
    updated_at: 0,
    ...given,
  };
}
