/** What `npm start` installs stays small: Node, the packages that run, and those that build Studio and the server on the first start. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BUILDING_MEGABYTES_MAX, folderMegabytes, INSTALLED_MEGABYTES_MAX } from './installed-size.ts';
import { nodePackageOf } from './node-package.mjs';

const ROOT = join(import.meta.dirname, '..');
const NODE_MEGABYTES_MAX = 160;
const PACKAGES_MEGABYTES_MAX = INSTALLED_MEGABYTES_MAX - NODE_MEGABYTES_MAX;
const NODE_PATH = `node_modules/${nodePackageOf(process.platform, process.arch)}`;

interface LockEntry {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockEntry>>;
};
const running = neededBy('packages/server', 'packages/import');
const building = neededBy('packages/studio', 'packages/build').difference(running);

test(`Node takes ${NODE_MEGABYTES_MAX} MB at most, and all other packages that run ${PACKAGES_MEGABYTES_MAX} MB`, () => {
  const node = folderMegabytes(join(ROOT, NODE_PATH));
  assert.ok(node > 50 && node <= NODE_MEGABYTES_MAX, `${NODE_PATH} takes ${node} MB: run \`node scripts/ensure.mjs\`.`);
  const others = megabytesOf(running);
  assert.ok(others > 50 && others <= PACKAGES_MEGABYTES_MAX, `They take ${others} MB.`);
});

test(`what builds Studio and the server takes ${BUILDING_MEGABYTES_MAX} MB at most`, () => {
  const megabytes = megabytesOf(building);
  assert.ok(megabytes > 50 && megabytes <= BUILDING_MEGABYTES_MAX, `It takes ${megabytes} MB.`);
});

function megabytesOf(paths: ReadonlySet<string>): number {
  return [...paths]
    .filter((path) => existsSync(join(ROOT, path)))
    .reduce((sum, path) => sum + folderMegabytes(join(ROOT, path), 'node_modules'), 0);
}

/** The packages of the lock that some workspaces need to run, by their paths, as Node resolves them. */
function neededBy(...workspaces: readonly string[]): ReadonlySet<string> {
  const needed = new Set<string>();
  const waiting = [...workspaces];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = resolved(name, path);
      if (found === null || needed.has(found)) continue;
      needed.add(found);
      waiting.push(found);
    }
  }
  return needed;
}

/** The path of a package as one that stands at `from` finds it: in its own folder, or in one above. Null if it is not there. */
function resolved(name: string, from: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in packages && !path.startsWith('node_modules/@lectern/')) return path;
    if (folder === '') return null;
  }
}
