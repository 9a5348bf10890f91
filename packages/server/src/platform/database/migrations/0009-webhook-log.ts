/** Indexes of the delivery log by kind of event and for the few failed attempts, so that neither means a scan. */
import type { Migration } from './migration.ts';

export const webhookLog: Migration = {
  name: '0009-webhook-log',
  breaking: false,
  statements: [
    'CREATE INDEX webhook_attempts_by_event ON webhook_attempts (webhook, event, id)',
    "CREATE INDEX webhook_attempts_failed ON webhook_attempts (webhook, id, event) WHERE status = 'failed'",
  ],
};
