/**
 * Everything that must hold before a change is taken, in one command (`npm test`): types, lint and format, dead code,
 * and all tests on SQLite and PostgreSQL. `DB=sqlite` or `DB=postgres` narrows the tests.
 * Every step runs whatever the others say, and the tests come last, so that their summary closes the output.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type PostgresServer, startPostgres } from '../packages/server/test/harness/postgres.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TEST_FILES = [
  'packages/*/src/**/*.test.ts',
  'packages/*/test/**/*.test.ts',
  'scripts/*.test.ts',
  'bench/*.test.ts',
];
const TEST_PROCESSES = 2;
const TEST_TIMEOUT_MS = 300_000;
const OPEN_HANDLES = './packages/server/test/harness/open-handles.ts';

interface Step {
  readonly name: string;
  /** Arguments of the project's Node. */
  readonly parameters: readonly string[];
  readonly env?: Record<string, string>;
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
    if (!(await passes(await tests()))) failed.push('tests');
  } finally {
    await serverStarted?.close();
  }
  if (failed.length > 0) console.error(`Not good yet: ${failed.join(', ')}.`);
  return failed.length === 0 ? 0 : 1;
}

/** The step that runs all test files, against one PostgreSQL server that they share. */
async function tests(): Promise<Step> {
  const parameters = ['--import', OPEN_HANDLES, '--test', `--test-concurrency=${TEST_PROCESSES}`];
  parameters.push(`--test-timeout=${TEST_TIMEOUT_MS}`, '--test-reporter=spec', ...TEST_FILES);
  if (process.env.DB === 'sqlite') return { name: 'tests', parameters };
  const startedAt = performance.now();
  serverStarted = await startPostgres();
  report('PostgreSQL', startedAt, 'started');
  return { name: 'tests', parameters, env: { LECTERN_TEST_POSTGRES_URL: serverStarted.url } };
}

/** Runs a step with its output shown, and says whether it passed and how long it took. */
async function passes({ name, parameters, env }: Step): Promise<boolean> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, parameters, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
  const passed = await new Promise<boolean>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
  if (name !== 'tests') report(name, startedAt, passed ? 'good' : 'FAILED');
  return passed;
}

function report(name: string, startedAt: number, result: string): void {
  console.log(`${name}: ${result}, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}
