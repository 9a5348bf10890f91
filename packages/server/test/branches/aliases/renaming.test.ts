/**
 * `master` becomes an alias, and is pointed elsewhere, while two nodes write through it: each write is whole and in one
 * environment, and the audit and the event name that environment by its own name and id.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { given, magazine, type Scene } from '../../../../testing/src/given.ts';
import { type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { startReceiver } from '../../webhooks/receiver.ts';
import { makeWebhook, SENDS_HOME } from '../../webhooks/webhook.ts';
import { cloneOf } from '../clone/clones.ts';
import { pointAt } from './colours.ts';

const WRITERS = 6;
/** Writes between two switches. Up to one per writer may have started before the first switch. */
const WRITES_BETWEEN = 3 * WRITERS;
/** How many more writes each writer makes after the last switch. */
const LATER = 5;
/** Few enough that one page of the audit shows all. */
const WRITES_MAX = 150;

/** The environment of a write: its own name, and its id. */
type Place = `${string} ${string}`;

describeEachEngine('master, as it becomes an alias', (engine) => {
  it('takes writes all the time, each into what it stands for', { timeout: 120_000 }, async () => {
    const nodes: ServiceProcess[] = [];
    const receiver = await startReceiver();
    try {
      for (let node = 0; node < 2; node++) nodes.push(await startProcess({ engine, env: SENDS_HOME }));
      const urls = nodes.map(({ url }) => url);
      const scene = await given(urls[0] ?? '', { types: magazine });
      await cloneOf(scene, 'green');
      await makeWebhook(scene, receiver.url, { events: ['entry.create'] });
      const progress = { written: 0, isOver: false };
      const writing = Array.from({ length: WRITERS }, (_, writer) => write(scene, urls, writer, progress));
      await switchAround(scene, progress).finally(() => {
        progress.isOver = true;
      });
      const keys = (await Promise.all(writing)).flat();
      const codes = await codesOf(scene);
      const recorded = await recordedPlaces(scene, keys.length);
      assert.deepEqual([...recorded.keys()].sort(), keys.sort(), 'each write that was acknowledged, and no other');
      for (const [key, place] of recorded) {
        const [name = '', id = ''] = place.split(' ');
        assert.equal(id, `ent_${codes.get(name)}_${key}`, `the own id in ${name}`);
        const entry = await scene.owner.get(
          `${scene.space}/environments/${name === 'master' ? 'first' : name}/entries/${key}`,
        );
        assert.equal(entry.status, 200, `${key} is in ${name}`);
      }
      const told = (await receiver.until(keys.length)).map(({ body, resource }): Place => {
        const { environment } = JSON.parse(body) as { environment: string };
        return `${environment} ${resource}`;
      });
      assert.deepEqual(told.sort(), [...recorded.values()].sort(), 'events say what the audit says');
      const names = new Set([...recorded.values()].map((place) => place.split(' ')[0]));
      assert.deepEqual([...names].sort(), ['first', 'green', 'master']);
    } finally {
      closeConnections();
      await receiver.close();
      for (const node of nodes) await node.end('SIGINT');
    }
  });
});

/** Shared state of the writers. */
interface Progress {
  /** Acknowledged writes. */
  written: number;
  /** Whether all switches are done. */
  isOver: boolean;
}

async function switchAround(scene: Scene, progress: Readonly<Progress>): Promise<void> {
  const readAtOnce = async () => {
    for (const enough = progress.written + WRITES_BETWEEN; progress.written < enough; )
      await scene.owner.get(`${scene.base}/entries?limit=1&order=-created_at`, 200);
  };
  await readAtOnce();
  const body = { environment: 'master', rename_current_to: 'first' };
  await scene.owner.put(`${scene.space}/environment-aliases/master`, body, 201);
  await readAtOnce();
  assert.equal((await pointAt(scene, 'master', 'green')).status, 200);
  await readAtOnce();
}

/** Creates entries in the environment behind `master`, until the switches are done and a few more. @returns their keys */
async function write(scene: Scene, urls: readonly string[], writer: number, progress: Progress): Promise<string[]> {
  const actor = new Actor(urls[writer % urls.length] ?? '', scene.owner.token);
  const keys: string[] = [];
  for (let count = 0, later = 0; later < LATER && count < WRITES_MAX; count++) {
    if (progress.isOver) later += 1;
    const key = `w${writer}-${count}`;
    const response = await actor.post(`${scene.base}/entries`, {
      content_type_id: 'author',
      key,
      fields: { name: key },
    });
    assert.ok(response.status === 201 || response.status === 503, String(response));
    if (response.status !== 201) continue;
    keys.push(key);
    progress.written += 1;
  }
  return keys;
}

/** The code of each environment by its own name; the former `master` has another name now. */
async function codesOf(scene: Scene): Promise<Map<string, string>> {
  const codes = new Map<string, string>();
  for (const name of ['master', 'first', 'green']) {
    const type = await scene.owner.get(`${scene.space}/environments/${name}/content-types/author`, 200);
    codes.set(name, type.string('id').split('_')[1] ?? '');
  }
  return codes;
}

/** The environment in which each entry was created according to the audit, by the entry's key. */
async function recordedPlaces(scene: Scene, count: number): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  const path = `/accounts/${scene.member.accountId}/audit?action=entry.create&limit=1000`;
  const records = await scene.owner.get(path, 200);
  assert.equal(records.at('total'), count);
  for (const [at, id] of records.each('items', 'target.id').entries()) {
    const [, , key = ''] = String(id).split('_');
    places.set(key, `${records.string(`items.${at}.environment`)} ${String(id)}`);
  }
  return places;
}
