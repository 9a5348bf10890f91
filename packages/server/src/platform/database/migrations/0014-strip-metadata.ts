/** Whether a space keeps uploaded images without their metadata: spaces that exist go on as they were. */
import type { Migration } from './migration.ts';

export const stripMetadata: Migration = {
  name: '0014-strip-metadata',
  breaking: false,
  statements: ['ALTER TABLE spaces ADD COLUMN strip_metadata INTEGER NOT NULL DEFAULT 0'],
};
