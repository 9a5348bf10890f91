/** Makes folders that people name, such as the data folder, so that it ends and the reason is right wherever they are. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasErrorCode } from './system-error.ts';

const OWNER_ONLY = 0o700;

/**
 * Makes a folder, with those above it, by default for its owner only. One that exists is left as it is. Node's own `recursive`
 * never ends below `/proc`, and reports a folder that cannot be written as missing.
 * @throws the system's error
 */
export function makeFolder(path: string, mode = OWNER_ONLY): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (isFolder(path)) return;
    const above = dirname(path);
    if (!hasErrorCode(error, 'ENOENT') || above === path || isFolder(above)) throw error;
    makeFolder(above, mode);
    makeFolder(path, mode);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
