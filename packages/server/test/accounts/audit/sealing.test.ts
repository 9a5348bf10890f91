/**
 * Records are sealed in order, once, by one of several processes; any record that is altered, removed, inserted or moved
 * afterwards is reported. `AUDIT_RECORDS=10000 AUDIT_TAMPERS=100` is the long run.
 */

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { until } from '../../../../testing/src/until.ts';
import { openWorkbench, SECRET, type Workbench } from '../../../../testing/src/workbench.ts';
import { Audit } from '../../../src/events/audit/audit.ts';
import { Sealer } from '../../../src/events/audit/sealing/sealer.ts';
import { type Problem, verifyAudit } from '../../../src/events/audit/sealing/verification.ts';
import type { Writer } from '../../../src/platform/database/database.ts';
import { hasRowLocks } from '../../../src/platform/database/locks.ts';
import type { Actor } from '../../../src/platform/journal/actor.ts';
import { RecordDigests } from '../../../src/platform/journal/record-digests.ts';
import type { JournalRow as StoredRow } from '../../../src/platform/journal/tables.ts';
import { systemClock } from '../../../src/platform/kit/clock.ts';

const RECORDS = Number(process.env.AUDIT_RECORDS ?? 600);
const TAMPERS = Number(process.env.AUDIT_TAMPERS ?? 4);
type JournalRow = Omit<StoredRow, 'id'> & { readonly id: number };

const digests = new RecordDigests(SECRET);

/** The sealed records of an account, by id. */
interface Sealed {
  readonly ids: readonly number[];
  at(share: number): number;
}

