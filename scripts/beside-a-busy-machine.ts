/**
 * Runs test files again and again beside two processes that never rest, and shows each run that failed.
 * `node scripts/beside-a-busy-machine.ts [--times 20] [files]`: without files the tests of overload; `DB=sqlite` or
 * `DB=postgres` narrows it. Not part of `npm test`. Invariant: ends every process that it starts.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startSharedPostgres } from '../packages/server/test/harness/postgres.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OPEN_HANDLES = pathToFileURL(join(ROOT, 'packages/server/test/harness/open-handles.ts')).href;
/** What queues, refuses or slows down work where there is too much of it. */
const TESTS_OF_OVERLOAD = [
  'packages/server/src/content/assets/upload-{line,pace}.test.ts',
  'packages/server/src/content/files/images/image-turns.test.ts',
  'packages/server/src/platform/database/dialect/sqlite-write-queue.test.ts',
  'packages/server/src/platform/http/{open-connections,unread-responses}.test.ts',
  'packages/server/src/platform/kit/{fair-turns,pace,password-hasher,turns}.test.ts',
  'packages/server/test/bounds/*.test.ts',
  'packages/server/test/holding.test.ts',
  'packages/server/test/media/{fair-images,many-uploads,memory}.test.ts',
  'packages/server/test/quotas/nodes.test.ts',
  'packages/server/test/workers/*.test.ts',
];
const TIMES = '20';
const BUSY_PROCESSES = 2;
const TEST_TIMEOUT_MS = 300_000;

const { values, positionals } = parseArgs({
  options: { times: { type: 'string', default: TIMES } },
  allowPositionals: true,
});
const times = Number(values.times);
if (!Number.isInteger(times) || times < 1) throw new Error('--times takes a number of 1 or more.');
const files = positionals.length > 0 ? positionals : globSync(TESTS_OF_OVERLOAD, { cwd: ROOT }).sort();

const busy = Array.from({ length: BUSY_PROCESSES }, () => spawn(process.execPath, ['-e', 'for (;;);']));
process.once('exit', () => busy.map((child) => child.kill('SIGKILL')));
// A signal alone would not reach the listeners of `exit`.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const postgres = process.env.DB === 'sqlite' ? undefined : await startSharedPostgres();
if (postgres !== undefined) process.env.LECTERN_TEST_POSTGRES_URL = postgres.url;
try {
  for (const file of files) if (!(await passes(file))) process.exitCode = 1;
} finally {
  await postgres?.close();
  for (const child of busy) child.kill('SIGKILL');
}

/** Runs one file as often as was asked for, and says how often it failed. */
async function passes(file: string): Promise<boolean> {
  const startedAt = performance.now();
  let failures = 0;
  for (let run = 1; run <= times; run++) {
    const { code, output } = await runTests(file);
    if (code === 0) continue;
    failures += 1;
    console.log(`${file}, run ${run} of ${times}:\n${output}`);
  }
  const seconds = ((performance.now() - startedAt) / 1_000 / times).toFixed(1);
  console.log(`${failures === 0 ? 'good  ' : 'FAILED'} ${times - failures} of ${times}, ${seconds} s each: ${file}`);
  return failures === 0;
}

async function runTests(file: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const parameters = ['--import', OPEN_HANDLES, '--test', `--test-timeout=${TEST_TIMEOUT_MS}`, file];
  const child: ChildProcess = spawn(process.execPath, parameters, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output };
}
