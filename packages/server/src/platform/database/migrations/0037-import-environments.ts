/** The environment that an import goes into, by its number: a later one of the same name is another. */
import type { Migration } from './migration.ts';

export const importEnvironments: Migration = {
  name: '0037-import-environments',
  breaking: false,
  statements: ['ALTER TABLE imports ADD COLUMN environment_number INTEGER'],
};
