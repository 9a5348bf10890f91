/**
 * Packs what sites install, as it is published: `npm run package:npm` writes a `.tgz` of each package, and `npm run package:npm -- client next` of
 * some; `--to=<folder>` says where.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPackage, PACKAGES, type PackageName } from '../packages/build/src/build-package.ts';

if (import.meta.main) {
  const { values, positionals } = parseArgs({ options: { to: { type: 'string' } }, allowPositionals: true });
  const unknown = positionals.filter((name) => !PACKAGES.includes(name as PackageName));
  if (unknown.length > 0) throw new Error(`There is no package ${unknown.join(', ')}, only ${PACKAGES.join(', ')}.`);
  const names = positionals.length > 0 ? (positionals as PackageName[]) : PACKAGES;
  for (const name of names) console.log(await writeNpmPackage(name, resolve(values.to ?? '.')));
}

/** @returns path of the tarball */
export async function writeNpmPackage(name: PackageName, folder: string): Promise<string> {
  const build = mkdtempSync(join(tmpdir(), `lectern-${name}-`));
  try {
    await buildPackage(name, build);
    const packing = ['pack', build, '--pack-destination', folder, '--json'];
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const [packed] = JSON.parse(execFileSync(npm, packing, { encoding: 'utf8' })) as { filename: string }[];
    if (packed === undefined) throw new Error('npm packed nothing.');
    return join(folder, packed.filename);
  } finally {
    rmSync(build, { recursive: true });
  }
}
