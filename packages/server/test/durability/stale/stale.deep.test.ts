/**
 * Published content is served from memory while PostgreSQL is unavailable: marked, for a limited time, never below a requested
 * revision, and only on the delivery plane. Once PostgreSQL is back, nothing old is shown.
 */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Actor, type ApiResponse, closeConnections } from '../../../../testing/src/client.ts';
import { createEntry, given, magazine, makeKey, publishNew, type Scene } from '../../../../testing/src/given.ts';
import { type PostgresServer, startPostgres } from '../../../../testing/src/servers/postgres.ts';
import { startTcpProxy, type TcpProxy } from '../../../../testing/src/servers/tcp-proxy.ts';
import { startService, type TestService } from '../../../../testing/src/service.ts';
import { usualDeadline } from '../../../src/platform/kit/deadline.ts';
import { limitedPlans } from '../../accounts/quotas/limited-plans.ts';

const SERVE_STALE_SECONDS = 8;
const EXPIRES_IN_MS = 4_000;
/** Until a database that hangs is known to be away. */
const NOTICED_WITHIN_MS = 4_000;
const AT_ONCE_MS = 500;
const BACK_WITHIN_MS = 5_000;
/** The longest that a key or a head is trusted without asking. */
const TRUSTED_MS = 1_000;
const POLL_MS = 50;
const METRICS_TOKEN = 'the-token-that-reads-the-metrics';

