/** Hidden fields whose values are being removed for good, each with how far that has come. */
import type { Migration } from './migration.ts';

export const fieldRemovals: Migration = {
  name: '0013-field-removals',
  breaking: false,
  statements: [
    `CREATE TABLE field_removals (
      environment INTEGER NOT NULL, content_type INTEGER NOT NULL, field INTEGER NOT NULL, progress TEXT,
      PRIMARY KEY (environment, content_type, field))`,
  ],
};
