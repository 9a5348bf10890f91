/**
 * What typing leaves behind: a version a sitting, and few deliveries, though every word is saved as it is written.
 * `STUDIO_AUTOSAVE_MINUTES=30` types for that long. Without it there is no sitting to end and nothing to deliver, which the
 * server's own tests show with a clock of theirs (`packages/server/test/content/entries/typing.test.ts`).
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { startReceiver } from '../../../server/test/webhooks/receiver.ts';
import { makeWebhook } from '../../../server/test/webhooks/webhook.ts';
import { linesOf } from './entry-on-screen.ts';
import { BODY, type NoteCase, newNote, STORY, served, showNote } from './notes.ts';

const MINUTES = Number(process.env.STUDIO_AUTOSAVE_MINUTES ?? 0);
const MINUTE_MS = 60_000;
const SITTING_MINUTES = 5;
const SITTINGS = Math.ceil(Math.max(MINUTES, 1) / SITTING_MINUTES);
/** The one that made the entry, and one a sitting. */
const VERSIONS_MAX = 1 + SITTINGS;
/** As many, and the last words. */
const DELIVERIES_MAX = VERSIONS_MAX + 1;
const DELIVERED_AFTER_MS = 40_000;
const KEY_MS = 100;
/** To leave a field saves, and what is typed into the next one meanwhile waits for its own pause. */
const KEYS_A_SAVE_LEAST = 10;
const WORDS_AT_ONCE = 10;
/** Longer than after which a pause saves. */
const THINKING_MS = 2_000;

export function autosaveCases(it: NoteCase): void {
  it('of all that is typed is one version a sitting, and few deliveries', async (scene, test) => {
    const receiver = await startReceiver();
    test.after(() => receiver.close());
    const webhook = await makeWebhook(scene.given, receiver.url);
    const key = await newNote(scene);
    const screen = await showNote(scene, await scene.logIn(), key);
    let saves = 0;
    screen.page.on('request', (request) => {
      if (request.method() === 'PATCH') saves += 1;
    });
    const until = Date.now() + MINUTES * MINUTE_MS;
    const texts = new Map([BODY, STORY].map((value) => [value, '']));
    do {
      for (const [value, text] of texts) {
        const line = `${lineAfter(text)}\n`;
        await screen.type(value, line, MINUTES > 0 ? KEY_MS : 0);
        texts.set(value, text + line);
        if (MINUTES > 0) await sleep(THINKING_MS);
      }
    } while (Date.now() < until || saves < 3);
    await screen.save();
    await screen.isQuiet();

    for (const [value, text] of texts)
      assert.deepEqual([await screen.shown(value), linesOf(await served(scene, key, value))], [text, text], value[0]);
    const { management, base } = scene.given;
    const entry = await management.get(`${base}/entries/${key}`, 200);
    const id = entry.string('id');
    const versions = (await management.get(`/entries/${id}/versions?limit=100`, 200)).each('items', 'action');
    assert.equal(versions.at(-1), 'create');
    assert.ok(versions.slice(0, -1).every((action) => action === 'autosave'));
    assert.ok(versions.length <= VERSIONS_MAX, `${versions.length} versions of ${entry.number('version')}`);

    if (MINUTES > 0) await sleep(DELIVERED_AFTER_MS);
    const deliveries = receiver.received.filter(({ resource }) => resource === id);
    const characters = [...texts.values()].join('').length;
    test.diagnostic(
      `${characters} characters, ${saves} saves, ${versions.length} versions, ${deliveries.length} deliveries`,
    );
    assert.ok(saves <= characters / KEYS_A_SAVE_LEAST, `${saves} saves of ${characters} keys`);
    assert.ok(deliveries.length <= DELIVERIES_MAX, `${deliveries.length} deliveries`);
    const { timestamp } = JSON.parse(deliveries.at(-1)?.body ?? '{}') as { timestamp?: string };
    if (MINUTES > 0) assert.equal(timestamp, entry.string('updated_at'), 'the last delivery is of the last words');
    // Not by the session of the owner, which may be over by now.
    await management.delete(`${scene.given.space}/webhooks/${webhook.string('id')}`, 204);
  });
}

/** Words that go on where a text ends, no two of them alike. */
function lineAfter(text: string): string {
  const from = text.split('\n').length * WORDS_AT_ONCE;
  return Array.from({ length: WORDS_AT_ONCE }, (_, index) => `w${from + index}`).join(' ');
}