describeEachEngine('the seals of the audit', (engine) => {
  let bench: Workbench;
  let owner: Actor;
  let sealer: Sealer;
  before(async () => {
    bench = await openWorkbench(engine.databaseConfig());
    owner = await bench.makeActor();
    sealer = makeSealer(bench);
    await record(bench, owner, RECORDS);
    await record(bench, await bench.makeActor(), 10);
    await sealer.seal();
  });
  after(() => bench.close());

  const verify = (accountId?: string) => verifyAudit({ database: bench.database, digests }, accountId);
  const write = (work: (writer: Writer) => Promise<unknown>) => bench.database.write(work, { long: true });
  const sealed = async (): Promise<Sealed> => {
    const query = bench.database.reader.selectFrom('journal').select('id').where('account_id', '=', owner.accountId);
    const ids = (await query.orderBy('id').execute()).map(({ id }) => id);
    return { ids, at: (share) => ids[Math.floor(share * (ids.length - 1))] as number };
  };
  const rowOf = (id: number) =>
    bench.database.reader.selectFrom('journal').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const alter = (id: number, values: Partial<Omit<JournalRow, 'id'>>) =>
    write((writer) => writer.updateTable('journal').set(values).where('id', '=', id).execute());
  const remove = (id: number) => write((writer) => writer.deleteFrom('journal').where('id', '=', id).execute());
  const insert = (row: JournalRow) => write((writer) => insertRow(writer, row));

  /** Tampers with the audit, checks the report, reverts the change, and checks that the audit is intact again. */
  const named = async (spoil: () => Promise<unknown>, mend: () => Promise<unknown>): Promise<Problem[]> => {
    await spoil();
    const { problems } = await verify();
    await mend();
    assert.deepEqual((await verify()).problems, []);
    return [...problems];
  };
  const first = async (spoil: () => Promise<unknown>, mend: () => Promise<unknown>) => {
    const [problem] = await named(spoil, mend);
    return problem === undefined ? 'nothing' : `${problem.kind} ${problem.row}`;
  };

  it('cover all records, each account in its own chain', async () => {
    const { chains, unsealed, problems } = await verify();
    assert.deepEqual(problems, []);
    assert.equal(unsealed, 0);
    assert.equal(chains.length, 2);
    const chain = chains.find(({ accountId }) => accountId === owner.accountId);
    assert.equal(chain?.records, RECORDS);
    assert.equal(chain?.links, Math.ceil(RECORDS / 500));
    assert.match(chain?.head ?? '', /^[0-9a-f]{64}$/);
    assert.equal((await verify(owner.accountId)).chains.length, 1);
  });

  it('are told of an account by their end, which is whole only as it was written', async () => {
    const audit = new Audit({ database: bench.database, digests, clock: systemClock });
    const state = () => audit.seal(owner, owner.accountId);
    const { head, ...told } = await state();
    assert.deepEqual(
      { ...told, sealedAt: null },
      {
        records: RECORDS,
        unsealed: 0,
        links: Math.ceil(RECORDS / 500),
        sealedAt: null,
        isWhole: true,
      },
    );
    assert.equal(head, (await verify(owner.accountId)).chains[0]?.head);
    const setRecords = (records: number) =>
      write((writer) =>
        writer.updateTable('audit_seals').set({ records }).where('account_id', '=', owner.accountId).execute(),
      );
    const seals = await bench.database.reader.selectFrom('audit_seals').selectAll().execute();
    await setRecords(1);
    assert.equal((await state()).isWhole, false);
    for (const seal of seals)
      await write((writer) =>
        writer
          .updateTable('audit_seals')
          .set({ records: seal.records })
          .where('account_id', '=', seal.account_id)
          .where('number', '=', seal.number)
          .execute(),
      );
    assert.equal((await state()).isWhole, true);
    await assert.rejects(async () => audit.seal(owner, 'acc_other'), { code: 'not_found' });
  });

  it('name a row of which anything was altered', async () => {
    const { at } = await sealed();
    const values: Partial<Omit<JournalRow, 'id'>>[] = [
      { at: 1 },
      { action: 'entry.read' },
      { actor_id: 'usr_somebody' },
      { actor_name: 'somebody@example.com' },
      { target_id: 'ent_other' },
      { space_id: 'spc_other' },
      { environment: 'other' },
      { ip: '203.0.113.1' },
      { user_agent: 'other' },
      { request_id: 'other' },
      { changes: '{"after":{"n":-1}}' },
      { record_id: 'aud_other' },
      { digest: new Uint8Array(32) },
      { account_id: 'acc_other' },
    ];
    for (const [index, value] of values.entries()) {
      const row = await rowOf(at(index / values.length));
      const { id, ...old } = row;
      assert.equal(
        await first(
          () => alter(id, value),
          () => alter(id, old),
        ),
        `altered ${id}`,
        JSON.stringify(value),
      );
    }
  });

  it('name a row that was removed', async () => {
    const { at } = await sealed();
    for (let tamper = 0; tamper < TAMPERS; tamper++) {
      const row = await rowOf(at(tamper / TAMPERS));
      assert.equal(
        await first(
          () => remove(row.id),
          () => insert(row),
        ),
        `removed ${row.id}`,
      );
    }
    const last = await rowOf(at(1));
    assert.equal(
      await first(
        () => remove(last.id),
        () => insert(last),
      ),
      `removed ${last.id}`,
    );
  });

  it('name two rows that were swapped', async () => {
    const { at } = await sealed();
    for (let tamper = 0; tamper < TAMPERS; tamper++) {
      const [one, other] = [await rowOf(at(tamper / TAMPERS / 2)), await rowOf(at(1 - tamper / TAMPERS / 3))];
      const put = async (row: JournalRow, values: JournalRow) => {
        const { id: _, ...rest } = values;
        await alter(row.id, rest);
      };
      const swap = () => put(one, other).then(() => put(other, one));
      const problems = await named(swap, () => put(one, one).then(() => put(other, other)));
      assert.deepEqual(
        problems.filter(({ kind }) => kind === 'altered').map(({ row }) => row),
        [one.id, other.id],
      );
    }
  });

  it('name an inserted row, before the sealed ones or after, copied or made up', async () => {
    const { at, ids } = await sealed();
    const row = await rowOf(at(0.5));
    assert.equal(
      await first(
        () => insert({ ...row, id: -5 }),
        () => remove(-5),
      ),
      'inserted -5',
    );
    const gone = ids[1] as number;
    const saved = await rowOf(gone);
    // A forged row in the place of a real one.
    const forged = { ...row, id: gone };
    assert.equal(
      await first(
        () => remove(gone).then(() => insert(forged)),
        () => remove(gone).then(() => insert(saved)),
      ),
      `altered ${gone}`,
    );
    const newest = (
      await bench.database.reader.selectFrom('journal').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    ).id;
    const made = { ...row, id: newest + 1, actor_name: 'nobody@example.com', record_id: 'aud_made_up' };
    assert.equal(
      await first(
        () => insert(made),
        () => remove(made.id),
      ),
      `forged ${made.id}`,
    );
  });

  it('name a link that was altered, and one that was removed', async () => {
    const seals = await bench.database.reader.selectFrom('audit_seals').selectAll().execute();
    for (const seal of seals.slice(0, 3)) {
      const where = (writer: Writer) =>
        writer
          .deleteFrom('audit_seals')
          .where('account_id', '=', seal.account_id)
          .where('number', '=', seal.number)
          .execute();
      const put = (row: typeof seal) => (writer: Writer) =>
        where(writer).then(() => writer.insertInto('audit_seals').values(row).execute());
      const altered = await named(
        () => write(put({ ...seal, sealed_at: 1 })),
        () => write(put(seal)),
      );
      assert.deepEqual(
        altered.map(({ kind, seal: number }) => [kind, number]),
        [['seal_altered', seal.number]],
      );
      const removed = await named(
        () => write(where),
        () => write(put(seal)),
      );
      assert.ok(removed.some(({ kind, seal: number }) => kind === 'seal_removed' && number === seal.number));
    }
  });

  it('name a chain that was truncated, removed or made to begin later', async () => {
    const { reader } = bench.database;
    const chain = await reader
      .selectFrom('audit_chains')
      .selectAll()
      .where('account_id', '=', owner.accountId)
      .executeTakeFirstOrThrow();
    const put = (values: Partial<typeof chain>) => () =>
      write((writer) =>
        writer.updateTable('audit_chains').set(values).where('account_id', '=', owner.accountId).execute(),
      );
    for (const values of [{ number: 1 }, { records: 1 }, { mac: new Uint8Array(32) }, { pruned_number: 1 }])
      assert.ok((await named(put(values), put(chain))).length > 0, JSON.stringify(values));
    const remove = () =>
      write((writer) => writer.deleteFrom('audit_chains').where('account_id', '=', owner.accountId).execute());
    const insert = () => write((writer) => writer.insertInto('audit_chains').values(chain).execute());
    assert.ok((await named(remove, insert)).some(({ kind }) => kind === 'chain_altered'));
  });

  it('are only valid under the secret of the installation', async () => {
    const others = new RecordDigests('the secret of somebody else, as long as ours');
    const { problems } = await verifyAudit({ database: bench.database, digests: others }, owner.accountId);
    assert.ok(problems.length > 0);
  });

  if (engine.kind === 'postgres') {
    it('wait for a lower number that commits later, and not for one that was rolled back', async () => {
      await makeSealer(bench, inHours(1)).seal();
      let finish = () => {};
      const gate = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const slow = record(bench, owner, 1, () => gate);
      await waitingFor(gate, slow);
      await record(bench, owner, 1);
      await assert.rejects(record(bench, owner, 1, () => Promise.reject(new Error('given up'))));
      await record(bench, owner, 1);
      const late = makeSealer(bench, inHours(2));
      assert.deepEqual([await late.seal(), await late.seal()], [0, 0]);
      finish();
      await slow;
      await untilSealed(3, [late]);
      assert.deepEqual((await verify()).problems, []);
    });
  }

  it('are set once however many processes seal, and by another one if the sealer is gone', async () => {
    await record(bench, owner, 1);
    await makeSealer(bench, inHours(3)).seal();
    await record(bench, owner, 20);
    const sealers = Array.from({ length: 4 }, () => makeSealer(bench, inHours(3)));
    const counts = await Promise.all(sealers.map((one) => one.seal()));
    assert.ok(
      counts.every((count) => count === 0),
      'another has the lease',
    );
    const others = Array.from({ length: 4 }, () => makeSealer(bench, inHours(4)));
    await untilSealed(20, others);
    assert.deepEqual((await verify()).problems, []);
  });
});

