/**
 * The guarantees of every engine for writes: complete or not at all, isolated from others, and final at their end. And each
 * engine's behaviour when it fails: a full disk on SQLite, deadlocks and lost connections on PostgreSQL.
 */

import assert from 'node:assert/strict';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { patience } from '../../../../testing/src/patience.ts';
import { createPostgresDatabase, startPostgres } from '../../../../testing/src/servers/postgres.ts';
import { removeFolder, temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { until } from '../../../../testing/src/until.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import { type Database, WRITE_MAX_MS, type Writer } from '../../../src/platform/database/database.ts';
import { prepared } from '../../../src/platform/database/prepared.ts';
import { savepoint } from '../../../src/platform/database/savepoint.ts';
import { DomainError } from '../../../src/platform/errors/domain-error.ts';
import { deadlineTimes } from '../../../src/platform/kit/deadline.ts';

/** What the loop does while a write waits for a lock. */
const TURNS_MIN = 10;
/** Shortens waits that are bound to time out. */
const SHORTER = 0.1;
const SHORT = deadlineTimes(SHORTER);
/** More than there are connections for writes. */
const TRIES_MAX = 12;
const RESERVE_BYTES = 1_048_576;

const insertCounter = prepared<{ scope: string; next: number }, unknown>((db, place) =>
  db.insertInto('counters').values({ scope: place('scope'), next: place('next') }),
);
const selectCounter = prepared<{ scope: string }, { next: number }>((db, place) =>
  db.selectFrom('counters').select('next').where('scope', '=', place('scope')),
);

async function counter(database: Database, scope: string): Promise<number | undefined> {
  const [row] = await selectCounter(database.reader, { scope });
  return row?.next;
}

/** The tests' server does not wait for its disk; separate databases may. */
async function waitForDisk(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "SELECT format('ALTER DATABASE %I SET synchronous_commit TO on', current_database()) AS statement",
  );
  await client.query(rows[0].statement);
  await client.end();
}

