/** Two nodes with one database and one bucket: whichever makes an export or runs an import, both can show it. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { given } from '../../../../testing/src/given.ts';
import { startBucket, type TestBucket } from '../../../../testing/src/servers/s3.ts';
import { startService, type TestService } from '../../../../testing/src/service.ts';
import { assertSameArchive, exportOf, fetchFile, importWhole } from './archives.ts';
import { fillSpace } from './full-space.ts';

describeEachEngine('two nodes with a bucket', (engine) => {
  let bucket: TestBucket;
  let nodes: TestService[];
  before(async () => {
    bucket = await startBucket();
    const env = bucket.environment;
    nodes = [await startService({ engine, env }), await startService({ engine, env })];
  });
  after(async () => {
    closeConnections();
    for (const node of nodes) await node.close();
    await bucket.stop();
  });

  it('share exports and imports', async () => {
    const [one, other] = nodes as [TestService, TestService];
    const scene = await given(one.url);
    await fillSpace(scene);
    const archive = await exportOf(scene);
    const elsewhere = { owner: new Actor(other.url, scene.owner.token), space: scene.space };
    const { items } = (await elsewhere.owner.get(`${scene.space}/exports`, 200)).json as { items: { id: string }[] };
    assertSameArchive(await fetchFile(elsewhere, String(items[0]?.id)), archive, 'the file from the other node');
    const part = await fetchFile(elsewhere, String(items[0]?.id), 'bytes=1500-9000');
    assert.ok(part.equals(archive.subarray(1_500, 9_001)));
    const target = await given(other.url, { defaultLocale: 'fr' });
    await importWhole(target, archive);
    const there = { owner: new Actor(one.url, target.owner.token), space: target.space };
    assertSameArchive(await exportOf(there), archive, 'the import of the other node');
  });
});