describe('a node without its PostgreSQL', { skip: process.env.DB === 'sqlite' }, () => {
  let server: PostgresServer;
  let proxy: TcpProxy;
  let near: TestService;
  let far: TestService;
  let scene: Scene;
  let id: string;
  const at = (node: TestService, actor: Actor) => new Actor(node.url, actor.token);

  before(async () => {
    server = await startPostgres();
    const { hostname, port } = new URL(server.url);
    proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    const behind = new URL(server.url);
    behind.port = String(proxy.port);
    near = await startNode(server.url);
    far = await startNode(behind.href);
    scene = await given(near.url, { types: magazine });
    const author = await publishNew(scene.owner, scene.base, { content_type_id: 'author', fields: { name: 'Ada' } });
    id = author;
  });
  after(async () => {
    closeConnections();
    await near?.close();
    await far?.close();
    await proxy?.close();
    await server?.close();
  });

  /** Reads what is published until it is in memory. */
  async function warm(node: TestService, key = scene.delivery): Promise<ApiResponse> {
    for (let count = 0; count < 2; count++) {
      await at(node, key).get(`${scene.read}/entries`, 200);
      await at(node, key).get(`${scene.read}/entries/${id}`, 200);
    }
    return at(node, key).get(`${scene.read}/entries/${id}`, 200);
  }

  it('delivers from memory for a while, and nothing else', async () => {
    const expires_at = new Date(Date.now() + EXPIRES_IN_MS).toISOString();
    const expiring = await makeKey(scene.owner, scene.spaceId, { kind: 'delivery', expires_at });
    const other = await given(near.url);
    const unread = await createEntry(scene.owner, scene.base, { content_type_id: 'author', fields: { name: 'New' } });
    await scene.owner.post(`/entries/${unread}/publish`, undefined, 200);
    await suspend(server, other.member.accountId);
    await sleep(TRUSTED_MS);
    await other.delivery.get(`${other.read}/entries`, 403);
    const known = await warm(near);
    await warm(near, expiring);
    assert.equal(known.headers['x-cms-stale'], undefined);
    const revision = Number(known.headers['x-cms-revision']);
    await server.stop();
    await sleep(TRUSTED_MS);

    const stale = await scene.delivery.get(`${scene.read}/entries/${id}`, 200);
    assert.deepEqual([stale.text, stale.headers.etag], [known.text, known.headers.etag]);
    const seconds = Number(stale.headers['x-cms-stale']);
    assert.ok(seconds >= 1 && seconds <= SERVE_STALE_SECONDS, String(stale.headers['x-cms-stale']));
    assert.equal(stale.headers['cache-control'], 'private, no-cache');
    assert.match(String(stale.headers['access-control-expose-headers']), /X-CMS-Stale/);
    const tag = { 'if-none-match': String(known.headers.etag) };
    const same = await scene.delivery.get(`${scene.read}/entries/${id}`, 304, tag);
    assert.ok(Number(same.headers['x-cms-stale']) >= 1);
    await scene.delivery.get(`${scene.read}/entries`, 200);
    await scene.delivery.get(`${scene.read}/entries?fields.name=One&content_type=author`, 503);
    await scene.delivery.get(`${scene.read}/entries/${id}?min_revision=${revision}`, 200);
    await scene.delivery.get(`${scene.read}/entries/${id}?min_revision=${revision + 1}`, 503);
    await scene.preview.get(`${scene.read}/entries/${id}`, 503);
    await scene.management.get(`/entries/${id}`, 503);
    await scene.owner.get(`${scene.base}`, 503);
    await other.delivery.get(`${other.read}/entries`, 403);
    const ready = await new Actor(near.url, null).get('/readyz', 200);
    const { status, database, writes } = ready.json as Record<string, unknown>;
    assert.deepEqual({ status, database, writes }, { status: 'stale', database: 'unreachable', writes: 'refused' });
    await new Actor(near.url, null).get('/readyz?writes=required', 503);
    await sleep(Math.max(0, Date.parse(expires_at) - Date.now()));
    await at(near, expiring).get(`${scene.read}/entries/${id}`, 401);

    await sleep(SERVE_STALE_SECONDS * 1_000 - seconds * 1_000);
    await scene.delivery.get(`${scene.read}/entries/${id}`, 503);
    await new Actor(near.url, null).get('/readyz', 503);
    await server.restart();
    await back(near);
    await back(far);
    const metrics = await new Actor(near.url, METRICS_TOKEN).get('/metrics', 200);
    assert.match(metrics.text, /^lectern_stale_responses_total\{status="200"\} [1-9]/m);
    assert.match(metrics.text, /^lectern_database_silent_seconds 0/m);
  });

  for (const { title, writer } of [
    { title: 'goes on from what is in memory right after a write of its own', writer: () => near },
    { title: 'goes on from what is in memory right after a write of another node', writer: () => far },
  ])
    it(title, async () => {
      const list = `${scene.read}/entries?content_type=author`;
      const types = `${scene.read}/content-types`;
      // Of heads that were read less than a second apart, not all are kept: this one shall be.
      await sleep(TRUSTED_MS);
      await warm(near);
      for (let count = 0; count < 3; count++) await scene.delivery.get(list, 200);
      await scene.delivery.get(types, 200);
      const before = await scene.delivery.get(list, 200);
      const [entry, known] = [await warm(near), Number(before.headers['x-cms-revision'])];
      const by = at(writer(), scene.owner);
      const fresh = await publishNew(by, scene.base, { content_type_id: 'author', fields: { name: title } });
      await by.patch(`/entries/${id}`, { fields: { name: `Ada, ${title}` } }, 200);
      const written = await by.post(`/entries/${id}/publish`, undefined, 200);
      const type = await by.post(`${scene.base}/content-types`, { api_id: `t${known}`, name: 'T', fields: [] }, 201);
      const revision = Number(type.headers['x-cms-revision']);
      // Now the first node knows that revision, and has read nothing of it that is published.
      await at(near, scene.owner).get(`${scene.base}/entries?limit=1&min_revision=${revision}`, 200);
      await server.stop();

      // Drafts that were saved since change nothing of what is published, so that a head with some of them may be shown.
      let shown = Number.NaN;
      for (const [path, last] of [
        [list, before],
        [`${scene.read}/entries/${id}`, entry],
      ] as const) {
        const stale = await scene.delivery.get(path, 200);
        assert.deepEqual([stale.text, stale.headers.etag], [last.text, last.headers.etag]);
        const seconds = Number(stale.headers['x-cms-stale']);
        assert.ok(seconds >= 1 && seconds <= SERVE_STALE_SECONDS, String(stale.headers['x-cms-stale']));
        shown = Number(stale.headers['x-cms-revision']);
        assert.ok(
          shown >= known && shown < Number(written.headers['x-cms-revision']),
          `${shown} is shown after ${known}`,
        );
        await scene.delivery.get(path, 304, { 'if-none-match': String(last.headers.etag) });
      }
      const shownTypes = await scene.delivery.get(types, 200);
      assert.ok(Number(shownTypes.headers['x-cms-stale']) >= 1);
      await scene.delivery.get(`${scene.read}/entries/${fresh}`, 503);
      await scene.delivery.get(`${scene.read}/entries/${id}?min_revision=${shown}`, 200);
      await scene.delivery.get(`${scene.read}/entries/${id}?min_revision=${shown + 1}`, 503);
      await scene.preview.get(`${scene.read}/entries/${id}`, 503);
      await server.restart();
      await back(near);
      await back(far);
      const now = await scene.delivery.get(`${scene.read}/entries/${id}`, 200);
      assert.equal(now.at('fields.name'), `Ada, ${title}`);
      assert.ok(Number(now.headers['x-cms-revision']) >= Number(written.headers['x-cms-revision']));
      await scene.delivery.get(`${scene.read}/entries/${fresh}`, 200);
    });

  it('ends what the others changed as soon as it hears from it again', async () => {
    const key = await scene.owner.post(`${scene.space}/api-keys`, { name: 'doomed', kind: 'delivery' }, 201);
    const doomed = new Actor(far.url, key.string('token'));
    const before = await warm(far);
    await warm(far, doomed);
    proxy.silence();
    await sleep(TRUSTED_MS);
    const started = performance.now();
    const first = await at(far, doomed).get(`${scene.read}/entries/${id}`, 200);
    assert.ok(performance.now() - started < NOTICED_WITHIN_MS);
    assert.ok(Number(first.headers['x-cms-stale']) >= 1);
    await scene.owner.delete(`${scene.space}/api-keys/${key.string('id')}`, 204);
    const published = await scene.owner.post(`/entries/${id}/unpublish`, undefined, 200);
    const revision = Number(published.headers['x-cms-revision']);
    for (let count = 0; count < 5; count++) {
      const asked = performance.now();
      const stale = await at(far, doomed).get(`${scene.read}/entries/${id}`, 200);
      assert.ok(performance.now() - asked < AT_ONCE_MS);
      assert.equal(stale.text, before.text);
    }
    await at(far, scene.delivery).get(`${scene.read}/entries/${id}?min_revision=${revision}`, 503);
    proxy.heal();
    await at(far, scene.delivery).get(`${scene.read}/entries?min_revision=${revision}`, 200);
    await at(far, scene.delivery).get(`${scene.read}/entries/${id}`, 404);
    await at(far, doomed).get(`${scene.read}/entries/${id}`, 401);
    await scene.owner.post(`/entries/${id}/publish`, undefined, 200);
  });

  it('does not hang with a server that hangs', async () => {
    await sleep(TRUSTED_MS);
    await warm(near);
    server.freeze();
    try {
      const started = performance.now();
      await sleep(TRUSTED_MS);
      const reads = Array.from({ length: 20 }, () => scene.delivery.get(`${scene.read}/entries/${id}`, 200));
      await Promise.all(reads);
      assert.ok(performance.now() - started < TRUSTED_MS + NOTICED_WITHIN_MS);
      const asked = performance.now();
      await scene.delivery.get(`${scene.read}/entries/${id}`, 200);
      await scene.delivery.get(`${scene.read}/entries?limit=7`, 200).catch(() => undefined);
      assert.ok(performance.now() - asked < AT_ONCE_MS);
    } finally {
      server.thaw();
    }
    await back(near);
  });

  /** Until a node shows again what is current. */
  async function back(node: TestService): Promise<void> {
    const deadline = performance.now() + BACK_WITHIN_MS;
    for (;;) {
      const response = await at(node, scene.delivery).get(`${scene.read}/entries`);
      if (response.status === 200 && response.headers['x-cms-stale'] === undefined) return;
      assert.ok(performance.now() < deadline, String(response));
      await sleep(POLL_MS);
    }
  }
});

function startNode(url: string): Promise<TestService> {
  const engine = { databaseConfig: () => ({ kind: 'postgres' as const, url, unsafeDurability: true }) };
  const env = {
    ...limitedPlans(),
    LECTERN_DEFAULT_PLAN: 'large',
    LECTERN_SERVE_STALE: String(SERVE_STALE_SECONDS),
    LECTERN_METRICS_TOKEN: METRICS_TOKEN,
    LECTERN_LOG_LEVEL: 'fatal',
  };
  return startService({ engine, env }, { deadline: usualDeadline });
}

/** As the operator's command does, in the database. */
async function suspend({ url }: PostgresServer, accountId: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('UPDATE accounts SET suspended_at = $2 WHERE id = $1', [accountId, Date.now()]);
  await client.end();
}
