/**
 * `kill -9` of the service while it writes a whole model: afterwards the model is the one before or the one pushed, with what entries show
 * of it, and never a part of both. `PUSH_KILLS=20` before an issue is closed, fewer otherwise.
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

const KILLS = Number(process.env.PUSH_KILLS ?? 1);
const TYPES = 80;
/** A kill comes within this time after the request of a push, as a multiple of the last one's duration. */
const LIFE = 0.9;
const TAKES_MS = 500;

describeEachEngine('a service that is killed while a model is pushed', (engine) => {
  it(`has one model or the other as a whole, over ${KILLS} kills`, { timeout: 1_800_000 }, async (context) => {
    const scene = await prepare(engine);
    const seen = { pushed: 0, unchanged: 0, answered: 0 };
    let takesMs = TAKES_MS;
    for (let round = 1; round <= KILLS; round++) {
      const service = await startProcess({ engine });
      const owner = new Actor(service.url, scene.management.token);
      await stands(owner, scene, round - 1);
      const asked = push(owner, scene, round).catch(() => undefined);
      await sleep(Math.random() * LIFE * takesMs);
      await service.end('SIGKILL');
      const answer = await asked;
      closeConnections();
      await serving(engine, scene, async (by) => {
        const isPushed = (await modelOf(by, scene))['type-0']?.[0] === `Round ${round}`;
        await stands(by, scene, isPushed ? round : round - 1);
        seen[isPushed ? 'pushed' : 'unchanged'] += 1;
        if (answer !== undefined) {
          assert.deepEqual([answer.status, isPushed], [200, true], String(answer));
          seen.answered += 1;
        }
        const began = performance.now();
        const { applied } = (await push(by, scene, round)).json as { applied: boolean };
        assert.equal(applied, !isPushed);
        if (applied) takesMs = performance.now() - began;
        await stands(by, scene, round);
      });
    }
    const database = await openDatabase(engine.databaseConfig());
    await assertCounted(database.reader).finally(() => database.close());
    context.diagnostic(JSON.stringify({ ...seen, takesMs: Math.round(takesMs) }));
  });
});

/** A space with the first model, and an entry of each of its types. */
async function prepare(engine: TestEngine): Promise<Scene> {
  const service = await startProcess({ engine });
  const scene = await given(service.url);
  await push(scene.owner, scene, 0);
  const lines = Array.from({ length: TYPES }, (_, n) => {
    const fields = { title: `Title ${n}`, moved_0: n, extra: 'kept' };
    return JSON.stringify({ entry: { key: `entry-${n}`, content_type: `type-${n}`, status: 'published', fields } });
  });
  const headers = { 'content-type': 'application/x-ndjson' };
  const imported = await scene.owner.send('POST', `${scene.base}/import`, { raw: lines.join('\n'), headers });
  assert.deepEqual(new Set(imported.each('results', 'result')), new Set(['created']));
  closeConnections();
  await service.end('SIGINT');
  return scene;
}

/** Pushes the model of a round: each type has another name, renames one field, and loses or brings back another; one type comes and one goes. */
function push(owner: Actor, { base }: Scene, round: number) {
  const names = Array.from({ length: TYPES }, (_, n) => `type-${n}`);
  const types = names.map((api_id) => ({
    api_id,
    name: `Round ${round}`,
    fields: [
      field('title', 'string'),
      field(`moved_${round}`, 'integer', { previous_id: `moved_${round - 1}` }),
      ...(hasExtra(round) ? [field('extra', 'string', { restore: true })] : []),
    ],
  }));
  const content_types = [...types, { api_id: `only-${round}`, name: `Round ${round}`, fields: [] }];
  const confirm_data_loss = names.map((name) => `${name}.extra`);
  return owner.post(`${base}/model`, { content_types, delete_missing: true, confirm_data_loss }, 200);
}

function hasExtra(round: number): boolean {
  return round % 2 === 0;
}

/** Fails unless the model and all entries are those of a round. */
async function stands(by: Actor, scene: Scene, round: number): Promise<void> {
  const ids = ['title', `moved_${round}`, ...(hasExtra(round) ? ['extra'] : [])];
  const types = Array.from({ length: TYPES }, (_, n) => [`type-${n}`, [`Round ${round}`, ...ids]]);
  const expected = Object.fromEntries([...types, [`only-${round}`, [`Round ${round}`]]]);
  assert.deepEqual(await modelOf(by, scene), expected);
  const { items } = (await by.get(`${scene.base}/entries?limit=1000`, 200)).json as {
    items: { key: string; status: string; fields: object }[];
  };
  const shown = Object.fromEntries(items.map(({ key, status, fields }) => [key, { status, fields }]));
  const entries = Array.from({ length: TYPES }, (_, n) => {
    const extra = hasExtra(round) ? { extra: { 'en-US': 'kept' } } : {};
    const fields = { title: { 'en-US': `Title ${n}` }, [`moved_${round}`]: { 'en-US': n }, ...extra };
    return [`entry-${n}`, { status: 'published', fields }];
  });
  assert.deepEqual(shown, Object.fromEntries(entries));
}

/** The name of each type, and the ids of its fields. */
async function modelOf(by: Actor, { base }: Scene): Promise<Record<string, string[]>> {
  const { content_types: types } = (await by.get(`${base}/model`, 200)).json as {
    content_types: { api_id: string; name: string; fields: { id: string }[] }[];
  };
  return Object.fromEntries(types.map(({ api_id: id, name, fields }) => [id, [name, ...fields.map(({ id }) => id)]]));
}

async function serving(engine: TestEngine, scene: Scene, act: (owner: Actor) => Promise<void>): Promise<void> {
  const service = await startProcess({ engine });
  try {
    await act(new Actor(service.url, scene.management.token));
  } finally {
    closeConnections();
    await service.end('SIGINT');
  }
}
