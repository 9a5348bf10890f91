/**
 * Writes the package for servers: Studio and the server as they are built, without their sources, so that a server installs
 * the service's own dependencies alone, with the bill of materials of both. It knows the commit that it was made from.
 * `npm run package` writes `lectern.tar.gz`; a name may follow.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesOfBuild } from '../packages/build/src/replace-build.ts';
import { SBOM_FILE, sbomText } from './write-sbom.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STUDIO = 'packages/studio/dist';
const SERVER = 'packages/server/dist';
const FOLDER = 'lectern/';
const MANIFEST = 'package.json';
const CONTENTS = [
  'package-lock.json',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'docs',
  'packages/*/package.json',
  'packages/server/bin',
  // `git archive` writes the commit into it.
  'packages/server/commit',
  // Of the sources, what the build reads where it is.
  'packages/server/src/commands/demo/content/pictures',
];

/** What can be run in the package; the other scripts need what only a checkout has. */
const SCRIPTS = ['start', 'demo', 'lectern'];

if (import.meta.main) writePackage(path.resolve(process.argv[2] ?? 'lectern.tar.gz'));

/** @throws if something of it is not built */
export function writePackage(file: string): void {
  const studio = globSync(`${STUDIO}/**/*`, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));
  const built = [...studio, ...filesOfBuild(path.join(ROOT, SERVER)).map((name) => `${SERVER}/${name}`)];
  for (const first of [`${STUDIO}/index.html`, `${SERVER}/run-command.js`])
    if (!built.includes(first)) throw new Error(`There is no ${first}; run \`node scripts/ensure.mjs\`.`);
  const added = built.flatMap((name) => [`--prefix=${FOLDER}${path.dirname(name)}/`, `--add-file=${name}`]);
  const folder = mkdtempSync(path.join(tmpdir(), 'lectern-package-'));
  try {
    const sbom = path.join(folder, SBOM_FILE);
    writeFileSync(sbom, sbomText());
    const manifest = path.join(folder, MANIFEST);
    writeFileSync(manifest, manifestText());
    const own = [`--prefix=${FOLDER}`, `--add-file=${sbom}`, `--add-file=${manifest}`];
    const options = ['--format=tar.gz', `--output=${file}`, ...added, ...own];
    execFileSync('git', ['archive', ...options, 'HEAD', '--', ...CONTENTS], { cwd: ROOT });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The manifest of the workspace, with which `npm start` starts what is built. */
function manifestText(): string {
  const manifest = JSON.parse(readFileSync(path.join(ROOT, MANIFEST), 'utf8')) as { scripts: Record<string, string> };
  const scripts = Object.fromEntries(SCRIPTS.map((name) => [name, manifest.scripts[name]]));
  return `${JSON.stringify({ ...manifest, scripts }, null, 2)}\n`;
}
