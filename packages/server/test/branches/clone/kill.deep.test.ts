/**
 * `kill -9` of the service while it clones, again and again: a clone is complete, gone, or still being made, and never in between.
 * `CLONE_KILLS=20` before an issue is closed, fewer otherwise.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine, type TestEngine } from '../../../../testing/src/engines.ts';
import { field, given, type Scene } from '../../../../testing/src/given.ts';
import { startProcess } from '../../../../testing/src/process.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import { assertCounted } from '../../accounts/plans/recount.ts';
import { assertSameContent, rowOf, untilCloned } from './clones.ts';

const KILLS = Number(process.env.CLONE_KILLS ?? 2);
const ENTRIES = 3_000;
const LINES_A_REQUEST = 1_000;
/** Kills come within this time after a clone was acknowledged, the first at once; occasionally before that. */
const LIFE_MS = 250;
const UNACKNOWLEDGED_EVERY = 5;

describeEachEngine('a service that is killed while it clones', (engine) => {
  it(`makes every clone whole, over ${KILLS} kills`, { timeout: 900_000 }, async (context) => {
    const scene = await prepare(engine);
    const names: string[] = [];
    let unfinished = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const name = `clone-${kill}`;
      const service = await startProcess({ engine });
      const owner = new Actor(service.url, scene.management.token);
      // Whether it was committed without a response is found out later.
      const asked = owner.post(`${scene.space}/environments/master/clone`, { name }).catch(() => undefined);
      if (kill % UNACKNOWLEDGED_EVERY < UNACKNOWLEDGED_EVERY - 1) await asked;
      await sleep((kill / KILLS) * LIFE_MS);
      await service.end('SIGKILL');
      const answer = await asked;
      if (answer !== undefined) assert.equal(answer.status, 201, String(answer));
      if (answer !== undefined) names.push(name);
      closeConnections();
      unfinished += await inTheMaking(engine, scene);
    }
    context.diagnostic(`${names.length} clones acknowledged, ${unfinished} times one was in the making at a kill`);
    assert.ok(unfinished > 0, 'a kill came while a clone was being made');
    await assertAllWhole(engine, scene, names);
  });
});

async function prepare(engine: TestEngine): Promise<Scene> {
  const service = await startProcess({ engine });
  const scene = await given(service.url);
  const { owner, base } = scene;
  const fields = [field('title', 'string'), field('slug', 'slug'), field('other', 'entry')];
  const type = { api_id: 'page', name: 'Page', display_field: 'title', slug_field: 'slug', fields };
  await owner.post(`${base}/content-types`, type, 201);
  for (let from = 0; from < ENTRIES; from += LINES_A_REQUEST) {
    const lines = Array.from({ length: LINES_A_REQUEST }, (_, n) => entryLine(from + n));
    const headers = { 'content-type': 'application/x-ndjson' };
    const imported = await owner.send('POST', `${base}/import`, { raw: lines.join('\n'), headers });
    assert.equal(imported.status, 200, String(imported));
  }
  closeConnections();
  await service.end('SIGINT');
  return scene;
}

function entryLine(n: number): string {
  const fields = { title: `Page ${n}`, other: `page-${n + 1}` };
  return JSON.stringify({ entry: { key: `page-${n}`, content_type: 'page', status: 'published', fields } });
}

/** The number of unfinished clones; checks the counters too. */
async function inTheMaking(engine: TestEngine, { spaceId }: Scene): Promise<number> {
  const database = await openDatabase(engine.databaseConfig());
  try {
    await assertCounted(database.reader);
    const rows = await database.reader
      .selectFrom('environments')
      .select('status')
      .where('space_id', '=', spaceId)
      .execute();
    return rows.filter(({ status }) => status === 'cloning').length;
  } finally {
    await database.close();
  }
}

async function assertAllWhole(engine: TestEngine, scene: Scene, names: readonly string[]): Promise<void> {
  const service = await startProcess({ engine });
  const database = await openDatabase(engine.databaseConfig());
  try {
    const owner = new Actor(service.url, scene.management.token);
    const { items } = (await owner.get(`${scene.space}/environments`, 200)).json as { items: { name: string }[] };
    const standing = items.map(({ name }) => name).filter((name) => name !== 'master');
    for (const name of names) assert.ok(standing.includes(name), `${name} was acknowledged`);
    const source = await rowOf(database.reader, scene.spaceId, 'master');
    for (const name of standing) {
      const clone = await untilCloned(owner, scene.space, name);
      assert.equal(clone.at('status'), 'ready', String(clone));
      const { number, revision } = await rowOf(database.reader, scene.spaceId, name);
      assert.equal(revision, 1);
      await assertSameContent(database.reader, source.number, number);
    }
    await assertCounted(database.reader);
  } finally {
    closeConnections();
    await database.close();
    await service.end('SIGINT');
  }
}
