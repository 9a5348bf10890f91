/** A module as a browser gets it: joined with all that it imports, minified, for no platform in particular. */
import { rolldown } from 'rolldown';

/** @returns its files: their text, and what they import */
export async function browserBundle(module: string): Promise<{ code: string; imports: string[] }[]> {
  const bundle = await rolldown({ input: module, platform: 'neutral' });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  return output.map((file) => (file.type === 'chunk' ? file : { code: String(file.source), imports: [] }));
}
