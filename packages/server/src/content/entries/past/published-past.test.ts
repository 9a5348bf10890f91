/** What readers saw of an entry stays known, with the revision up to which they did; drafts leave no trace in it. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from '../../../../../testing/src/engines.ts';
import {
  type BenchSpace,
  makeBenchSpace,
  openWorkbench,
  type Workbench,
} from '../../../../../testing/src/workbench.ts';

describeEachEngine('the past of an entry', (engine) => {
  let bench: Workbench;
  let own: BenchSpace;
  let now = Date.UTC(2026, 0, 1);
  before(async () => {
    bench = await openWorkbench(engine.databaseConfig(), () => now);
    own = await makeBenchSpace(bench);
    const title = { id: 'title', type: 'string', localized: false };
    await bench.contentTypes.create(own.owner, own.master, { api_id: 'note', name: 'Note', fields: [title] });
  });
  after(() => bench.close());

  const place = {
    get environment() {
      return own.master;
    },
    key: 'one',
  };
  const revision = async () => {
    const query = bench.database.reader.selectFrom('environments').select('revision');
    return (await query.where('number', '=', own.master.number).executeTakeFirstOrThrow()).revision;
  };

  it('has each state that was published, and nothing else', async () => {
    await bench.entries.create(own.owner, own.master, {
      content_type_id: 'note',
      key: 'one',
      fields: { title: 'First' },
    });
    const steps: [number, number | null, number | null][] = [];
    const step = async (act: () => Promise<unknown>, version: number | null, publishedAt: number | null) => {
      now += 1_000;
      await act();
      steps.push([await revision(), version, publishedAt]);
    };
    const edit = (title: string) => bench.entries.update(own.owner, place, { fields: { title } });
    await step(() => bench.entries.publish(own.owner, place), null, null);
    const first = now;
    await edit('Second');
    await step(() => bench.entries.publish(own.owner, place), 2, first);
    const second = now;
    await step(() => bench.entries.act(own.owner, place, 'unpublish'), 4, second);
    await edit('Third');
    await step(() => bench.entries.publish(own.owner, place), null, null);
    await edit('Fourth');
    const third = now;
    await step(() => bench.entries.delete(own.owner, place), 7, third);
    const rows = await bench.database.reader
      .selectFrom('published_states')
      .selectAll()
      .where('environment', '=', own.master.number)
      .orderBy('until')
      .execute();
    assert.deepEqual(
      rows.map(({ until, version, published_at }) => [until, version, published_at]),
      steps,
    );
    assert.ok(rows.every(({ key, content_type }) => key === 'one' && content_type > 0));
  });
});
