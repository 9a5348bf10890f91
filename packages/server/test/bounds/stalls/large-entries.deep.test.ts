/**
 * A tenant of a few very large entries, with very many changes and many concurrent responses, does not block others: they wait for
 * a bounded time, and the attack takes a bounded amount of memory. Times are in units as in `stalls.ts`, which are longer on a
 * slow machine.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { byteAttacks } from './byte-attacks.ts';
import { besiege, type LargeSiege } from './large-entries.ts';
import { type ProbedService, startProbedService } from './probed-service.ts';

const SIZES = { large: 100, small: 1_200, changes: 200, refused: 240, lists: 100, deliveries: 40 };
/** What one caller may take up, after a garbage collection. */
const GROWN_BYTES_MAX = 200 * 1_048_576;
/** Caches for later requests are bounded by the operator, in megabytes. */
const CACHES = { LECTERN_INDEX_MEMORY: '64', LECTERN_CACHE_MEMORY: '16' };
/** About 200 ms on an idle machine. */
const WAIT_UNITS_MAX = 60;
const TRIES = 4;

describeEachEngine('large entries', (engine) => {
  let service: ProbedService;
  let siege: LargeSiege;
  before(async () => {
    service = await startProbedService(engine, CACHES);
    siege = await besiege(service, SIZES);
  });
  after(async () => {
    await siege?.end();
    closeConnections();
    await service?.end();
  });

  for (const attack of byteAttacks)
    it(`${attack.name} holds nobody up`, async (context) => {
      const before = await service.probe.memory();
      const { wallMs } = await service.probe.units();
      let result = await siege.attack(attack);
      const longest = () => Math.max(result.waitsMs.read, attack.holdsWrites ? 0 : result.waitsMs.write) / wallMs;
      // A change cannot be repeated; a delay caused by the machine is not caused by the attack.
      for (let tried = 1; tried < TRIES && !attack.holdsWrites && longest() > WAIT_UNITS_MAX; tried++)
        result = await siege.attack({ ...attack, prepare: undefined });
      const grown = (await service.probe.memory()) - before;
      context.diagnostic(`${JSON.stringify(result.waitsMs)}, a unit is ${wallMs.toFixed(1)} ms, ${grown} bytes more`);
      for (const status of result.statuses) assert.ok(attack.statuses.includes(status), String(status));
      assert.deepEqual(result.failures, []);
      assert.ok(longest() <= WAIT_UNITS_MAX, `others waited ${longest().toFixed(1)} units`);
      assert.ok(grown <= GROWN_BYTES_MAX, `${grown} bytes more`);
    });
});
