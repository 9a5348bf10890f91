/**
 * Which test files share a process. Loading the product and warming it up costs more than what many files test, so
 * most run one after the other in one process, each as a suite of its own, named like the file: its hooks stay its own.
 * Such a file leaves its process as it was: environment, listeners, globals.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Tests beside the code take milliseconds. */
const UNIT_TEST = /^packages\/[^/]+\/src\//;
const UNIT_FILES_MAX = 40;
/** Tests of the whole service take seconds: of more files together, the processes would not end at one time. */
const SERVICE_TEST = /^packages\/server\/test\//;
const SERVICE_FILES_MAX = 6;
/**
 * Words in files that keep their process to themselves: they use it as a whole, measure in it, or wait for other
 * processes and for browsers, so that they would gain little. How long a run takes is read from the environment by many.
 */
const KEEPS_PROCESS =
  /\bprocess\.(?!env\.)|\bprocess\.env\.\w+ = |\bperformance\.|\bglobalThis\b|node:(?:child_process|worker_threads)'|\/(?:process|chromium|cpu-time)\.ts'/;

/**
 * Writes one module for each process, which runs its test files in their order.
 * @param files absolute paths
 * @param root what the names of suites are relative to
 * @param folder where the modules go; those of an earlier run are replaced
 * @returns the paths of the modules: those of several files take longest and come first, so that none runs on alone at
 *   the end
 */
export function writeProcesses(files: readonly string[], root: string, folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  const names = files.map((file) => relative(root, file).replaceAll('\\', '/'));
  return processesOf(names, root).map((together, index) => {
    const path = join(folder, `${index + 1}.mjs`);
    writeFileSync(path, moduleOf(together, root));
    return path;
  });
}

function processesOf(names: readonly string[], root: string): (readonly string[])[] {
  const kinds = Map.groupBy(names, (name) => filesTogetherMax(name, root));
  const processes = [...kinds].flatMap(([sizeMax, alike]) => inParts(alike, sizeMax));
  return processes.toSorted((one, other) => other.length - one.length);
}

/** How many files may share a process with this one, itself included. */
function filesTogetherMax(name: string, root: string): number {
  if (UNIT_TEST.test(name)) return UNIT_FILES_MAX;
  if (!SERVICE_TEST.test(name)) return 1;
  return KEEPS_PROCESS.test(readFileSync(join(root, name), 'utf8')) ? 1 : SERVICE_FILES_MAX;
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
