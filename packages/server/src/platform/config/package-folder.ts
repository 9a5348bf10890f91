/** Locates the server's package. Its modules cannot tell from their own paths, because the build joins them. */
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** The file package.json of the server. */
export const packageFile = ownPackageFile();
/** The folder that has `bin/` and `src/`. */
export const packageFolder = dirname(packageFile);

function ownPackageFile(): string {
  const file = findPackageJSON(import.meta.url);
  if (file === undefined) throw new Error(`No package.json is above ${import.meta.url}.`);
  return file;
}
