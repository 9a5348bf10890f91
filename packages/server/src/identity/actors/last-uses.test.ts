/** Last uses are written at most once a minute each, even if a request read the stored value just before the write. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { openWorkbench, type Workbench } from '../../../../testing/src/workbench.ts';
import { LastUses } from './last-uses.ts';

const MINUTE_MS = 60_000;

describeEachEngine('last uses', (engine) => {
  let bench: Workbench;
  before(async () => {
    bench = await openWorkbench(engine.databaseConfig());
  });
  after(() => bench.close());

  it('are written once a minute, whatever of them a request has read', async () => {
    let now = MINUTE_MS;
    const saved: (readonly [id: string, at: number])[] = [];
    const save = async (_writer: unknown, id: string, at: number) => void saved.push([id, at]);
    const uses = new LastUses({ database: bench.database, clock: () => now, save });
    uses.note('b', null);
    uses.note('a', null);
    await uses.run();
    now += MINUTE_MS - 1;
    uses.note('a', null);
    assert.equal(uses.latest('a', null), MINUTE_MS);
    assert.equal(uses.latest('a', MINUTE_MS + 5), MINUTE_MS + 5, 'another process has written a later one');
    now += 1;
    uses.note('a', MINUTE_MS);
    await uses.run();
    await uses.run();
    assert.deepEqual(saved, [
      ['a', MINUTE_MS],
      ['b', MINUTE_MS],
      ['a', 2 * MINUTE_MS],
    ]);
    assert.equal(uses.latest('b', null), null, 'what is stored for a minute is forgotten');
  });
});
