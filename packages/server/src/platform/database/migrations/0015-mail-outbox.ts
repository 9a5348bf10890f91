/** Mail that has to be sent: the content is encrypted, and a row is deleted once its mail is sent or withdrawn. */
import type { Migration } from './migration.ts';

export const mailOutbox: Migration = {
  name: '0015-mail-outbox',
  breaking: false,
  statements: [
    `CREATE TABLE mails (
      id TEXT PRIMARY KEY, about TEXT, sealed BLOB NOT NULL, attempts INTEGER NOT NULL,
      next_attempt_at INTEGER NOT NULL, created_at INTEGER NOT NULL)`,
    'CREATE INDEX mails_by_attempt ON mails (next_attempt_at)',
    'CREATE INDEX mails_by_about ON mails (about)',
  ],
};
