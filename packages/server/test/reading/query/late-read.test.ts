/** A column that is filled from a statement whose result arrives late, when the table already has newer rows. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CompiledQuery } from 'kysely';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { uncounted } from '../../../../testing/src/rows/uncounted.ts';
import { Heads } from '../../../src/model/spaces/heads.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database, Reader } from '../../../src/platform/database/database.ts';
import { IdempotencyRecords } from '../../../src/platform/journal/idempotency.ts';
import { Journal } from '../../../src/platform/journal/journal.ts';
import { RecordDigests } from '../../../src/platform/journal/record-digests.ts';
import { systemClock } from '../../../src/platform/kit/clock.ts';
import { MemoryBudget } from '../../../src/platform/kit/memory-budget.ts';
import { SealedBox } from '../../../src/platform/kit/sealed-box.ts';
import { buildColumns } from '../../../src/reading/query/building.ts';
import { conditionTest } from '../../../src/reading/query/condition-test.ts';
import { Sources } from '../../../src/reading/query/index-row.ts';
import { loadStateTable } from '../../../src/reading/query/loader.ts';
import type { StateTable } from '../../../src/reading/query/state-table.ts';
import type { TypeTable } from '../../../src/reading/query/type-table.ts';
import { ARTICLE, EN, FIELD, type Step, World } from './world.ts';

const AMPLE_BYTES = 16 * 2 ** 20;
const ENVIRONMENT = 1;

describeEachEngine('a column that is read while its rows change', (suite) => {
  let database: Database;
  let world: World;

  before(async () => {
    database = await openDatabase(suite.databaseConfig());
    const heads = new Heads({ database, clock: systemClock });
    const idempotency = new IdempotencyRecords(new SealedBox('the secret of the test', 'idempotency'));
    const digests = new RecordDigests('the secret of the test');
    const journal = new Journal({ database, heads, idempotency, digests, usage: uncounted, clock: systemClock });
    world = new World({ database, journal, environment: ENVIRONMENT });
    await world.prepare();
    await world.write(['a', 'b', 'c'].map((key) => ranked('create', key, 1)));
  });
  after(() => database.close());

  test('shows what the table saw, not what the late response says', async () => {
    const memory = new MemoryBudget(AMPLE_BYTES);
    const of = { environment: ENVIRONMENT, state: 'draft', epoch: 'e', revision: world.revision } as const;
    const state = await loadStateTable({ database, memory }, of, () => {});
    assert.ok(state);
    await state.advanceNow();
    const reader = lateReader(database.reader, async () => {
      await world.write([ranked('update', 'a', 2), ranked('delete', 'b', 0), ranked('create', 'd', 4)]);
      await state.advanceNow();
    });
    const late = { reader, readsSince: () => ({ reader, snapshot: database.snapshot }) };
    const sources = new Sources(world.model, EN);
    const rank = sources.of({ kind: 'field', contentType: ARTICLE, field: FIELD.rank });
    const created = sources.of({ kind: 'system', name: 'created_at' });
    assert.ok(!rank.isHeld && !created.isHeld);

    assert.ok(await buildColumns({ database: late, memory }, state, tableOf(state), [rank, created]));

    const table = tableOf(state);
    for (const [key, value] of Object.entries({ a: 2, c: 1, d: 4 })) {
      const row: number = state.find(key)?.row ?? assert.fail(key);
      const isValue = conditionTest({ operator: 'eq', operands: [value] });
      assert.ok(table.column(rank)?.select(isValue).test(row), `${key} is ${value}`);
      assert.equal(table.column(created)?.sortsLast(row), false, key);
    }
    assert.equal(state.find('b'), undefined);
    state.release();
  });
});

function tableOf(state: StateTable): TypeTable {
  return state.ofType(ARTICLE) ?? assert.fail();
}

/** Gives the response of its first statement only when something else has happened since. */
function lateReader(reader: Reader, meanwhile: () => Promise<void>): Reader {
  let happened: Promise<void> | undefined;
  const executeQuery: Reader['executeQuery'] = async (query) => {
    const response = await reader.executeQuery(query as never);
    happened ??= meanwhile();
    await happened;
    return response as never;
  };
  return new Proxy(reader, {
    get: (target, name) => {
      if (name === 'executeQuery') return executeQuery;
      if (name === 'run') return async (query: CompiledQuery) => (await executeQuery(query)).rows;
      if (name === 'runNow') return () => undefined;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function ranked(kind: Step['kind'], key: string, rank: number): Step {
  return { kind, key, contentType: ARTICLE, values: { [FIELD.rank]: { 0: rank } } };
}
