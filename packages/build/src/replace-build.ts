/**
 * Puts a new build in the place of the one before while a service may run on that. Invariant: whatever a service has not
 * loaded yet of the build that it began with can be loaded until the build after the next: parts have names that their
 * content gives, and those of the build before stay.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lists the files of the newest build, one a line. */
const LIST = '.files';

export interface FinishedBuild {
  /** The folder that services run from. */
  readonly build: string;
  /** Where the new files are. They are moved, and the folder is removed. */
  readonly finished: string;
  /** Names of files that others load. */
  readonly parts: readonly string[];
  /** Names of files that are loaded first, which are the same in each build. */
  readonly entries: readonly string[];
}

/** Moves the files of a new build among those that services run from, what they load first last. */
export function replaceBuild({ build, finished, parts, entries }: FinishedBuild): void {
  mkdirSync(build, { recursive: true });
  const kept = new Set([LIST, ...filesOfBuild(build), ...parts, ...entries]);
  // A start in between finds all of one build or all of the other.
  for (const name of [...parts, ...entries]) renameSync(join(finished, name), join(build, name));
  for (const name of readdirSync(build)) if (!kept.has(name)) rmSync(join(build, name), { recursive: true });
  writeFileSync(join(build, LIST), [...parts, ...entries].join('\n'));
  rmSync(finished, { recursive: true });
}

/** Names of the files of the newest build, without those that stay of the one before; none where nothing was built. */
export function filesOfBuild(build: string): readonly string[] {
  try {
    return readFileSync(join(build, LIST), 'utf8').split('\n');
  } catch {
    return [];
  }
}
