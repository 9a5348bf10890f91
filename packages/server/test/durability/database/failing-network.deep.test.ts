/**
 * PostgreSQL behind a failing network: a commit whose confirmation is lost is reported as unknown and takes effect once however
 * often it is repeated, a silent server blocks no request, and a frozen node blocks nobody for long. `CUTS=200` is the long run.
 */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Actor, type ApiResponse, closeConnections } from '../../../../testing/src/client.ts';
import { given, magazine, type Scene } from '../../../../testing/src/given.ts';
import { Lateness } from '../../../../testing/src/lateness.ts';
import { type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../../../../testing/src/servers/postgres.ts';
import { type PostgresProxy, startPostgresProxy } from '../../../../testing/src/servers/postgres-proxy.ts';
import { startService, type TestService } from '../../../../testing/src/service.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database, Reader, Writer } from '../../../src/platform/database/database.ts';
import { isOutcomeUnknown } from '../../../src/platform/database/unavailable.ts';
import type { DomainError } from '../../../src/platform/errors/domain-error.ts';
import { usualDeadline } from '../../../src/platform/kit/deadline.ts';
import { isRefusal, verifyRefused } from '../crash/stored-state.ts';

const CUTS = Number(process.env.CUTS ?? 12);
/** Writes at once, which share the commit that is cut. */
const TOGETHER = 3;
const REQUEST_MAX_MS = 10_000;
const RECOVERED_WITHIN_MS = 5_000;
const FROZEN_WAIT_MAX_MS = 3_000;
const READ_MAX_MS = 1_000;
const READ_STATEMENT_MAX_MS = 3_000;
const WRITE_STATEMENT_MAX_MS = 5_000;
/** Requests beside a frozen node, to those before. */
const TIMES_MAX = 3;
const READS_ALONE = 40;
const WRITES_ALONE = 5;
/** What is not worth comparing. */
const SOON_MS = 100;
/** What the steps of a request or statement take that are not its deadline. */
const SLACK_MS = 250;
const THROWN_AWAY_WITHIN_MS = 10_000;
const FREEZES_MAX = 50;
const POLL_MS = 20;

describe('PostgreSQL behind a network that fails', () => {
  let database: PostgresDatabase;
  let proxy: PostgresProxy;
  let service: TestService;
  let scene: Scene;
  before(async () => {
    database = await createPostgresDatabase();
    proxy = await startPostgresProxy(database.url);
    service = await startService({ engine: engineAt(proxy.url) }, { deadline: usualDeadline });
    scene = await given(service.url, { types: magazine });
  });
  after(async () => {
    closeConnections();
    // What a job has asked for is waited for longer than by a request.
    proxy.cutAll();
    await service.close();
    await proxy.close();
    await database.drop();
  });

  it('says that a cut commit is unknown, and does each write once when it is repeated with its key', async () => {
    const unknown = { 'behind the commit': 0, 'before the commit': 0 };
    for (let round = 0; round < CUTS; round++) {
      const cut = round % 2 === 0 ? 'behind the commit' : 'before the commit';
      const done = proxy.cutAt(`cut-${round}-`, cut);
      const first = await Promise.all(numbers(TOGETHER).map((n) => create(round, n)));
      await done;
      for (const response of first.filter(({ status }) => status !== 201)) {
        assert.equal(response.status, 503, String(response));
        assert.equal(response.at('detail.outcome'), 'unknown', String(response));
        assert.match(response.string('detail.message'), /Idempotency-Key/);
        unknown[cut] += 1;
      }
      await Promise.all(numbers(TOGETHER).map((n) => untilCreated(round, n)));
    }
    assert.ok(unknown['behind the commit'] >= CUTS / 2 && unknown['before the commit'] >= CUTS / 2, 'all were cut');
    const [entries] = await rows(
      `select count(*)::int as all, count(distinct document)::int as different from entry_states where document like '%cut-%'`,
    );
    assert.deepEqual(entries, { all: CUTS * TOGETHER, different: CUTS * TOGETHER });
    const [events] = await rows(
      "select count(*)::int as all, count(distinct key)::int as different from journal_items where event = 'entry.create'",
    );
    assert.deepEqual(events, { all: CUTS * TOGETHER, different: CUTS * TOGETHER });
  });

  it('answers a write as done that is committed when the server goes away', async () => {
    const left = proxy.goAwayAfter('last-words');
    const fields = { name: 'last-words' };
    const response = await scene.owner.post(`${scene.base}/entries`, { content_type_id: 'author', fields });
    await left;
    assert.equal(response.status, 201, String(response));
    const [journalled] = await rows('select max(revision)::int as revision from journal_items');
    assert.deepEqual({ revision: Number(response.headers['x-cms-revision']) }, journalled);
    proxy.recover();
    await untilRead(response.string('id'));
  });

  it('answers every request within 10 seconds while the server says nothing, and is back soon after', async () => {
    const id = (await untilCreated(0, 0)).string('id');
    proxy.swallow();
    const lateness = new Lateness();
    const writing = Promise.all(numbers(8).map((n) => timed(() => create(1_000, n))));
    const reads = await Promise.all(numbers(8).map(() => timed(() => scene.owner.get(`/entries/${id}`))));
    const lateMs = lateness.end();
    const writes = await writing;
    proxy.recover();
    const recoveredAt = performance.now();
    for (const { ms, response } of [...reads, ...writes]) {
      assert.equal(response.status, 503, String(response));
      assert.ok(ms <= REQUEST_MAX_MS, `${Math.round(ms)} ms: ${response}`);
    }
    const slowest = slowestOf(reads) - lateMs;
    assert.ok(slowest <= READ_STATEMENT_MAX_MS + SLACK_MS, `a read took ${Math.round(slowest)} ms`);
    for (;;) {
      const responses = [await scene.owner.get(`/entries/${id}`), await create(1_001, 0)];
      if (responses.every(({ status }) => status < 300)) break;
      assert.ok(performance.now() - recoveredAt < RECOVERED_WITHIN_MS, responses.join('\n'));
      await sleep(POLL_MS);
    }
    const refused = numbers(8).filter((n) => isRefusal((writes[n] as Timed).response));
    assert.ok(refused.length > 0, 'writes were refused');
    const texts = refused.map((n) => `cut-1000-${n}`);
    await verifyRefused({ kind: 'postgres', url: database.url, unsafeDurability: true }, texts);
  });

  function create(round: number, n: number): Promise<ApiResponse> {
    const body = { content_type_id: 'author', fields: { name: `cut-${round}-${n}` } };
    return scene.owner.post(`${scene.base}/entries`, body, undefined, { 'idempotency-key': `cut-${round}/${n}` });
  }

  /** Repeats a request until it is answered with what it made: the first time, or now. */
  async function untilCreated(round: number, n: number): Promise<ApiResponse> {
    const deadline = performance.now() + REQUEST_MAX_MS;
    for (;;) {
      const response = await create(round, n);
      if (response.status === 201) return response;
      assert.ok([409, 503].includes(response.status) && performance.now() < deadline, String(response));
      await sleep(POLL_MS);
    }
  }

  async function untilRead(id: string): Promise<void> {
    const deadline = performance.now() + RECOVERED_WITHIN_MS;
    while ((await scene.owner.get(`/entries/${id}`)).status !== 200) {
      assert.ok(performance.now() < deadline, 'it is not back');
      await sleep(POLL_MS);
    }
  }

  async function rows(text: string): Promise<unknown[]> {
    return onServer(database.url, text);
  }
});

describe('Statements to a PostgreSQL that says nothing', () => {
  let server: PostgresDatabase;
  let proxy: PostgresProxy;
  let database: Database;
  before(async () => {
    server = await createPostgresDatabase();
    proxy = await startPostgresProxy(server.url);
    database = await openDatabase({ kind: 'postgres', url: proxy.url, unsafeDurability: true });
  });
  after(async () => {
    await database.close();
    await proxy.close();
    await server.drop();
  });

  it('have five seconds in a write and three in a read, and their connections are thrown away', async () => {
    const silence = Promise.withResolvers<void>();
    const running = numbers(2).map(() => Promise.withResolvers<void>());
    const insert = (scope: string) => (writer: Writer) =>
      writer.insertInto('counters').values({ scope, next: 0 }).execute();
    const look = (reader: Reader) => reader.selectFrom('counters').select('scope').execute();
    const write = database.write(
      async (writer) => {
        await insert('inside')(writer);
        running[0]?.resolve();
        await silence.promise;
        await insert('never')(writer);
      },
      { environment: 1 },
    );
    const snapshot = database.snapshot(async (reader) => {
      await look(reader);
      running[1]?.resolve();
      await silence.promise;
      await look(reader);
    });
    await Promise.all(running.map(({ promise }) => promise));
    proxy.swallow();
    silence.resolve();
    const lateness = new Lateness();
    const [inWrite, newWrite, inSnapshot, newRead] = await Promise.all([
      refusedAfter(write),
      refusedAfter(database.write(insert('new'), { environment: 2 })),
      refusedAfter(snapshot),
      refusedAfter(look(database.reader)),
    ]);
    const most = (ms: number) => ms + SLACK_MS + lateMs;
    const lateMs = lateness.end();
    atMost('a statement of a write', inWrite, most(WRITE_STATEMENT_MAX_MS));
    atMost('the beginning of a write', newWrite, most(WRITE_STATEMENT_MAX_MS));
    atMost('a statement of a snapshot', inSnapshot, most(READ_STATEMENT_MAX_MS));
    atMost('a read', newRead, most(READ_STATEMENT_MAX_MS));
    for (const deadline = performance.now() + THROWN_AWAY_WITHIN_MS; proxy.hanging > 0; await sleep(POLL_MS))
      assert.ok(performance.now() < deadline, `${proxy.hanging} connections are kept`);
    proxy.recover();
    await untilHeard(() => database.write(insert('after'), { environment: 1 }));
    assert.deepEqual(await untilHeard(() => look(database.reader)), [{ scope: 'after' }]);
  });
});

/** How long something takes until it is refused, surely without having written. */
async function refusedAfter(work: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await assert.rejects(work, (error: DomainError) => error.code === 'unavailable' && !isOutcomeUnknown(error));
  return performance.now() - began;
}

/** Tries again until the server is known to be back. */
async function untilHeard<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = performance.now() + RECOVERED_WITHIN_MS; ; await sleep(POLL_MS))
    try {
      return await work();
    } catch (error) {
      assert.ok(performance.now() < deadline, String(error));
    }
}

