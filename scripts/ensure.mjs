/**
 * Makes a checkout ready to run: installs what package-lock.json lists, and the Node it needs, before `npm start` and
 * `npm test`, and builds Studio and the server. Plain JavaScript without dependencies, because any Node from 18 on may be
 * the one that runs it.
 * Invariant: a complete installation is left alone, and no file that git tracks is ever written.
 *
 * `node scripts/ensure.mjs` installs what the service needs; `--development` installs what the tests need as well.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isTooOld, NODE_VERSION_MIN } from '../packages/server/bin/node-version.mjs';
import { alone, build } from './build.mjs';
import { nodePackageOf, nodeProgramOf } from './node-package.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, 'node_modules');
const LOCAL_NODE = join(MODULES, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
/** Null where no package has a Node for this platform. */
const NODE_PACKAGE = nodePackageOf(process.platform, process.arch);

prepare(process.argv.includes('--development'));

function prepare(development) {
  if (missingPackages(development).length > 0) alone(ROOT, () => install(development));
  if (NODE_PACKAGE !== null) prepareNode(join(MODULES, NODE_PACKAGE));
  requireNode();
  // Whether that succeeds or not: the API is good without Studio, and the server runs from its sources.
  build({ root: ROOT, node: existsSync(LOCAL_NODE) ? LOCAL_NODE : process.execPath });
}

/** Paths of the packages that the lock lists for this platform and that are missing or of another version. */
function missingPackages(development) {
  const wanted = readLock(join(ROOT, 'package-lock.json'));
  const present = readLock(join(MODULES, '.package-lock.json')) ?? {};
  if (wanted === null)
    stop('package-lock.json is missing or damaged; restore it with `git checkout package-lock.json`.');
  return Object.entries(wanted)
    .filter(([path, entry]) => path.startsWith('node_modules/') && (development || entry.dev !== true))
    .filter(([path, entry]) => entry.optional !== true || isWantedNode(path, present))
    .filter(([path, entry]) => !isPresent(path, entry, present))
    .map(([path]) => path);
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return null;
  }
}

/** Optional packages may be missing. So may the Node of this platform where the host's is new enough, but not be outdated. */
function isWantedNode(path, present) {
  return path === `node_modules/${NODE_PACKAGE}` && (path in present || isTooOld());
}

function isPresent(path, entry, present) {
  const found = present[path];
  if (found === undefined || !existsSync(join(ROOT, path))) return false;
  return found.version === entry.version && found.integrity === entry.integrity && found.link === entry.link;
}

function install(development) {
  const missing = missingPackages(development);
  if (missing.length === 0) return;
  console.log(`Lectern installs ${missing.length} packages into node_modules; this happens once and after updates.`);
  const result = npm(['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(development ? [] : ['--omit=dev'])]);
  if (result === 0) return;
  rmSync(join(MODULES, '.package-lock.json'), { force: true });
  stop('`npm ci` failed, see its message above; check that the package registry can be reached and try again.');
}

/**
 * Puts the installed Node in reach of scripts as `.bin/node`: npm 10 drops that link when several platform packages own the
 * name. A Node that does not run here (Alpine Linux has another C library) is taken out of reach instead.
 */
function prepareNode(folder) {
  // Headers for compiling native modules: 67 MB that nothing here reads.
  rmSync(join(folder, 'include'), { recursive: true, force: true });
  const runs = spawnSync(join(folder, nodeProgramOf(process.platform)), ['--version']).status === 0;
  if (!runs) rmSync(LOCAL_NODE, { force: true });
  else if (!existsSync(LOCAL_NODE)) npm(['rebuild', NODE_PACKAGE, '--ignore-scripts', '--loglevel=error']);
}

/** Runs npm by the Node that started it, which stays in place while node_modules is replaced. Gives the exit code. */
function npm(parameters) {
  const program = process.env.npm_execpath;
  const environment = { ...process.env };
  // Options of the `npm start` that runs this must not reach the npm started here (`--omit`, `--ignore-scripts`, …).
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
  if (existsSync(LOCAL_NODE) || !isTooOld()) return;
  stop(
    `Lectern needs Node ${NODE_VERSION_MIN} or newer, none can be installed for ${process.platform} ${process.arch}, and ` +
      `this is Node ${process.versions.node}; install Node ${NODE_VERSION_MIN} from https://nodejs.org and try again.`,
  );
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
