/** What a draft tells of itself, and what can be done then. */
import assert from 'node:assert/strict';
import type { BrowserContext } from 'playwright-core';
import { signUp } from '../../../testing/src/given.ts';
import { until } from '../../../testing/src/until.ts';
import type { Found } from '../../src/drafts/types.ts';
import { hurry } from '../harness/clock.ts';
import type { StudioScene } from '../harness/scene.ts';
import { textOf } from './entry-on-screen.ts';
import {
  BODY,
  CODE,
  changeElsewhere,
  comesToServe,
  GERMAN_TITLE,
  inOvertakingOrder,
  type NoteCase,
  newNote,
  served,
  TITLE,
} from './notes.ts';
import { openNote, openTab, type Tab, VALUES } from './tab.ts';

const LATE_MS = 200;
const isPatch = ({ method }: { method?: string | undefined }) => method === 'PATCH';

export function stateCases(it: NoteCase): void {
  it('saves all values but those that are refused, and gives the words of the server for them', async (scene) => {
    const { key, tab } = await openNew(scene);
    await tab.ask(`{
      draft.set('code', 'en-US', 'too long');
      draft.set('title', 'en-US', 'Fine');
    }`);
    await hurry(tab.page, comesToServe(scene, key, TITLE, 'Fine'));
    assert.deepEqual(await tab.ask('draft.flush()'), { status: 'needs-you', need: { kind: 'refused-values' } });
    assert.deepEqual([await served(scene, key, TITLE), await served(scene, key, CODE)], ['Fine', undefined]);
    assert.equal(await tab.shown(CODE), 'too long');
    const problems = await tab.ask<{ path: string; rule: string }[]>(`draft.problemsOf('code', 'en-US')`);
    assert.deepEqual(
      problems.map(({ path, rule }) => [path, rule]),
      [['fields.code.en-US', 'max_length']],
    );
    assert.deepEqual(await tab.ask(`draft.problemsOf('title', 'en-US')`), []);
    await tab.ask(`draft.set('code', 'en-US', 'short')`);
    await tab.save();
    assert.equal(await served(scene, key, CODE), 'short');
    assert.deepEqual(await tab.ask('draft.problems'), []);
  });

  it('saves a value that was put right while its refusal was on its way', async (scene) => {
    const { key, tab } = await openNew(scene);
    const refused = Promise.withResolvers<void>();
    const corrected = Promise.withResolvers<void>();
    scene.proxy.waitsFor = (request) => {
      if (!isPatch(request)) return undefined;
      refused.resolve();
      return corrected.promise;
    };
    const ended = tab.ask(`{
      draft.set('code', 'en-US', 'too long');
      return draft.flush();
    }`);
    await refused.promise;
    await tab.ask(`draft.set('code', 'en-US', 'short')`);
    corrected.resolve();
    await ended;
    assert.equal(await served(scene, key, CODE), 'short');
    assert.deepEqual(await tab.ask('draft.state'), { status: 'saved' });
  });

  it('is offered what was kept on the device where the server has moved on, and goes on where it has not', async (scene) => {
    const { context, key, tab } = await openNew(scene, { title: 'Before', body: 'Before' });
    await tab.ask(`{
      draft.set('title', 'en-US', 'Before!');
      draft.set('title', 'de', 'Weiter');
      draft.set('body', 'en-US', 'Before?');
    }`);
    await tab.kill();
    await changeElsewhere(scene, key, TITLE, 'Theirs');
    await changeElsewhere(scene, key, BODY, 'Theirs');
    const back = await openNote(scene, context, key);
    assert.deepEqual(await back.ask(`desk.leftBehindOf({ account: 'acc_other', user: 'usr_other' })`), []);
    assert.deepEqual(
      [await back.shown(TITLE), await back.shown(GERMAN_TITLE), await back.shown(BODY)],
      ['Theirs', 'Weiter', 'Theirs'],
    );
    const found = await back.ask<Found[]>('draft.found');
    assert.deepEqual(found.map(({ field, kept, theirs }) => [field, kept, theirs]).sort(), [
      ['body', 'Before?', 'Theirs'],
      ['title', 'Before!', 'Theirs'],
    ]);
    await back.ask(`draft.takeFound(draft.found.find(({ field }) => field === 'title'))`);
    await back.ask(`draft.discardFound(draft.found[0])`);
    await back.save();
    assert.deepEqual(
      [await served(scene, key, TITLE), await served(scene, key, GERMAN_TITLE), await served(scene, key, BODY)],
      ['Before!', 'Weiter', 'Theirs'],
    );
    assert.deepEqual(await back.ask('drafts.leftBehind()'), []);
  });

  it('is not told of as left behind where the answer alone was lost', async (scene) => {
    const { context, key, tab } = await openNew(scene);
    scene.proxy.losesAnswer = isPatch;
    await tab.type(TITLE, 'Arrived');
    await tab.ask('draft.flush()');
    await tab.kill();
    scene.proxy.losesAnswer = () => false;
    const other = await openTab(scene, context);
    assert.deepEqual(await other.ask('drafts.leftBehind()'), []);
    assert.equal(await served(scene, key, TITLE), 'Arrived');
  });

  it('of a new entry creates it once, with its first change, though the answer is lost', async (scene) => {
    const tab = await openTab(scene, await scene.visitor());
    const place = { space: scene.given.spaceId, environment: 'master', contentType: 'note' };
    const key = await tab.ask<string>(`desk.create(${JSON.stringify(place)}, ${JSON.stringify(VALUES)})`);
    await tab.save();
    await scene.given.management.get(`${scene.given.base}/entries/${key}`, 404);
    scene.proxy.losesAnswer = ({ method }) => method === 'POST';
    await tab.type(TITLE, 'New');
    assert.equal((await tab.ask<{ status: string }>('draft.flush()')).status, 'kept');
    scene.proxy.losesAnswer = () => false;
    await tab.type(TITLE, 'er');
    await tab.save();
    const entry = await scene.given.management.get(`${scene.given.base}/entries/${key}`, 200);
    assert.equal(entry.at('fields.title.en-US'), 'Newer');
    assert.equal(entry.at('version'), 2);
  });

  it('is sent when the page is left', async (scene) => {
    const { key, tab } = await openNew(scene);
    await tab.type(TITLE, 'Last words');
    await tab.page.goto('about:blank');
    await comesToServe(scene, key, TITLE, 'Last words');
  });

  it('is not sent with the session of somebody else, and goes on when its person is back', async (scene) => {
    const own = await scene.visitor();
    const key = await newNote(scene);
    const tab = await openNote(scene, own, key);
    await tab.logIn(await signUp(scene.given.url));
    await tab.ask(`draft.set('title', 'en-US', 'Mine')`);
    assert.deepEqual(await tab.ask('draft.flush()'), { status: 'kept', reason: 'session', nextTryAt: null });
    await tab.logIn(scene.given.member);
    await comesToServe(scene, key, TITLE, 'Mine');
  });

  it('waits while the entry is archived, and goes on after', async (scene) => {
    const { key, tab } = await openNew(scene);
    const path = `${scene.given.base}/entries/${key}`;
    await scene.given.management.post(`${path}/archive`, undefined, 200);
    await tab.type(TITLE, 'Kept');
    const state = await tab.ask<{ need: { kind: string; message: string } }>('draft.flush()');
    assert.equal(state.need.kind, 'archived');
    assert.ok(state.need.message.length > 0);
    await scene.given.management.post(`${path}/unarchive`, undefined, 200);
    await tab.ask('draft.refresh()');
    await tab.save();
    assert.equal(await served(scene, key, TITLE), 'Kept');
  });

  it('of an entry that was deleted meanwhile makes it again, whole', async (scene) => {
    const { context, key, tab } = await openNew(scene, { body: 'Old' });
    await scene.given.management.delete(`${scene.given.base}/entries/${key}`, 204);
    await tab.type(TITLE, 'Kept');
    assert.equal((await tab.ask<{ need: { kind: string } }>('draft.flush()')).need.kind, 'deleted');
    await tab.kill();
    const back = await openNote(scene, context, key);
    assert.equal((await back.ask<{ need: { kind: string } }>('draft.state')).need.kind, 'deleted');
    assert.equal(await back.shown(TITLE), 'Kept');
    await back.ask('draft.recreate()');
    await back.save();
    assert.equal(await served(scene, key, TITLE), 'Kept');
    await scene.given.management.delete(`${scene.given.base}/entries/${key}`, 204);
    await back.type(TITLE, '!');
    await back.ask('draft.flush()');
    await back.ask('draft.discard()');
    assert.deepEqual(await back.ask('[draft.state, drafts.unsaved()]'), [{ status: 'saved' }, []]);
  });

  it('tells when the device is full, and saves to the server all the same', async (scene) => {
    const full = await scene.visitor();
    const protocol = await full.newCDPSession(await full.newPage());
    await protocol.send('Storage.overrideQuotaForOrigin', { origin: scene.proxy.url, quotaSize: 1 });
    const key = await newNote(scene);
    const tab = await openNote(scene, full, key);
    await tab.ask(`draft.set('body', 'en-US', 'x'.repeat(100_000))`);
    await until(() => tab.page.evaluate('desk.draft.deviceFailure !== null'));
    await tab.save();
    assert.equal(String(await served(scene, key, BODY)).length, 100_000);
  });
}

