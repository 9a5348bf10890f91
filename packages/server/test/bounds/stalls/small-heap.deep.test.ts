/**
 * A process with a small heap survives a tenant of a few very large entries, with very many changes and many concurrent responses,
 * and still responds to others. `large-entries.deep.test.ts` is the long form, which measures.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { byteAttacks } from './byte-attacks.ts';
import { besiege, type LargeSiege } from './large-entries.ts';

/** Less than the attacks needed when rows were counted instead of bytes. */
const HEAP_MB = 128;
const SIZES = { large: 24, small: 1_000, changes: 20, refused: 60, lists: 12, deliveries: 6 };

describeEachEngine('a small heap', (engine) => {
  let service: ServiceProcess;
  let siege: LargeSiege;
  before(async () => {
    const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` };
    service = await startProcess({ engine, env });
    siege = await besiege(service, SIZES);
  });
  after(async () => {
    await siege?.end();
    closeConnections();
    await service?.end('SIGINT');
  });

  for (const attack of byteAttacks)
    it(`lives through ${attack.name}`, async () => {
      const { statuses, failures } = await siege.attack(attack);
      for (const status of statuses) assert.ok(attack.statuses.includes(status), `${status}\n${service.output()}`);
      assert.deepEqual(failures, []);
    });
});
