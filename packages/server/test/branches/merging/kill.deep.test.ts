/**
 * `kill -9` of the service while it merges and undoes merges: each is complete or left nothing. `MERGE_KILLS=20` before an issue
 * is closed, fewer otherwise.
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
import { untilCloned } from '../clone/clones.ts';

const KILLS = Number(process.env.MERGE_KILLS ?? 1);
const ENTRIES = 300;
/**
 * A kill comes within this time after the request of a merge, as a multiple of the last merge's duration: the first merge of a
 * process is slow.
 */
const LIFE = 3;
const TAKES_MS = 300;
const BRANCH = 'branch';

describeEachEngine('a service that is killed while it merges', (engine) => {
  it(`merges all or nothing, over ${KILLS} kills`, { timeout: 900_000 }, async (context) => {
    const scene = await prepare(engine);
    const seen = { whole: 0, none: 0 };
    let takesMs = TAKES_MS;
    for (let kill = 0; kill < KILLS; kill++) {
      const service = await startProcess({ engine });
      const owner = new Actor(service.url, scene.management.token);
      const body = { from: BRANCH, dry_run: false, publish: kill % 2 === 0 ? 'as_source' : 'none' };
      const asked = owner.post(`${scene.base}/merges`, body).catch(() => undefined);
      await sleep(Math.random() * LIFE * takesMs);
      await service.end('SIGKILL');
      const answer = await asked;
      closeConnections();
      const merged = await serving(engine, scene, async (by) => {
        const found = await isMerged(by, scene, kill);
        takesMs = (await mergeRest(by, scene, kill)) ?? takesMs;
        if (kill + 1 < KILLS) await changeBranch(by, scene, kill + 1);
        return found;
      });
      if (answer !== undefined) assert.deepEqual([answer.status, merged], [201, true], String(answer));
      seen[merged ? 'whole' : 'none'] += 1;
    }
    const database = await openDatabase(engine.databaseConfig());
    await assertCounted(database.reader).finally(() => database.close());
    context.diagnostic(`${seen.whole} merges were whole, ${seen.none} left nothing`);
  });
});

/** A space with entries, and a clone of its environment. */
async function prepare(engine: TestEngine): Promise<Scene> {
  const service = await startProcess({ engine });
  const scene = await given(service.url);
  const { owner, base, space } = scene;
  const fields = [field('title', 'string'), field('round', 'integer')];
  await owner.post(`${base}/content-types`, { api_id: 'page', name: 'Page', display_field: 'title', fields }, 201);
  await importLines(
    owner,
    base,
    Array.from({ length: ENTRIES }, (_, n) => line(n, -1)),
  );
  await owner.post(`${base}/clone`, { name: BRANCH }, 201);
  await untilCloned(owner, space, BRANCH);
  await changeBranch(owner, scene, 0);
  closeConnections();
  await service.end('SIGINT');
  return scene;
}

function line(n: number, round: number): string {
  const entry = { key: `page-${n}`, content_type: 'page', status: 'published', fields: { title: `Page ${n}`, round } };
  return JSON.stringify({ entry });
}

async function importLines(owner: Actor, base: string, lines: readonly string[]): Promise<void> {
  const headers = { 'content-type': 'application/x-ndjson' };
  const imported = await owner.send('POST', `${base}/import`, { raw: lines.join('\n'), headers });
  assert.equal(imported.status, 200, String(imported));
}

/** Changes every entry of the clone, creates one and a content type, and deletes one. */
async function changeBranch(owner: Actor, scene: Scene, round: number): Promise<void> {
  const base = `${scene.space}/environments/${BRANCH}`;
  const lines = Array.from({ length: ENTRIES }, (_, n) => line(n, round)).slice(round);
  await importLines(owner, base, [...lines, line(ENTRIES + round, round)]);
  await owner.post(`${base}/content-types`, { api_id: `type-${round}`, name: 'Type', fields: [] }, 201);
  await owner.delete(`${base}/entries/page-${round}`, 204);
}

/** Whether the merge of a round is complete; fails if it is partial. */
async function isMerged(owner: Actor, scene: Scene, round: number): Promise<boolean> {
  const { items } = (await owner.get(`${scene.base}/entries?limit=1000`, 200)).json as {
    items: { key: string; fields: { round: Record<string, number> } }[];
  };
  const types = (await owner.get(`${scene.base}/content-types`, 200)).text;
  const merges = await owner.get(`${scene.base}/merges`, 200);
  const merged = types.includes(`"type-${round}"`);
  const ofRound = items.filter(({ fields }) => fields.round['en-US'] === round).length;
  const isGone = !items.some(({ key }) => key === `page-${round}`);
  assert.deepEqual(
    [ofRound, isGone, merges.at('total')],
    merged ? [ENTRIES - round, true, round + 1] : [0, false, round],
    `round ${round}`,
  );
  return merged;
}

/** Merges what was not merged. @returns how long that took; undefined if nothing was left */
async function mergeRest(owner: Actor, scene: Scene, round: number): Promise<number | undefined> {
  const began = performance.now();
  const { status } = await owner.post(`${scene.base}/merges`, { from: BRANCH, dry_run: false });
  const takenMs = performance.now() - began;
  assert.equal((await owner.get(`${scene.base}/merges`, 200)).at('total'), round + 1);
  assert.deepEqual((await owner.post(`${scene.base}/merges`, { from: BRANCH }, 200)).at('entries'), []);
  return status === 201 ? takenMs : undefined;
}

async function serving<T>(engine: TestEngine, scene: Scene, act: (owner: Actor) => Promise<T>): Promise<T> {
  const service = await startProcess({ engine });
  try {
    return await act(new Actor(service.url, scene.management.token));
  } finally {
    closeConnections();
    await service.end('SIGINT');
  }
}
