/** What `npm start` installs stays small: every package of the lock that is here and is not for development, Node included. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderMegabytes, INSTALLED_MEGABYTES_MAX } from './installed-size.ts';
import { nodePackageOf } from './node-package.mjs';

const ROOT = join(import.meta.dirname, '..');
const NODE_MEGABYTES_MAX = 160;
const PACKAGES_MEGABYTES_MAX = INSTALLED_MEGABYTES_MAX - NODE_MEGABYTES_MAX;
const NODE_PATH = `node_modules/${nodePackageOf(process.platform, process.arch)}`;

test(`Node takes ${NODE_MEGABYTES_MAX} MB at most, and all other packages ${PACKAGES_MEGABYTES_MAX} MB`, () => {
  const node = folderMegabytes(join(ROOT, NODE_PATH));
  assert.ok(node > 50 && node <= NODE_MEGABYTES_MAX, `${NODE_PATH} takes ${node} MB: run \`node scripts/ensure.mjs\`.`);
  const others = runtimePaths().reduce((sum, path) => sum + folderMegabytes(join(ROOT, path), 'node_modules'), 0);
  assert.ok(others > 50 && others <= PACKAGES_MEGABYTES_MAX, `They take ${others} MB.`);
});

function runtimePaths(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean }>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && dev !== true && link !== true)
    .map(([path]) => path)
    .filter((path) => path !== NODE_PATH && existsSync(join(ROOT, path)));
}
