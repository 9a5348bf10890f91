/** A data folder without room: uploads are refused with when to try again, and leave no record and no file. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { closeConnections } from '../client.ts';
import { describeEachEngine } from '../harness/engines.ts';
import { startService } from '../harness/service.ts';
import { removeFolder, temporaryFolder } from '../harness/temporary-folder.ts';
import { makeScene } from '../scene.ts';
import { upload } from './media-stage.ts';

const DISK = '8m';
const MEGABYTE = 1_048_576;

/** A folder on a disk of its own, in memory; undefined where nobody may mount one. */
function mountSmallDisk(): { folder: string; unmount: () => void } | undefined {
  const folder = temporaryFolder('small-disk');
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'none', folder]).status === 0;
  const unmount = () => {
    spawnSync('umount', [folder]);
    removeFolder(folder);
  };
  return mounted ? { folder, unmount } : undefined;
}

describeEachEngine('a data folder without room', (engine) => {
  it('takes no file, keeps nothing of it, and takes files again once there is room', async (context) => {
    const disk = mountSmallDisk();
    if (disk === undefined) return context.diagnostic('Nobody may mount a disk here; spool.test.ts says the same.');
    const service = await startService({ engine, env: { LECTERN_DATA_DIR: disk.folder } });
    try {
      const scene = await makeScene(service.url);
      const filling = join(disk.folder, 'filling');
      writeFileSync(filling, Buffer.alloc(4 * MEGABYTE));
      const refused = await upload(scene, { name: 'a.bin', bytes: Buffer.alloc(6 * MEGABYTE, 1) });
      assert.equal(refused.status, 503, String(refused));
      assert.equal(refused.headers['retry-after'], '60');
      assert.match(refused.string('detail.message'), /no space/);
      assert.equal((await scene.owner.get(`${scene.base}/media`, 200)).at('total'), 0);
      assert.deepEqual(readdirSync(join(disk.folder, 'uploads')), []);
      rmSync(filling);
      const taken = await upload(scene, { name: 'a.bin', bytes: Buffer.alloc(MEGABYTE, 1) });
      assert.equal(taken.status, 201, String(taken));
    } finally {
      closeConnections();
      await service.close();
      disk.unmount();
    }
  });
});
