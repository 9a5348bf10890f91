/** The last draft of a deleted entry stays for 30 days, and nothing else that nobody can see; the times of revisions stay for good. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { describeEachEngine } from '../../../../../testing/src/engines.ts';
import {
  type BenchSpace,
  makeBenchSpace,
  openWorkbench,
  type Workbench,
} from '../../../../../testing/src/workbench.ts';
import { lockEntries, restoreEntry } from '../merged-entry.ts';
import { typedWork } from '../stored-entry.ts';
import { DELETED_KEPT_MS, DeletedEntries } from './deleted-entries.ts';

const UNENDING = new AbortController().signal;

describeEachEngine('deleted entries', (engine) => {
  let bench: Workbench;
  let own: BenchSpace;
  let deleted: DeletedEntries;
  let now = Date.UTC(2026, 0, 1);
  before(async () => {
    const clock = () => now;
    bench = await openWorkbench(engine.databaseConfig(), clock);
    own = await makeBenchSpace(bench);
    deleted = new DeletedEntries({ database: bench.database, clock });
    const title = { id: 'title', type: 'string', localized: false };
    await bench.contentTypes.create(own.owner, own.master, { api_id: 'note', name: 'Note', fields: [title] });
  });
  after(() => bench.close());

  const place = (key: string) => ({ environment: own.master, key });
  const create = (key: string) => {
    return bench.entries.create(own.owner, own.master, { content_type_id: 'note', key, fields: { title: 'First' } });
  };
  const edit = (key: string, title: string) => bench.entries.update(own.owner, place(key), { fields: { title } });
  const idOf = async (key: string) => {
    const query = bench.database.reader.selectFrom('entries').select('id').where('key', '=', key);
    return (await query.executeTakeFirstOrThrow()).id;
  };
  const rowOf = (id: number) =>
    bench.database.reader.selectFrom('deleted_entries').selectAll().where('id', '=', id).executeTakeFirst();
  const versionsOf = async (id: number) => {
    const query = bench.database.reader.selectFrom('entry_versions').select(['version', 'document']);
    const rows = await query.where('id', '=', id).orderBy('version').execute();
    return rows.map(({ version, document }) => [
      version,
      Object.values(JSON.parse(zstdDecompressSync(document).toString()))[0],
    ]);
  };

  it('keep their last draft and what was published, and lose the draft after 30 days', async () => {
    await create('kept');
    await edit('kept', 'Second');
    await bench.entries.publish(own.owner, place('kept'));
    await edit('kept', 'Third');
    await edit('kept', 'Fourth');
    const id = await idOf('kept');
    const published = [3, { 0: 'Second' }];
    await bench.entries.delete(own.owner, place('kept'));
    assert.deepEqual(await versionsOf(id), [published, [5, { 0: 'Fourth' }]]);
    const row = await rowOf(id);
    assert.deepEqual([row?.key, row?.version, row?.deleted_at, row?.deleted_by], ['kept', 5, now, own.owner.id]);

    now += DELETED_KEPT_MS;
    await deleted.run(UNENDING);
    assert.equal((await versionsOf(id)).length, 2, 'the draft went too early');
    now += 1;
    await deleted.run(UNENDING);
    assert.deepEqual(await versionsOf(id), [published]);
    assert.equal(await rowOf(id), undefined);
  });

  it('stay apart from a new entry with their key', async () => {
    await create('again');
    const former = await idOf('again');
    await bench.entries.delete(own.owner, place('again'));
    await create('again');
    await edit('again', 'New');
    now += DELETED_KEPT_MS + 1;
    await deleted.run(UNENDING);
    assert.deepEqual(await versionsOf(former), []);
    assert.deepEqual(
      (await versionsOf(await idOf('again'))).map(([version]) => version),
      [3, 4],
    );
  });

  it('keep their drafts for good once they are back', async () => {
    await create('back');
    const id = await idOf('back');
    const { database, journal } = bench;
    const was = (await lockEntriesIn('back')).get('back');
    assert.ok(was);
    await bench.entries.delete(own.owner, place('back'));
    await journal.write(own.owner, async (writer, change) => {
      const work = await bench.entries.workIn(own.owner, own.master, { writer, change });
      await restoreEntry(typedWork(work, was.row), null, was, 100);
    });
    assert.equal(await idOf('back'), id);
    assert.equal(await rowOf(id), undefined);
    now += DELETED_KEPT_MS + 1;
    await deleted.run(UNENDING);
    assert.equal((await versionsOf(id)).at(-1)?.[0], 3);

    function lockEntriesIn(key: string) {
      return database.write((writer) => lockEntries(writer, own.master.number, [key]));
    }
  });

  it('leave with their environment', async () => {
    const branch = { spaceId: own.space.id, name: 'branch' };
    await bench.environmentChanges.create(own.owner, branch.spaceId, { name: branch.name });
    const environment = await bench.environments.find(own.owner, branch.spaceId, branch.name);
    const title = { id: 'title', type: 'string' };
    await bench.contentTypes.create(own.owner, environment, { api_id: 'note', name: 'Note', fields: [title] });
    await bench.entries.create(own.owner, environment, {
      content_type_id: 'note',
      key: 'gone',
      fields: { title: 'First' },
    });
    const id = await idOf('gone');
    await bench.entries.delete(own.owner, { environment, key: 'gone' });
    await bench.environmentChanges.delete(own.owner, branch);
    await bench.removal.idle();
    assert.equal(await rowOf(id), undefined);
    assert.deepEqual(await versionsOf(id), []);
  });

  it('have the time of each revision beside it', async () => {
    const query = bench.database.reader.selectFrom('journal_heads').select(['revision', 'at']);
    const heads = await query.where('environment', '=', own.master.number).orderBy('revision').execute();
    assert.equal(heads[0]?.at, Date.UTC(2026, 0, 1));
    assert.ok(heads.every(({ at }, index) => index === 0 || at >= Number(heads[index - 1]?.at)));
  });
});
