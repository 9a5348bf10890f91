/** A table of entries that is brought forward past revisions that its environment skipped as it took a name over. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { uncounted } from '../../../../testing/src/rows/uncounted.ts';
import { markNamesMoved } from '../../../src/model/spaces/environment-store.ts';
import { Heads } from '../../../src/model/spaces/heads.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { systemActor } from '../../../src/platform/journal/actor.ts';
import { IdempotencyRecords } from '../../../src/platform/journal/idempotency.ts';
import { Journal } from '../../../src/platform/journal/journal.ts';
import { RecordDigests } from '../../../src/platform/journal/record-digests.ts';
import { systemClock } from '../../../src/platform/kit/clock.ts';
import { MemoryBudget } from '../../../src/platform/kit/memory-budget.ts';
import { SealedBox } from '../../../src/platform/kit/sealed-box.ts';
import { loadStateTable } from '../../../src/reading/query/loader.ts';
import { ARTICLE, FIELD, type Step, World } from './world.ts';

const AMPLE_BYTES = 16 * 2 ** 20;
const ENVIRONMENT = 1;
const SKIPPED = 50;

describeEachEngine('revisions that were skipped', (suite) => {
  let database: Database;
  let journal: Journal;
  let world: World;
  before(async () => {
    database = await openDatabase(suite.databaseConfig());
    const heads = new Heads({ database, clock: systemClock });
    const idempotency = new IdempotencyRecords(new SealedBox('the secret of the test', 'idempotency'));
    const digests = new RecordDigests('the secret of the test');
    journal = new Journal({ database, heads, idempotency, digests, usage: uncounted, clock: systemClock });
    world = new World({ database, journal, environment: ENVIRONMENT });
    await world.prepare();
    await world.write([created('a')]);
  });
  after(() => database.close());

  const load = async () => {
    const of = { environment: ENVIRONMENT, state: 'draft', epoch: 'e', revision: world.revision } as const;
    const state = await loadStateTable({ database, memory: new MemoryBudget(AMPLE_BYTES) }, of, () => {});
    assert.ok(state);
    return state;
  };

  test('are passed where the environment took a name over', async () => {
    const state = await load();
    await journal.write(systemActor('test', 'acc_test'), async (writer, change) => {
      await markNamesMoved(writer, ENVIRONMENT, world.revision + SKIPPED);
      const environment = { number: ENVIRONMENT, name: 'master', spaceId: `spc_${ENVIRONMENT}` };
      const facts = { environment, event: null, key: 'live', resource: ENVIRONMENT, published: false } as const;
      change.item({ ...facts, kind: 'environment' });
      change.record({ action: 'environment.create', target: { type: 'environment', id: 'env_1' } });
    });
    await world.write([created('b')]);
    await state.advanceNow();
    assert.equal(state.isBroken, false);
    assert.equal(state.revision, world.revision);
    assert.ok(state.find('a') !== undefined && state.find('b') !== undefined);
    state.release();
  });

  test('are not taken for that where anything else follows', async () => {
    const state = await load();
    await database.write((writer) => markNamesMoved(writer, ENVIRONMENT, world.revision + SKIPPED));
    await world.write([created('c')]);
    await state.advanceNow();
    assert.equal(state.isBroken, true);
    state.release();
  });
});

function created(key: string): Step {
  return { kind: 'create', key, contentType: ARTICLE, values: { [FIELD.rank]: { 0: 1 } } };
}
