/** A data folder without room: uploads are rejected with a time to retry, and leave no record and no file. */
import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { given } from '../../../../testing/src/given.ts';
import { startService } from '../../../../testing/src/service.ts';
import { SmallDisk } from '../../durability/disk/small-disk.ts';
import { upload } from './storages.ts';

const DISK_MEGABYTES = 8;
const MEGABYTE = 1_048_576;

describeEachEngine('a data folder without room', (engine) => {
  const skip = SmallDisk.whyNot();
  it('takes no file, keeps nothing of it, and takes files again once there is room', { skip }, async () => {
    const disk = SmallDisk.mount(DISK_MEGABYTES);
    const service = await startService({ engine, env: { LECTERN_DATA_DIR: disk.folder } });
    try {
      const scene = await given(service.url);
      const filling = join(disk.folder, 'filling');
      writeFileSync(filling, Buffer.alloc(4 * MEGABYTE));
      const refused = await upload(scene, { name: 'a.bin', bytes: Buffer.alloc(6 * MEGABYTE, 1) });
      assert.equal(refused.status, 503, String(refused));
      assert.equal(refused.headers['retry-after'], '60');
      assert.match(refused.string('detail.message'), /disk of the data folder is full/);
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
