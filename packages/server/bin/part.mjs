/** Where a program of the service is: as it was built (decision 0068), or among the sources where nothing was built. */
import { existsSync } from 'node:fs';

/**
 * @param {string} name of what was built
 * @param {string} source below `src/`
 * @returns {string} what to import
 */
export function partOf(name, source) {
  const built = new URL(`../dist/${name}.js`, import.meta.url);
  return existsSync(built) ? built.href : new URL(`../src/${source}`, import.meta.url).href;
}
