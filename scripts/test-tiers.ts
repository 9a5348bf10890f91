/**
 * What belongs to which tier. `npm test` runs what is deterministic: every file on SQLite, and on PostgreSQL those whose
 * SQL, locks or concurrency differ there. `npm run test:deep` runs everything on both engines, with the counts below, and
 * the files that are named `*.deep.test.ts`: random seeds, kills, full disks, many nodes, elapsed time.
 */
import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';

const TEST_FILES = ['packages/*/{src,test}/**/*.test.ts', 'scripts/*.test.ts', 'bench/*.test.ts'];
const NOT_OURS = ['**/node_modules/**'];
const DEEP_FILE = '**/*.deep.test.ts';

/** The files that `npm test` runs on PostgreSQL too. */
const ON_POSTGRES_TOO = [
  'packages/server/src/platform/{database,journal,jobs}/**',
  'packages/server/src/events/webhooks/dispatch/**',
  'packages/server/test/durability/{crash,database}/**',
  'packages/server/test/reading/{query,search,walks}/**',
  'packages/server/test/branches/{clone,merging}/**',
  'packages/server/test/accounts/plans/**',
  'packages/server/test/webhooks/{sending,readable}.test.ts',
  'packages/server/test/content/entries/{journal,large-entries,links,import,races}.test.ts',
  'packages/server/test/branches/transfer/{jobs,writing}.test.ts',
  'packages/server/test/accounts/audit/sealing.test.ts',
  'packages/server/test/content/model/**',
  'packages/testing/src/engines.test.ts',
  'packages/server/test/reading/{same-responses,query-count}.test.ts',
  'packages/server/test/stories/{entries,model,reading}.test.ts',
  'packages/server/test/nodes/two-nodes.test.ts',
];

/** How often the deep tier repeats what `npm test` does a few times; the names are those of the tests' own variables. */
export const DEEP_COUNTS: Readonly<Record<string, string>> = {
  ALIAS_SWITCHES: '1000',
  AUDIT_KILLS: '25',
  BACKUPS: '10',
  BACKUP_KILLS: '20',
  CLONE_KILLS: '10',
  CONSISTENCY_REQUESTS: '20000',
  CUTS: '200',
  CYCLES: '100',
  DIRECT_READS: '20000',
  DISK_FILLS: '10',
  EXPORT_ROUNDS: '5',
  FUZZ_REQUESTS: '20000',
  KILLS: '20',
  LOGIN_TRIES: '200',
  MAILS: '1000',
  MAIL_KILLS: '10',
  MERGE_HISTORIES: '100',
  MERGE_KILLS: '10',
  MERGE_PAIRS: '1000',
  MINUTES: '5',
  MODEL_RUNS: '200',
  MODEL_STEPS: '30',
  MOVE_ENTRIES: '100000',
  QUERY_RUNS: '400',
  QUERY_WALKS: '2000',
  REFUSAL_TRIES: '50',
  REVOCATION_ROUNDS: '100',
  RESTARTS: '20',
  ROUNDS: '2000',
  SCIM_RUNS: '20000',
  SEARCH_RUNS: '40',
  STRIPE_ROUNDS: '200',
  STUDIO_EXPORTS: 'all',
  STUDIO_TYPING: '2000',
  STUDIO_VIEWS: 'all',
  TAKEOVERS: '5',
  TRANSFER_KILLS: '10',
  WEBHOOK_CHANGES: '2000',
  WEBHOOK_KILLS: '30',
  WEBHOOK_ROUNDS: '2000',
};

/** One of the two tiers of tests. */
export type Tier = 'usual' | 'deep';

/** The test files of a tier, relative to the root with `/`, narrowed to those below folders of these names if any. */
export function filesOf(tier: Tier, root: string, folders: readonly string[] = []): string[] {
  const files = globSync(TEST_FILES, { cwd: root, exclude: NOT_OURS }).map((file) => file.replaceAll('\\', '/'));
  return files
    .filter((file) => tier === 'deep' || !isDeep(file))
    .filter((file) => folders.length === 0 || folders.some((folder) => `/${file}`.includes(`/${folder}`)))
    .sort();
}

/** Whether a file belongs to the deep tier alone. */
export function isDeep(file: string): boolean {
  return matchesGlob(file, DEEP_FILE);
}

/** Whether a tier runs a file on SQLite alone. */
export function isOnSqliteAlone(file: string, tier: Tier): boolean {
  return tier === 'usual' && !ON_POSTGRES_TOO.some((pattern) => matchesGlob(file, pattern));
}
