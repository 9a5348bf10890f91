/**
 * Builds `@lectern/client` as it is published, into `packages/client/dist/`: JavaScript without dependencies, its types, and a
 * manifest of its own. The names of the manifest are those of the workspace; only there the sources are what is imported.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '../../..');
const CLIENT = join(ROOT, 'packages/client');
const BUILD = join(CLIENT, 'dist');
const UNFINISHED = join(CLIENT, 'dist.unfinished');
const COMPILER = join(ROOT, 'node_modules/typescript7/bin/tsc');
/** What sites import, by the end of its name. */
const MODULES = {
  index: '.',
  images: './images',
  replica: './replica',
  'rich-text': './rich-text',
  webhook: './webhook',
} as const;
const PROGRAM = 'lectern';
/** The end of an import in a declaration. */
const SOURCE_NAME = /( from '\.[^']*)\.ts(';)/g;
const EXECUTABLE = 0o755;
/** What of the workspace's manifest is published. */
const KEPT = ['name', 'version', 'description', 'license', 'type'] as const;

if (import.meta.main) await buildClient();

/** Builds it anew. @returns its folder */
export async function buildClient(): Promise<string> {
  rmSync(UNFINISHED, { recursive: true, force: true });
  const names = [...Object.keys(MODULES), PROGRAM];
  const bundle = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(names.map((name) => [name, join(CLIENT, `src/${name}.ts`)])),
    external: /^node:/,
    platform: 'neutral',
  });
  await bundle.write({ dir: UNFINISHED, format: 'esm', keepNames: true });
  await bundle.close();
  chmodSync(join(UNFINISHED, `${PROGRAM}.js`), EXECUTABLE);
  execFileSync(process.execPath, [COMPILER, '--project', join(CLIENT, 'tsconfig.declarations.json')], {
    stdio: 'inherit',
  });
  nameCompiledFiles();
  writeFileSync(join(UNFINISHED, 'package.json'), manifest());
  for (const [from, name] of [
    [join(CLIENT, 'README.md'), 'README.md'],
    [join(ROOT, 'LICENSE'), 'LICENSE'],
  ] as const)
    copyFileSync(from, join(UNFINISHED, name));
  rmSync(BUILD, { recursive: true, force: true });
  renameSync(UNFINISHED, BUILD);
  return BUILD;
}

/** Types name the files that are there: the compiler leaves the names of the sources in them. */
function nameCompiledFiles(): void {
  for (const name of globSync('**/*.d.ts', { cwd: UNFINISHED })) {
    const file = join(UNFINISHED, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(SOURCE_NAME, '$1.js$2'));
  }
}

function manifest(): string {
  const own = JSON.parse(readFileSync(join(CLIENT, 'package.json'), 'utf8')) as Record<string, unknown>;
  const kept = Object.fromEntries(KEPT.map((key) => [key, own[key]]));
  const exports = Object.entries(MODULES).map(([file, path]) => [
    path,
    { types: `./${file}.d.ts`, default: `./${file}.js` },
  ]);
  const published = {
    ...kept,
    sideEffects: false,
    engines: { node: '>=20' },
    exports: Object.fromEntries(exports),
    bin: { [PROGRAM]: `./${PROGRAM}.js` },
    files: readdirSync(UNFINISHED).sort(),
  };
  return `${JSON.stringify(published, null, 2)}\n`;
}
