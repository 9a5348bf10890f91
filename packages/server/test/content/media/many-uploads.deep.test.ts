/** That a service takes many slow uploads at once, and finishes those that are under way or in line when it is told to end. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { given, type Scene } from '../../../../testing/src/given.ts';
import { type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { removeFolder, temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { until } from '../../../../testing/src/until.ts';
import { type BegunUpload, beginUpload, type RawResponse } from './raw-upload.ts';
import { fetchFile, filesUnderWay } from './storages.ts';

const MANY = 50;
const READ_AT_ONCE = 4;
const UNDER_WAY = 8;
const WATCHED_MS = 500;
const POLL_MS = 10;
const WITHIN_MS = 30_000;

describeEachEngine('many uploads at once', (engine) => {
  it('are read four at a time, and none is refused', { timeout: 120_000 }, async () => {
    const dataDir = temporaryFolder('many-uploads');
    const service = await startProcess({ engine, env: { LECTERN_DATA_DIR: dataDir } });
    try {
      const scene = await given(service.url);
      const begun = await begin(service, scene, MANY);
      await untilReading(dataDir);
      await sleep(WATCHED_MS);
      assert.equal(filesUnderWay({ dataDir }).length, READ_AT_ONCE);
      let most = 0;
      const watching = setInterval(() => {
        most = Math.max(most, filesUnderWay({ dataDir }).length);
      }, POLL_MS);
      const responses = await Promise.all(begun.map((request) => request.finish())).finally(() =>
        clearInterval(watching),
      );
      assert.equal(most, READ_AT_ONCE);
      await assertStored(responses);
      assert.equal((await scene.management.get(`${scene.base}/media`, 200)).number('total'), MANY);
      assert.deepEqual(filesUnderWay({ dataDir }), []);
    } finally {
      closeConnections();
      await service.end('SIGINT');
      removeFolder(dataDir);
    }
  });

  it('are stored where the service is told to end meanwhile', { timeout: 120_000 }, async () => {
    const dataDir = temporaryFolder('many-uploads');
    const service = await startProcess({ engine, env: { LECTERN_DATA_DIR: dataDir } });
    try {
      const scene = await given(service.url);
      const begun = await begin(service, scene, UNDER_WAY);
      await untilReading(dataDir);
      const ended = service.end('SIGINT');
      await sleep(WATCHED_MS);
      for (const { status, text } of await Promise.all(begun.map((request) => request.finish())))
        assert.equal(status, 201, text);
      closeConnections();
      assert.deepEqual(await ended, { code: 0, signal: null }, service.output());
    } finally {
      closeConnections();
      await service.end('SIGKILL');
      removeFolder(dataDir);
    }
  });
});

/** Sends the heads and the first halves of uploads. */
function begin(service: ServiceProcess, scene: Scene, count: number): Promise<readonly BegunUpload[]> {
  return Promise.all(Array.from({ length: count }, () => beginUpload(service, scene)));
}

async function untilReading(dataDir: string): Promise<void> {
  await until(
    () => filesUnderWay({ dataDir }),
    ({ length }) => length >= READ_AT_ONCE,
    WITHIN_MS,
  );
}

/** All were taken, and come out with the bytes that were sent. */
async function assertStored(responses: readonly RawResponse[]): Promise<void> {
  for (const { status, text } of responses) {
    assert.equal(status, 201, text);
    const { url, size } = JSON.parse(text) as { url: string; size: number };
    const file = await fetchFile(url);
    assert.deepEqual([file.status, file.bytes.length], [200, size]);
    assert.ok(url.includes(createHash('sha256').update(file.bytes).digest('hex')), 'the bytes that were sent');
  }
}
