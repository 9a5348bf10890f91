/**
 * Writes the package for servers: Studio and the server as they are built, without their sources, so that a server installs
 * the service's own dependencies alone, with the bill of materials of both. It knows the commit that it was made from.
 * `npm run package` writes `lectern.tar.gz`; a name may follow.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesOfBuild } from '../packages/build/src/replace-build.ts';
import { SBOM_FILE, sbomText } from './write-sbom.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STUDIO = 'packages/studio/dist';
const SERVER = 'packages/server/dist';
const FOLDER = 'lectern/';
const CONTENTS = [
  'package.json',
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
    const prefix = `--prefix=${FOLDER}`;
    const options = ['--format=tar.gz', `--output=${file}`, ...added, prefix, `--add-file=${sbom}`, prefix];
    execFileSync('git', ['archive', ...options, 'HEAD', '--', ...CONTENTS], { cwd: ROOT });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
