/**
 * No caller blocks another: every route is attacked at every limit at once while a second tenant reads, writes and logs in.
 * Attacks generated from the description of a route have the same outcome on both engines, so PostgreSQL only gets those written
 * for a route.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { routes, rowOf } from '../../routes/table.ts';
import { startBystander } from './bystander.ts';
import { type ProbedService, startProbedService } from './probed-service.ts';
import { attackRoute, attacksMadeFor, attacksOn, describedRoutes, inWords, type Siege } from './stalls.ts';
import { makeTarget } from './target.ts';

const ARTICLES = 1_000;
const MEMORY_MAX = 100 * 1_048_576;

describeEachEngine('stalls', (engine) => {
  let service: ProbedService;
  let siege: Siege;
  let described: Awaited<ReturnType<typeof describedRoutes>>;
  let memoryBefore = 0;
  before(async () => {
    service = await startProbedService(engine);
    const target = await makeTarget(service.url, ARTICLES);
    described = await describedRoutes(service.url);
    siege = { service, target, bystander: await startBystander(service.url) };
    memoryBefore = await service.probe.memory();
  });
  after(async () => {
    await siege?.bystander.end();
    closeConnections();
    await service?.end();
  });

  it('has a row for every route that is described', () => {
    const without = [...described.routes.keys()].filter((name) => rowOf(name) === undefined);
    assert.deepEqual(without, [], 'add a row for each to test/routes/');
  });

  for (const row of routes) {
    const { name, stalls } = row;
    // On PostgreSQL, only attacks that are not generated and do not call a language model, since those use the database.
    if (engine.kind === 'postgres' && (stalls?.attacks === undefined || name.includes(' /ai/'))) continue;
    it(`${name} holds nobody up`, async (context) => {
      const route = described.routes.get(name);
      assert.ok(route !== undefined, 'there is such a route');
      const attacks =
        engine.kind === 'postgres'
          ? await attacksMadeFor(row, siege.target)
          : await attacksOn({ route, row, description: described.description }, siege.target, false);
      const { effect, faults } = await attackRoute(siege, name, attacks);
      context.diagnostic(inWords(effect));
      assert.deepEqual(faults, []);
    });
  }

  it('leaves no memory behind', async () => {
    const grown = (await service.probe.memory()) - memoryBefore;
    assert.ok(grown <= MEMORY_MAX, `${grown} bytes more`);
  });
});
