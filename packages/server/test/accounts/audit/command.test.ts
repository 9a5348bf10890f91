/**
 * `lectern audit verify` on the database of a service that is running, that was killed, and that was tampered with.
 * `AUDIT_KILLS=25` before an issue is closed.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { serviceEnvironment } from '../../../../testing/src/environment.ts';
import { given, magazine } from '../../../../testing/src/given.ts';
import { runProgram, startProcess } from '../../../../testing/src/process.ts';
import { until } from '../../../../testing/src/until.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Writer } from '../../../src/platform/database/database.ts';

const KILLS = Number(process.env.AUDIT_KILLS ?? 1);
/** Changes per round before a process is killed at some later moment. */
const CHANGES = 10;
const LIFE_MAX_MS = 200;

interface Facts {
  readonly whole: boolean;
  readonly unsealed: number;
  readonly accounts: readonly { readonly account_id: string; readonly records: number }[];
  readonly problems: readonly { readonly kind: string; readonly record_id: string | null; readonly row: number }[];
}

describeEachEngine('lectern audit verify', (engine) => {
  const env = () => serviceEnvironment({ engine });
  const verify = async (...options: string[]) => {
    const { code, output } = await runProgram(['audit', 'verify', '--json', ...options], env());
    return { code, facts: JSON.parse(output) as Facts };
  };

  test('reports that there is nothing to check', async () => {
    // On PostgreSQL, the database of a suite has its tables already.
    if (engine.kind === 'sqlite') await (await startProcess({ engine })).end('SIGINT');
    const { code, output } = await runProgram(['audit', 'verify'], env());
    assert.equal(code, 1);
    assert.match(output, /There is no audit in this database/);
  });

  test(`finds the audit whole after ${KILLS} kills of one of two processes, and sealed within seconds`, async () => {
    let steady = await startProcess({ engine });
    const scene = await given(steady.url, { types: magazine });
    const { token } = scene.owner;
    let acknowledged = 0;
    try {
      for (let kill = 0; kill < KILLS; kill++) {
        const killed = await startProcess({ engine });
        let running = true;
        const write = async (url: string) => {
          const writer = new Actor(url, token);
          while (running) {
            const body = { content_type_id: 'author', fields: { name: `Round ${kill}` } };
            const response = await writer.post(`${scene.base}/entries`, body).catch(() => undefined);
            if (response?.status === 201) acknowledged += 1;
          }
        };
        const writers = [killed.url, killed.url, steady.url, steady.url].map(write);
        const enough = acknowledged + CHANGES;
        await until(() => acknowledged >= enough);
        await sleep(LIFE_MAX_MS * Math.random());
        await killed.end('SIGKILL');
        running = false;
        await Promise.all(writers);
        // The other process may have sealed it.
        if (kill === KILLS - 1) break;
        await steady.end('SIGKILL');
        steady = await startProcess({ engine });
      }
      const last = await until(
        () => verify(),
        ({ facts }) => facts.unsealed === 0,
      );
      assert.deepEqual(last.facts.problems, []);
      assert.deepEqual([last.code, last.facts.whole, last.facts.unsealed], [0, true, 0]);
      const own = last.facts.accounts.find(({ account_id }) => account_id === scene.member.accountId);
      assert.ok((own?.records ?? 0) >= acknowledged, `${own?.records} records of ${acknowledged} changes`);
      assert.ok(acknowledged > 0);
      const one = await verify('--account', scene.member.accountId);
      assert.deepEqual([one.code, one.facts.accounts.length], [0, 1]);
    } finally {
      closeConnections();
      await steady.end('SIGINT');
    }
  });

  test('names an altered row, with 1', async () => {
    const database = await openDatabase(engine.databaseConfig());
    try {
      const row = await database.reader
        .selectFrom('journal')
        .select(['id', 'actor_id', 'record_id'])
        .where('record_id', 'is not', null)
        .orderBy('id')
        .executeTakeFirstOrThrow();
      const blame = (id: string | null) => (writer: Writer) =>
        writer.updateTable('journal').set({ actor_id: id }).where('id', '=', row.id).execute();
      await database.write(blame('usr_innocent'));
      const { code, facts } = await verify();
      assert.equal(code, 1);
      assert.deepEqual(
        facts.problems.map(({ kind, record_id }) => [kind, record_id]),
        [['altered', row.record_id]],
      );
      const { output } = await runProgram(['audit', 'verify'], env());
      assert.match(output, new RegExp(`The audit is not intact\\. First problems:\\n.*${row.record_id}.* was altered`));
      await database.write(blame(row.actor_id));
      assert.equal((await verify()).code, 0);
    } finally {
      await database.close();
    }
  });

  test('prints its usage, with 2', async () => {
    for (const wrong of [
      ['audit'],
      ['audit', 'mend'],
      ['audit', 'verify', '--acount', 'x'],
      ['audit', 'verify', 'more'],
    ]) {
      const { code, output } = await runProgram(wrong, env());
      assert.equal(code, 2, output);
      assert.match(output, /Usage: lectern audit verify/);
    }
    const help = await runProgram(['audit', '--help'], env());
    assert.deepEqual([help.code, /Usage/.test(help.output)], [0, true]);
  });
});
