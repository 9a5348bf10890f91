/**
 * Everything that must hold before a change is taken, in one command (`npm test`): types, lint and format, dead code,
 * and all deterministic tests. `npm run test:deep` runs the tests of the deep tier instead (`test-tiers.ts`). Names of
 * folders narrow either to the tests below them, and `DB=sqlite` or `DB=postgres` to one engine.
 * Every step runs whatever the others say, and the tests come last, so that their summary closes the output.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FOR_SHORT_VISITS, unpackChromium } from '../packages/testing/src/people/chromium.ts';
import { type PostgresServer, startSharedPostgres } from '../packages/testing/src/servers/postgres.ts';
import { runTests } from './test-run.ts';
import { DEEP_COUNTS, filesOf, type Tier } from './test-tiers.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Every process loads most of the product; compiled once, that takes half the time. */
const COMPILED = join(ROOT, 'node_modules/.cache/tests');
const RUN_FOLDER = join(ROOT, 'node_modules/.cache/test-run', String(process.pid));
const DURATIONS = join(ROOT, 'node_modules/.cache/test-durations.json');
/** A file system in memory that Linux has, and how much room has to be left there: tests never write half of it. */
const MEMORY_FOLDER = '/dev/shm';
const MEMORY_BYTES_MIN = 8 * 1024 ** 3;

interface Step {
  readonly name: string;
  /** Arguments of the project's Node. */
  readonly parameters: readonly string[];
}

/** Made first: the types of the API are part of what the others look at. */
const MADE_FIRST: Step = { name: 'types of the API', parameters: ['scripts/write-api-types.ts'] };
const CHECKS: readonly Step[] = [
  { name: 'types', parameters: ['node_modules/typescript7/bin/tsc', '--noEmit'] },
  {
    name: 'types of Studio',
    parameters: ['node_modules/typescript7/bin/tsc', '--noEmit', '--project', 'packages/studio'],
  },
  { name: 'lint and format', parameters: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'] },
  { name: 'dead code', parameters: ['node_modules/knip/bin/knip.js', '--no-progress'] },
];

const { values, positionals: folders } = parseArgs({ options: { deep: { type: 'boolean' } }, allowPositionals: true });
const tier: Tier = values.deep === true ? 'deep' : 'usual';
let serverStarted: PostgresServer | undefined;
process.exitCode = await verify();

/** Runs all steps and gives the exit code. Some folders alone, and the deep tier, come without the checks. */
async function verify(): Promise<number> {
  const failed: string[] = [];
  if (tier === 'usual' && folders.length === 0) {
    if (!(await passes(MADE_FIRST))) failed.push(MADE_FIRST.name);
    await Promise.all(CHECKS.map(async (check) => (await passes(check)) || failed.push(check.name)));
  }
  try {
    if (!(await testsPass())) failed.push('tests');
  } finally {
    await serverStarted?.close();
    rmSync(RUN_FOLDER, { recursive: true, force: true });
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
  const options = tier === 'usual' ? FOR_SHORT_VISITS : [];
  process.env.LECTERN_TEST_CHROMIUM = JSON.stringify({ ...(await unpackChromium()), options });
  if (tier === 'deep') takeDeepSettings();
  const files = filesOf(tier, ROOT, folders);
  if (files.length === 0) throw new Error(`No test file is below a folder named ${folders.join(' or ')}.`);
  return runTests({ files, tier, root: ROOT, folder: RUN_FOLDER, durationsFile: DURATIONS });
}

/** The deep tier repeats more often than `npm test`, and does other random things at each run. */
function takeDeepSettings(): void {
  for (const [name, value] of Object.entries(DEEP_COUNTS)) process.env[name] ??= value;
  process.env.SEED ??= String(randomInt(2 ** 31));
  console.log(`SEED=${process.env.SEED}`);
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

/** Runs a step, shows its output in one piece, as others run beside it, and says whether it passed and how long it took. */
async function passes({ name, parameters }: Step): Promise<boolean> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, parameters, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const passed = await new Promise<boolean>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
  process.stdout.write(Buffer.concat(output));
  report(name, startedAt, passed ? 'good' : 'FAILED');
  return passed;
}

function report(name: string, startedAt: number, result: string): void {
  console.log(`${name}: ${result}, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}
