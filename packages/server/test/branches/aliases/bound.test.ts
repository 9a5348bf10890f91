/**
 * Keys and webhooks that are bound to an alias: they follow it, and see nothing else. Events from before a switch go to the
 * listeners of that time.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Actor, type ApiResponse } from '../../../../testing/src/client.ts';
import { given, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { type Receiver, startReceiver } from '../../webhooks/receiver.ts';
import { makeWebhook, SENDS_HOME } from '../../webhooks/webhook.ts';
import { KEY, makeColours, pointAt, readIn, setCity } from './colours.ts';

/** Events that may still be in flight when later ones have arrived. */
const EVENTS = 12;

onEachEngine(
  'what is bound to an alias',
  (stage) => {
    let scene: Scene;
    let receiver: Receiver;
    before(async () => {
      scene = await given(stage.url);
      await makeColours(scene);
      receiver = await startReceiver();
    });
    after(() => receiver.close());
    const keys = () => `${scene.space}/api-keys`;
    const makeBound = async (body: object): Promise<{ key: ApiResponse; reader: Actor }> => {
      const key = await scene.owner.post(keys(), { name: 'Bound', ...body }, 201);
      return { key, reader: new Actor(stage.url, key.string('token')) };
    };
    /** The response that a key gets for each name. */
    const seenBy = async (reader: Actor, names: readonly string[]): Promise<number[]> => {
      const paths = names.map((name) => `${readIn(scene, name)}/entries/${KEY}`);
      return Promise.all(paths.map(async (path) => (await reader.get(path)).status));
    };

    it('is a key that follows it, and sees only what it stands for', async () => {
      await pointAt(scene, 'live', 'blue');
      const { key, reader } = await makeBound({ kind: 'delivery', environments: ['live'] });
      assert.deepEqual(key.at('environments'), ['live']);
      const names = ['live', 'blue', 'green', 'master'];
      for (const round of ['blue', 'green', 'blue']) {
        await pointAt(scene, 'live', round);
        const expected = names.map((name) => (name === 'live' || name === round ? 200 : 404));
        assert.deepEqual(await seenBy(reader, names), expected, round);
        assert.deepEqual((await reader.get('/delivery/token-info', 200)).at('environments'), ['live']);
      }
      const { reader: ofBlue } = await makeBound({ kind: 'preview', environments: ['blue'] });
      assert.deepEqual(await seenBy(ofBlue, names), [200, 200, 404, 404]);
      await pointAt(scene, 'live', 'green');
      assert.deepEqual(
        await seenBy(ofBlue, names),
        [404, 200, 404, 404],
        'a key of blue does not reach green through it',
      );
    });

    it('is a management key, by path and by id', async () => {
      await pointAt(scene, 'live', 'blue');
      const { reader: manager } = await makeBound({ kind: 'management', role: 'editor', environments: ['live'] });
      const ids = async (name: string) =>
        (await scene.owner.get(`${scene.space}/environments/${name}/entries/${KEY}`, 200)).string('id');
      const [live, green, blue] = [await ids('live'), await ids('green'), await ids('blue')];
      const statuses = async () =>
        Promise.all([live, green, blue].map(async (id) => (await manager.get(`/entries/${id}`)).status));
      assert.deepEqual(await statuses(), [200, 404, 200]);
      const listed = await manager.get(`${scene.space}/environments`, 200);
      assert.deepEqual(listed.each('items', 'name'), ['blue']);
      await pointAt(scene, 'live', 'green');
      assert.deepEqual(await statuses(), [200, 200, 404]);
      await manager.patch(`/entries/${live}`, { fields: { city: 'by key' } }, 200);
      assert.equal((await scene.owner.get(`/entries/${green}`, 200)).at('fields.city.en-US'), 'by key');
      await manager.patch(`/entries/${blue}`, { fields: { city: 'never' } }, 404);
    });

    it('is a key that sees nothing once the alias is gone, and nothing of another of that name', async () => {
      await pointAt(scene, 'short', 'blue');
      const { key, reader } = await makeBound({ kind: 'delivery', environments: ['short'] });
      assert.deepEqual(await seenBy(reader, ['short', 'blue']), [200, 200]);
      await scene.owner.delete(`${scene.space}/environment-aliases/short`, 204);
      assert.deepEqual(await seenBy(reader, ['short', 'blue', 'master']), [404, 404, 404]);
      await pointAt(scene, 'short', 'blue');
      assert.deepEqual(await seenBy(reader, ['short', 'blue']), [404, 404]);
      const shown = await scene.owner.get(`${keys()}/${key.string('id')}`, 200);
      assert.deepEqual(shown.at('environments'), []);
      assert.deepEqual((await reader.get('/delivery/token-info', 200)).at('environments'), []);
    });

    it('is a key for master only once it names the alias that master became', async () => {
      const other = await given(stage.url);
      await makeColours(other);
      const made = await other.owner.post(
        `${other.space}/api-keys`,
        { name: 'Site', kind: 'delivery', environments: ['master'] },
        201,
      );
      const reader = new Actor(stage.url, made.string('token'));
      const key = `${other.space}/api-keys/${made.string('id')}`;
      const path = `${other.read}/entries/${KEY}`;
      const body = { environment: 'master', rename_current_to: 'first' };
      await other.owner.put(`${other.space}/environment-aliases/master`, body, 201);
      assert.equal((await reader.get(path, 200)).headers['x-cms-environment'], 'first');
      assert.deepEqual((await other.owner.get(key, 200)).at('environments'), ['first']);
      await pointAt(other, 'master', 'green');
      await reader.get(path, 404);
      await other.owner.patch(key, { environments: ['master'] }, 200);
      assert.equal((await reader.get(path, 200)).headers['x-cms-environment'], 'green');
      await reader.get(`${readIn(other, 'first')}/entries/${KEY}`, 404);
    });

    it('is a webhook that gets the events of what it stood for, with their own name and ids', async () => {
      await pointAt(scene, 'told', 'blue');
      await makeWebhook(scene, receiver.url, { events: ['entry.publish'], filters: { environments: ['told'] } });
      const unknown = { name: 'None', url: receiver.url, filters: { environments: ['nothing'] } };
      await scene.owner.post(`${scene.space}/webhooks`, unknown, 422);
      const expected: string[] = [];
      for (let event = 0; event < EVENTS; event++) {
        const [to, other] = event % 2 === 0 ? ['blue', 'green'] : ['green', 'blue'];
        await setCity(scene, to, { city: `told ${event}` });
        await setCity(scene, other, { city: `not told ${event}` });
        const entry = await scene.owner.get(`${scene.space}/environments/${to}/entries/${KEY}`, 200);
        expected.push(`${to} ${entry.string('id')} ${entry.headers['x-cms-revision']}`);
        // Switched at once, so that the events' recipients have to be determined for the time before.
        await pointAt(scene, 'told', other);
      }
      const received = await receiver.until(EVENTS);
      const told = received.map(({ body, resource, revision }) => {
        const { environment } = JSON.parse(body) as { environment: string };
        return `${environment} ${resource} ${revision}`;
      });
      assert.deepEqual(told.sort(), expected.sort());
    });

    it('is a webhook with the id of a content type that was read through the alias', async () => {
      await pointAt(scene, 'typed', 'green');
      const type = await scene.owner.get(`${scene.space}/environments/typed/content-types/author`, 200);
      const filters = { content_types: [type.string('id')] };
      const other = await startReceiver();
      try {
        await makeWebhook(scene, other.url, { events: ['entry.publish'], filters });
        await setCity(scene, 'blue', { city: 'not of this type' });
        await setCity(scene, 'green', { city: 'of this type' });
        const [received] = await other.until(1);
        assert.equal((JSON.parse(received?.body ?? '{}') as { environment: string }).environment, 'green');
      } finally {
        await other.close();
      }
    });
  },
  SENDS_HOME,
);
