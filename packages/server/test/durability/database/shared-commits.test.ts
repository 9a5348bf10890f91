/** Writes into one environment share transactions on PostgreSQL: on one connection, each still whole and alone. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { createPostgresDatabase, type PostgresDatabase } from '../../../../testing/src/servers/postgres.ts';
import { until } from '../../../../testing/src/until.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database, Writer } from '../../../src/platform/database/database.ts';
import { connectionsOfShares } from '../../../src/platform/database/postgres/shares.ts';
import { prepared } from '../../../src/platform/database/prepared.ts';
import { isOutcomeUnknown } from '../../../src/platform/database/unavailable.ts';

const WRITES = 60;
/** More than there are connections for. */
const WRITES_BESIDE = 20;
/** Slower than `/readyz` waits for. */
const SLOW_SECONDS = 1.2;

const insertCounter = prepared<{ scope: string }, unknown>((db, place) =>
  db.insertInto('counters').values({ scope: place('scope'), next: 0 }),
);
const raise = (writer: Writer, scope: string) =>
  writer.updateTable('counters').set({ next: sql`next + 1` }).where('scope', '=', scope).returning('next').execute();

describe('Writes into one environment on PostgreSQL', () => {
  let server: PostgresDatabase;
  let database: Database;
  let other: Database;
  before(async () => {
    server = await createPostgresDatabase();
    const config = { kind: 'postgres', url: server.url, unsafeDurability: true } as const;
    database = await openDatabase(config);
    other = await openDatabase(config);
  });
  after(async () => {
    await other.close();
    await database.close();
    await server.drop();
  });

  const into = <T>(environment: number, work: (writer: Writer) => Promise<T>) => database.write(work, { environment });
  const has = async (scope: string) =>
    (await database.reader.selectFrom('counters').select('scope').where('scope', '=', scope).execute()).length === 1;
  const environments = () => database.figures().shares.get('environments');

  it('fail with the error of a question, not with that of what was sent behind it', async () => {
    const failing = into(1, (writer) =>
      Promise.all([sql`SELECT 1 / 0`.execute(writer), insertCounter(writer, { scope: 'behind' })]),
    );
    await assert.rejects(failing, { message: 'division by zero' });
    assert.equal(await has('behind'), false);
  });

  it('take one connection and few commits, and those into others as many as there are environments', async () => {
    const { groups } = database.figures().commits;
    let most = 0;
    const write = (environment: number, n: number) =>
      into(environment, async (writer) => {
        most = Math.max(most, environments()?.used ?? 0);
        await insertCounter(writer, { scope: `many-${environment}-${n}` });
      });
    await Promise.all(numbers(WRITES).map((n) => write(1, n)));
    assert.equal(most, 1);
    assert.ok(database.figures().commits.groups - groups <= WRITES / 4, 'they share commits');
    await Promise.all([1, 2, 3].flatMap((environment) => numbers(9).map((n) => write(environment, WRITES + n))));
    assert.ok(most > 1);
    assert.deepEqual([await has('many-1-0'), await has(`many-1-${WRITES - 1}`)], [true, true]);
  });

  it('fail alone, whether their error comes at once or with a later statement', async () => {
    const boom = new Error('boom');
    const outcomes = await Promise.allSettled([
      into(1, (writer) => insertCounter(writer, { scope: 'alone-1' })),
      into(1, async (writer) => {
        await insertCounter(writer, { scope: 'alone-2' });
        throw boom;
      }),
      into(1, async (writer) => {
        await insertCounter(writer, { scope: 'alone-3' });
        await insertCounter(writer, { scope: 'alone-1' });
      }),
      into(1, async (writer) => {
        await insertCounter(writer, { scope: 'alone-1' });
        await raise(writer, 'alone-1');
      }),
      into(1, (writer) => insertCounter(writer, { scope: 'alone-4' })),
    ]);
    const reasons = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : null));
    assert.deepEqual([reasons[0], reasons[1], reasons[4]], [null, boom, null]);
    assert.deepEqual([reasons[2].code, reasons[3].code], ['23505', '23505']);
    const kept = await Promise.all(['alone-1', 'alone-2', 'alone-3', 'alone-4'].map(has));
    assert.deepEqual(kept, [true, false, false, true]);
  });

  it('wait for a locked row without holding up reads, and without a deadlock with whoever has it', async () => {
    for (const scope of ['mine', 'theirs']) await into(1, (writer) => insertCounter(writer, { scope }));
    const gaveWay = () => database.figures().retries.get('lock') ?? 0;
    const before = gaveWay();
    const holder = await holderOf(server.url, 'theirs');
    const mineHeld = Promise.withResolvers<void>();
    const mine = [
      into(1, async (writer) => {
        await raise(writer, 'mine');
        mineHeld.resolve();
      }),
      into(1, (writer) => raise(writer, 'theirs')),
      into(1, (writer) => insertCounter(writer, { scope: 'behind' })),
      ...numbers(WRITES_BESIDE).map(() => database.write((writer) => raise(writer, 'theirs'))),
    ];
    await mineHeld.promise;
    // Whoever holds the one row now waits for the other one, which is held by those who wait for theirs.
    await holder.raise('mine');
    await until(() => gaveWay() !== before);
    // If it were held up, it would not end before the row is let go.
    assert.ok(await has('theirs'));
    await holder.end();
    await Promise.all(mine);
    assert.equal(database.figures().retries.get('deadlock'), undefined);
    const [row] = await database.reader.selectFrom('counters').select('next').where('scope', '=', 'theirs').execute();
    assert.equal(row?.next, WRITES_BESIDE + 2);
  });

  it('go on while one of them waits for a locked row', async () => {
    await into(1, (writer) => insertCounter(writer, { scope: 'held' }));
    const held = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    const holder = other.write(async (writer) => {
      await raise(writer, 'held');
      held.resolve();
      await holding.promise;
    });
    await held.promise;
    const order: string[] = [];
    const waiting = into(1, (writer) => raise(writer, 'held')).then(() => order.push('waiting'));
    await Promise.all(numbers(9).map((n) => into(1, (writer) => insertCounter(writer, { scope: `beside-${n}` })))).then(
      () => order.push('others'),
    );
    holding.resolve();
    await Promise.all([holder, waiting]);
    assert.deepEqual(order, ['others', 'waiting']);
  });

  it('are tried again where the connection of another was lost before the commit', async () => {
    let runs = 0;
    const outcomes = await Promise.allSettled([
      into(1, async (writer) => {
        runs += 1;
        await insertCounter(writer, { scope: 'lost-1' });
      }),
      into(1, async (writer) => {
        await insertCounter(writer, { scope: 'lost-2' });
        await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(writer);
        await raise(writer, 'lost-2');
      }),
      into(1, (writer) => insertCounter(writer, { scope: 'lost-3' })),
    ]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    const { reason } = outcomes[1] as PromiseRejectedResult;
    assert.deepEqual([reason.code, isOutcomeUnknown(reason)], ['unavailable', false]);
    assert.equal(runs, 2);
    assert.deepEqual([await has('lost-1'), await has('lost-2'), await has('lost-3')], [true, false, true]);
  });
});

