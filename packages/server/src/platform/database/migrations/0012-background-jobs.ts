/** Background jobs that one process at a time runs: who holds the lease until when, and when each was done last. */
import type { Migration } from './migration.ts';

export const backgroundJobs: Migration = {
  name: '0012-background-jobs',
  breaking: false,
  statements: [
    `CREATE TABLE background_jobs (
      name TEXT PRIMARY KEY, done_at INTEGER NOT NULL, node TEXT, boot TEXT, leased_until INTEGER NOT NULL)`,
    `INSERT INTO background_jobs (name, done_at, leased_until)
      SELECT CASE scope WHEN 'files:collected' THEN 'file-collection' ELSE 'search-collection' END, next, 0
      FROM counters WHERE scope IN ('files:collected', 'search:collected')`,
    "DELETE FROM counters WHERE scope IN ('files:collected', 'search:collected')",
  ],
};
