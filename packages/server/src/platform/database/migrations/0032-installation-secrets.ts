/**
 * The root secret of the installation, encrypted under each secret that is valid. A secret that opens none of the rows
 * belongs to another installation.
 */
import type { Migration } from './migration.ts';

export const installationSecrets: Migration = {
  name: '0032-installation-secrets',
  // An older node neither checks its secret nor knows the root secret, and would write what newer ones cannot read.
  breaking: true,
  statements: [
    `CREATE TABLE installation_secrets (
      id TEXT PRIMARY KEY, root BLOB NOT NULL, created_at INTEGER NOT NULL)`,
  ],
};
