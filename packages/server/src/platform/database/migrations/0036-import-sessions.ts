/** Imports that people began know their session: they end with it. */
import type { Migration } from './migration.ts';

export const importSessions: Migration = {
  name: '0036-import-sessions',
  breaking: false,
  statements: ['ALTER TABLE imports ADD COLUMN actor_session TEXT'],
};
