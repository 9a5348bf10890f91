/** That what is safe to show is fetched where everybody reads the bucket, and everything else from the service alone. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { given, type Scene } from '../../../../testing/src/given.ts';
import { startBucket, type TestBucket } from '../../../../testing/src/servers/s3.ts';
import { startService } from '../../../../testing/src/service.ts';
import { fetchFile, upload } from './storages.ts';

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');
const PAGE = Buffer.from('<!DOCTYPE html><script>alert(1)</script>');

describeEachEngine('a bucket that everybody can read', (engine) => {
  let bucket: TestBucket;
  let scene: Scene;
  let publicUrl: string;
  let close: () => Promise<void>;
  before(async () => {
    bucket = await startBucket();
    publicUrl = `${bucket.endpoint}/${bucket.bucket}`;
    const service = await startService({ engine, env: { ...bucket.environment, LECTERN_S3_PUBLIC_URL: publicUrl } });
    scene = await given(service.url);
    close = () => service.close();
  });
  after(async () => {
    closeConnections();
    await close();
    await bucket.stop();
  });

  it('gives pictures: the service sends their readers there', async () => {
    const url = (await upload(scene, { name: 'dot.gif', bytes: GIF })).string('url');
    const response = await fetchFile(url);
    assert.equal(response.status, 302);
    assert.equal(response.headers.etag, undefined, 'the tag of the file is none of the redirect');
    const location = response.headers.location ?? '';
    assert.ok(location.startsWith(`${publicUrl}/files/${scene.spaceId}/`), location);
    const object = await fetchFile(location);
    assert.deepEqual([object.status, object.headers['content-type']], [200, 'image/gif']);
    assert.ok(object.bytes.equals(GIF));
  });

  it('gives no page that a browser would run, and no picture in another size', async () => {
    const page = await fetchFile((await upload(scene, { name: 'page.html', bytes: PAGE })).string('url'));
    assert.equal(page.status, 200);
    assert.match(page.headers['content-disposition'] ?? '', /^attachment/);
    assert.match(String(page.headers['content-security-policy']), /sandbox/);
    const url = (await upload(scene, { name: 'dot.gif', bytes: GIF })).string('url');
    const small = await fetchFile(`${url}?w=1&fm=png`);
    assert.deepEqual([small.status, small.headers['content-type']], [200, 'image/png']);
  });
});
