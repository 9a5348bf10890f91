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
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '../../..');
const CLIENT = join(ROOT, 'packages/client');
const BUILD = join(CLIENT, 'dist');
const UNFINISHED = join(CLIENT, 'dist.unfinished');
const COMPILER = join(ROOT, 'node_modules/typescript7/bin/tsc');
const PROGRAM = 'lectern';
/** Where the declarations of the sources are: those of the contract, which they use, are beside them. */
const DECLARATIONS = 'types/client/src';
/** The end of an import in a declaration. */
const SOURCE_NAME = /( from '\.[^']*)\.ts(';)/g;
const EXECUTABLE = 0o755;
/** What of the workspace's manifest is published as it is. */
const KEPT = ['name', 'version', 'description', 'license', 'type'] as const;

/** The manifest of the workspace. */
interface Manifest extends Readonly<Record<(typeof KEPT)[number], string>> {
  /** What sites import: its source, by the end of its name. */
  readonly exports: Readonly<Record<string, string>>;
}

if (import.meta.main) await buildClient();

/** Builds it anew. @returns its folder */
export async function buildClient(): Promise<string> {
  rmSync(UNFINISHED, { recursive: true, force: true });
  const own = JSON.parse(readFileSync(join(CLIENT, 'package.json'), 'utf8')) as Manifest;
  const sources = [...Object.values(own.exports), `./src/${PROGRAM}.ts`];
  const bundle = await rolldown({
    cwd: CLIENT,
    input: Object.fromEntries(sources.map((source) => [nameOf(source), source])),
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
  writeFileSync(join(UNFINISHED, 'package.json'), published(own));
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

/** `rich-text` for `./src/rich-text.ts`. */
function nameOf(source: string): string {
  return basename(source, '.ts');
}

/** The manifest that is published. */
function published(own: Manifest): string {
  const exports = Object.entries(own.exports).map(([path, source]) => [
    path,
    { types: `./${DECLARATIONS}/${nameOf(source)}.d.ts`, default: `./${nameOf(source)}.js` },
  ]);
  const manifest = {
    ...Object.fromEntries(KEPT.map((key) => [key, own[key]])),
    sideEffects: false,
    engines: { node: '>=20' },
    exports: Object.fromEntries(exports),
    bin: { [PROGRAM]: `./${PROGRAM}.js` },
    files: readdirSync(UNFINISHED).sort(),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
