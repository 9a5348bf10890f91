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
  'packages/server/test/reading/{query,search}/**',
  'packages/server/test/branches/clone/{clone,ceilings}.test.ts',
  'packages/server/test/branches/merging/{merging,histories}.test.ts',
  'packages/server/test/accounts/plans/**',
  'packages/server/test/content/blocks/blocks.test.ts',
  'packages/server/test/content/entries/{journal,links,import,races}.test.ts',
  'packages/server/test/accounts/audit/sealing.test.ts',
  'packages/server/test/content/model/**',
  'packages/testing/src/engines.test.ts',
  'packages/server/test/reading/{same-responses,query-count}.test.ts',
  'packages/server/test/stories/{entries,model,reading}.test.ts',
  'packages/server/test/nodes/two-nodes.test.ts',
];

/**
 * How often the deep tier repeats what `npm test` does a few times, so that all of it takes about an hour on 2 cores. The
 * names are variables of the tests, which can be set to more: `WEBHOOK_KILLS=30 npm run test:deep -- webhooks`.
 */
export const DEEP_COUNTS: Readonly<Record<string, string>> = {
  ALIAS_SWITCHES: '100',
  AUDIT_KILLS: '3',
  BACKUPS: '3',
  BACKUP_KILLS: '4',
  CEILING_TRIES: '100',
  CLIENT_MODELS: '20',
  CLONE_KILLS: '3',
  CONSISTENCY_REQUESTS: '2000',
  CUTS: '40',
  CYCLES: '8',
  DIRECT_READS: '5000',
  DISK_FILLS: '3',
  EXPORT_ROUNDS: '2',
  FUZZ_REQUESTS: '3000',
  KILLS: '4',
  LOGIN_TRIES: '60',
  MAILS: '90',
  MAIL_KILLS: '3',
  MERGE_HISTORIES: '15',
  MERGE_KILLS: '3',
  MERGE_PAIRS: '100',
  MINUTES: '1',
  MODEL_RUNS: '30',
  MODEL_STEPS: '30',
  MOVE_ENTRIES: '5000',
  PUSH_KILLS: '4',
  PUSH_RUNS: '10',
  QUERY_RUNS: '80',
  QUERY_WALKS: '60',
  REFUSAL_TRIES: '20',
  REVOCATION_ROUNDS: '20',
  RESTARTS: '3',
  ROUNDS: '200',
  SCIM_RUNS: '2000',
  SEARCH_RUNS: '10',
  STRIPE_ROUNDS: '30',
  STUDIO_EXPORTS: 'all',
  STUDIO_TYPING: '400',
  STUDIO_VIEWS: 'all',
  TAKEOVERS: '3',
  TRANSFER_KILLS: '3',
  WALKS: '500',
  WEBHOOK_CHANGES: '400',
  WEBHOOK_KILLS: '5',
  WEBHOOK_ROUNDS: '150',
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
