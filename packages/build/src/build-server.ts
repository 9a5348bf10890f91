/**
 * Joins the modules of the server and of its libraries into few files, `packages/server/dist/`: a start loads those in half
 * the time (decision 0068). `scripts/build.mjs` runs this where it is needed. Names, lines and comments stay as they are, so
 * that the stack of an error can be read.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { replaceBuild } from './replace-build.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SERVER = join(ROOT, 'packages/server');
const BUILD = join(SERVER, 'dist');
const UNFINISHED = join(SERVER, 'dist.unfinished');
/** Programs of their own, by the names that `bin/` loads them by. */
const PROGRAMS = {
  'run-command': join(SERVER, 'src/commands/run-command.ts'),
  'image-process': join(SERVER, 'src/content/files/images/process/image-process.ts'),
};
/** Native code, a library that serves files of its own folder, and what the driver of PostgreSQL can do without. */
const BESIDE = ['sharp', /^@scalar\//, 'pg-native'];

rmSync(UNFINISHED, { recursive: true, force: true });
const bundle = await rolldown({
  // A comment before each module names it from here.
  cwd: ROOT,
  input: PROGRAMS,
  external: BESIDE,
  platform: 'node',
});
const { output } = await bundle.write({ dir: UNFINISHED, format: 'esm', keepNames: true });
await bundle.close();
const entries = Object.keys(PROGRAMS).map((name) => `${name}.js`);
const parts = output.map(({ fileName }) => fileName).filter((name) => !entries.includes(name));
replaceBuild({ build: BUILD, finished: UNFINISHED, parts, entries });
