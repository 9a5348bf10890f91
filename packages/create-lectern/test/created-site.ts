/** `npm create lectern`, as it comes out of packed packages. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeNpmPackage } from '../../../scripts/write-npm-packages.ts';
import { PACKAGES } from '../../build/src/build-package.ts';
import { temporaryFolder } from '../../testing/src/temporary-folder.ts';
import type { Framework } from '../src/site-files.ts';
import { runNpm } from './site-process.ts';

/** Packs all packages. @returns their folder */
export async function packAll(): Promise<string> {
  const packages = temporaryFolder('packages');
  for (const name of PACKAGES) await writeNpmPackage(name, packages);
  return packages;
}

/** What npm is given to run the command. @param packages their folder */
export function commandOf(packages: string): readonly string[] {
  const program = readdirSync(packages).find((name) => name.startsWith('create-lectern')) ?? '';
  return ['exec', '--yes', `--package=${join(packages, program)}`, '--', 'create-lectern', '--packages', packages];
}

/** Makes a site in an empty folder. @param options of the command */
export async function createSite(
  folder: string,
  packages: string,
  framework: Framework,
  options: readonly string[],
): Promise<void> {
  await runNpm(folder, ...commandOf(packages), '.', '--template', framework, ...options);
}
