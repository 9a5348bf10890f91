/** Folders for one test run, outside the checkout. Invariant: they are removed however the process ends, except by `kill -9`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new Set<string>();

/** Creates an empty folder; it is removed when the process ends, or earlier with `removeFolder`. */
export function temporaryFolder(name: string): string {
  if (folders.size === 0) process.once('exit', removeAllFolders);
  const folder = mkdtempSync(join(tmpdir(), `lectern-${name}-`));
  folders.add(folder);
  return folder;
}

/** Removes a folder and its contents. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  folders.delete(folder);
}

function removeAllFolders(): void {
  for (const folder of folders) removeFolder(folder);
}
