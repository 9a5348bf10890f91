/**
 * Everything that must hold before a change is taken, in one command (`npm test`): types, lint and format, dead code,
 * and all tests on SQLite and PostgreSQL. `DB=sqlite` or `DB=postgres` narrows the tests.
 * Every step runs whatever the others say, and the tests come last, so that their summary closes the output.
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type PostgresServer, startPostgres } from '../packages/server/test/harness/postgres.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TEST_FILES = [
  'packages/*/src/**/*.test.ts',
  'packages/*/test/**/*.test.ts',
  'scripts/*.test.ts',
  'bench/*.test.ts',
];
/** Tests that measure how long others wait: nothing else runs beside them. */
const TIMED_TESTS = 'packages/*/test/stalls/*.test.ts';
/** One more than a small machine has processors: tests wait for timers, databases and browsers as much as they compute. */
const TEST_PROCESSES = 3;
const SLOWEST_SHOWN = 15;
const TEST_TIMEOUT_MS = 300_000;
const OPEN_HANDLES = join(ROOT, 'packages/server/test/harness/open-handles.ts');
/** Every test file loads most of the product; compiled once, that takes half the time. */
const COMPILED = join(ROOT, 'node_modules/.cache/tests');

interface Step {
  readonly name: string;
  /** Arguments of the project's Node. */
  readonly parameters: readonly string[];
}

const CHECKS: readonly Step[] = [
  { name: 'types', parameters: ['node_modules/typescript7/bin/tsc', '--noEmit'] },
  { name: 'lint and format', parameters: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
  { name: 'dead code', parameters: ['node_modules/knip/bin/knip.js', '--no-progress'] },
];

let serverStarted: PostgresServer | undefined;
process.exitCode = await verify();

/** Runs all steps and gives the exit code. */
async function verify(): Promise<number> {
  const failed: string[] = [];
  for (const check of CHECKS) if (!(await passes(check))) failed.push(check.name);
  try {
    if (!(await testsPass())) failed.push('tests');
  } finally {
    await serverStarted?.close();
  }
  if (failed.length > 0) console.error(`Not good yet: ${failed.join(', ')}.`);
  return failed.length === 0 ? 0 : 1;
}

/** Runs all test files, against one PostgreSQL server that they share, and says whether all passed. */
async function testsPass(): Promise<boolean> {
  process.env.NODE_COMPILE_CACHE = COMPILED;
  if (process.env.DB !== 'sqlite') {
    const startedAt = performance.now();
    serverStarted = await startPostgres();
    process.env.LECTERN_TEST_POSTGRES_URL = serverStarted.url;
    report('PostgreSQL', startedAt, 'started');
  }
  const timed = globSync(TIMED_TESTS, { cwd: ROOT }).map((name) => join(ROOT, name));
  const others = testFiles().filter((file) => !timed.includes(file));
  const results = [await filesPass(timed, 1), await filesPass(others, TEST_PROCESSES)];
  return results.every((passed) => passed);
}

/** Runs some test files, so many at a time, and says whether all passed. */
async function filesPass(files: readonly string[], concurrency: number): Promise<boolean> {
  const timeout = TEST_TIMEOUT_MS;
  const execArgv = ['--import', pathToFileURL(OPEN_HANDLES).href, `--test-timeout=${timeout}`];
  const events = run({ cwd: ROOT, files: [...files], concurrency, timeout, execArgv });
  let passed = true;
  const durations: { readonly file: string; readonly seconds: number }[] = [];
  events.on('test:summary', ({ file, duration_ms: duration }) => {
    if (file !== undefined) durations.push({ file: relative(ROOT, file), seconds: duration / 1000 });
  });
  events.on('test:fail', ({ todo }) => {
    passed &&= todo !== undefined;
  });
  for await (const text of events.compose(spec)) process.stdout.write(text);
  const slowest = durations.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_SHOWN);
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(0).padStart(5)} s  ${file}`);
  return passed;
}

/** Backwards: the tests of the whole service take longest and come first, so that none runs on alone at the end. */
function testFiles(): string[] {
  return globSync(TEST_FILES, { cwd: ROOT })
    .map((name) => join(ROOT, name))
    .sort()
    .reverse();
}

/** Runs a step with its output shown, and says whether it passed and how long it took. */
async function passes({ name, parameters }: Step): Promise<boolean> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, parameters, { cwd: ROOT, stdio: 'inherit' });
  const passed = await new Promise<boolean>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
  report(name, startedAt, passed ? 'good' : 'FAILED');
  return passed;
}

function report(name: string, startedAt: number, result: string): void {
  console.log(`${name}: ${result}, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}
