/** Commands that root runs on an installation of another user, and folders that the system does not let anybody use. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { runBackup } from '../../../src/commands/backup/backup-command.ts';
import { runRestore } from '../../../src/commands/backup/restore-command.ts';
import { runSecret } from '../../../src/commands/secret/secret-command.ts';
import { openInstallation } from '../../../src/composition/installation.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { SmallDisk } from '../../durability/disk/small-disk.ts';

const USER_ID = 64_311;
const GROUP_READS = 0o640;
const READ_ONLY_MEGABYTES = 8;
const output = { print: () => undefined, printError: assert.fail, progress: null };

it('commands of root keep owner and mode of the secret, and give backups and what was restored to the owner of their folder', {
  skip: process.getuid?.() === 0 ? false : 'needs root, to give files to another user',
}, async () => {
  const root = temporaryFolder('owners');
  const { data, config } = await installation(root);
  const backups = join(root, 'backups');
  const restored = join(root, 'restored');
  mkdirSync(backups);
  mkdirSync(restored);
  for (const path of [data, backups, restored, ...below(data)]) chownSync(path, USER_ID, USER_ID);
  chmodSync(join(data, 'secret'), GROUP_READS);

  assert.equal(await runSecret(['rotate'], config, output), 0);
  assert.equal(statSync(join(data, 'secret')).mode & 0o777, GROUP_READS);
  assert.equal(await runBackup([backups], { LECTERN_DATA_DIR: data }, output), 0);
  assert.equal(await runRestore([backups], { LECTERN_DATA_DIR: restored }, output), 0);
  const others = [data, backups, restored].flatMap(below).filter((path) => statSync(path).uid !== USER_ID);
  assert.deepEqual(others, []);
});

it('a folder that cannot be made, or is read-only, ends a command at once with what to change', {
  skip: SmallDisk.whyNot(),
}, async () => {
  const root = temporaryFolder('places');
  const { data } = await installation(root);
  const backups = join(root, 'backups');
  assert.equal(await runBackup([backups], { LECTERN_DATA_DIR: data }, output), 0);
  const disk = SmallDisk.mount(READ_ONLY_MEGABYTES);
  try {
    // A backup was made there once, so that the file of the lock is there.
    writeFileSync(join(disk.folder, '.lock'), '');
    assert.equal(spawnSync('mount', ['-o', 'remount,ro', disk.folder]).status, 0);
    for (const folder of [disk.folder, join(disk.folder, 'new'), '/proc/x'])
      await assert.rejects(runBackup([folder], { LECTERN_DATA_DIR: data }, output), cannotBeUsed(folder));
    for (const folder of [join(disk.folder, 'new'), '/proc/x/y'])
      await assert.rejects(runRestore([backups], { LECTERN_DATA_DIR: folder }, output), cannotBeUsed(folder));
    for (const folder of [join(disk.folder, 'new'), '/proc/x'])
      await assert.rejects(openInstallation(readConfig({ LECTERN_DATA_DIR: folder }), { begins: 'once' }), {
        name: 'ConfigurationError',
        message: /cannot be used/,
      });
  } finally {
    disk.unmount();
  }
});

/** The refusal that ends the program with 78. */
function cannotBeUsed(folder: string) {
  return { name: 'StartRefusal', message: new RegExp(`^${folder} cannot be used \\((?:EROFS|ENOENT)`) };
}

/** An installation in a folder below another. */
async function installation(root: string) {
  const data = join(root, 'data');
  const config = readConfig({ LECTERN_DATA_DIR: data });
  await (await openInstallation(config, { begins: 'once' })).database.close();
  return { data, config };
}

function below(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
}
