/**
 * Writes the package for servers: what is committed of the product, without tests, and Studio built, so that a server
 * installs the service's own dependencies alone. `npm run package` writes `lectern.tar.gz`; a name may follow.
 */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BUILD = 'packages/studio/dist';
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
  'packages/server/src',
  'packages/import/src',
  ':(exclude)**/*.test.ts',
];

if (import.meta.main) writePackage(path.resolve(process.argv[2] ?? 'lectern.tar.gz'));

/** @throws if something of it is missing, such as the build of Studio */
export function writePackage(file: string): void {
  const built = globSync(`${BUILD}/**/*`, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));
  if (!built.includes(`${BUILD}/index.html`)) throw new Error('Studio is not built; run `node scripts/ensure.mjs`.');
  const added = built.flatMap((name) => [`--prefix=${FOLDER}${path.dirname(name)}/`, `--add-file=${name}`]);
  const options = ['--format=tar.gz', `--output=${file}`, ...added, `--prefix=${FOLDER}`];
  execFileSync('git', ['archive', ...options, 'HEAD', '--', ...CONTENTS], { cwd: ROOT });
}
