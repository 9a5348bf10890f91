/** Old records are deleted link by link and the rest stays verifiable, also when details are erased. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { openWorkbench, SECRET, type Workbench } from '../../../../testing/src/workbench.ts';
import { eraseDetailsOfUser } from '../../../src/events/audit/erasure.ts';
import { Retention } from '../../../src/events/audit/retention.ts';
import { Sealer } from '../../../src/events/audit/sealing/sealer.ts';
import { verifyAudit } from '../../../src/events/audit/sealing/verification.ts';
import type { Actor } from '../../../src/platform/journal/actor.ts';
import { RecordDigests } from '../../../src/platform/journal/record-digests.ts';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 10;
const UNENDING = new AbortController().signal;
const digests = new RecordDigests(SECRET);

describeEachEngine('the retention of the audit', (engine) => {
  let bench: Workbench;
  let owner: Actor;
  let now = Date.UTC(2026, 0, 1);
  const clock = () => now;
  const parts = () => ({ database: bench.database, digests, clock });
  const verify = () => verifyAudit({ database: bench.database, digests });

  before(async () => {
    bench = await openWorkbench(engine.databaseConfig(), clock);
    owner = await bench.makeActor();
  });
  after(() => bench.close());

  /** A day with some records, sealed at its end. */
  async function aDay(records: number): Promise<void> {
    for (let n = 0; n < records; n++)
      await bench.journal.write(owner, async (_writer, change) =>
        change.record({ action: 'space.update', target: { type: 'space', id: 'spc_1' }, changes: { after: { n } } }),
      );
    await new Sealer(parts()).seal();
    now += DAY_MS;
  }

  it('removes records past their retention and nothing else, and leaves the chain intact', async () => {
    for (let day = 0; day < 15; day++) await aDay(3);
    const retention = new Retention({ ...parts(), keptDays: KEPT_DAYS });
    assert.equal(await retention.prune(UNENDING), 5 * 3);
    assert.equal(await retention.prune(UNENDING), 0);
    const rows = await bench.database.reader.selectFrom('journal').select('at').orderBy('at').execute();
    assert.equal(rows.length, KEPT_DAYS * 3);
    assert.ok(rows.every(({ at }) => at >= now - KEPT_DAYS * DAY_MS));
    const { chains, problems } = await verify();
    assert.deepEqual(problems, []);
    assert.deepEqual([chains[0]?.records, chains[0]?.pruned], [45, 15]);
  });

  it('continues the chain where it was, down to no record', async () => {
    await aDay(2);
    now += 100 * DAY_MS;
    assert.equal(await new Retention({ ...parts(), keptDays: KEPT_DAYS }).prune(UNENDING), KEPT_DAYS * 3 + 2);
    await aDay(1);
    const { chains, problems } = await verify();
    assert.deepEqual(problems, []);
    assert.deepEqual([chains[0]?.records, chains[0]?.pruned, chains[0]?.links], [48, 47, 17]);
  });

  it('stays intact when details are erased, and records the erasure', async () => {
    await aDay(3);
    const other = await bench.makeActor();
    await bench.journal.write({ ...other, accountId: owner.accountId }, async (_writer, change) =>
      change.record({ action: 'user.update', target: { type: 'user', id: 'usr_else' }, changes: { reason: 'x' } }),
    );
    await new Sealer(parts()).seal();
    now += DAY_MS;
    const erased = await eraseDetailsOfUser({ database: bench.database, journal: bench.journal, digests }, owner.id, {
      by: 'a test',
    });
    const rows = await bench.database.reader
      .selectFrom('journal')
      .selectAll()
      .where('actor_id', '=', owner.id)
      .execute();
    assert.equal(erased, rows.length);
    assert.ok(erased > 0);
    for (const row of rows)
      assert.deepEqual([row.actor_name, row.ip, row.user_agent, row.changes, row.packed_changes], Array(5).fill(null));
    assert.deepEqual((await verify()).problems, []);
    const told = await bench.database.reader
      .selectFrom('journal')
      .select(['account_id', 'target_id'])
      .where('action', '=', 'audit.erase')
      .execute();
    assert.deepEqual(
      told.map((record) => ({ ...record })),
      [{ account_id: owner.accountId, target_id: owner.id }],
    );
    assert.equal(
      await eraseDetailsOfUser({ database: bench.database, journal: bench.journal, digests }, owner.id, {
        by: 'a test',
      }),
      0,
    );
  });

  it('names what someone else erased, and what was put back', async () => {
    await aDay(2);
    const query = bench.database.reader.selectFrom('journal').selectAll().orderBy('id', 'desc').limit(1);
    const row = await query.executeTakeFirstOrThrow();
    const set = (values: object) =>
      bench.database.write((writer) => writer.updateTable('journal').set(values).where('id', '=', row.id).execute());
    await set({ actor_name: null, changes: null });
    assert.deepEqual(
      (await verify()).problems.map(({ kind, row: id }) => [kind, id]),
      [['altered', row.id]],
    );
    await set({ actor_name: null, changes: null, erased_digest: new Uint8Array(32) });
    assert.equal((await verify()).problems.length, 1);
    await set({ actor_name: row.actor_name, changes: row.changes, erased_digest: null });
    assert.deepEqual((await verify()).problems, []);
  });

  it('is not confused with a removed row', async () => {
    await aDay(4);
    const { id } = await bench.database.reader
      .selectFrom('journal')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    await bench.database.write((writer) => writer.deleteFrom('journal').where('id', '=', id).execute());
    const { problems } = await verify();
    assert.deepEqual(
      problems.map(({ kind, row }) => [kind, row]),
      [['removed', id]],
    );
  });
});
