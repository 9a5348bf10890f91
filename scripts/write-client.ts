/** Packs `@lectern/client` as it is published. `npm run package:client` writes `lectern-client-<version>.tgz`; a folder may follow. */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { buildClient } from '../packages/build/src/build-client.ts';

if (import.meta.main) console.log(await writeClient(resolve(process.argv[2] ?? '.')));

/** @returns path of the tarball */
export async function writeClient(folder: string): Promise<string> {
  const build = await buildClient();
  const packing = ['pack', build, '--pack-destination', folder, '--json'];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const [packed] = JSON.parse(execFileSync(npm, packing, { encoding: 'utf8' })) as { filename: string }[];
  if (packed === undefined) throw new Error('npm packed nothing.');
  return join(folder, packed.filename);
}
