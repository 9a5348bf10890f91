/**
 * Which test files share a process. Loading the product and warming it up costs more than what many files test, so
 * most run one after the other in one process, each as a suite of its own, named like the file: its hooks stay its own.
 * Such a file leaves its process as it was: environment, listeners, globals.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeep, isOnSqliteAlone, type Tier } from './test-tiers.ts';

/** Tests beside the code take milliseconds. */
const UNIT_TEST = /^packages\/[^/]+\/src\//;
const UNIT_FILES_MAX = 40;
/** Tests of the whole service take seconds: of more files together, the processes would not end at one time. */
const SERVICE_TEST = /^packages\/server\/test\//;
const SERVICE_FILES_MAX = 12;
/**
 * Words in files that keep their process to themselves: they use it as a whole, measure in it, or wait for other
 * processes and for browsers, so that they would gain little. How long a run takes is read from the environment by many.
 */
const KEEPS_PROCESS =
  /\bprocess\.(?!env\.)|\bprocess\.env\.\w+ = |\bperformance\.|\bglobalThis\b|node:(?:child_process|worker_threads)'|\/(?:process|chromium|cpu-time)\.ts'/;
/** A browser is processes of its own beside that of the test. */
const HAS_BROWSER = /\/chromium\.ts'|\/harness\/studio\.ts'|^packages\/studio\/test\//;
/** The weight that one processor carries. */
export const PROCESSOR_WEIGHT = 3;
/** Tests of the whole service wait for the database and for jobs now and then: three on two processors end a little sooner. */
const SERVICE_WEIGHT = 2;
/** It takes most of two processors, and what it leaves of them is enough for tests of the service. */
const BROWSER_WEIGHT = 2 * PROCESSOR_WEIGHT - SERVICE_WEIGHT;

/** One process of tests. */
export interface TestProcess {
  /** The module that it runs. */
  readonly module: string;
  /** Its test files in their order, relative to the root. */
  readonly files: readonly string[];
  /** How busy it keeps the machine, in `PROCESSOR_WEIGHT`; a run never starts more than its processors carry. */
  readonly weight: number;
  /** Whether it tests on SQLite alone. */
  readonly onSqliteAlone: boolean;
}

/**
 * Writes one module for each process, which runs its test files in their order.
 * @param files relative to the root
 * @param folder where the modules go; those of an earlier run are replaced
 * @returns the processes, browsers first, then those of most files and engines: so that none runs on alone at the end
 */
export function writeProcesses(files: readonly string[], tier: Tier, root: string, folder: string): TestProcess[] {
  mkdirSync(folder, { recursive: true });
  const kinds = Map.groupBy(files, (file) => `${filesTogetherMax(file, root)} ${isOnSqliteAlone(file, tier)}`);
  const together = [...kinds.values()].flatMap((alike) => inParts(alike, filesTogetherMax(alike[0] as string, root)));
  const processes = together.map((part, index) => {
    const module = join(folder, `${index + 1}.mjs`);
    writeFileSync(module, moduleOf(part, root));
    const [first] = part as [string];
    return { module, files: part, weight: weightOf(first, root), onSqliteAlone: isOnSqliteAlone(first, tier) };
  });
  return processes.toSorted(
    (one, other) =>
      other.weight - one.weight ||
      other.files.length - one.files.length ||
      Number(one.onSqliteAlone) - Number(other.onSqliteAlone),
  );
}

/** How many files may share a process with this one, itself included. */
function filesTogetherMax(file: string, root: string): number {
  if (isDeep(file)) return 1;
  if (UNIT_TEST.test(file)) return UNIT_FILES_MAX;
  if (!SERVICE_TEST.test(file)) return 1;
  return KEEPS_PROCESS.test(readFileSync(join(root, file), 'utf8')) ? 1 : SERVICE_FILES_MAX;
}

/** What is only in the deep tier may measure, so nothing runs beside it. */
function weightOf(file: string, root: string): number {
  if (isDeep(file)) return Number.POSITIVE_INFINITY;
  if (HAS_BROWSER.test(file) || HAS_BROWSER.test(readFileSync(join(root, file), 'utf8'))) return BROWSER_WEIGHT;
  return SERVICE_TEST.test(file) ? SERVICE_WEIGHT : PROCESSOR_WEIGHT;
}

function inParts(names: readonly string[], sizeMax: number): (readonly string[])[] {
  const count = Math.ceil(names.length / sizeMax);
  return Array.from({ length: count }, (_, part) => names.slice(part * sizeMax, (part + 1) * sizeMax));
}

function moduleOf(names: readonly string[], root: string): string {
  const suites = names.map((name) => {
    const address = pathToFileURL(join(root, name)).href;
    return `describe(${JSON.stringify(name)}, () => import(${JSON.stringify(address)}));\n`;
  });
  return `import { describe } from 'node:test';\n${suites.join('')}`;
}
