/**
 * Builds Studio where its build is missing or older than its sources. Plain JavaScript without dependencies, as
 * `ensure.mjs` runs it with any Node from 18 on; the build itself runs on the installed one.
 * Invariant: the build counts as good only with the digest of its sources in it, which is written last.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const BUILD_SCRIPT = 'build.ts';
const BUILD = 'dist';
const DIGEST = '.sources';
/** What the build does not depend on. */
const OTHER_FOLDERS = new Set([BUILD, `${BUILD}.unfinished`, 'node_modules', 'test']);
/** Tests, and types that are generated out of the API: they may come after the build. */
const OTHER_FILE = /\.(?:test|gen)\.tsx?$/;

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = buildStudio({ root: ROOT, node: process.execPath }) ? 0 : 1;

/**
 * Builds Studio if that is needed, and says so.
 * @param {{ root: string, node: string }} place the folder of the checkout, and the Node that builds
 * @returns {boolean} whether there is nothing left to build
 */
export function buildStudio({ root, node }) {
  const folder = join(root, 'packages/studio');
  if (!existsSync(join(folder, BUILD_SCRIPT))) return true;
  const build = join(folder, BUILD);
  const digest = digestOf(folder);
  if (readText(join(build, DIGEST)) === digest) return true;
  console.log('Lectern builds Studio; this happens once and after updates.');
  const { status, stdout } = spawnSync(node, [join(folder, BUILD_SCRIPT)], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) {
    console.error(`${stdout ?? ''}Studio could not be built, see above; Lectern runs without it.`);
    return false;
  }
  writeFileSync(join(build, DIGEST), digest);
  return true;
}

/** The same for the same sources, wherever they are. */
function digestOf(folder) {
  const hash = createHash('sha256');
  for (const name of sourcesIn(folder, '').sort())
    hash.update(`${name}\0`).update(
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest(),
    );
  return hash.digest('hex');
}

function sourcesIn(folder, inside) {
  return readdirSync(join(folder, inside), { withFileTypes: true }).flatMap((entry) => {
    const name = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (entry.isDirectory()) return OTHER_FOLDERS.has(entry.name) ? [] : sourcesIn(folder, name);
    return OTHER_FILE.test(name) ? [] : [name];
  });
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
