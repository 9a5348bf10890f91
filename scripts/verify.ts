/**
 * Everything that must hold before a change is taken, in one command (`npm test`): types, lint and format, dead code,
 * and all tests on SQLite and PostgreSQL. `DB=sqlite` or `DB=postgres` narrows the tests.
 * Every step runs whatever the others say, and the tests come last, so that their summary closes the output.
 */
import { spawn } from 'node:child_process';
import { globSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { run } from 'node:test';
import { spec, type TestEvent } from 'node:test/reporters';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { unpackChromium } from '../packages/server/test/harness/chromium.ts';
import { type PostgresServer, startSharedPostgres } from '../packages/server/test/harness/postgres.ts';
import { writeProcesses } from './test-processes.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Tests that measure how long others wait: nothing runs beside them. */
const TIMED_TESTS = ['packages/*/test/stalls/*.test.ts'];
const TESTS = ['packages/*/{src,test}/**/*.test.ts', 'scripts/*.test.ts', 'bench/*.test.ts'];
/** Two for each processor of a small machine: tests wait for timers, databases and browsers as much as they compute. */
const TEST_PROCESSES = 4;
/** A larger young generation: most test processes end before what they collect often would have mattered. */
const FEWER_COLLECTIONS = ['--min-semi-space-size=64', '--max-semi-space-size=64'];
const SLOWEST_SHOWN = 15;
const TEST_TIMEOUT_MS = 300_000;
const PROCESS_TIMEOUT_MS = 900_000;
const OPEN_HANDLES = join(ROOT, 'packages/server/test/harness/open-handles.ts');
/** Every process loads most of the product; compiled once, that takes half the time. */
const COMPILED = join(ROOT, 'node_modules/.cache/tests');
const PROCESSES = join(ROOT, 'node_modules/.cache/test-processes');
/** A file system in memory that Linux has, and how much room has to be left there: tests never write half of it. */
const MEMORY_FOLDER = '/dev/shm';
const MEMORY_BYTES_MIN = 8 * 1024 ** 3;

interface Step {
  readonly name: string;
  /** Arguments of the project's Node. */
  readonly parameters: readonly string[];
}

const CHECKS: readonly Step[] = [
  { name: 'types of the API', parameters: ['scripts/write-api-types.ts'] },
  { name: 'types', parameters: ['node_modules/typescript7/bin/tsc', '--noEmit'] },
  {
    name: 'types of Studio',
    parameters: ['node_modules/typescript7/bin/tsc', '--noEmit', '--project', 'packages/studio'],
  },
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

/** Runs all test files, with one PostgreSQL server and one unpacked Chromium that they share, and says whether all passed. */
async function testsPass(): Promise<boolean> {
  process.env.NODE_COMPILE_CACHE = COMPILED;
  // A disk that somebody else keeps busy holds up single writes for seconds, which no test can tell from a fault.
  if (isRoomInMemory()) process.env.TMPDIR = MEMORY_FOLDER;
  if (process.env.DB !== 'sqlite') {
    const startedAt = performance.now();
    serverStarted = await startSharedPostgres();
    process.env.LECTERN_TEST_POSTGRES_URL = serverStarted.url;
    report('PostgreSQL', startedAt, 'started');
  }
  process.env.LECTERN_TEST_CHROMIUM = JSON.stringify(await unpackChromium());
  const timed = filesOf(TIMED_TESTS);
  const others = filesOf(TESTS).filter((file) => !timed.includes(file));
  return reported(async function* () {
    // The report lists what failed once more where a summary comes, which is at its end.
    for await (const event of processes('timed', timed, { concurrency: 1, flags: [] }))
      if (event.type !== 'test:summary') yield event;
    yield* processes('others', others, { concurrency: TEST_PROCESSES, flags: FEWER_COLLECTIONS });
  });
}

/** Whether tests may write into memory, and run from there what they unpack. */
function isRoomInMemory(): boolean {
  if (process.platform !== 'linux') return false;
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.includes(` ${MEMORY_FOLDER} tmpfs `));
  if (mount === undefined || mount.includes('noexec')) return false;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize >= MEMORY_BYTES_MIN;
}

interface ProcessSettings {
  /** How many run at a time. */
  readonly concurrency: number;
  /** Of Node. */
  readonly flags: readonly string[];
}

/**
 * Runs test files in processes.
 * @param group names the folder of what the processes run
 * @returns what happens to the tests
 */
function processes(group: string, testFiles: readonly string[], { concurrency, flags }: ProcessSettings): Readable {
  const files = writeProcesses(testFiles, ROOT, join(PROCESSES, group));
  const execArgv = [...flags, '--import', pathToFileURL(OPEN_HANDLES).href, `--test-timeout=${TEST_TIMEOUT_MS}`];
  return run({ cwd: ROOT, files, concurrency, timeout: PROCESS_TIMEOUT_MS, execArgv });
}

/** Shows what happens to tests, all that failed once more at the end, and says whether all passed. */
async function reported(happening: () => AsyncGenerator<TestEvent>): Promise<boolean> {
  let passed = true;
  const durations: { readonly file: string; readonly seconds: number }[] = [];
  const noted = async function* () {
    for await (const event of happening()) {
      if (event.type === 'test:fail') passed &&= event.data.todo !== undefined;
      if ((event.type === 'test:pass' || event.type === 'test:fail') && event.data.nesting === 0)
        durations.push({ file: event.data.name, seconds: event.data.details.duration_ms / 1000 });
      yield event;
    }
  };
  for await (const text of Readable.from(noted()).compose(spec)) process.stdout.write(text);
  const slowest = durations.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_SHOWN);
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(0).padStart(5)} s  ${file}`);
  return passed;
}

/** Backwards: whole stories come first, and what is over soon comes last, so that none runs on alone at the end. */
function filesOf(patterns: readonly string[]): string[] {
  const names = patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT }));
  return names
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
