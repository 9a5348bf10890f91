/**
 * The webhook outbox. `webhook_cursors` says up to where the events of an environment became deliveries,
 * `webhook_queues` which process sends for a webhook and until when, `webhook_deliveries` holds what is sent, and
 * `webhook_attempts` each attempt: the pending ones are the queue, all others the log.
 */
import type { Migration } from './migration.ts';

export const webhookDeliveries: Migration = {
  name: '0006-webhook-deliveries',
  breaking: false,
  statements: [
    `CREATE TABLE webhook_cursors (
      environment INTEGER PRIMARY KEY, revision INTEGER NOT NULL, ordinal INTEGER NOT NULL)`,
    `CREATE TABLE webhook_queues (
      webhook TEXT PRIMARY KEY, owner TEXT, wake_at INTEGER, failures INTEGER NOT NULL, failing_since INTEGER,
      paused_until INTEGER NOT NULL, news INTEGER NOT NULL)`,
    'CREATE INDEX webhook_queues_by_time ON webhook_queues (wake_at) WHERE wake_at IS NOT NULL',
    `CREATE TABLE webhook_deliveries (
      webhook TEXT NOT NULL, id TEXT NOT NULL, event_id TEXT NOT NULL, event TEXT NOT NULL, resource TEXT NOT NULL,
      revision INTEGER NOT NULL, ordinal INTEGER NOT NULL, body TEXT NOT NULL, created_at INTEGER NOT NULL,
      PRIMARY KEY (webhook, id))`,
    `CREATE TABLE webhook_attempts (
      webhook TEXT NOT NULL, id TEXT NOT NULL, delivery TEXT NOT NULL, event TEXT NOT NULL, attempt INTEGER NOT NULL,
      step INTEGER NOT NULL, status TEXT NOT NULL, due_at INTEGER, revision INTEGER NOT NULL, ordinal INTEGER NOT NULL,
      created_at INTEGER NOT NULL, attempted_at INTEGER, duration_ms INTEGER, status_code INTEGER, response TEXT,
      error TEXT, next_attempt_at INTEGER, url TEXT, headers TEXT, PRIMARY KEY (webhook, id))`,
    'CREATE UNIQUE INDEX webhook_attempts_by_delivery ON webhook_attempts (webhook, delivery, attempt)',
    `CREATE INDEX webhook_attempts_due ON webhook_attempts (webhook, due_at, revision, ordinal)
      WHERE due_at IS NOT NULL`,
  ],
};
