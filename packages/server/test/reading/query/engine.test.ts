/** The query engine against an oracle that filters everything: after every write, on both databases, with any memory. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { uncounted } from '../../../../testing/src/rows/uncounted.ts';
import { SEED } from '../../../../testing/src/seed.ts';
import { Heads } from '../../../src/model/spaces/heads.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import type { Head } from '../../../src/platform/journal/environment-heads.ts';
import { IdempotencyRecords } from '../../../src/platform/journal/idempotency.ts';
import { Journal } from '../../../src/platform/journal/journal.ts';
import { RecordDigests } from '../../../src/platform/journal/record-digests.ts';
import { systemClock } from '../../../src/platform/kit/clock.ts';
import { MemoryBudget } from '../../../src/platform/kit/memory-budget.ts';
import { SealedBox } from '../../../src/platform/kit/sealed-box.ts';
import { QueryEngine } from '../../../src/reading/query/engine.ts';
import { Overlays } from '../../../src/reading/query/overlays.ts';
import type { EntryQuery, OrderStep, QueryResult } from '../../../src/reading/query/query.ts';
import { asFound } from '../../../src/reading/query/show.ts';
import { type Event, event, query, step } from './arbitraries.ts';
import { expected } from './oracle.ts';
import { walkThrough } from './walk.ts';
import { ARTICLE, EN, FIELD, overlayOf, World } from './world.ts';

const AMPLE_BYTES = 64 * 2 ** 20;
const RUNS = Number(process.env.QUERY_RUNS ?? 12);
const WALKS = Number(process.env.QUERY_WALKS ?? 12);
/** The share of runs with many entries: queries, and columns that are built while they change. */
const RUNS_A_QUERY = 2;
const RUNS_A_BUILDING = 8;
/** Entries of a large world: more than are read, sorted or updated at once. */
const MANY = 800;
const KEYS = ['a', 'B', 'c1', 'd', 'e', 'F', 'g', 'h', 'i', 'j', 'nobody'];

