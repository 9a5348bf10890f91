/**
 * Builds a package as it is published: JavaScript without the workspace, its types, and a manifest of its own. The names of the manifest are
 * those of the workspace; only there the sources are what is imported.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '../../..');
const COMPILER = join(ROOT, 'node_modules/typescript7/bin/tsc');
/** What is published, by its folder in `packages/`, and the program that it brings, which is the source of that name. */
const PROGRAMS = {
  client: 'lectern',
  next: null,
  astro: null,
  'create-lectern': 'create-lectern',
} as const satisfies Record<string, string | null>;
export type PackageName = keyof typeof PROGRAMS;
/** In the order in which they need each other. */
export const PACKAGES = Object.keys(PROGRAMS) as PackageName[];
/** Those that run in Node alone. The others know of no platform in particular. */
const ON_NODE: readonly PackageName[] = ['astro', 'create-lectern'];
/** Where declarations are: beside those of the package are those of what is bundled into it. */
const TYPES = 'types';
/** What their names begin with, before that of the folder. */
const OURS = '@lectern/';
/** What a package has beside its sources, by the name that it is published under. */
const FOLDERS: Partial<Record<PackageName, Readonly<Record<string, string>>>> = {
  'create-lectern': {
    template: 'packages/create-lectern/template',
    pictures: 'packages/server/src/commands/demo/content/pictures',
  },
};
/** The end of an import in a declaration. */
const SOURCE_NAME = /( from '\.[^']*)\.ts(';)/g;
const EXECUTABLE = 0o755;
/** What of the workspace's manifest is published as it is. */
const KEPT = ['name', 'version', 'description', 'license', 'type', 'peerDependencies'] as const;

/** The manifest of the workspace. */
interface Manifest {
  /** What sites import: its source, by the end of its name. */
  readonly exports?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Builds one. @param folder where to: empty */
export async function buildPackage(name: PackageName, folder: string): Promise<void> {
  const home = join(ROOT, 'packages', name);
  const own: Manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const program = PROGRAMS[name];
  const modules = Object.values(own.exports ?? {});
  const sources = program === null ? modules : [...modules, `./src/${program}.ts`];
  const peers = Object.keys(own.peerDependencies ?? {});
  const bundle = await rolldown({
    cwd: home,
    input: Object.fromEntries(sources.map((source) => [nameOf(source), source])),
    external: (module) => module.startsWith('node:') || peers.some((peer) => `${module}/`.startsWith(`${peer}/`)),
    platform: 'neutral',
    // `use client` stays where it is: at the top of a module that sites import.
    checks: { moduleLevelDirective: false },
  });
  await bundle.write({ dir: folder, format: 'esm', keepNames: true });
  await bundle.close();
  if (program !== null) chmodSync(join(folder, `${program}.js`), EXECUTABLE);
  if (modules.length > 0) writeTypes(name, folder, peers);
  for (const [as, beside] of Object.entries(FOLDERS[name] ?? {}))
    cpSync(join(ROOT, beside), join(folder, as), { recursive: true });
  copyFileSync(join(home, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), published(name, own, readdirSync(folder)));
}

/** Declarations of what is imported, without those of peers. They name the files that are there: the compiler leaves the sources' names in them. */
function writeTypes(name: PackageName, folder: string, peers: readonly string[]): void {
  const sources = join(ROOT, 'packages', name, 'src');
  const settings = join(folder, 'tsconfig.json');
  const compilerOptions = {
    lib: ['esnext', 'dom'],
    types: ON_NODE.includes(name) ? ['node'] : [],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rewriteRelativeImportExtensions: true,
    rootDir: join(ROOT, 'packages'),
    outDir: TYPES,
  };
  const programs = Object.values(PROGRAMS).map((program) => join(sources, `${program}.ts`));
  const files = { include: [join(sources, '*.ts')], exclude: [join(sources, '*.test.ts'), ...programs] };
  writeFileSync(settings, JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), compilerOptions, ...files }));
  execFileSync(process.execPath, [COMPILER, '--project', settings], { stdio: 'inherit' });
  rmSync(settings);
  for (const peer of peers.filter((one) => one.startsWith(OURS)))
    rmSync(join(folder, TYPES, peer.slice(OURS.length)), { recursive: true, force: true });
  for (const declaration of globSync('**/*.d.ts', { cwd: folder })) {
    const file = join(folder, declaration);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(SOURCE_NAME, '$1.js$2'));
  }
}

/** `rich-text` for `./src/rich-text.ts`. */
function nameOf(source: string): string {
  return basename(source, '.ts');
}

/** The manifest that is published. */
function published(name: PackageName, own: Manifest, files: readonly string[]): string {
  const program = PROGRAMS[name];
  const exports = Object.entries(own.exports ?? {}).map(([path, source]) => [
    path,
    { types: `./${TYPES}/${name}/src/${nameOf(source)}.d.ts`, default: `./${nameOf(source)}.js` },
  ]);
  const manifest = {
    ...Object.fromEntries(Object.entries(own).filter(([key]) => (KEPT as readonly string[]).includes(key))),
    sideEffects: false,
    engines: { node: '>=20' },
    exports: Object.fromEntries(exports),
    ...(program === null ? {} : { bin: { [program]: `./${program}.js` } }),
    files: [...files].sort(),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