describe('The shares of the connections', () => {
  it('may all be in use by reads, and the server is still known to be there', async () => {
    const server = await createPostgresDatabase();
    const database = await openDatabase({ kind: 'postgres', url: server.url, unsafeDurability: true, connections: 4 });
    try {
      const slow = [1, 2].map(() => sql`SELECT pg_sleep(${SLOW_SECONDS})`.execute(database.reader as Writer));
      const read = Promise.all(slow).then(() => 'the reads');
      const known = database.ping().then(() => 'the look');
      assert.equal(await Promise.race([known, read]), 'the look');
      await read;
    } finally {
      await database.close();
      await server.drop();
    }
  });

  it('have one connection at least, and all of them together', () => {
    assert.deepEqual(connectionsOfShares(16), { reads: 5, environments: 4, others: 4, long: 3 });
    for (const total of [4, 5, 10, 33, 1_000]) {
      const sizes = Object.values(connectionsOfShares(total));
      assert.equal(
        sizes.reduce((sum, size) => sum + size, 0),
        total,
      );
      assert.ok(sizes.every((size) => size >= 1));
    }
  });
});

/** Somebody who has raised a counter in a transaction that is not over, and whom no deadline ends. */
async function holderOf(url: string, scope: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const holder = {
    raise: async (other: string) =>
      void (await client.query('UPDATE counters SET next = next + 1 WHERE scope = $1', [other])),
    end: async () => {
      await client.query('COMMIT');
      await client.end();
    },
  };
  await client.query('BEGIN');
  await holder.raise(scope);
  return holder;
}

function numbers(count: number): number[] {
  return [...Array(count).keys()];
}