describe('A node frozen inside a transaction', () => {
  let database: PostgresDatabase;
  const nodes: ServiceProcess[] = [];
  before(async () => {
    database = await createPostgresDatabase();
    const engine = engineAt(database.url);
    nodes.push(await startProcess({ engine }), await startProcess({ engine }));
  });
  after(async () => {
    closeConnections();
    await Promise.all(nodes.map((node) => node.end('SIGINT')));
    await database.drop();
  });

  it('holds up the writes of another for three seconds at most, and its reads not at all', async () => {
    const [frozen, healthy] = nodes as [ServiceProcess, ServiceProcess];
    const scene = await given(frozen.url, { types: magazine });
    const path = `${scene.base}/entries`;
    const write = (actor: Actor) => actor.post(path, { content_type_id: 'author', fields: { name: 'Cold' } });
    const owner = new Actor(healthy.url, scene.owner.token);
    const id = (await write(owner)).string('id');
    const read = () => owner.get(`/entries/${id}`);
    let isOver = false;
    const load = Promise.all(
      numbers(4).map(async () => {
        while (!isOver) await write(scene.owner).catch(() => undefined);
      }),
    );
    const alone = {
      reads: await timedInTurn(READS_ALONE, read),
      writes: await timedInTurn(WRITES_ALONE, () => write(owner)),
    };
    await freezeInside(frozen, database.url);
    let isWritten = false;
    const writing = timed(() => write(owner)).finally(() => {
      isWritten = true;
    });
    const reads: Timed[] = [];
    for (; !isWritten; await sleep(POLL_MS)) reads.push(await timed(read));
    const written = await writing;
    isOver = true;
    process.kill(frozen.pid, 'SIGCONT');
    await load;
    assert.equal(written.response.status, 201, String(written.response));
    assert.ok(reads.every(({ response }) => response.status === 200));
    // The wait is bounded by a timer of the server; what the write takes beside it, a busy machine makes as long as the
    // writes before, beside the load of a node that is well.
    atMost('the write', written.ms, FROZEN_WAIT_MAX_MS + Math.max(SLACK_MS, TIMES_MAX * slowestOf(alone.writes)));
    // Reads are as they were: the tenth, which any machine may hold up, has no time in which it could have waited.
    atMost('nine of ten reads', ninthOfTen(reads), Math.max(SOON_MS, TIMES_MAX * ninthOfTen(alone.reads)));
    atMost('the slowest read', slowestOf(reads), Math.max(READ_MAX_MS, TIMES_MAX * slowestOf(alone.reads)));
  });
});

