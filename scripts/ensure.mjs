/**
 * Makes a checkout ready to run: installs what package-lock.json says, and the Node it needs, before `npm start` and
 * `npm test`. Plain JavaScript without dependencies, because any Node from 18 on may be the one that runs it.
 * Invariant: a complete installation is left alone, and nothing that git follows is ever written.
 *
 * `node scripts/ensure.mjs` installs what running takes; `--development` installs what the tests need as well.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_VERSION_MIN = [24, 21, 0];
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, 'node_modules');
const LOCAL_NODE = join(MODULES, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

prepare(process.argv.includes('--development'));

function prepare(development) {
  const missing = missingPackages(development);
  if (missing.length > 0) install(development, missing);
  if (!existsSync(LOCAL_NODE)) linkPrograms();
  requireNode();
}

/** Paths of the packages that the lock asks for on this platform and that are missing or of another version. */
function missingPackages(development) {
  const wanted = readLock(join(ROOT, 'package-lock.json'));
  const present = readLock(join(MODULES, '.package-lock.json'));
  if (wanted === null)
    stop('package-lock.json is missing or damaged; restore it with `git checkout package-lock.json`.');
  return Object.entries(wanted)
    .filter(([path, entry]) => path.startsWith('node_modules/') && isWanted(entry, development))
    .filter(([path, entry]) => !isPresent(path, entry, present ?? {}))
    .map(([path]) => path);
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return null;
  }
}

/** Whether the entry has to be there: optional ones may fail to install, except the Node of this platform. */
function isWanted(entry, development) {
  if (entry.dev === true && !development) return false;
  return entry.optional !== true;
}

function isPresent(path, entry, present) {
  const found = present[path];
  if (found === undefined || !existsSync(join(ROOT, path))) return false;
  return found.version === entry.version && found.integrity === entry.integrity && found.link === entry.link;
}

function install(development, missing) {
  console.log(`Lectern installs ${missing.length} packages into node_modules; this happens once and after updates.`);
  const result = npm(['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(development ? [] : ['--omit=dev'])]);
  if (result === 0) return;
  rmSync(join(MODULES, '.package-lock.json'), { force: true });
  stop('`npm ci` failed, see its message above; check that the package registry can be reached and try again.');
}

/** npm 10 drops `.bin/node` when several platform packages own the name; `npm rebuild` puts it back. */
function linkPrograms() {
  const platformPackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  if (existsSync(join(MODULES, platformPackage))) {
    npm(['rebuild', platformPackage, '--ignore-scripts', '--loglevel=error']);
  }
}

/** Runs npm by the Node that started it, which stays in place while node_modules is replaced. Gives the exit code. */
function npm(parameters) {
  const program = process.env.npm_execpath;
  const environment = { ...process.env };
  // What a running `npm start` was given must not leak into the npm started here (`--omit`, `--ignore-scripts`, …).
  for (const name of Object.keys(environment))
    if (/^npm_config_(omit|include|production|dry_run)$/i.test(name)) delete environment[name];
  const options = { cwd: ROOT, stdio: 'inherit', env: environment };
  const result =
    program === undefined
      ? spawnSync('npm', parameters, { ...options, shell: process.platform === 'win32' })
      : spawnSync(process.env.npm_node_execpath ?? process.execPath, [program, ...parameters], options);
  return result.status ?? 1;
}

/** Refuses to go on where neither the project's Node nor a recent enough one of the host is there. */
function requireNode() {
  if (existsSync(LOCAL_NODE) || isRecent(process.versions.node)) return;
  const floor = NODE_VERSION_MIN.join('.');
  stop(
    `Lectern needs Node ${floor} or newer, none can be installed for ${process.platform} ${process.arch}, and this is ` +
      `Node ${process.versions.node}; install Node ${floor} from https://nodejs.org and try again.`,
  );
}

function isRecent(version) {
  const parts = version.split('.').map(Number);
  const different = NODE_VERSION_MIN.findIndex((part, index) => parts[index] !== part);
  return different === -1 || parts[different] > NODE_VERSION_MIN[different];
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