/** Makes all transactions from now on read-only, or writable again, as a failover does. */
async function becomeReadOnly(url: string, isReadOnly: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-c default_transaction_read_only=off' });
  await client.connect();
  const name = new URL(url).pathname.slice(1);
  await client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${isReadOnly}`);
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await client.end();
}

describeEachEngine('a database', (engine) => {
  let database: Database;
  let other: Database;
  before(async () => {
    database = await openDatabase(engine.databaseConfig());
    other = await openDatabase(engine.databaseConfig());
  });
  after(async () => {
    await other.close();
    await database.close();
  });

  const has = async (scope: string) => (await selectCounter(database.reader, { scope })).length === 1;

  it('undoes only the failed write, and rejects with its error', async () => {
    const boom = new Error('boom');
    const outcomes = await Promise.allSettled([
      database.write((writer) => insertCounter(writer, { scope: 'alone-1', next: 1 })),
      database.write(async (writer) => {
        await insertCounter(writer, { scope: 'alone-2', next: 1 });
        throw boom;
      }),
      database.write((writer) => insertCounter(writer, { scope: 'alone-3', next: 1 })),
    ]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.equal((outcomes[1] as PromiseRejectedResult).reason, boom);
    assert.deepEqual([await has('alone-1'), await has('alone-2'), await has('alone-3')], [true, false, true]);
  });

  it('waits for the disk with every write, but with those that may be lost', async () => {
    const config = await engine.freshDatabaseConfig();
    if (config.kind === 'postgres') await waitForDisk(config.url);
    const waiting = await openDatabase(config);
    const setting = config.kind === 'sqlite' ? sql`PRAGMA synchronous` : sql`SHOW synchronous_commit`;
    const levels: unknown[] = [];
    const note = async (writer: Writer) => {
      const { rows } = await setting.execute(writer);
      levels.push(Object.values(rows[0] as object)[0]);
    };
    // Before anything has set how far commits wait.
    await waiting.write(note);
    let next: Promise<unknown> | undefined;
    await waiting.write(
      async (writer) => {
        // It comes while the first one is under way, and must not share its commit.
        next = waiting.write(note);
        await nextTurn();
        await note(writer);
      },
      { mayBeLost: true },
    );
    await next;
    await waiting.write(note, { mayBeLost: true });
    await waiting.close();
    assert.deepEqual(levels.toSorted(), config.kind === 'sqlite' ? [1, 1, 2, 2] : ['off', 'off', 'on', 'on']);
  });

  it('rejects a statement after its write has ended', async () => {
    let kept: Writer | undefined;
    await database.write(async (writer) => {
      kept = writer;
    });
    const late = kept as unknown as Writer;
    const over = Promise.withResolvers<void>();
    await assert.rejects(insertCounter(late, { scope: 'late', next: 1 }), /after its transaction/);
    await assert.rejects(
      database.write(async (writer) => {
        void over.promise.then(() => assert.rejects(insertCounter(writer, { scope: 'late', next: 1 })));
        throw new Error('over');
      }),
      /over/,
    );
    over.resolve();
    await database.write((writer) => insertCounter(writer, { scope: 'after-late', next: 1 }));
    assert.deepEqual([await has('late'), await has('after-late')], [false, true]);
  });

  it('undoes the parts of a write that fail, and keeps the others', async () => {
    await database.write(async (writer) => {
      await savepoint(writer, () => insertCounter(writer, { scope: 'part-1', next: 1 }));
      await assert.rejects(
        savepoint(writer, async () => {
          await insertCounter(writer, { scope: 'part-2', next: 1 });
          await insertCounter(writer, { scope: 'part-1', next: 1 });
        }),
      );
      await savepoint(writer, () => insertCounter(writer, { scope: 'part-3', next: 1 }));
    });
    assert.deepEqual([await has('part-1'), await has('part-2'), await has('part-3')], [true, false, true]);
  });

  it('does not show a write before it is committed, and shows it to every process then', async () => {
    await database.write(async (writer) => {
      await insertCounter(writer, { scope: 'shown', next: 7 });
      assert.equal(await has('shown'), false);
    });
    assert.equal(await counter(other, 'shown'), 7);
  });

  it('loses no update of two processes', async () => {
    await database.write((writer) => insertCounter(writer, { scope: 'raised', next: 0 }));
    const raise = (by: Database) =>
      by.write((writer) =>
        writer.updateTable('counters').set({ next: sql`next + 1` }).where('scope', '=', 'raised').execute(),
      );
    await Promise.all(Array.from({ length: 60 }, (_, index) => raise(index % 2 === 0 ? database : other)));
    assert.equal(await counter(database, 'raised'), 60);
  });

  it('has a snapshot see one state, whatever is written meanwhile', async () => {
    await database.write((writer) => insertCounter(writer, { scope: 'seen', next: 1 }));
    await database.snapshot(async (reader) => {
      const [first] = await selectCounter(reader, { scope: 'seen' });
      await other.write((writer) =>
        writer.updateTable('counters').set({ next: 2 }).where('scope', '=', 'seen').execute(),
      );
      assert.deepEqual(await selectCounter(reader, { scope: 'seen' }), [first]);
    });
    assert.equal(await counter(database, 'seen'), 2);
  });

  it('compiles a prepared query once, and uses the values of each call', async () => {
    let built = 0;
    const counted = prepared<{ scope: string }, { next: number }>((db, place) => {
      built += 1;
      return db.selectFrom('counters').select('next').where('scope', '=', place('scope'));
    });
    await database.write((writer) => insertCounter(writer, { scope: 'prepared', next: 3 }));
    assert.equal((await counted(database.reader, { scope: 'prepared' })).length, 1);
    assert.equal((await counted(database.reader, { scope: 'none' })).length, 0);
    assert.equal(built, 1);
  });

  it('fails where writes fail one after the other, until one changes something', async () => {
    const write = (scope: string) => database.write((writer) => insertCounter(writer, { scope, next: 1 }));
    await write('before failures');
    for (const _ of Array(3)) await assert.rejects(write('before failures'));
    assert.equal(database.condition(), 'ok', 'these fail for a reason of their own');
    await other.write((writer) => sql`ALTER TABLE counters RENAME TO counters_away`.execute(writer));
    for (const _ of Array(2)) await assert.rejects(write('failing'));
    assert.equal(database.condition(), 'ok');
    await assert.rejects(write('failing'));
    assert.equal(database.condition(), 'failing');
    await database.write((writer) => sql`SELECT 1`.execute(writer));
    assert.equal(database.condition(), 'failing', 'one that changes nothing would not have failed');
    await other.write((writer) => sql`ALTER TABLE counters_away RENAME TO counters`.execute(writer));
    await write('after failures');
    assert.equal(database.condition(), 'ok');
  });
});

describe('SQLite', () => {
  it('rejects a whole group with unavailable while the disk is full, and continues afterwards', async () => {
    const folder = temporaryFolder('full');
    const database = await openDatabase({ kind: 'sqlite', folder });
    try {
      const file = new DatabaseSync(join(folder, 'lectern.db'));
      const { page_count: pages } = file.prepare('PRAGMA page_count').get() as { page_count: number };
      file.close();
      // The limit belongs to the connection, so it is set from inside a write.
      await database.write((writer) => sql`PRAGMA max_page_count = ${sql.raw(String(pages + 2))}`.execute(writer));
      const text = 'x'.repeat(100_000);
      const outcomes = await Promise.allSettled(
        ['a', 'b'].map((scope) => database.write((writer) => insertCounter(writer, { scope: scope + text, next: 1 }))),
      );
      for (const outcome of outcomes) {
        assert.equal(outcome.status, 'rejected');
        assert.ok(outcome.reason instanceof DomainError);
        assert.equal(outcome.reason.code, 'unavailable');
        assert.match(outcome.reason.message, /The disk of the database is full, so nothing was written/);
      }
      assert.equal(database.condition(), 'full');
      await database.write((writer) => selectCounter(writer, { scope: 'nothing is written' }));
      assert.equal(database.condition(), 'full');
      await database.write((writer) => sql`PRAGMA max_page_count = 1000000`.execute(writer));
      await database.write((writer) => insertCounter(writer, { scope: `c${text}`, next: 1 }));
      assert.equal(database.condition(), 'ok');
      assert.equal((await selectCounter(database.reader, { scope: `c${text}` })).length, 1);
      assert.equal((await selectCounter(database.reader, { scope: `a${text}` })).length, 0);
    } finally {
      await database.close();
      removeFolder(folder);
    }
  });

  it('gives up what it keeps back for writes that do not grow, and takes the others once there is room', async () => {
    const folder = temporaryFolder('reserve');
    const database = await openDatabase({ kind: 'sqlite', folder }, { reserveBytes: RESERVE_BYTES });
    const reserve = join(folder, 'reserve');
    try {
      assert.equal(statSync(reserve).size, RESERVE_BYTES);
      // A full database stands for a full disk here; test/disk fills a real one.
      await database.write((writer) => sql`PRAGMA max_page_count = 1`.execute(writer));
      const large = (scope: string) => ({ scope: scope + 'x'.repeat(100_000), next: 1 });
      const small = database.write((writer) => insertCounter(writer, large('small')));
      await assert.rejects(small, /The disk of the database is full/, 'it is tried once more, and in vain');
      assert.equal(existsSync(reserve), false, 'the space was given up');
      assert.equal(database.condition(), 'full');
      await database.write((writer) => sql`PRAGMA max_page_count = 1000000`.execute(writer));
      const grows = () => database.write((writer) => insertCounter(writer, large('grows')), { grows: true });
      await assert.rejects(grows, /The disk of the database is full/);
      await database.write((writer) => insertCounter(writer, large('small')));
      await until(() => database.condition() === 'ok');
      assert.equal(statSync(reserve).size, RESERVE_BYTES, 'it is kept back again');
      await grows();
    } finally {
      await database.close();
      removeFolder(folder);
    }
  });

  it('takes what was deleted for room, and hears from others that the space was given up', async () => {
    const folder = temporaryFolder('reserve');
    const options = { reserveBytes: RESERVE_BYTES };
    const database = await openDatabase({ kind: 'sqlite', folder }, options);
    try {
      const large = { scope: 'x'.repeat(RESERVE_BYTES * 2), next: 1 };
      await database.write((writer) => insertCounter(writer, large), { grows: true });
      rmSync(join(folder, 'reserve'));
      assert.equal(database.condition(), 'full');
      await database.write((writer) => writer.deleteFrom('counters').where('scope', '=', large.scope).execute());
      assert.equal(database.condition(), 'ok');
    } finally {
      await database.close();
      removeFolder(folder);
    }
  });

  it('resolves no write of a group whose commit fails', async () => {
    const folder = temporaryFolder('commit');
    const database = await openDatabase({ kind: 'sqlite', folder });
    try {
      // A deferred foreign key makes COMMIT itself fail, like a disk that fills up just then.
      await database.write((writer) => sql`PRAGMA defer_foreign_keys = ON`.execute(writer));
      const outcomes = await Promise.allSettled([
        database.write((writer) => insertCounter(writer, { scope: 'good', next: 1 })),
        database.write(async (writer) => {
          await sql`PRAGMA defer_foreign_keys = ON`.execute(writer);
          await writer
            .insertInto('memberships')
            .values({
              account_id: 'none',
              user_id: 'none',
              role: 'owner',
              break_glass: 0,
              version: 1,
              last_seen_at: null,
              suspended_at: null,
              created_at: 0,
            })
            .execute();
        }),
      ]);
      assert.deepEqual(
        outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as DomainError).code),
        ['unavailable', 'unavailable'],
      );
      assert.equal((await selectCounter(database.reader, { scope: 'good' })).length, 0);
      await database.write((writer) => insertCounter(writer, { scope: 'next', next: 1 }));
    } finally {
      await database.close();
      removeFolder(folder);
    }
  });

  it('rolls back a write that waits for too long', async () => {
    const folder = temporaryFolder('slow');
    const database = await openDatabase({ kind: 'sqlite', folder }, { deadline: SHORT });
    try {
      const stuck = database.write(async (writer) => {
        await insertCounter(writer, { scope: 'stuck', next: 1 });
        await new Promise(() => {});
      });
      const next = database.write((writer) => insertCounter(writer, { scope: 'next', next: 1 }));
      await assert.rejects(stuck, { code: 'unavailable' });
      await next;
      assert.equal((await selectCounter(database.reader, { scope: 'stuck' })).length, 0);
    } finally {
      await database.close();
      removeFolder(folder);
    }
  });

  it('rolls back a write that computes for too long, and none of a process that was kept from computing', async () => {
    const folder = temporaryFolder('computing');
    const database = await openDatabase({ kind: 'sqlite', folder }, { deadline: SHORT });
    try {
      const computing = database.write(async (writer) => {
        for (;;) await selectCounter(writer, { scope: 'none' });
      });
      await assert.rejects(computing, { code: 'unavailable' });
      await database.write(async (writer) => {
        await insertCounter(writer, { scope: 'first', next: 1 });
        holdProcess(SHORT(WRITE_MAX_MS) + 100);
        await insertCounter(writer, { scope: 'second', next: 1 });
      });
      assert.equal((await selectCounter(database.reader, { scope: 'second' })).length, 1);
    } finally {
      await database.close();
      removeFolder(folder);
    }
  });

  it('waits for the lock of another process without holding up the event loop', async () => {
    const folder = temporaryFolder('locked');
    const database = await openDatabase({ kind: 'sqlite', folder });
    try {
      const rival = new DatabaseSync(join(folder, 'lectern.db'));
      rival.exec('BEGIN IMMEDIATE');
      const waiting = database.write((writer) => insertCounter(writer, { scope: 'waited', next: 1 }));
      // A wait that held up the loop would end the write here, as the lock is never given back meanwhile.
      for (let turn = 0; turn < TURNS_MIN; turn++) await nextTurn();
      rival.exec('COMMIT');
      rival.close();
      await waiting;
    } finally {
      await database.close();
      removeFolder(folder);
    }
  });
});

/** Two writes that wait for each other's row: one of them is run again, each counts once. A slow machine has them run again more often. */
async function raiseCrosswise(database: Database): Promise<void> {
  for (const scope of ['left', 'right']) await database.write((writer) => insertCounter(writer, { scope, next: 0 }));
  const raise = async (writer: Writer, scope: string) => {
    await writer.updateTable('counters').set({ next: sql`next + 1` }).where('scope', '=', scope).execute();
  };
  let runs = 0;
  const { promise: bothHoldOne, resolve: letBothGoOn } = Promise.withResolvers<void>();
  const both = (first: string, second: string) =>
    database.write(async (writer) => {
      await raise(writer, first);
      runs += 1;
      if (runs === 2) letBothGoOn();
      await bothHoldOne;
      await raise(writer, second);
    });
  await Promise.all([both('left', 'right'), both('right', 'left')]);
  assert.ok(runs > 2, `${runs} runs`);
  assert.deepEqual([await counter(database, 'left'), await counter(database, 'right')], [2, 2]);
}

describe('PostgreSQL', () => {
  it('refuses writes as unavailable on a server that has become read-only, and tells it from one that is well', async () => {
    const { url } = await createPostgresDatabase();
    const database = await openDatabase({ kind: 'postgres', url, unsafeDurability: true });
    const write = () => database.write((writer) => insertCounter(writer, { scope: crypto.randomUUID(), next: 1 }));
    try {
      await becomeReadOnly(url, true);
      // Those whose connections ended with the change say nothing of it.
      for (let tries = 0; database.condition() === 'ok' && tries < TRIES_MAX; tries++)
        await assert.rejects(write(), { code: 'unavailable' });
      assert.equal(database.condition(), 'failing');
      await becomeReadOnly(url, false);
      await write().catch(write);
      assert.equal(database.condition(), 'ok');
    } finally {
      await database.close();
    }
  });

  it('has a deadlocked write run again', async () => {
    const { url, drop } = await createPostgresDatabase();
    const database = await openDatabase({ kind: 'postgres', url, unsafeDurability: true }, { deadline: patience });
    try {
      await raiseCrosswise(database);
    } finally {
      await database.close();
      await drop();
    }
  });

  it('refuses a server that would lose acknowledged writes', async () => {
    const { url, drop } = await createPostgresDatabase();
    try {
      await assert.rejects(openDatabase({ kind: 'postgres', url, unsafeDurability: false }), /fsync/);
    } finally {
      await drop();
    }
  });

  it('rejects with unavailable while the server is away, in and between writes, and recovers', async () => {
    const server = await startPostgres({ durable: true });
    const database = await openDatabase({ kind: 'postgres', url: server.url, unsafeDurability: false });
    try {
      await database.write((writer) => insertCounter(writer, { scope: 'kept', next: 1 }));
      const cut = database.write(async (writer) => {
        await insertCounter(writer, { scope: 'cut', next: 1 });
        await endConnections(server.url);
        await insertCounter(writer, { scope: 'cut-too', next: 1 });
      });
      await assert.rejects(cut, { code: 'unavailable' });
      await assert.rejects(
        database.write(async () => endConnections(server.url)),
        { code: 'unavailable' },
      );
      await server.stop();
      await assert.rejects(
        database.write((writer) => insertCounter(writer, { scope: 'away', next: 1 })),
        { code: 'unavailable' },
      );
      await assert.rejects(selectCounter(database.reader, { scope: 'kept' }), { code: 'unavailable' });
      await server.restart();
      assert.equal((await recovered(() => selectCounter(database.reader, { scope: 'kept' }))).length, 1);
      assert.equal((await selectCounter(database.reader, { scope: 'cut' })).length, 0);
    } finally {
      await database.close();
      await server.close();
    }
  });
});

/** Keeps this process from computing, as a busy machine does. */
function holdProcess(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** The first read that succeeds again. */
function recovered<T>(read: () => Promise<T[]>): Promise<T[]> {
  return until(
    () => read().catch(() => []),
    ({ length }) => length > 0,
  );
}

/** Ends every other connection to the server, as an administrator does, while nothing runs on them. */
async function endConnections(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lectern'");
  await client.end();
}
