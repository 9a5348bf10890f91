/**
 * Runs test processes side by side, never more than the machine has processors for, and tells what happened. A file that
 * fails is run once more, alone: if it passes then, the run is green and the file is listed as flaky.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { PROCESSOR_WEIGHT, type TestProcess, writeProcesses } from './test-processes.ts';
import type { Tier } from './test-tiers.ts';

const TEST_TIMEOUT_MS = { usual: 300_000, deep: 3_600_000 };
const PROCESS_TIMEOUT_MS = { usual: 900_000, deep: 7_200_000 };
const SLOWEST_SHOWN = 10;
const PRINTED_CHARACTERS_MAX = 20_000;
/** A larger young generation: most test processes end before what they collect often would have mattered. */
const FEWER_COLLECTIONS = ['--min-semi-space-size=64', '--max-semi-space-size=64'];
/** Loaded before the test files of each process. */
const LOADED_FIRST = ['test-context.ts', 'open-handles.ts', 'seed.ts'].map(
  (name) => pathToFileURL(join(import.meta.dirname, '../packages/testing/src', name)).href,
);

/** What a run is made of. */
export interface TestRun {
  readonly files: readonly string[];
  readonly tier: Tier;
  readonly root: string;
  /** Where the modules of its processes go; two runs must not share it. */
  readonly folder: string;
  /** The file that keeps how long each test file took, as JSON: seconds by file. */
  readonly durationsFile: string;
}

/** What became of one test file. */
interface FileResult {
  readonly file: string;
  readonly seconds: number;
  /** What failed, in words; none if it passed. */
  readonly failures: readonly string[];
}

interface ProcessResult {
  readonly files: readonly FileResult[];
  readonly passed: number;
  readonly failed: number;
}

/** Runs the tests, prints what happened as it happens and a summary at the end, and says whether all is well. */
export async function runTests({ files, tier, root, folder, durationsFile }: TestRun): Promise<boolean> {
  const results = await sideBySide(writeProcesses(files, tier, root, join(folder, 'processes')), tier, root);
  const again = failedFiles(results);
  const flaky: FileResult[] = [];
  const broken: FileResult[] = [];
  for (const first of again) {
    console.log(`once more, alone: ${first.file}`);
    const [alone] = writeProcesses([first.file], tier, root, join(folder, 'once-more')) as [TestProcess];
    const second = await resultOf(alone, tier, root);
    (failedFiles([second]).length === 0 ? flaky : broken).push(first);
  }
  writeDurations(results, durationsFile);
  printSummary(results, flaky, broken);
  return broken.length === 0;
}

/** Starts processes in their order, each as soon as there is room for its weight. */
async function sideBySide(waiting: TestProcess[], tier: Tier, root: string): Promise<ProcessResult[]> {
  const carried = availableParallelism() * PROCESSOR_WEIGHT;
  const results: ProcessResult[] = [];
  const running = new Set<Promise<void>>();
  let busy = 0;
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex((process) => busy + Math.min(process.weight, carried) <= carried);
    if (next === -1) {
      await Promise.race(running);
      continue;
    }
    const [process] = waiting.splice(next, 1) as [TestProcess];
    const weight = Math.min(process.weight, carried);
    busy += weight;
    const ended = resultOf(process, tier, root).then((result) => {
      results.push(result);
      busy -= weight;
      running.delete(ended);
    });
    running.add(ended);
  }
  return results;
}

/** Runs one process, and prints a line for each of its files. */
async function resultOf(process: TestProcess, tier: Tier, root: string): Promise<ProcessResult> {
  const result = await watched(process, tier, root);
  for (const { file, seconds, failures } of result.files) {
    console.log(`${failures.length === 0 ? 'good  ' : 'FAILED'} ${seconds.toFixed(1).padStart(6)} s  ${file}`);
    for (const failure of failures) console.log(failure);
  }
  return result;
}

