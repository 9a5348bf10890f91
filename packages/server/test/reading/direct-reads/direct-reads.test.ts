/**
 * Reads that are handled before the framework get the response that their route would give: the same generated requests are sent
 * to a service with direct reads and to one that only uses routes, over one store, and status line, headers and body are compared
 * as sent. `DIRECT_READS=20000` sends more, `SEED` sends others.
 */
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine, type TestEngine } from '../../../../testing/src/engines.ts';
import { fillMagazine } from '../../../../testing/src/filled-magazine.ts';
import { given, makeKey } from '../../../../testing/src/given.ts';
import { SEED } from '../../../../testing/src/seed.ts';
import { startService } from '../../../../testing/src/service.ts';
import { Random } from '../consistency/random.ts';
import { generatedReads, type RawConnection, type Readable } from './generated-reads.ts';
import { exchange, responsesIn } from './raw-connection.ts';

const REQUESTS = Number(process.env.DIRECT_READS ?? 1_000);
/** At least this share of all requests has to be handled directly, or the comparison shows little. */
const DIRECT_SHARE_MIN = 0.3;
/** What the framework publishes for each request that it handles. */
const HANDLED = 'tracing:fastify.request.handler:start';
/** Stands for the address in responses: services take a free port, of as many digits. */
const ADDRESS = 'http://service';

describeEachEngine('a read that is answered directly', (engine) => {
  test('is answered as by its route, to the byte', { timeout: 300_000 }, async (context) => {
    context.diagnostic(`SEED=${SEED}`);
    const readable = await fill(engine);
    const connections = [...generatedReads(new Random(SEED), readable, REQUESTS)];
    const direct = await responsesTo(engine, connections, false);
    const routed = await responsesTo(engine, connections, true);
    for (const [at, { bytes }] of connections.entries()) {
      const told = `seed ${SEED}, sent:\n${bytes}`;
      assert.deepEqual(direct.responses[at], routed.responses[at], told);
      assert.ok(!routed.responses[at]?.some((text) => text.startsWith('HTTP/1.1 500')), told);
    }
    const share = (routed.handled - direct.handled) / REQUESTS;
    context.diagnostic(`${Math.round(share * 100)} % of ${REQUESTS} requests were answered directly`);
    assert.ok(share >= DIRECT_SHARE_MIN, `only ${share} of the requests were answered directly`);
  });
});

/** What a service gives to each connection, and how many requests its framework handled. */
async function responsesTo(engine: TestEngine, connections: readonly RawConnection[], readsByRoutes: boolean) {
  let handled = 0;
  const count = () => {
    handled += 1;
  };
  const service = await startService({ engine }, { readsByRoutes });
  subscribe(HANDLED, count);
  try {
    const responses: string[][] = [];
    for (const { bytes, methods } of connections)
      responses.push(
        responsesIn(await exchange(service.url, bytes), methods).map((text) => text.replaceAll(service.url, ADDRESS)),
      );
    return { responses, handled };
  } finally {
    unsubscribe(HANDLED, count);
    await service.close();
  }
}

/** Fills a store; gives what can be read of it. */
async function fill(engine: TestEngine): Promise<Readable> {
  const service = await startService({ engine });
  try {
    const scene = await given(service.url);
    await fillMagazine(scene);
    await scene.owner.post(`${scene.space}/environments`, { name: 'other' }, 201);
    const elsewhere = await makeKey(scene.owner, scene.spaceId, { kind: 'delivery', environments: ['other'] });
    const revoked = await scene.owner.post(`${scene.space}/api-keys`, { name: 'gone', kind: 'delivery' }, 201);
    await scene.owner.delete(`${scene.space}/api-keys/${revoked.string('id')}`, 204);
    const entries = await scene.delivery.get(`${scene.read}/entries?limit=10`, 200);
    const assets = await scene.delivery.get(`${scene.read}/assets?limit=5`, 200);
    const one = await scene.preview.get(`${scene.read}/entries/article-2`, 200);
    const tokens = [...Array(6).fill(scene.delivery), scene.preview, scene.preview, elsewhere].map(
      ({ token }) => token ?? '',
    );
    return {
      space: scene.spaceId,
      tokens,
      strangeTokens: [scene.management.token ?? '', revoked.string('token'), `${tokens[0]}x`, 'cms_del_nothing', 'x'],
      entries: [...entries.each('items', 'id').map(String), 'article-2', 'article-3', 'article-11', 'author-3'],
      assets: [...assets.each('items', 'id').map(String), 'image-1', 'image-2'],
      tags: [entries, assets, one].map(({ headers }) => headers.etag ?? ''),
    };
  } finally {
    closeConnections();
    await service.close();
  }
}
