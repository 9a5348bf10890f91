/**
 * Three nodes under load behind the balancer of `compose.yaml`, each killed, frozen and restarted in turn, on a PostgreSQL that is
 * restarted and frozen: no acknowledged write, file or event is lost, no request waits long, and every error has a cause in a
 * current fault. A node that is down costs no read at all. PostgreSQL is restarted every other minute; `MINUTES=20` after a change
 * of what nodes share.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { Actor, closeConnections } from '../../../testing/src/client.ts';
import { field, given, type Scene } from '../../../testing/src/given.ts';
import { ComposeBalancer } from '../../../testing/src/servers/compose-balancer.ts';
import { until } from '../../../testing/src/until.ts';
import { fetchFile } from '../content/media/storages.ts';
import { FIELDS, Ledger, LOCALES } from '../durability/crash/ledger.ts';
import { verifyRefused, verifyStored } from '../durability/crash/stored-state.ts';
import { committedEvents, leftToSend } from '../webhooks/committed.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { verifyTold } from '../webhooks/told.ts';
import { makeWebhook } from '../webhooks/webhook.ts';
import { Cluster } from './cluster.ts';
import { Faults } from './faults.ts';
import { type Exchange, Traffic } from './traffic.ts';

const MINUTES = Number(process.env.MINUTES ?? 0);
const MINUTE_MS = 60_000;
const MINUTES_A_POSTGRES_RESTART = 2;
const ERRORS_END_WITHIN_MS = 5_000;
const REQUEST_MAX_MS = 10_000;
const SETTLED_WITHIN_MS = 120_000;
const EXAMPLES = 10;

describe('three nodes', { skip: MINUTES === 0 || process.env.DB === 'sqlite' }, () => {
  const limit = { timeout: MINUTES * MINUTE_MS * 2 + SETTLED_WITHIN_MS * 2 };
  it(`lose nothing, and nobody waits for long, over ${MINUTES} minutes of faults`, limit, async (context) => {
    const cluster = await Cluster.start();
    const balancer = await ComposeBalancer.start(cluster.urls);
    const receiver = await startReceiver();
    const ledger = new Ledger();
    try {
      const { scene, revision } = await prepare(cluster, receiver);
      const faults = new Faults(cluster);
      const traffic = new Traffic({ url: balancer.url, scene, ledger });
      await faults.run(MINUTES * MINUTE_MS, Math.ceil(MINUTES / MINUTES_A_POSTGRES_RESTART));
      await traffic.end();
      context.diagnostic(faults.counts());
      await untilSent(cluster);
      const committed = await committedEvents(cluster.config, revision);
      describeRun(context, { traffic, ledger, receiver, events: committed.length });
      assert.deepEqual(traffic.broken.slice(0, EXAMPLES), []);
      verifyTold(committed, receiver.received);
      await verifyStored(cluster.config);
      await verifyRefused(cluster.config, traffic.refused);
      await verifyPromises(cluster, { scene, ledger, traffic });
      verifyExchanges(traffic.exchanges, faults, context);
    } finally {
      closeConnections();
      await balancer.close();
      await cluster.close();
      await receiver.close();
    }
  });
});

async function prepare(cluster: Cluster, receiver: Receiver): Promise<{ scene: Scene; revision: number }> {
  const scene = await given(cluster.node(0).url);
  for (const code of LOCALES.slice(1)) await scene.owner.post(`${scene.space}/locales`, { code }, 201);
  const fields = FIELDS.map((id) => field(id, 'string', { localized: true }));
  await scene.owner.post(`${scene.base}/content-types`, { api_id: 'stamped', name: 'Stamped', fields }, 201);
  await makeWebhook(scene, receiver.url);
  const response = await scene.delivery.get(`${scene.read}/entries`, 200);
  return { scene, revision: Number(response.headers['x-cms-revision']) };
}

async function untilSent({ config }: Cluster): Promise<void> {
  await until(
    () => leftToSend(config),
    (left) => left === 0,
    SETTLED_WITHIN_MS,
  );
}

interface Promised {
  readonly scene: Scene;
  readonly ledger: Ledger;
  readonly traffic: Traffic;
}

/** Each node has every write that was acknowledged, and every file. */
async function verifyPromises({ urls }: Cluster, { scene, ledger, traffic }: Promised): Promise<void> {
  for (const url of urls) {
    const delivery = new Actor(url, scene.delivery.token);
    await ledger.verify(new Actor(url, scene.management.token), delivery, scene.read);
  }
  for (const [turn, [path, hash]] of [...traffic.files].entries()) {
    const { status, bytes } = await fetchFile(`${urls[turn % urls.length]}${path}`);
    assert.deepEqual([status, createHash('sha256').update(bytes).digest('hex')], [200, hash], path);
  }
}

/**
 * Fails where an error has no excuse, or anybody waited for long. A write that was under way at a node has nobody else to
 * answer it; a read has.
 */
function verifyExchanges(exchanges: readonly Exchange[], faults: Faults, context: TestContext): void {
  const failed = exchanges.filter(({ failure }) => failure !== null);
  const lateMs = ({ kind, until }: Exchange) => faults.msSince(until, { ofAll: kind === 'read' });
  const late = failed.filter((one) => lateMs(one) > ERRORS_END_WITHIN_MS);
  const slow = exchanges.filter(({ from, until }) => until - from > REQUEST_MAX_MS);
  const reads = failed.filter(({ kind }) => kind === 'read').length;
  const latestMs = Math.round(Math.max(0, ...failed.map(lateMs)));
  const counted = `${failed.length} requests failed, ${reads} of them reads`;
  context.diagnostic(`${counted}, the latest ${latestMs} ms after what excuses it was over`);
  context.diagnostic(`${slow.length} requests over ${REQUEST_MAX_MS} ms`);
  for (const { kind, from, until, failure } of slow) {
    const meanwhile = faults.during(from, until).join(', ') || 'nothing wrong';
    context.diagnostic(`${kind} of ${Math.round(until - from)} ms, ${meanwhile}: ${failure ?? 'done'}`);
  }
  assert.deepEqual(late.slice(0, EXAMPLES), []);
  assert.deepEqual(slow.slice(0, EXAMPLES), []);
}

interface Run {
  readonly traffic: Traffic;
  readonly ledger: Ledger;
  readonly receiver: Receiver;
  readonly events: number;
}

function describeRun(context: TestContext, { traffic, ledger, receiver, events }: Run): void {
  const repeated = receiver.received.length - events;
  context.diagnostic(
    `${ledger.acknowledgements} acknowledged writes, ${traffic.files.size} files, ${events} events, ${repeated} repeated, ${traffic.refused.length} writes refused`,
  );
  for (const [kind, all] of Map.groupBy(traffic.exchanges, (one) => one.kind)) {
    const times = all
      .filter(({ failure }) => failure === null)
      .map(({ from, until }) => until - from)
      .sort((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? Number.NaN);
    context.diagnostic(`${kind}s: ${all.length}, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms`);
  }
  context.diagnostic(`${traffic.stale} reads were marked as stale`);
}