/** Those of the deep tier: many of a kind, or rarer turns of what others hold. */
export function longStateCases(it: NoteCase): void {
  it('is not set back by answers that come late and overtake one another', async (scene) => {
    const { key, tab } = await openNew(scene);
    scene.proxy.delayMs = inOvertakingOrder(LATE_MS);
    const text = textOf(40);
    for (const word of text.split(/(?<= )/)) {
      await tab.type(BODY, word);
      void tab.ask('draft.refresh()').catch(() => {});
      await tab.ask(`document.dispatchEvent(new Event('focusout'))`);
    }
    scene.proxy.delayMs = () => 0;
    await tab.save();
    assert.deepEqual([await tab.shown(BODY), await served(scene, key, BODY)], [text, text]);
  });

  it('is saved where the answer to its save is overtaken by what others wrote', async (scene) => {
    const { key, tab } = await openNew(scene);
    const saved = Promise.withResolvers<void>();
    const overtaken = Promise.withResolvers<void>();
    scene.proxy.waitsFor = ({ method }) => {
      if (method !== 'PATCH') return undefined;
      saved.resolve();
      return overtaken.promise;
    };
    await tab.ask(`{
      draft.set('title', 'en-US', 'Mine');
      draft.set('body', 'en-US', 'Mine');
      document.dispatchEvent(new Event('focusout'));
    }`);
    await saved.promise;
    scene.proxy.waitsFor = () => undefined;
    await changeElsewhere(scene, key, TITLE, 'Theirs');
    await tab.ask('draft.refresh()');
    overtaken.resolve();
    await tab.reaches('conflict');
    assert.equal(await served(scene, key, TITLE), 'Theirs');
    await tab.ask(`draft.keepMine('title', 'en-US')`);
    await comesToServe(scene, key, TITLE, 'Mine');
    await tab.reaches('saved');
    assert.deepEqual([await served(scene, key, TITLE), await served(scene, key, BODY)], ['Mine', 'Mine']);
  });

  it('wakes the listeners of one value alone while it is typed', async (scene) => {
    const { tab } = await openNew(scene);
    await tab.ask('{ globalThis.calls = desk.count(draft) }');
    await tab.type(TITLE, 'abcdefgh');
    const typed = await tab.ask<Record<string, number>>('globalThis.calls');
    assert.ok(Number(typed.title) >= 8);
    assert.deepEqual([typed.body, typed.whole], [0, 1], 'the state became "saving" once');
    await tab.save();
    const saved = await tab.ask<Record<string, number>>('globalThis.calls');
    assert.deepEqual([saved.body, saved.whole], [0, 2], 'the entry and the state changed at once');
  });
}

/** A new note in a tab, in a browser that was never here. */
async function openNew(
  scene: StudioScene,
  fields: Record<string, unknown> = {},
): Promise<{ context: BrowserContext; key: string; tab: Tab }> {
  const context = await scene.visitor();
  const key = await newNote(scene, fields);
  return { context, key, tab: await openNote(scene, context, key) };
}