/** Stops a process while it is in a transaction that has changed an environment. */
async function freezeInside(node: ServiceProcess, url: string): Promise<void> {
  for (let attempt = 0; attempt < FREEZES_MAX; attempt++) {
    await sleep(POLL_MS);
    process.kill(node.pid, 'SIGSTOP');
    await sleep(POLL_MS);
    const open = await onServer(
      url,
      `select 1 from pg_stat_activity as session join pg_locks as held using (pid)
        where session.datname = current_database() and session.state = 'idle in transaction'
          and held.relation = 'environments'::regclass and held.mode = 'RowExclusiveLock'`,
    );
    if (open.length > 0) return;
    process.kill(node.pid, 'SIGCONT');
  }
  assert.fail('it was never in a transaction');
}

function engineAt(url: string) {
  return { databaseConfig: () => ({ kind: 'postgres' as const, url, unsafeDurability: true }) };
}

async function onServer(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

interface Timed {
  readonly ms: number;
  readonly response: ApiResponse;
}

async function timedInTurn(count: number, request: () => Promise<ApiResponse>): Promise<Timed[]> {
  const all: Timed[] = [];
  while (all.length < count) all.push(await timed(request));
  return all;
}

function atMost(what: string, ms: number, most: number): void {
  assert.ok(ms <= most, `${what} took ${Math.round(ms)} ms, and ${Math.round(most)} at most`);
}

function slowestOf(requests: readonly Timed[]): number {
  return Math.max(...requests.map(({ ms }) => ms));
}

function ninthOfTen(requests: readonly Timed[]): number {
  const times = requests.map(({ ms }) => ms).sort((one, other) => one - other);
  return times[Math.ceil(times.length * 0.9) - 1] ?? Number.NaN;
}

async function timed(request: () => Promise<ApiResponse>): Promise<Timed> {
  const began = performance.now();
  const response = await request();
  return { ms: performance.now() - began, response };
}

function numbers(count: number): number[] {
  return [...Array(count).keys()];
}
