/** Which modules a service in a process of its own has loaded, though they were joined into few files. */
import { fileURLToPath } from 'node:url';

const HOOKS = fileURLToPath(new URL('name-loaded.mjs', import.meta.url));

/** Part of the environment of a service that is to say what it loads. */
export const NAMES_LOADED = { NODE_OPTIONS: `--import=${HOOKS}` };

/** Paths in the checkout, in the order in which they were loaded. */
export function loadedModules(output: string): string[] {
  return [...output.matchAll(/^loaded (.*)$/gm)].map(([, name = '']) => name);
}