describeEachEngine('the query engine', (suite) => {
  let database: Database;
  let heads: Heads;
  let journal: Journal;
  let environments = 0;

  before(async () => {
    database = await openDatabase(suite.databaseConfig());
    heads = new Heads({ database, clock: systemClock });
    const idempotency = new IdempotencyRecords(new SealedBox('the secret of the test', 'idempotency'));
    const digests = new RecordDigests('the secret of the test');
    journal = new Journal({ database, heads, idempotency, digests, usage: uncounted, clock: systemClock });
  });
  after(() => database.close());

  const engineWith = (bytes: number) =>
    new QueryEngine({ database, heads, memory: new MemoryBudget(bytes), clock: systemClock });

  async function freshWorld(): Promise<World> {
    const world = new World({ database, journal, environment: ++environments });
    await world.prepare();
    return world;
  }

  async function happen(world: World, happening: Event): Promise<void> {
    if ('steps' in happening) await world.write(happening.steps);
    else if ('asset' in happening) await world.toggleAsset(happening.asset);
    else await world.changeModel(happening.setting, happening.kind);
  }

  /** @param engines by what to call them */
  async function check(engines: [string, QueryEngine][], world: World, asked: EntryQuery): Promise<void> {
    const right = expected(asked, world.at(world.revision) ?? assert.fail());
    for (const [who, engine] of engines) {
      const { revision, ...response } = await engine.run(asked, world.model);
      assert.deepEqual(pageOf(response), right, who);
      assert.equal(revision, world.revision, who);
    }
  }

  test('agrees with the oracle after every write, advanced, rebuilt, and with no or little memory', async () => {
    const scene = fc.record({
      events: fc.array(event, { minLength: 1, maxLength: 8 }),
      queries: fc.array(query, { minLength: 1, maxLength: 6 }),
      bytes: fc.integer({ min: 1_000, max: 9_000 }),
    });
    await fc.assert(
      fc.asyncProperty(scene, async ({ events, queries, bytes }) => {
        const world = await freshWorld();
        const engines = {
          advanced: engineWith(AMPLE_BYTES),
          'with little memory': engineWith(bytes),
          'with no memory': engineWith(0),
        };
        for (const happening of events) {
          await happen(world, happening);
          const all = Object.entries({ ...engines, 'built anew': engineWith(AMPLE_BYTES) });
          for (const each of queries) await check(all, world, { ...each, environment: world.environment });
        }
      }),
      { numRuns: RUNS },
    );
  });

  test('agrees with the oracle on many entries with many changes at once', async () => {
    const world = await freshWorld();
    const engines = { living: engineWith(AMPLE_BYTES), small: engineWith(1_000_000), none: engineWith(0) };
    const queries = fc.sample(query, { numRuns: Math.ceil(RUNS / RUNS_A_QUERY), seed: 11 });
    const steps = fc.sample(step, { numRuns: 4 * MANY, seed: 12 });
    const bulks = [
      steps.slice(0, MANY).map((each, at) => ({ ...each, kind: 'create' as const, key: keyOf(at) })),
      steps.slice(MANY, 2 * MANY).map((each, at) => ({ ...each, kind: 'publish' as const, key: keyOf(at) })),
      steps.slice(2 * MANY, 3 * MANY).map((each, at) => ({ ...each, key: keyOf((at * 7) % MANY) })),
      ...[1, 2, 3, 4, 5].map((at) =>
        steps.slice(3 * MANY + at, 3 * MANY + 2 * at).map((each) => ({ ...each, key: keyOf(at * 100) })),
      ),
      steps.slice(3 * MANY).map((each, at) => ({ ...each, key: keyOf(MANY / 2 + at) })),
    ];
    for (const bulk of bulks) {
      await world.write(bulk);
      const all = Object.entries({ ...engines, fresh: engineWith(AMPLE_BYTES) });
      for (const each of queries) await check(all, world, { ...each, environment: world.environment });
    }
  });

  test('walks go on alike with and without memory, and leave out and repeat nothing that did not change', async () => {
    const plan = fc.record({
      before: fc.array(event, { minLength: 2, maxLength: 6 }),
      query,
      order: fc.option(fc.constantFrom('updated_at' as const, 'published_at' as const), { nil: undefined }),
      descending: fc.boolean(),
      events: fc.array(event, { maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ before: events, query: drawn, order, descending, ...walk }) => {
        const world = await freshWorld();
        for (const happening of events) await happen(world, happening);
        const living = engineWith(AMPLE_BYTES);
        const { after: _, ...first } = {
          ...drawn,
          environment: world.environment,
          limit: Math.min(drawn.limit, 3),
          skip: 0,
        };
        const moving: OrderStep = { by: { kind: 'system', name: order ?? 'id' }, descending };
        await walkThrough(
          { query: order === undefined ? first : { ...first, order: [moving, ...first.order].slice(0, 2) }, ...walk },
          {
            world,
            engines: () => [living, engineWith(AMPLE_BYTES), engineWith(0)],
            happen: (happening) => happen(world, happening),
          },
        );
      }),
      { numRuns: WALKS, seed: SEED },
    );
  });

  test('finds entries by their keys alike with and without them in memory', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 4 }), query, async (events, asked) => {
        const world = await freshWorld();
        const [living, none] = [engineWith(AMPLE_BYTES), engineWith(0)];
        for (const happening of events) {
          await happen(world, happening);
          await living.run({ ...asked, environment: world.environment }, world.model);
          const byKeys = {
            environment: world.environment,
            state: asked.state,
            withArchived: asked.withArchived,
            keys: KEYS,
          };
          const all = { ...asked, ...byKeys, predicates: [], order: [], contentType: null, skip: 0, limit: 100 };
          const { after: _, ...unpaged } = all;
          const wanted = expected(unpaged, world.at(world.revision) ?? assert.fail()).entries;
          for (const engine of [living, none]) {
            const { entries, revision } = await engine.keysToStates(byKeys, { show: asFound });
            assert.deepEqual(
              [...entries].sort((a, b) => (a.key < b.key ? -1 : 1)),
              wanted,
            );
            assert.equal(revision, world.revision);
          }
        }
      }),
      { numRuns: Math.ceil(RUNS / 2) },
    );
  });

  test('agrees with the oracle on what an overlay makes of the environment', async () => {
    const scene = fc.record({
      before: fc.array(event, { minLength: 1, maxLength: 5 }),
      after: fc.array(
        event.filter((one) => 'steps' in one),
        { minLength: 1, maxLength: 4 },
      ),
      queries: fc.array(query, { minLength: 1, maxLength: 6 }),
      bytes: fc.integer({ min: 1_000, max: 20_000 }),
    });
    await fc.assert(
      fc.asyncProperty(scene, async ({ before: first, after: then, queries, bytes }) => {
        const world = await freshWorld();
        for (const happening of first) await happen(world, happening);
        const was = world.at(world.revision) ?? assert.fail();
        for (const happening of then) await happen(world, happening);
        const now = world.at(world.revision) ?? assert.fail();
        const head = (await heads.confirmed(world.environment)) ?? assert.fail();
        for (const [who, room] of Object.entries({ ample: AMPLE_BYTES, little: bytes, none: 0 })) {
          const [engine, overlays] = [engineWith(room), new Overlays({ database, memory: new MemoryBudget(room) })];
          for (const each of queries) {
            const asked = { ...each, environment: world.environment };
            const wanted = { model: world.model, withWords: false };
            const overlay = (await overlays.at(overlayOf(was, now, asked.state), head, wanted)) ?? assert.fail();
            const how = { model: world.model, show: asFound, overlay };
            const { revision, ...response } = await engine.show(asked, how);
            assert.deepEqual(pageOf(response), expected(asked, was), who);
            assert.equal(revision, overlay.revision);
            const keys = await engine.keysToStates({ ...asked, keys: KEYS }, how);
            const { after: _, ...plain } = { ...asked, predicates: [], order: [], contentType: null };
            const all = expected({ ...plain, skip: 0, limit: 100 }, was).entries;
            assert.deepEqual(
              keys.entries.map(({ key }) => key),
              KEYS.filter((key) => all.some((one) => one.key === key)),
            );
          }
        }
      }),
      { numRuns: Math.ceil(RUNS / 2) },
    );
  });

  test('an overlay is kept until something changes that it rests on', async () => {
    const world = await freshWorld();
    const values = { [FIELD.rank]: { 0: 1 } };
    const write = async (key: string, kind: 'create' | 'update') => {
      await world.write([{ kind, key, contentType: ARTICLE, values }]);
      return (await heads.confirmed(world.environment)) ?? assert.fail();
    };
    await write('a', 'create');
    const then = world.at(world.revision) ?? assert.fail();
    const first = await write('b', 'create');
    const past = overlayOf(then, world.at(world.revision) ?? assert.fail(), 'draft');
    const content = await past.read(database.reader, world.model);
    const source = { ...past, read: async () => ({ ...content, restsOn: new Set(['b']) }) };
    const overlays = new Overlays({ database, memory: new MemoryBudget(AMPLE_BYTES) });
    const at = async (head: Head) =>
      (await overlays.at(source, head, { model: world.model, withWords: false })) ?? assert.fail();
    const overlay = await at(first);
    const second = await write('a', 'update');
    assert.equal(await at(second), overlay);
    assert.equal(overlay.revision, second.revision);
    const third = await write('b', 'update');
    assert.equal(await overlays.holdsAt(overlay, third), false);
    // Also for who still has the head from before.
    assert.notEqual(await at(second), overlay);
  });

  test('a response during writes shows one revision, never older than at the request', async (context) => {
    const world = await freshWorld();
    const engine = engineWith(AMPLE_BYTES);
    const [events, queries] = [fc.sample(event, { numRuns: 60, seed: 5 }), fc.sample(query, { numRuns: 60, seed: 6 })];
    let isOver = false;
    const writing = (async () => {
      for (const happening of events) if ('steps' in happening) await world.write(happening.steps);
      isOver = true;
    })();
    let responses = 0;
    const asking = Array.from({ length: 4 }, async (_, lane) => {
      for (let at = lane; !isOver; at++) {
        const asked = { ...(queries[at % queries.length] ?? assert.fail()), environment: world.environment };
        const atLeast = world.revision;
        const { revision, ...response } = await engine.run(asked, world.model);
        assert.ok(revision >= atLeast, `revision ${revision} after ${atLeast}`);
        do await nextTurn();
        while (world.at(revision) === undefined);
        assert.deepEqual(pageOf(response), expected(asked, world.at(revision) ?? assert.fail()));
        responses += 1;
      }
    });
    await Promise.all([writing, ...asking]);
    context.diagnostic(`${responses} responses`);
    assert.ok(responses > 0);
  });

  test('columns and orders built during writes are as exact', async () => {
    const world = await freshWorld();
    const steps = fc.sample(step, { numRuns: 3 * MANY, seed: 21 }).map((each) => ({ ...each, contentType: ARTICLE }));
    await world.write(
      steps.slice(0, 2 * MANY).map((each, at) => ({ ...each, kind: 'create' as const, key: keyOf(at) })),
    );
    const updates = steps.slice(2 * MANY).map((each, at) => ({ ...each, kind: 'update' as const, key: keyOf(at * 2) }));
    for (let round = 0; round < Math.ceil(RUNS / RUNS_A_BUILDING); round++) {
      const engine = engineWith(AMPLE_BYTES);
      await engine.run(byField(world, 'none'), world.model);
      const writing = (async () => {
        for (let at = 0; at < 8; at++) await world.write(updates.slice(at * 50 + round, at * 50 + round + 8));
      })();
      const asking = (['title', 'rank', 'featured', 'day'] as const).map(async (name) => {
        for (let turn = 0; turn < 2; turn++) {
          const asked = byField(world, name);
          const { revision, ...response } = await engine.run(asked, world.model);
          do await nextTurn();
          while (world.at(revision) === undefined);
          assert.deepEqual(
            pageOf(response),
            expected(asked, world.at(revision) ?? assert.fail()),
            `${name} at ${revision}`,
          );
        }
      });
      await Promise.all([writing, ...asking]);
    }
  });

  describe('a deleted environment', () => {
    test('is not found', async () => {
      const world = await freshWorld();
      const engine = engineWith(AMPLE_BYTES);
      const asked = { ...(fc.sample(query, { numRuns: 1, seed: 1 })[0] ?? assert.fail()), environment: 999_999 };
      await assert.rejects(engine.run(asked, world.model), { code: 'not_found' });
    });
  });
});

/** A result with the place where it ended, as the oracle has it. */
function pageOf({ next, ...page }: Omit<QueryResult, 'revision'>) {
  return { ...page, next: next === null ? null : { values: next.values, id: next.id } };
}

/** All articles, in the order of one field: each asks for a column and an order of its own. */
function byField(world: World, name: 'title' | 'rank' | 'featured' | 'day' | 'none'): EntryQuery {
  const byType = new Map(
    name === 'none' ? [] : [[ARTICLE, { kind: 'field' as const, contentType: ARTICLE, field: FIELD[name] }]],
  );
  const order = name === 'none' ? [] : [{ by: { kind: 'field' as const, byType }, descending: false }];
  return {
    environment: world.environment,
    state: 'draft',
    withArchived: true,
    contentType: ARTICLE,
    locale: EN,
    predicates: [],
    order,
    skip: 0,
    limit: 10_000,
  };
}

function keyOf(at: number): string {
  return `k${at * 7_919}`;
}
