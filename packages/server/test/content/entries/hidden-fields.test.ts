/**
 * Deleting a hidden field: its values are removed from the database, from drafts, published states, index rows and versions,
 * including those of deleted entries. A `kill -9` in the middle loses none of the work.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { field, given, type Scene } from '../../../../testing/src/given.ts';
import { releaseJob } from '../../../../testing/src/held-job.ts';
import { startProcess } from '../../../../testing/src/process.ts';
import { until } from '../../../../testing/src/until.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database } from '../../../src/platform/database/database.ts';

const ENTRIES = 100;
const SECRET = 'the-value-that-has-to-go';
/** Large enough that removing it takes several steps. */
const LONG = `${SECRET} ${'x'.repeat(60_000)}`;
const KILLS = Number(process.env.KILLS ?? 1);
const GONE_WITHIN_MS = 60_000;

describeEachEngine('a hidden field that is deleted', (engine) => {
  it('leaves nothing of its values, although the service is killed meanwhile', { timeout: 300_000 }, async () => {
    let service = await startProcess({ engine });
    const scene = await given(service.url);
    const database = await openDatabase(engine.databaseConfig());
    try {
      const type = await fillAndHide(scene);
      const shown = (await scene.owner.get(type, 200)).at('hidden_fields');
      assert.deepEqual(shown, [{ id: 'drop', type: 'text', entries: ENTRIES - 2 }]);
      assert.ok((await placesOf(database)).length > ENTRIES * 2, 'the values are stored in many places');

      const { version } = (await scene.owner.get(type, 200)).json as { version: number };
      await scene.owner.delete(`${type}/hidden-fields/keep`, 404);
      await scene.owner.delete(`${type}/hidden-fields/drop`, 204);
      const after = await scene.owner.get(type, 200);
      assert.deepEqual([after.at('hidden_fields'), after.at('version')], [[], version + 1]);
      await scene.owner.delete(`${type}/hidden-fields/drop`, 404);

      const progress = new Set<string>();
      for (let kill = 0; kill < KILLS; kill++) {
        await service.end('SIGKILL');
        closeConnections();
        for (const place of await progressOf(database)) progress.add(place);
        // How a lease ends is tried in `platform/jobs/jobs.test.ts`.
        await releaseJob(database, 'field-removal');
        service = await startProcess({ engine });
      }
      const owner = new Actor(service.url, scene.owner.token);
      await untilGone(database);
      assert.deepEqual(await placesOf(database), []);
      assert.ok(progress.size > 0, 'a kill came before the work was done');

      await owner.patch(type, { fields: [field('keep', 'string'), field('drop', 'text')] }, 200);
      const entry = await owner.get(`${scene.base}/entries/e7`, 200);
      assert.deepEqual(entry.at('fields'), { keep: { 'en-US': 'new 7' } });
      const first = await owner.get(`/entries/${entry.string('id')}/versions/1`, 200);
      assert.deepEqual(first.at('fields'), { keep: { 'en-US': 'keep 7' } });
    } finally {
      closeConnections();
      await database.close();
      await service.end('SIGKILL');
    }
  });
});

/** Entries with values in drafts, published states and old versions; two of them deleted; then the field is hidden. */
async function fillAndHide({ owner, base }: Scene): Promise<string> {
  const fields = [field('keep', 'string'), field('drop', 'text')];
  const type = await owner.post(`${base}/content-types`, { api_id: 'purged', name: 'Purged', fields }, 201);
  const path = `/content-types/${type.string('id')}`;
  for (let number = 0; number < ENTRIES; number++) {
    const body = { content_type_id: 'purged', key: `e${number}`, fields: { keep: `keep ${number}`, drop: LONG } };
    await owner.post(`${base}/entries`, body, 201);
    await owner.post(`${base}/entries/e${number}/publish`, {}, 200);
    await owner.patch(`${base}/entries/e${number}`, { fields: { keep: `new ${number}` } }, 200);
  }
  await owner.delete(`${base}/entries/e3`, 204);
  await owner.delete(`${base}/entries/e${ENTRIES - 1}`, 204);
  await owner.patch(`${path}?confirm_data_loss=true`, { fields: [field('keep', 'string')] }, 200);
  return path;
}

/** Every row of content that contains the value. */
async function placesOf({ reader }: Database): Promise<string[]> {
  const states = await reader.selectFrom('entry_states').selectAll().execute();
  const index = await reader.selectFrom('entry_index').select(['id', 'version', 'index_values']).execute();
  const versions = await reader.selectFrom('entry_versions').select(['id', 'version', 'document']).execute();
  const rows = [
    ...states.map(({ id, version, document }) => ({ place: `state ${id} ${version}`, text: document })),
    ...index.map(({ id, version, index_values: text }) => ({ place: `index ${id} ${version}`, text })),
    ...versions.map(({ id, version, document }) => ({
      place: `version ${id} ${version}`,
      text: zstdDecompressSync(document).toString('utf8'),
    })),
  ];
  return rows.filter(({ text }) => text.includes(SECRET)).map(({ place }) => place);
}

async function progressOf({ reader }: Database): Promise<string[]> {
  const rows = await reader.selectFrom('field_removals').select('progress').execute();
  return rows.map(({ progress }) => progress ?? 'not begun');
}

async function untilGone(database: Database): Promise<void> {
  await until(
    () => progressOf(database),
    (left) => left.length === 0,
    GONE_WITHIN_MS,
  );
}
