/**
 * Reads of content on a streaming replica: what they show is never older than the head, however far the replica is
 * behind, and none fails because of it, whatever becomes of it.
 */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Actor, type ApiResponse, closeConnections } from '../../../../testing/src/client.ts';
import { given, magazine, publishNew, type Scene } from '../../../../testing/src/given.ts';
import { type PostgresServer, startPostgres } from '../../../../testing/src/servers/postgres.ts';
import { startService, type TestService } from '../../../../testing/src/service.ts';
import { until } from '../../../../testing/src/until.ts';
import { replicaCheck } from '../../../src/platform/database/checkup/replica-check.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import { usualDeadline } from '../../../src/platform/kit/deadline.ts';

const READERS = 4;
const LOAD_MS = 1_000;
/** The longest that a key or a head is trusted without asking. */
const TRUSTED_MS = 1_000;
/** The longest that a read may take while a replica fails, beside whatever else the machine does. */
const READ_MAX_MS = 3_000;
const USED_WITHIN_MS = 10_000;
const METRICS_TOKEN = 'the-token-that-reads-the-metrics';

describe('a node with a read replica', { skip: process.env.DB === 'sqlite' }, () => {
  let server: PostgresServer;
  let replica: PostgresServer;
  let node: TestService;
  let scene: Scene;

  before(async () => {
    server = await startPostgres();
    replica = await server.startReplica();
    node = await startNode(server.url, replica.url);
    scene = await given(node.url, { types: magazine });
  });
  after(async () => {
    closeConnections();
    await node?.close();
    await replica?.close();
    await server?.close();
  });

  /** Publishes an author whom no process has in memory. @returns how the id is read, not older than that */
  async function publish(name: string): Promise<string> {
    const id = await publishNew(scene.owner, scene.base, { content_type_id: 'author', fields: { name } });
    const { headers } = await scene.owner.get(`${scene.base}/entries?limit=1`, 200);
    return `${scene.read}/entries/${id}?min_revision=${headers['x-cms-revision']}`;
  }

  async function figure(name: string): Promise<number> {
    const { text } = await new Actor(node.url, METRICS_TOKEN).get('/metrics', 200);
    const line = text.split('\n').find((each) => each.startsWith(`lectern_replica_${name}`));
    return Number(line?.split(' ').at(-1) ?? 0);
  }

  const served = () => figure('reads_total{outcome="served"}');

  /** Publishes and reads until the replica does some of it. */
  async function untilUsed(): Promise<void> {
    const before = await served();
    await until(
      async () => {
        await scene.delivery.get(await publish('Ada'), 200);
        return (await served()) > before;
      },
      Boolean,
      USED_WITHIN_MS,
    );
  }

  /** Publishes, and reads that at once, several at a time, while something happens. @returns the longest read */
  async function underLoad(happens: () => Promise<void> | void): Promise<number> {
    const deadline = performance.now() + LOAD_MS;
    let longestMs = 0;
    const read = async (reader: number) => {
      for (let count = 0; performance.now() < deadline; count++) {
        const name = `Reader ${reader}, ${count}`;
        const path = await publish(name);
        const started = performance.now();
        assert.equal(nameIn(await scene.delivery.get(path, 200)), name);
        longestMs = Math.max(longestMs, performance.now() - started);
      }
    };
    const readers = Array.from({ length: READERS }, (_, reader) => read(reader));
    await sleep(LOAD_MS / 5);
    await happens();
    await Promise.all(readers);
    return longestMs;
  }

  it('has it do reads', async () => {
    await untilUsed();
    assert.equal(await figure('up'), 1);
  });

  it('is well, as the doctor sees it', async () => {
    const database = await openDatabase({ kind: 'postgres', url: server.url, unsafeDurability: true });
    try {
      assert.deepEqual(await Array.fromAsync(replicaCheck(database, [replica.url]).find()), []);
    } finally {
      await database.close();
    }
  });

  it('reads what a replica that is behind does not have from the database', async () => {
    await untilUsed();
    await query(replica, 'SELECT pg_wal_replay_pause()');
    const path = await publish('Grace');
    const before = await served();
    assert.equal(nameIn(await scene.delivery.get(path, 200)), 'Grace');
    for (const plane of [scene.delivery, scene.preview]) {
      const list = await plane.get(`${scene.read}/entries?fields.name=Grace&content_type=author`, 200);
      assert.equal((list.json as { total: number }).total, 1);
    }
    assert.equal(await served(), before);
    assert.ok((await figure('lag_seconds')) > 0);
    await query(replica, 'SELECT pg_wal_replay_resume()');
    await until(
      () => figure('lag_seconds'),
      (lag) => lag === 0,
      USED_WITHIN_MS,
    );
    await untilUsed();
  });

  it('fails no read where the replica is killed, hangs, or comes back', async () => {
    await untilUsed();
    assert.ok((await underLoad(() => replica.crash())) < READ_MAX_MS);
    assert.equal(await figure('up'), 0);
    const failed = await figure('reads_total{outcome="failed"}');
    await scene.delivery.get(await publish('Not tried'), 200);
    assert.equal(await figure('reads_total{outcome="failed"}'), failed);
    await underLoad(() => replica.restart());
    await untilUsed();
    assert.ok((await underLoad(() => replica.freeze())) < READ_MAX_MS);
    replica.thaw();
    await untilUsed();
  });

  it('reads what is not in memory while the database itself is away', async () => {
    const path = await publish('Not in memory');
    await scene.delivery.get(`${scene.read}/entries?fields.name=Nobody&content_type=author`, 200);
    await until(
      () => figure('lag_seconds'),
      (lag) => lag === 0,
      USED_WITHIN_MS,
    );
    await server.stop();
    await sleep(TRUSTED_MS);
    const response = await scene.delivery.get(path, 200);
    assert.equal(nameIn(response), 'Not in memory');
    assert.ok(Number(response.headers['x-cms-stale']) >= 1);
    await server.restart();
  });
});

function startNode(url: string, readUrl: string): Promise<TestService> {
  const engine = { databaseConfig: () => ({ kind: 'postgres' as const, url, unsafeDurability: true }) };
  const env = {
    LECTERN_DATABASE_READ_URL: readUrl,
    LECTERN_METRICS_TOKEN: METRICS_TOKEN,
    LECTERN_LOG_LEVEL: 'fatal',
  };
  return startService({ engine, env }, { deadline: usualDeadline });
}

function nameIn(response: ApiResponse): string {
  return response.string('fields.name');
}

async function query({ url }: PostgresServer, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
