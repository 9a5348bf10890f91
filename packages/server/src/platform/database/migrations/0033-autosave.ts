/**
 * Autosaves: which sitting a version of an entry is an autosave of, and for which resource a delivery waits until
 * nobody types there any more.
 */
import type { Migration } from './migration.ts';

export const autosave: Migration = {
  name: '0033-autosave',
  breaking: false,
  statements: [
    'ALTER TABLE entry_versions ADD COLUMN sitting_since INTEGER',
    'ALTER TABLE webhook_attempts ADD COLUMN held_for TEXT',
    'CREATE INDEX webhook_attempts_held ON webhook_attempts (webhook, held_for) WHERE held_for IS NOT NULL',
  ],
};
