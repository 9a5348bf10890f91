/**
 * Every route under attack while a second tenant reads, writes and logs in: the same as the test in
 * `packages/server/test/stalls/`, over more content, with the figures of each route.
 */
import type { DatabaseConfig } from '../packages/server/src/platform/database/database.ts';
import { startBystander } from '../packages/server/test/stalls/bystander.ts';
import { startProbedService } from '../packages/server/test/stalls/probed-service.ts';
import { stallRows } from '../packages/server/test/stalls/routes.ts';
import { attackRoute, attacksOn, describedRoutes, type Siege } from '../packages/server/test/stalls/stalls.ts';
import { makeTarget } from '../packages/server/test/stalls/target.ts';
import type { Table } from './report.ts';

const ARTICLES = 20_000;
const MIB = 1_048_576;

/** Attacks a service of its own on that database. */
export async function measureStalls(database: DatabaseConfig): Promise<Table> {
  const service = await startProbedService({ databaseConfig: () => database });
  const target = await makeTarget(service.url, ARTICLES);
  const bystander = await startBystander(service.url);
  const { routes, description } = await describedRoutes(service.url);
  const rows: (string | number)[][] = [];
  for (const [name, row] of Object.entries(stallRows)) {
    const route = routes.get(name);
    if (route === undefined) throw new Error(`There is no route ${name}.`);
    const memoryBefore = await service.probe.memory();
    const siege: Siege = { service, target, bystander };
    const { effect, faults } = await attackRoute(
      siege,
      name,
      await attacksOn({ route, row, description }, target, true),
    );
    const grown = (await service.probe.memory()) - memoryBefore;
    const figures = [effect.stall, effect.waits.read, effect.waits.write, effect.waits['log-in']];
    rows.push([
      name,
      ...figures.map((units) => units.toFixed(1)),
      (effect.responseBytes / MIB).toFixed(1),
      (grown / MIB).toFixed(0),
      faults.length,
    ]);
    for (const fault of faults) console.info(fault);
  }
  await bystander.end();
  await service.end();
  return {
    title: `Attacks on every route, ${database.kind}; times in units of parsing 1 MiB of JSON`,
    columns: ['route', 'stall', 'read waits', 'write waits', 'log-in waits', 'response MiB', 'memory +MiB', 'faults'],
    rows,
  };
}
