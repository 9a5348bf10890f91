/** Content indexed in an old way, or not at all, is reindexed at the next start; unchanged content is not touched. */
import assert from 'node:assert/strict';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { type TestEngine, withEachEngine } from '../../../../testing/src/engines.ts';
import { field, given, publishNew, type Scene } from '../../../../testing/src/given.ts';
import { startService } from '../../../../testing/src/service.ts';
import { until } from '../../../../testing/src/until.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database } from '../../../src/platform/database/database.ts';

withEachEngine('what was indexed by another analyser is indexed anew', async (engine) => {
  const scene = await withService(engine, fill);
  await withDatabase(engine, async (database) => {
    await forgetTexts(database);
    await database.write((writer) => writer.updateTable('search_models').set({ analyser: 0 }).execute());
  });
  await withService(engine, async (url) => {
    assert.deepEqual(await findSoon(url, scene), ['harbour']);
  });
});

withEachEngine('a start leaves alone what is indexed already', async (engine) => {
  const scene = await withService(engine, fill);
  const before = await withDatabase(engine, revisionAndTexts);
  await withDatabase(engine, (database) => database.write((writer) => writer.deleteFrom('search_models').execute()));
  await withService(engine, async (url) => {
    assert.deepEqual(await findSoon(url, scene), ['harbour']);
    await until(() => withDatabase(engine, modelsIndexed));
  });
  assert.deepEqual(await withDatabase(engine, revisionAndTexts), before);
});

withEachEngine('publishing and copying unchanged text writes no text', async (engine) => {
  await withService(engine, async (url) => {
    const scene = await fill(url);
    const before = await withDatabase(engine, revisionAndTexts);
    const fields = { title: 'Harbour' };
    const id = await publishNew(scene.owner, scene.base, { content_type_id: 'page', key: 'copy', fields });
    await scene.owner.post(`/entries/${id}/unpublish`, undefined, 200);
    await scene.owner.post(`/entries/${id}/publish`, undefined, 200);
    const after = await withDatabase(engine, revisionAndTexts);
    assert.equal(after.texts, before.texts);
  });
});

async function fill(url: string): Promise<Scene> {
  const scene = await given(url);
  const type = { api_id: 'page', name: 'Page', display_field: 'title', fields: [field('title', 'string')] };
  await scene.owner.post(`${scene.base}/content-types`, type, 201);
  await publishNew(scene.owner, scene.base, { content_type_id: 'page', key: 'harbour', fields: { title: 'Harbour' } });
  return scene;
}

/** The keys that a search finds once it finds any. */
async function findSoon(url: string, scene: Scene): Promise<unknown[]> {
  const reader = new Actor(url, scene.management.token);
  const find = async () => (await reader.get(`${scene.base}/entries?q=harb`, 200)).each('items', 'key');
  return until(find, (found) => found.length > 0);
}

async function forgetTexts(database: Database): Promise<void> {
  await database.write(async (writer) => {
    const rows = await writer.selectFrom('entry_index').select(['id', 'index_values']).execute();
    for (const { id, index_values } of rows) {
      const { texts: _, ...rest } = JSON.parse(index_values) as Record<string, unknown>;
      await writer
        .updateTable('entry_index')
        .set({ index_values: JSON.stringify(rest) })
        .where('id', '=', id)
        .execute();
    }
    await writer.deleteFrom('search_texts').execute();
  });
}

async function revisionAndTexts({ reader }: Database): Promise<{ revision: number; texts: string }> {
  const { revision } = await reader.selectFrom('environments').select('revision').executeTakeFirstOrThrow();
  const texts = await reader.selectFrom('search_texts').select(['id', 'hash']).orderBy('id').execute();
  return { revision, texts: JSON.stringify(texts) };
}

async function modelsIndexed({ reader }: Database): Promise<number> {
  return (await reader.selectFrom('search_models').select('environment').execute()).length;
}

async function withService<T>(engine: TestEngine, use: (url: string) => Promise<T>): Promise<T> {
  const service = await startService({ engine });
  try {
    return await use(service.url);
  } finally {
    closeConnections();
    await service.close();
  }
}

async function withDatabase<T>(engine: TestEngine, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(engine.databaseConfig());
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}
