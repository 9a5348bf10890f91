/** What a site drops when a webhook comes, and what it reads after it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deliveryHeaders } from '../../server/src/events/webhooks/signature.ts';
import { newSecret } from '../../server/src/events/webhooks/webhook-secrets.ts';
import { createClient } from './create-client.ts';
import { answerWebhook, freshPage, type ListQuery } from './fresh.ts';
import type { AnyModel } from './types/model.ts';

const secret = newSecret();
let environments = 0;

describe('a site that caches', () => {
  it('drops what an event names, and nothing for a request that is not signed', async () => {
    const dropped: string[] = [];
    const drop = (tags: readonly string[]) => void dropped.push(...tags);
    const code = newCode();
    const answers = [
      await answerWebhook(requestAbout(code, 7), secret, drop),
      await answerWebhook(requestAbout(code, 7), newSecret(), drop),
      await answerWebhook(requestAbout(code, 7), undefined, drop),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [204, 401, 401],
    );
    assert.deepEqual(dropped, [`ent_${code}_tide`, `mixed_${code}`]);
  });

  it('asks again where what it reads is older than the last event of that environment', async () => {
    const [code, other] = [newCode(), newCode()];
    await answerWebhook(requestAbout(code, 7), secret, () => {});
    await answerWebhook(requestAbout(code, 5), secret, () => {});
    const stale = reader([code, 6], [code, 7]);
    assert.equal((await freshPage(stale.query)).revision, 7);
    assert.deepEqual(stale.asked, [null, '7']);
    const fresh = reader([other, 6]);
    assert.equal((await freshPage(fresh.query)).revision, 6);
    assert.deepEqual(fresh.asked, [null]);
  });

  it('shows what it has where the service does not come to the revision, and asks for it no more', async () => {
    const code = newCode();
    await answerWebhook(requestAbout(code, 1e15), secret, () => {});
    const read = reader([code, 6], 422, [code, 6]);
    assert.equal((await freshPage(read.query)).revision, 6);
    assert.equal((await freshPage(read.query)).revision, 6);
    assert.deepEqual(read.asked, [null, '1000000000000000', null]);
  });

  it('says that a page is stale while the service cannot be asked, and asks again for the next one', async () => {
    const code = newCode();
    await answerWebhook(requestAbout(code, 7), secret, () => {});
    const pageAt = (revision: number) => ({ items: [], total: 0, next: null, tags: [`environment_${code}`], revision });
    const old: ListQuery<never> = { list: async () => pageAt(6), atLeast: () => unreachable };
    const unreachable: ListQuery<never> = { ...old, list: () => Promise.reject(new TypeError('fetch failed')) };
    for (const time of ['first', 'second']) {
      const { revision, isStale } = await freshPage(old);
      assert.deepEqual([revision, isStale], [6, true], time);
    }
    const { revision, isStale } = await freshPage({ ...old, atLeast: () => ({ ...old, list: async () => pageAt(7) }) });
    assert.deepEqual([revision, isStale], [7, false]);
  });
});

/** Of an environment that no other case has. */
function newCode(): string {
  return `k3x9q${environments++}`;
}

function requestAbout(code: string, revision: number): Request {
  const resource = { id: `ent_${code}_tide`, content_type: 'article', slug: 'tide', status: 'published' };
  const timestamp = new Date().toISOString();
  const body = JSON.stringify({
    event: 'entry.publish',
    space_id: 'spc_1',
    environment: 'master',
    resource,
    timestamp,
  });
  const named = { tags: `${resource.id},mixed_${code}`, slugs: null };
  const delivery = { event: 'entry.publish', deliveryId: 'dlv_1', revision, attempt: 1, at: Date.now(), ...named };
  const headers = deliveryHeaders({ ...delivery, body, secrets: [secret], custom: {} });
  return new Request('https://site.example/lectern', { method: 'POST', body, headers });
}

/** A query whose answers are pages of these environments and revisions, or errors; and the revisions that were asked for. */
function reader(...answers: ([code: string, revision: number] | number)[]) {
  const asked: (string | null)[] = [];
  const fetch = async (url: string) => {
    asked.push(new URL(url).searchParams.get('min_revision'));
    const answer = answers.shift() ?? 500;
    if (typeof answer === 'number') return new Response('{}', { status: answer });
    const headers = { 'cache-tag': `spc_1,environment_${answer[0]}`, 'x-cms-revision': String(answer[1]) };
    return new Response('{"items": [], "total": 0}', { headers });
  };
  const site = createClient<AnyModel>({ url: 'https://cms.example.com', space: 'spc_1', token: 'cms_del_1', fetch });
  return { asked, query: site.entries('article') };
}
