/**
 * Who waits for whom: two writers on one file, like two processes, do not starve each other; spaces take turns; and a long
 * queue leaves the event loop to whoever connects.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../database.ts';
import { openSqlite } from './database.ts';

const BUSY_CLIENTS = 8;
const WRITES_OF_THE_OTHER = 40;
/** Writes that the busy writer gets in while the other waits for its turn; a group holds at most 64. */
const OVERTAKEN_MAX = 200;
const WRITES_OF_A_BURST = 640;
const GROUP_WRITES_MAX = 64;
const CONNECTIONS = 20;

test('two writers on one file take turns, however much one of them has to write', async (context) => {
  const folder = temporaryFolder(context);
  const [busy, other] = [await openSqlite(folder), await openSqlite(folder)];
  context.after(() => Promise.all([busy.close(), other.close()]));
  let written = 0;
  let isOver = false;
  const clients = Array.from({ length: BUSY_CLIENTS }, async (_, client) => {
    while (!isOver) {
      await count(busy, `busy ${client}`);
      written += 1;
      await nextTurn();
    }
  });
  const overtaken: number[] = [];
  for (let turn = 0; turn < WRITES_OF_THE_OTHER; turn++) {
    const before = written;
    await count(other, 'other');
    overtaken.push(written - before);
  }
  isOver = true;
  await Promise.all(clients);
  context.diagnostic(`writes that overtook it: ${overtaken.join(' ')}`);
  assert.ok(written > WRITES_OF_THE_OTHER, `the busy writer only got ${written} turns`);
  assert.ok(Math.max(...overtaken) <= OVERTAKEN_MAX, `a write waited for ${Math.max(...overtaken)} others`);
});

test('the event loop takes turns between the groups of a long queue, and accepts all who connect', async (context) => {
  const database = await openedIn(context);
  let accepted = 0;
  const server = createServer(() => {
    accepted += 1;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1'));
  context.after(() => {
    for (const client of clients) client.destroy();
    server.close();
  });
  let turn = 0;
  let isOver = false;
  const turns = (async () => {
    for (; !isOver; turn++) await nextTurn();
  })();
  const writesInTurn = new Map<number, number>();
  await Promise.all(
    Array.from({ length: WRITES_OF_A_BURST }, (_, index) =>
      database.write(async () => void writesInTurn.set(turn, (writesInTurn.get(turn) ?? 0) + 1), {
        party: `space ${index % 3}`,
      }),
    ),
  );
  const acceptedMeanwhile = accepted;
  isOver = true;
  await turns;
  const most = Math.max(...writesInTurn.values());
  assert.ok(most <= GROUP_WRITES_MAX, `${most} writes ran in one turn of the loop`);
  assert.equal(acceptedMeanwhile, CONNECTIONS, 'whoever connected during the burst was accepted before its end');
});

test('spaces take turns in the queue, and the writes of each keep their order', async (context) => {
  const database = await openedIn(context);
  const order: string[] = [];
  const writes = (party: string | undefined, times: number) =>
    Array.from({ length: times }, (_, index) =>
      database.write(
        async () => void order.push(`${party ?? 'service'} ${index}`),
        party === undefined ? {} : { party },
      ),
    );
  await Promise.all([...writes('busy', 250), ...writes('calm', 2), ...writes(undefined, 1)]);
  assert.deepEqual(order.slice(0, 6), ['busy 0', 'calm 0', 'service 0', 'busy 1', 'calm 1', 'busy 2']);
  const busy = order.filter((one) => one.startsWith('busy'));
  assert.deepEqual(
    busy,
    Array.from({ length: 250 }, (_, index) => `busy ${index}`),
  );
});

function temporaryFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-queue-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function openedIn(context: TestContext): Promise<Database> {
  const database = await openSqlite(temporaryFolder(context));
  context.after(() => database.close());
  return database;
}

function count(database: Database, scope: string): Promise<void> {
  return database.write(async (writer) => {
    for (let statement = 0; statement < 20; statement++) {
      await writer
        .insertInto('counters')
        .values({ scope, next: 1 })
        .onConflict((conflict) => conflict.column('scope').doUpdateSet((eb) => ({ next: eb('counters.next', '+', 1) })))
        .execute();
    }
  });
}
