/** Finds out which modules a service in a process of its own has loaded, although the build bundles them into few files. */
import { fileURLToPath } from 'node:url';

const HOOKS = fileURLToPath(new URL('name-loaded.mjs', import.meta.url));

/** Environment variables of a service that has to report what it loads. */
export const NAMES_LOADED = { NODE_OPTIONS: `--import=${HOOKS}` };

/** Paths in the checkout, in the order in which they were loaded. */
export function loadedModules(output: string): string[] {
  return [...output.matchAll(/^loaded (.*)$/gm)].map(([, name = '']) => name);
}
