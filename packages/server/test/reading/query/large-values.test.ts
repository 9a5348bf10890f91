/**
 * However large the values of entries are, no statement of a query reads many of them, and none reads unneeded ones: with columns
 * in memory, while these follow changes, and by streaming. The results equal those of the oracle.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { countingReads, type ReadBytes } from '../../../../testing/src/read-bytes.ts';
import { uncounted } from '../../../../testing/src/rows/uncounted.ts';
import { Heads } from '../../../src/model/spaces/heads.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { PIECE_BYTES } from '../../../src/platform/database/row-pieces.ts';
import { IdempotencyRecords } from '../../../src/platform/journal/idempotency.ts';
import { Journal } from '../../../src/platform/journal/journal.ts';
import { RecordDigests } from '../../../src/platform/journal/record-digests.ts';
import { systemClock } from '../../../src/platform/kit/clock.ts';
import { MemoryBudget } from '../../../src/platform/kit/memory-budget.ts';
import { SealedBox } from '../../../src/platform/kit/sealed-box.ts';
import { QueryEngine } from '../../../src/reading/query/engine.ts';
import type { EntryQuery, Predicate } from '../../../src/reading/query/query.ts';
import { expected } from './oracle.ts';
import { ARTICLE, EN, FIELD, type Step, World } from './world.ts';

const ENTRIES = 24;
const LARGE_CHARACTERS = 400_000;
/** Many times what one entry has. */
const CHANGES = 40;
/** Names, keys and the like of all entries. */
const SMALL_BYTES = 100_000;
const AMPLE_BYTES = 256 * 2 ** 20;

describeEachEngine('queries on large values', (suite) => {
  let database: Database;
  let read: ReadBytes;
  let heads: Heads;
  let world: World;
  before(async () => {
    const counting = countingReads(await openDatabase(suite.databaseConfig()));
    database = counting.database;
    read = counting.read;
    heads = new Heads({ database, clock: systemClock });
    const idempotency = new IdempotencyRecords(new SealedBox('the secret of the test', 'idempotency'));
    const digests = new RecordDigests('the secret of the test');
    const journal = new Journal({ database, heads, idempotency, digests, usage: uncounted, clock: systemClock });
    world = new World({ database, journal, environment: 1 });
    await world.prepare();
    for (let n = 0; n < ENTRIES; n++) await world.write([large('create', n, 0)]);
  });
  after(() => database.close());

  const engineWith = (bytes: number) =>
    new QueryEngine({ database, heads, memory: new MemoryBudget(bytes), clock: systemClock });

  async function check(engine: QueryEngine, predicates: readonly Predicate[]): Promise<void> {
    const asked: EntryQuery = { ...list, environment: world.environment, predicates };
    const moment = world.at(world.revision);
    assert.ok(moment);
    const { revision, ...response } = await engine.run(asked, world.model);
    assert.deepEqual(response, expected(asked, moment));
    assert.equal(revision, world.revision);
  }

  for (const [name, bytes] of [
    ['in memory', AMPLE_BYTES],
    ['streamed', 0],
  ] as const) {
    test(`what nobody asks for is not read: ${name}`, async () => {
      const engine = engineWith(bytes);
      read.reset();
      await check(engine, []);
      await check(engine, [equals(FIELD.title, 'title 3')]);
      await check(engine, [authorCalled('title 3')]);
      assert.ok(read.all < SMALL_BYTES, `${read.all} bytes were read`);
    });

    test(`large values are read a few at a time: ${name}`, async () => {
      const engine = engineWith(bytes);
      read.reset();
      await check(engine, [equals(FIELD.tags, tagOf(3, 0))]);
      assert.ok(read.all > ENTRIES * LARGE_CHARACTERS, 'all of them were read');
      assert.ok(read.largest <= PIECE_BYTES + LARGE_CHARACTERS, `a statement gave ${read.largest} bytes`);
    });
  }

  test('an entry that changed many times is read once, and not its values where no column holds them', async () => {
    const [plain, holding] = [engineWith(AMPLE_BYTES), engineWith(AMPLE_BYTES)];
    await check(plain, []);
    await check(holding, [equals(FIELD.tags, tagOf(3, 0)), equals(FIELD.title, 'title 3')]);
    for (let n = 1; n <= CHANGES; n++) await world.write([large('update', 3, n)]);
    read.reset();
    await check(plain, []);
    assert.ok(read.all < SMALL_BYTES, `${read.all} bytes were read`);
    read.reset();
    await check(holding, [equals(FIELD.tags, tagOf(3, CHANGES))]);
    assert.ok(read.all < 2 * LARGE_CHARACTERS + SMALL_BYTES, `${read.all} bytes were read`);
  });

  test('changes of many large entries are taken over a few at a time', async () => {
    const engine = engineWith(AMPLE_BYTES);
    await check(engine, [equals(FIELD.tags, tagOf(3, 0))]);
    await world.write(Array.from({ length: ENTRIES }, (_, n) => large('update', n, CHANGES + 1)));
    read.reset();
    await check(engine, [equals(FIELD.tags, tagOf(5, CHANGES + 1))]);
    assert.ok(read.all > ENTRIES * LARGE_CHARACTERS, 'all of them were read');
    assert.ok(read.largest <= PIECE_BYTES + LARGE_CHARACTERS, `a statement gave ${read.largest} bytes`);
  });
});

const list: Omit<EntryQuery, 'environment' | 'predicates'> = {
  state: 'draft',
  contentType: ARTICLE,
  order: [],
  skip: 0,
  limit: 100,
  withArchived: true,
  locale: EN,
};

function equals(field: number, value: string): Predicate {
  const attribute = { kind: 'field', contentType: ARTICLE, field } as const;
  const byType = new Map([[ARTICLE, { attribute, operator: 'eq', operands: [value] } as const]]);
  return { kind: 'field', byType, otherwise: false };
}

/** Whether an entry links to one with that title. */
function authorCalled(title: string): Predicate {
  const link = { kind: 'field', contentType: ARTICLE, field: FIELD.author } as const;
  return { kind: 'through', links: new Map([[ARTICLE, link]]), target: equals(FIELD.title, title) };
}

function tagOf(entry: number, change: number): string {
  return `tag ${entry} ${change} ${'x'.repeat(LARGE_CHARACTERS)}`;
}

function large(kind: Step['kind'], n: number, change: number): Step {
  const values = {
    [FIELD.title]: { 0: `title ${n}` },
    [FIELD.author]: { 0: 'entry:large-3' },
    [FIELD.tags]: { 0: [tagOf(n, change)] },
  };
  return { kind, key: `large-${n}`, contentType: ARTICLE, values };
}