function makeSealer({ database }: Workbench, clock = systemClock): Sealer {
  return new Sealer({ database, digests, clock });
}

/** A clock that is so many hours ahead, so that every earlier lease has expired. */
function inHours(hours: number): () => number {
  return () => Date.now() + hours * 3_600_000;
}

/**
 * Seals until exactly that many records are sealed. PostgreSQL cannot tell a transaction of another database on the same server
 * from one that may still write a lower number, so records may have to wait for concurrent tests.
 */
async function untilSealed(count: number, sealers: readonly Sealer[]): Promise<void> {
  let sealed = 0;
  await until(async () => {
    for (const one of await Promise.all(sealers.map((sealer) => sealer.seal()))) sealed += one;
    return sealed >= count;
  });
  assert.equal(sealed, count);
}

/** Gives a write the time to finish. */
async function waitingFor(...held: Promise<unknown>[]): Promise<void> {
  await Promise.race([...held, sleep(200)]);
}

/** Makes the journal record that many writes. @param beforeCommit what each waits for when its row is written */
async function record(
  { journal }: Workbench,
  actor: Actor,
  count: number,
  beforeCommit: () => Promise<void> = async () => {},
): Promise<void> {
  const origin = { requestId: 'req_1', ip: '127.0.0.1', userAgent: 'test' };
  const write = (n: number) =>
    journal.write({ ...actor, origin }, async (writer, change) => {
      writer.defer(beforeCommit, null);
      change.record({
        action: 'entry.create',
        target: { type: 'entry', id: `ent_${n}` },
        spaceId: 'spc_1',
        environment: 'master',
        changes: { after: { n, body: n % 100 === 0 ? 'long '.repeat(2_000) : '' } },
      });
    });
  for (let n = 0; n < count; n += 50)
    await Promise.all(Array.from({ length: Math.min(50, count - n) }, (_, at) => write(n + at)));
}

/** Restores a row under its number. */
async function insertRow(writer: Writer, row: JournalRow): Promise<unknown> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const overriding = hasRowLocks(writer) ? sql`overriding system value` : sql``;
  return sql`insert into journal (${columns}) ${overriding} values (${sql.join(Object.values(row))})`.execute(writer);
}
