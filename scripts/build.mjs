/**
 * Builds Studio and the server where a build is missing or older than its sources. Plain JavaScript without dependencies,
 * as `ensure.mjs` runs it with any Node from 18 on; the builds themselves run on the installed one.
 * Invariants: a build counts as good only with the digest of its sources in it, which is written last; one process at a time changes a
 * checkout.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const DIGEST = '.sources';
/** Has the id of the process that changes the checkout. */
const LOCK = '.preparing';
/** A lock as old as that was left behind, and another process has its id now. */
const LOCKED_MAX_MS = 600_000;
const LOOK_EVERY_MS = 100;
/** What no build depends on. */
const OTHER_FOLDERS = new Set(['dist', 'dist.unfinished', 'node_modules', 'test']);
/** Tests, and types that are generated out of the API: they may come after the build. */
const OTHER_FILE = /\.(?:test|gen)\.tsx?$/;

const STUDIO = {
  name: 'Studio',
  script: 'packages/studio/build.ts',
  folder: 'packages/studio/dist',
  sources: ['packages/build', 'packages/contract', 'packages/studio'],
  otherwise: 'Lectern runs without it',
};
const SERVER = {
  name: 'the server',
  script: 'packages/build/src/build-server.ts',
  folder: 'packages/server/dist',
  // Its libraries are in the build, and the lock says which.
  sources: [
    'packages/build',
    'packages/client',
    'packages/contract',
    'packages/import',
    'packages/server',
    'package-lock.json',
  ],
  otherwise: 'Lectern runs from its sources, and takes longer to start',
};

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = build({ root: ROOT, node: process.execPath }) ? 0 : 1;

/**
 * Builds what has to be built, and says so.
 * @param {{ root: string, node: string }} place the folder of the checkout, and the Node that builds
 * @returns {boolean} whether there is nothing left to build
 */
export function build(place) {
  return [STUDIO, SERVER].map((one) => buildOne(one, place)).every((isGood) => isGood);
}

/**
 * Whether the server is built from the sources that are there.
 * @param {string} root the folder of the checkout
 */
export function isServerBuilt(root) {
  return isBuilt(SERVER, root, digestOf(root, SERVER.sources));
}

function isBuilt({ script, folder }, root, digest) {
  // A package for servers brings the builds, and nothing to build them with.
  return !existsSync(join(root, script)) || readText(join(root, folder, DIGEST)) === digest;
}

function buildOne(part, place) {
  const isGood = () => isBuilt(part, place.root, digestOf(place.root, part.sources));
  return isGood() || alone(place.root, () => isGood() || buildNow(part, place));
}

/**
 * Runs what changes the checkout while no other process does.
 * @param {string} root the folder of the checkout
 */
export function alone(root, run) {
  const lock = join(root, LOCK);
  for (let isTold = false; !isTaken(lock); ) {
    if (isLeftBehind(lock)) rmSync(lock, { force: true });
    else {
      if (!isTold) console.log('Lectern waits for another process that installs or builds here.');
      isTold = true;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS);
    }
  }
  try {
    return run();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Whether this process has the lock now. Where nothing can be written, none is needed. */
function isTaken(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    return error.code !== 'EEXIST';
  }
}

/** Whether the process that has the lock was ended before it could remove it; this one may have its id. */
function isLeftBehind(lock) {
  const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  const id = Number(readText(lock));
  if (Date.now() - since > LOCKED_MAX_MS || id === process.pid) return true;
  try {
    process.kill(id, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function buildNow({ name, script, folder, sources, otherwise }, { root, node }) {
  const digest = digestOf(root, sources);
  console.log(`Lectern builds ${name}; this happens once and after updates.`);
  const { status, stdout } = spawnSync(node, [join(root, script)], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) {
    // What is left of an older build is not what the sources say.
    rmSync(join(root, folder), { recursive: true, force: true });
    console.error(`${stdout ?? ''}The build of ${name} failed, see above; ${otherwise}.`);
    return false;
  }
  writeFileSync(join(root, folder, DIGEST), digest);
  return true;
}

/** The same for the same sources, wherever they are. */
function digestOf(root, sources) {
  const hash = createHash('sha256');
  for (const name of sources.flatMap((source) => filesIn(root, source)).sort())
    hash.update(`${name}\0`).update(
      createHash('sha256')
        .update(readFileSync(join(root, name)))
        .digest(),
    );
  return hash.digest('hex');
}

/** The files that a source is or has, none where it is missing. */
function filesIn(root, source) {
  const path = join(root, source);
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [source];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return OTHER_FOLDERS.has(entry.name) ? [] : filesIn(root, `${source}/${entry.name}`);
    return OTHER_FILE.test(entry.name) ? [] : [`${source}/${entry.name}`];
  });
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
