/**
 * `X-CMS-Revision` tells which state a response shows. With `min_revision` no older one is returned: the service waits for it, and
 * in the end rejects the request rather than show a previous state.
 */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { ApiResponse } from '../../../testing/src/client.ts';
import { createEntry, given, magazine, type Scene } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';

onEachEngine('the revision of a response', (stage) => {
  let scene: Scene;
  let id: string;
  before(async () => {
    scene = await given(stage.url, { types: magazine });
    id = await createEntry(scene.owner, scene.base, { content_type_id: 'author', key: 'ada', fields: { name: 'Ada' } });
  });
  const list = (search = '') => scene.delivery.get(`${scene.read}/entries?content_type=author${search}`, 200);

  it('rises with every write, and is sent even with errors', async () => {
    const before = await list();
    await scene.owner.post(`/entries/${id}/publish`, undefined, 200);
    const after = await list();
    assert.ok(revisionOf(after) > revisionOf(before), `${revisionOf(after)} > ${revisionOf(before)}`);
    const etag = String(after.headers.etag);
    const again = await scene.delivery.get(`${scene.read}/entries?content_type=author`, 304, { 'if-none-match': etag });
    assert.equal(revisionOf(again), revisionOf(after));
    for (const path of ['entries/ada', 'assets']) {
      assert.equal(revisionOf(await scene.delivery.get(`${scene.read}/${path}`, 200)), revisionOf(after), path);
    }
  });

  it('is waited for, and then shown', async () => {
    const known = revisionOf(await list());
    const waiting = list(`&min_revision=${known + 1}`);
    // By the response of this one, the one before waits.
    await list();
    await scene.owner.patch(`/entries/${id}`, { fields: { name: 'Ada L.' } }, 200);
    assert.ok(revisionOf(await waiting) > known);
  });

  it('that is not reached is rejected with a request to retry, however it is written in the URL', async () => {
    const known = revisionOf(await list());
    const paths = ['entries', 'entries/ada', 'assets', 'assets/none'].map((path) => `${path}?min_revision`);
    // A name that is escaped is the same name.
    const asks = [...paths, 'entries?min%5Frevision'].map(async (path) => {
      const refused = await scene.delivery.get(`${scene.read}/${path}=${known + 1_000}`, 503);
      assert.equal(refused.at('detail.code'), 'unavailable');
      assert.equal(refused.headers['retry-after'], '1');
    });
    await Promise.all(asks);
  });

  it('is requested with a whole number', async () => {
    const known = revisionOf(await list());
    await list(`&min_revision=${known}`);
    const strange = await scene.delivery.get(`${scene.read}/entries?min_revision=-1`, 422);
    assert.equal(strange.at('detail.errors.0.path'), 'query.min_revision');
  });

  it('is waited for by the lists of the management plane too', async () => {
    const known = revisionOf(await list());
    await scene.owner.get(`${scene.base}/entries?min_revision=${known}`, 200);
    const waiting = scene.owner.get(`${scene.base}/entries?min_revision=${known + 1}`, 200);
    await list();
    await scene.owner.patch(`/entries/${id}`, { fields: { name: 'Ada M.' } }, 200);
    assert.equal((await waiting).at('items.0.fields.name.en-US'), 'Ada M.');
    const unreached = ['entries', 'media'].map((path) => `${scene.base}/${path}?min_revision=${known + 1_000}`);
    await Promise.all(unreached.map((path) => scene.owner.get(path, 503)));
  });

  it('is sent by the management plane where it reads or changes an environment', async () => {
    const requests = [
      () => scene.owner.patch(`/entries/${id}`, { fields: { name: 'Ada N.' } }, 200),
      () => scene.owner.post(`/entries/${id}/publish`, undefined, 200),
      () => scene.owner.post(`${scene.base}/entries/bulk`, { action: 'unpublish', ids: [id] }, 200),
      () => scene.owner.patch(`${scene.base}/content-types/author`, { name: 'Writer' }, 200),
      () => scene.owner.get(`/entries/${id}`, 200),
      () => scene.owner.get(`${scene.base}/entries`, 200),
      () => scene.owner.get(`${scene.base}/content-types/author`, 200),
      () => scene.owner.get(`${scene.base}/media`, 200),
    ];
    let last = revisionOf(await list());
    for (const [at, request] of requests.entries()) {
      const revision = revisionOf(await request());
      const isWrite = at < 4;
      assert.ok(isWrite ? revision > last : revision === last, `request ${at}: ${revision} after ${last}`);
      assert.equal(revisionOf(await list(`&min_revision=${revision}`)), revision);
      last = revision;
    }
    const elsewhere = await scene.owner.get(`${scene.space}/locales`, 200);
    assert.equal(elsewhere.headers['x-cms-revision'], undefined);
  });

  it('is no part of the question: pages and tags are the same', async () => {
    const plain = await list();
    const asked = await list(`&min_revision=${revisionOf(plain)}`);
    assert.deepEqual([asked.headers.etag, asked.text], [plain.headers.etag, plain.text]);
  });
});

function revisionOf(response: ApiResponse): number {
  return Number(response.headers['x-cms-revision']);
}
