/**
 * Restarts that no client notices: nodes behind a balancer one after the other, and the workers of one node. Clients
 * reuse their connections and repeat nothing, and each of their requests gets its response.
 * `RESTARTS=30` before an issue is closed.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { field, given, publishNew, type Scene } from '../../../../testing/src/given.ts';
import { type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { Balancer } from '../../../../testing/src/servers/balancer.ts';
import { until } from '../../../../testing/src/until.ts';
import { Callers } from './callers.ts';

const RESTARTS = Number(process.env.RESTARTS ?? 1);
const WORKERS = 2;
const READY_MAX_MS = 10_000;
const MS_PER_RESTART = 30_000;

describeEachEngine('restarts', (engine) => {
  let nodes: ServiceProcess[];
  let ports: number[];
  let scene: Scene;
  let entry: string;

  before(async () => {
    nodes = [await startProcess({ engine }, ['--workers', String(WORKERS)]), await startProcess({ engine })];
    ports = nodes.map(({ url }) => Number(new URL(url).port));
    scene = await given(nodes[0]?.url ?? '');
    const fields = [field('title', 'string')];
    await scene.owner.post(`${scene.base}/content-types`, { api_id: 'page', name: 'Page', fields }, 201);
    entry = await publishNew(scene.management, scene.base, { content_type_id: 'page', fields: { title: 'Home' } });
  });

  after(async () => {
    closeConnections();
    await Promise.all(nodes.map((node) => node.end('SIGINT')));
  });

  async function restart(node: number): Promise<void> {
    const old = nodes[node] as ServiceProcess;
    const { code } = await old.end('SIGTERM');
    assert.equal(code, 0, old.output());
    const options = node === 0 ? ['--workers', String(WORKERS)] : [];
    nodes[node] = await startProcess({ engine, env: { PORT: String(ports[node]) } }, options);
  }

  /** SQLite has no other machine to go to, so a balancer of its nodes finds out when they refuse connections. */
  const checksReadiness = engine.kind === 'postgres';

  it(`of nodes behind a balancer lose no request, ${RESTARTS} times`, {
    timeout: RESTARTS * 2 * MS_PER_RESTART,
  }, async (context) => {
    const balancer = await Balancer.start(ports, { checksReadiness });
    const callers = new Callers(balancer.url, scene, entry);
    for (let round = 0; round < RESTARTS; round++) {
      const node = round % nodes.length;
      await restart(node);
      await untilReady(balancer, node);
    }
    await callers.end();
    await balancer.close();
    report(callers, context);
  });

  it(`of workers by SIGUSR2 lose no request, ${RESTARTS} times`, {
    timeout: RESTARTS * 2 * MS_PER_RESTART,
    skip: process.platform !== 'linux',
  }, async (context) => {
    const [node] = nodes as [ServiceProcess];
    const callers = new Callers(node.url, scene, entry);
    for (let round = 0; round < RESTARTS; round++) {
      const before = workersOf(node);
      assert.equal(before.length, WORKERS);
      process.kill(node.pid, 'SIGUSR2');
      await until(() => !workersOf(node).some((pid) => before.includes(pid)));
    }
    await callers.end();
    report(callers, context);
  });
});

function report({ requests, failures }: Callers, context: { diagnostic(text: string): void }): void {
  context.diagnostic(`${requests} requests, ${failures.length} without a response of 200`);
  assert.deepEqual(failures, []);
  assert.ok(requests > RESTARTS, `${requests} requests`);
}

async function untilReady(balancer: Balancer, node: number): Promise<void> {
  await until(() => balancer.isReady(node), Boolean, READY_MAX_MS);
}

/** Process ids of the workers. */
function workersOf({ pid }: ServiceProcess): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}
