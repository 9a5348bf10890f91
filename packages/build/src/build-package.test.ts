/** What is published: each package has all that its manifest names, and nothing of the workspace. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { temporaryFolder } from '../../testing/src/temporary-folder.ts';
import { buildPackage, PACKAGES } from './build-package.ts';

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, { types: string; default: string }>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly files: readonly string[];
}

for (const name of PACKAGES)
  it(`builds ${name} with types, and with what its manifest names`, async () => {
    const folder = temporaryFolder(name);
    await buildPackage(name, folder);
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const named = [
      ...manifest.files,
      ...Object.values(manifest.bin ?? {}),
      ...Object.values(manifest.exports).flatMap((one) => [one.types, one.default]),
    ];
    for (const file of named) assert.ok(existsSync(join(folder, file)), `${manifest.name} has no ${file}`);
    for (const file of globSync(['*.js', 'types/**/*.ts'], { cwd: folder }))
      assert.doesNotMatch(readFileSync(join(folder, file), 'utf8'), / from ['"][^'"]*\.ts['"]/, file);
  });