async function watched(
  { module, files, onSqliteAlone }: TestProcess,
  tier: Tier,
  root: string,
): Promise<ProcessResult> {
  const env = onSqliteAlone ? { ...process.env, DB: process.env.DB || 'sqlite' } : process.env;
  const execArgv = [
    ...FEWER_COLLECTIONS,
    ...LOADED_FIRST.flatMap((module) => ['--import', module]),
    `--test-timeout=${TEST_TIMEOUT_MS[tier]}`,
  ];
  const seconds = new Map<string, number>();
  const failures = new Map<string, string[]>();
  const path: string[] = [];
  let [passed, failed, printed] = [0, 0, ''];
  for await (const event of run({ cwd: root, files: [module], timeout: PROCESS_TIMEOUT_MS[tier], execArgv, env })) {
    if (event.type === 'test:start') path.splice(event.data.nesting, path.length, event.data.name);
    if (event.type === 'test:stderr') printed = (printed + event.data.message).slice(-PRINTED_CHARACTERS_MAX);
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { name, nesting, details, todo } = event.data;
    if (nesting === 0) seconds.set(name, details.duration_ms / 1_000);
    const isSuite = details.type === 'suite';
    if (event.type === 'test:pass') {
      passed += isSuite ? 0 : 1;
      continue;
    }
    if (todo !== undefined || event.data.details.error.failureType === 'subtestsFailed') continue;
    failed += 1;
    // What ends a process, such as a handle that a file left open, comes under the name of the module.
    const file = nesting === 0 ? name : (path[0] ?? name);
    const where = [...path.slice(1, nesting), name].join(' › ');
    const why = inspect(event.data.details.error.cause ?? event.data.details.error, { depth: 4 });
    failures.set(file, [...(failures.get(file) ?? []), `  ${where}\n${why}`]);
  }
  return { files: filesResult(files, seconds, failures, printed), passed, failed };
}

/**
 * What failed outside of the files of a process, such as an end that came too early or a handle that was left open, failed
 * each file that did not end; if all did, any may be to blame, so it failed each, and each is run once more.
 */
function filesResult(
  files: readonly string[],
  seconds: ReadonlyMap<string, number>,
  failures: ReadonlyMap<string, string[]>,
  printed: string,
): FileResult[] {
  const outside = [...failures].filter(([name]) => !files.includes(name)).flatMap(([, texts]) => texts);
  const unended = files.filter((file) => !seconds.has(file));
  const blamed = unended.length > 0 ? unended : files;
  return files.map((file) => {
    const all = [...(failures.get(file) ?? []), ...(blamed.includes(file) ? outside : [])];
    return { file, seconds: seconds.get(file) ?? 0, failures: all.length > 0 && printed ? [...all, printed] : all };
  });
}

function failedFiles(results: readonly ProcessResult[]): FileResult[] {
  return results.flatMap(({ files }) => files).filter(({ failures }) => failures.length > 0);
}

function writeDurations(results: readonly ProcessResult[], path: string): void {
  const files = results.flatMap((result) => result.files).toSorted((one, other) => other.seconds - one.seconds);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(Object.fromEntries(files.map(({ file, seconds }) => [file, seconds])), null, 1));
}

/** The sums by folder, the slowest files, what is flaky, and what failed; the line that counts comes last. */
function printSummary(
  results: readonly ProcessResult[],
  flaky: readonly FileResult[],
  broken: readonly FileResult[],
): void {
  const files = results.flatMap((result) => result.files);
  const folders = Map.groupBy(files, ({ file }) => dirname(file).split('/').slice(0, 4).join('/'));
  const sums = [...folders].map(([folder, inside]) => ({
    folder,
    seconds: inside.reduce((all, { seconds }) => all + seconds, 0),
  }));
  console.log('\nby folder:');
  for (const { folder, seconds } of sums.toSorted((one, other) => other.seconds - one.seconds))
    printTime(seconds, folder);
  console.log('slowest:');
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_SHOWN);
  for (const { seconds, file } of slowest) printTime(seconds, file);
  for (const { file, failures } of broken) console.log(`\nfailed twice: ${file}\n${failures.join('\n')}`);
  console.log(flaky.length === 0 ? 'flaky: none' : 'flaky:');
  for (const { file, failures } of flaky) console.log(`  ${file}\n${failures[0]}`);
  const passed = results.reduce((all, result) => all + result.passed, 0);
  const failed = broken.length === 0 ? 0 : results.reduce((all, result) => all + result.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
}

function printTime(seconds: number, name: string): void {
  console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);
}
