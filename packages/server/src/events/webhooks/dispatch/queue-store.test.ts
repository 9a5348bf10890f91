/** Queues are taken and kept beside writes that lock several of them: nobody waits for somebody who waits for them. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeEachEngine } from '../../../../test/harness/engines.ts';
import { openDatabase } from '../../../platform/database/connect.ts';
import type { Database, Writer } from '../../../platform/database/database.ts';
import { hasRowLocks } from '../../../platform/database/locks.ts';
import { LEASE_MS, renewLeases, takeDueQueues, wakeQueue } from './queue-store.ts';

const NOW = 1_000;
const OWNER = 'prc_own';
/** Time for a statement to come as far as the lock that it waits for. */
const ARRIVAL_MS = 100;

describeEachEngine('queues', (engine) => {
  let database: Database;
  beforeEach(async () => {
    database = await openDatabase(await engine.freshDatabaseConfig());
  });
  afterEach(() => database.close());

  /** Adds queues, one after the other, so that they lie in the table in this order. */
  async function add(webhooks: readonly string[], owner: string | null): Promise<void> {
    const state = { owner, wake_at: NOW, failures: 0, failing_since: null, paused_until: 0, news: 0 };
    for (const webhook of webhooks)
      await database.write((writer) =>
        writer
          .insertInto('webhook_queues')
          .values({ webhook, ...state })
          .execute(),
      );
  }

  const wake = (writer: Writer, webhook: string) => wakeQueue(writer, { webhook, now: NOW, at: NOW, urgent: 0 });

  it('that are due are taken, except one that another write has locked', async () => {
    await add(['b', 'a'], null);
    const lease = { owner: OWNER, now: NOW, limit: 16 };
    let taking: Promise<{ webhook: string }[]> = Promise.resolve([]);
    await database.write(async (writer) => {
      await wake(writer, 'a');
      taking = database.write((other) => takeDueQueues(other, lease));
      // Where writes run one after the other, it comes after this one.
      if (hasRowLocks(writer)) await taking;
      await wake(writer, 'b');
    });
    const taken = (await taking).map(({ webhook }) => webhook).sort();
    assert.deepEqual(taken, engine.kind === 'sqlite' ? ['a', 'b'] : ['b']);
    const rest = await database.write((writer) => takeDueQueues(writer, lease));
    assert.equal(taken.length + rest.length, 2);
  });

  it('are kept in the order in which others write to them, so that nothing is run again', async () => {
    await add(['b', 'a'], OWNER);
    let runs = 0;
    let renewing: Promise<string[]> = Promise.resolve([]);
    const renew = (writer: Writer) => {
      runs += 1;
      return renewLeases(writer, OWNER, ['a', 'b', 'c']);
    };
    await database.write(async (writer) => {
      runs += 1;
      await wake(writer, 'a');
      renewing = database.write(renew);
      await sleep(ARRIVAL_MS);
      await wake(writer, 'b');
    });
    assert.deepEqual(await renewing, ['a', 'b']);
    assert.equal(runs, 2);
    const queues = await database.reader.selectFrom('webhook_queues').select('wake_at').execute();
    // By the clock of the database, which is that of this machine.
    for (const { wake_at } of queues) assert.ok(Math.abs((wake_at ?? 0) - Date.now() - LEASE_MS) < LEASE_MS / 2);
  });
});
