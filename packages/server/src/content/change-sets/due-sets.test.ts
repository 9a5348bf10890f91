/** What is due with change sets is done once, by whichever process comes first. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { field } from '../../../../testing/src/given.ts';
import {
  type BenchSpace,
  makeBenchSpace,
  openWorkbench,
  SECRET,
  type Workbench,
} from '../../../../testing/src/workbench.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { Outbox } from '../../platform/outgoing/mail/outbox.ts';
import { EntryNumbers } from '../entries/entry-numbers.ts';
import { ChangeSets } from './change-sets.ts';
import { DueSets } from './due-sets.ts';
import { Publication } from './publication.ts';
import { Schedules } from './schedules.ts';
import { SetChecks } from './set-checks.ts';
import { SetCleaning, VALUES_KEPT_MS } from './set-cleaning.ts';
import { SetUndo } from './undo.ts';

const UNENDING = new AbortController().signal;
const HOUR_MS = 3_600_000;

describeEachEngine('sets that are due', (engine) => {
  const benches: Workbench[] = [];
  let own: BenchSpace;
  let id: string;
  before(async () => {
    for (let n = 0; n < 2; n++) benches.push(await openWorkbench(engine.databaseConfig()));
  });
  after(async () => {
    for (const bench of benches) await bench.close();
  });
  /** The process with that number. */
  const processOf = (number: number) => partsOf(benches[number] as Workbench, own);

  beforeEach(async () => {
    const [bench] = benches as [Workbench];
    own = await makeBenchSpace(bench);
    await bench.contentTypes.create(own.owner, own.master, {
      apiId: 'article',
      name: 'Article',
      displayField: 'title',
      fields: [field('title', 'string')],
    } as never);
    const input = { content_type_id: 'article', key: 'hello', fields: { title: 'Hello' } };
    await bench.entries.create(own.owner, own.master, input as never);
    const { schedules } = processOf(0);
    const at = new Date(Date.now() + HOUR_MS).toISOString();
    const made = await schedules.scheduleEntry(
      own.owner,
      { environment: own.master, key: 'hello' },
      { action: 'publish', at },
    );
    id = made.id;
  });

  const shown = () => processOf(0).sets.get(own.owner, id);
  const moveIntoPast = (ms: number) =>
    (benches[0] as Workbench).database.write((writer) =>
      writer
        .updateTable('change_sets')
        .set({ publish_at: Date.now() - ms, due_at: Date.now() - ms })
        .where('key', '=', id.split('_').at(-1) ?? '')
        .execute(),
    );

  it('are left alone before their time', async () => {
    const { due } = processOf(0);
    assert.equal(await due.hasWork(), false);
    await due.run(UNENDING);
    assert.equal((await shown()).state, 'scheduled');
  });

  it('are published once by two processes that find them due at the same moment', async () => {
    await moveIntoPast(1);
    const [one, other] = [processOf(0).due, processOf(1).due];
    assert.ok(await one.hasWork());
    await Promise.all([one.run(UNENDING), other.run(UNENDING)]);
    const set = await shown();
    assert.deepEqual([set.state, set.version], ['published', 3]);
    assert.equal(await other.hasWork(), false);
    const place = { environment: own.master, key: 'hello' };
    assert.equal((await (benches[0] as Workbench).entries.get(place)).version, 2);
  });

  it('are tried again later after an error that passes, and hold up nobody meanwhile', async () => {
    await moveIntoPast(HOUR_MS / 2);
    const away = new DomainError('unavailable', 'Try again later.');
    const { due } = partsOf(benches[0] as Workbench, own, () => Promise.reject(away));
    await assert.rejects(due.run(UNENDING), away);
    assert.equal((await shown()).state, 'scheduled');
    assert.equal(await due.hasWork(), false);
    await moveIntoPast(1);
    await processOf(0).due.run(UNENDING);
    assert.equal((await shown()).state, 'published');
  });

  it('are looked at before, and what is in the way is told once, and counted', async () => {
    const [{ database, entries }] = benches as [Workbench];
    let who: Actor = own.owner;
    const { checks } = partsOf(benches[0] as Workbench, own, async () => who);
    const place = { environment: own.master, key: 'hello' };
    const mails = async () => (await database.reader.selectFrom('mails').select('id').execute()).length;
    const before = await mails();
    const look = async () => {
      await database.write((writer) =>
        writer
          .updateTable('change_sets')
          .set({ check_at: Date.now() - 1 })
          .where('key', '=', id.split('_').at(-1) ?? '')
          .execute(),
      );
      assert.ok(await checks.hasWork());
      await checks.run(UNENDING);
      assert.equal(await checks.hasWork(), false);
      const { state, problems } = await shown();
      return [state, problems, (await mails()) - before];
    };
    assert.equal(await checks.hasWork(), false);
    assert.deepEqual(await look(), ['scheduled', 0, 0]);
    await entries.act(own.owner, place, 'archive');
    assert.deepEqual(await look(), ['scheduled', 1, 1]);
    assert.deepEqual(await look(), ['scheduled', 1, 1]);
    await entries.act(own.owner, place, 'unarchive');
    assert.deepEqual(await look(), ['scheduled', 0, 1]);
    await entries.act(own.owner, place, 'archive');
    assert.deepEqual(await look(), ['scheduled', 1, 2]);
    await entries.act(own.owner, place, 'unarchive');
    assert.deepEqual(await look(), ['scheduled', 0, 2]);
    who = { ...own.owner, permits: (permission) => permission !== 'change_set.publish' };
    assert.deepEqual(await look(), ['scheduled', 0, 3]);
    who = own.owner;
    assert.deepEqual(await look(), ['scheduled', 0, 3]);
  });

  it('lose their values 90 days after they are done, unless their end is still to come', async () => {
    const [{ database, entries, journal }] = benches as [Workbench];
    const { sets, undo, due } = processOf(0);
    const cleanAt = (clock: () => number) => new SetCleaning({ database, journal, clock }).run(UNENDING);
    const later = () => Date.now() + VALUES_KEPT_MS + HOUR_MS;
    await moveIntoPast(1);
    await due.run(UNENDING);
    const dueAt = (due_at: number | null) =>
      database.write((writer) =>
        writer
          .updateTable('change_sets')
          .set({ due_at, ends_at: due_at })
          .where('key', '=', id.split('_').at(-1) ?? '')
          .execute(),
      );
    await dueAt(later() + HOUR_MS);
    await cleanAt(later);
    await dueAt(null);
    await cleanAt(() => Date.now() + VALUES_KEPT_MS - HOUR_MS);
    assert.deepEqual([(await shown()).entries, (await shown()).values_removed_at], [1, null]);
    const closed = await sets.create(own.owner, { spaceId: own.space.id, environment: 'master' }, { name: 'Never' });
    await sets.act(own.owner, closed.id, 'close');
    await cleanAt(later);
    const set = await shown();
    assert.deepEqual([set.state, set.entries, set.values_removed_at === null], ['published', 0, false]);
    const isRefused = (error: unknown) =>
      error instanceof DomainError && error.code === 'invalid_transition' && /90 days/.test(error.message);
    await assert.rejects(undo.undo(own.owner, id), isRefused);
    await assert.rejects(sets.act(own.owner, closed.id, 'reopen'), isRefused);
    const place = { environment: own.master, key: 'hello' };
    assert.equal((await entries.get(place)).status, 'published');
  });

  it('are failed once by two processes that find them too late', async () => {
    await moveIntoPast(100 * HOUR_MS);
    await Promise.all([processOf(0), processOf(1)].map(({ due }) => due.run(UNENDING)));
    const set = await shown();
    assert.deepEqual([set.failure?.code, set.version], ['late', 3]);
  });
});

function partsOf(
  { database, journal, environments, models, entries }: Workbench,
  own: BenchSpace,
  actor: () => Promise<Actor> = async () => own.owner,
) {
  const entryParts = { database, journal, environments, models, numbers: new EntryNumbers(database), versionsKept: 9 };
  const sets = new ChangeSets({ database, journal, environments, models });
  const inSets = { entryParts, entries, sets };
  const publication = new Publication(inSets);
  const told = {
    absent: { actor, recipients: async () => [{ to: 'ann@example.com', language: 'en' as const }] },
    outbox: new Outbox({ secret: SECRET, clock: Date.now }),
    releasePage: () => null,
  };
  const undo = new SetUndo(inSets);
  const due = new DueSets({
    database,
    sets,
    publication,
    undo,
    ...told,
    graceMs: HOUR_MS,
  });
  const checks = new SetChecks({ database, entryParts, publication, ...told });
  return { sets, undo, due, checks, schedules: new Schedules({ database, ...inSets, publication }) };
}
