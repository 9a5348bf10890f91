/** When receivers that fail are sent a delivery again, by the clock on the wall. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEntry, given, magazine, type Scene } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';
import { accept, type Receiver, refuse, startReceiver } from './receiver.ts';
import { makeWebhook, SENDS_HOME } from './webhook.ts';

/** The first retry comes after 5 s, a fifth more or less, and at the next look. */
const FIRST_RETRY_MS = { min: 3_900, max: 20_000 };
/** By then a retry would have come. */
const FIRST_RETRY_WAITED_MS = 7_500;
/** Long enough for a slow machine to make three changes in. */
const DEBOUNCE_SECONDS = 4;

onEachEngine(
  'a webhook',
  (stage) => {
    async function play(run: (scene: Scene, receiver: Receiver) => Promise<void>): Promise<void> {
      const receiver = await startReceiver();
      try {
        const scene = await given(stage.url, { types: magazine });
        await run(scene, receiver);
      } finally {
        await receiver.close();
      }
    }
    const author = (scene: Scene, name: string) =>
      createEntry(scene.owner, scene.base, { content_type_id: 'author', fields: { name } });

    it('is sent a delivery that failed again after five seconds, with the same id and bytes', () =>
      play(async (scene, receiver) => {
        receiver.respond(refuse);
        await makeWebhook(scene, receiver.url);
        await author(scene, 'Ada');
        const [first] = await receiver.until(1);
        receiver.respond(accept);
        const [, second] = await receiver.until(2);
        assert.ok(first !== undefined && second !== undefined);
        assert.deepEqual([second.delivery, second.body], [first.delivery, first.body]);
        const waitedMs = second.at - first.at;
        assert.ok(waitedMs >= FIRST_RETRY_MS.min && waitedMs <= FIRST_RETRY_MS.max, `${waitedMs} ms`);
      }));

    it('is sent nothing more once it is deleted', () =>
      play(async (scene, receiver) => {
        receiver.respond(refuse);
        const webhook = (await makeWebhook(scene, receiver.url)).string('id');
        await author(scene, 'Ada');
        await receiver.until(1);
        await scene.owner.delete(`${scene.space}/webhooks/${webhook}`, 204);
        await sleep(FIRST_RETRY_WAITED_MS);
        assert.equal(receiver.received.length, 1);
      }));

    it('receives only the last event of a burst if it debounces', () =>
      play(async (scene, receiver) => {
        await makeWebhook(scene, receiver.url, { debounce_seconds: DEBOUNCE_SECONDS });
        for (const name of ['one', 'two']) await author(scene, name);
        const last = await author(scene, 'three');
        await receiver.until(1);
        await sleep(DEBOUNCE_SECONDS * 1_000);
        assert.deepEqual(
          receiver.received.map(({ resource }) => resource),
          [last],
        );
      }));
  },
  SENDS_HOME,
);
