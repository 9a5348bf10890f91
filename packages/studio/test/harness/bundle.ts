/** Bundles a module of `test/in-page/` into one script, with the parts of Studio that it imports. */
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

/** The text of the script. */
export async function bundleInPage(name: string): Promise<string> {
  const { output } = await build({
    input: fileURLToPath(new URL(`../in-page/${name}`, import.meta.url)),
    platform: 'browser',
    write: false,
    output: { format: 'iife' },
  });
  return output[0].code;
}
