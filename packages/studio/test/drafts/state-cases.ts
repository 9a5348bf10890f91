/** What a draft tells of itself, and what can be done then. All cases share one browser, in one order. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { until } from '../../../server/test/harness/until.ts';
import { signUp } from '../../../server/test/scene.ts';
import type { Found } from '../../src/drafts/types.ts';
import { textOf } from './entry-on-screen.ts';
import { BODY, CODE, GERMAN_TITLE, type Tab, TITLE, VALUES, type WritingRoom } from './writing-room.ts';

const ARRIVES_WITHIN_MS = 10_000;
const POLL_MS = 20;
const LATE_MS = 300;

/** Defines the cases. The room is there when they run. */
export function stateCases(roomOf: () => WritingRoom): void {
  let room: WritingRoom;
  let context: BrowserContext;
  before(async () => {
    room = roomOf();
    context = await room.newBrowser();
  });

  async function openNew(fields: Record<string, unknown> = {}): Promise<{ key: string; tab: Tab }> {
    const key = await room.newNote(fields);
    return { key, tab: await room.openNote(context, key) };
  }

  it('saves all values but those that are refused, and gives the words of the server for them', async () => {
    const { key, tab } = await openNew();
    await tab.ask(`{
      draft.set('code', 'en-US', 'too long');
      draft.set('title', 'en-US', 'Fine');
    }`);
    await arrives(room, key, 'Fine');
    assert.deepEqual(await tab.ask('draft.flush()'), { status: 'needs-you', need: { kind: 'refused-values' } });
    assert.deepEqual([await room.served(key, TITLE), await room.served(key, CODE)], ['Fine', undefined]);
    assert.equal(await tab.shown(CODE), 'too long');
    const problems = await tab.ask<{ path: string; rule: string }[]>(`draft.problemsOf('code', 'en-US')`);
    assert.deepEqual(
      problems.map(({ path, rule }) => [path, rule]),
      [['fields.code.en-US', 'max_length']],
    );
    assert.deepEqual(await tab.ask(`draft.problemsOf('title', 'en-US')`), []);
    await tab.ask(`draft.set('code', 'en-US', 'short')`);
    await tab.save();
    assert.equal(await room.served(key, CODE), 'short');
    assert.deepEqual(await tab.ask('draft.problems'), []);
  });

  it('saves a value that was put right while its refusal was on its way', async () => {
    const { key, tab } = await openNew();
    room.proxy.delayMs = ({ method }) => (method === 'PATCH' ? LATE_MS : 0);
    const ended = tab.ask(`{
      draft.set('code', 'en-US', 'too long');
      const ended = draft.flush();
      setTimeout(() => draft.set('code', 'en-US', 'short'), ${LATE_MS / 2});
      return ended;
    }`);
    await ended;
    room.proxy.delayMs = () => 0;
    assert.equal(await room.served(key, CODE), 'short');
    assert.deepEqual(await tab.ask('draft.state'), { status: 'saved' });
  });

  it('is not set back by answers that come late and overtake one another', async () => {
    const { key, tab } = await openNew();
    room.proxy.delayMs = () => Math.random() * LATE_MS;
    const looking = setInterval(() => void tab.ask('draft.refresh()').catch(() => {}), LATE_MS / 5);
    const text = textOf(100);
    await tab.type(BODY, text, (4 * LATE_MS) / text.length);
    clearInterval(looking);
    room.proxy.delayMs = () => 0;
    await tab.save();
    assert.deepEqual([await tab.shown(BODY), await room.served(key, BODY)], [text, text]);
  });

  it('is saved where the answer to its save is overtaken by what others wrote', async () => {
    const { key, tab } = await openNew();
    const saved = Promise.withResolvers<void>();
    const overtaken = Promise.withResolvers<void>();
    room.proxy.waitsFor = ({ method }) => {
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
    room.proxy.waitsFor = () => undefined;
    await room.changeElsewhere(key, TITLE, 'Theirs');
    await tab.ask('draft.refresh()');
    overtaken.resolve();
    await tab.reaches('conflict');
    assert.equal(await room.served(key, TITLE), 'Theirs');
    await tab.ask(`draft.keepMine('title', 'en-US')`);
    await arrives(room, key, 'Mine');
    await tab.reaches('saved');
    assert.deepEqual([await room.served(key, TITLE), await room.served(key, BODY)], ['Mine', 'Mine']);
  });

  it('wakes the listeners of one value alone while it is typed', async () => {
    const { tab } = await openNew();
    await tab.ask('{ globalThis.calls = desk.count(draft) }');
    await tab.type(TITLE, 'abcdefgh');
    const typed = await tab.ask<Record<string, number>>('globalThis.calls');
    assert.ok(Number(typed.title) >= 8);
    assert.deepEqual([typed.body, typed.whole], [0, 1], 'the state became "saving" once');
    await tab.save();
    const saved = await tab.ask<Record<string, number>>('globalThis.calls');
    assert.deepEqual([saved.body, saved.whole], [0, 2], 'the entry and the state changed at once');
  });

  it('is offered what was kept on the device where the server has moved on, and goes on where it has not', async () => {
    const { key, tab } = await openNew({ title: 'Before', body: 'Before' });
    await tab.ask(`{
      draft.set('title', 'en-US', 'Before!');
      draft.set('title', 'de', 'Weiter');
      draft.set('body', 'en-US', 'Before?');
    }`);
    await tab.kill();
    await room.changeElsewhere(key, TITLE, 'Theirs');
    await room.changeElsewhere(key, BODY, 'Theirs');
    const back = await room.openNote(context, key);
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
      [await room.served(key, TITLE), await room.served(key, GERMAN_TITLE), await room.served(key, BODY)],
      ['Before!', 'Weiter', 'Theirs'],
    );
    assert.deepEqual(await back.ask('drafts.leftBehind()'), []);
  });

  it('is not told of as left behind where the answer alone was lost', async () => {
    const { key, tab } = await openNew();
    room.proxy.losesAnswer = ({ method }) => method === 'PATCH';
    await tab.type(TITLE, 'Arrived');
    await tab.ask('draft.flush()');
    await tab.kill();
    room.proxy.losesAnswer = () => false;
    const other = await room.openTab(context);
    assert.deepEqual(await other.ask('drafts.leftBehind()'), []);
    assert.equal(await room.served(key, TITLE), 'Arrived');
    await other.page.close();
  });

  it('of a new entry creates it once, with its first change, though the answer is lost', async () => {
    const tab = await room.openTab(context);
    const place = { space: room.scene.spaceId, environment: 'master', contentType: 'note' };
    const key = await tab.ask<string>(`desk.create(${JSON.stringify(place)}, ${JSON.stringify(VALUES)})`);
    await tab.save();
    await room.scene.management.get(`${room.scene.base}/entries/${key}`, 404);
    room.proxy.losesAnswer = ({ method }) => method === 'POST';
    await tab.type(TITLE, 'New');
    assert.equal((await tab.ask<{ status: string }>('draft.flush()')).status, 'kept');
    room.proxy.losesAnswer = () => false;
    await tab.type(TITLE, 'er');
    await tab.save();
    const entry = await room.scene.management.get(`${room.scene.base}/entries/${key}`, 200);
    assert.equal(entry.at('fields.title.en-US'), 'Newer');
    assert.equal(entry.at('version'), 2);
  });

  it('is sent when the page is left', async () => {
    const { key, tab } = await openNew();
    await tab.type(TITLE, 'Last words');
    await tab.page.goto('about:blank');
    await arrives(room, key, 'Last words');
    await tab.page.close();
  });

  it('is not sent with the session of somebody else, and goes on when its person is back', async () => {
    const own = await room.newBrowser();
    const key = await room.newNote();
    const tab = await room.openNote(own, key);
    await tab.logIn(await signUp(room.scene.url));
    await tab.ask(`draft.set('title', 'en-US', 'Mine')`);
    assert.deepEqual(await tab.ask('draft.flush()'), { status: 'kept', reason: 'session', nextTryAt: null });
    await tab.logIn(room.scene.member);
    await arrives(room, key, 'Mine');
  });

  it('waits while the entry is archived, and goes on after', async () => {
    const { key, tab } = await openNew();
    const path = `${room.scene.base}/entries/${key}`;
    await room.scene.management.post(`${path}/archive`, undefined, 200);
    await tab.type(TITLE, 'Kept');
    const state = await tab.ask<{ need: { kind: string; message: string } }>('draft.flush()');
    assert.equal(state.need.kind, 'archived');
    assert.ok(state.need.message.length > 0);
    await room.scene.management.post(`${path}/unarchive`, undefined, 200);
    await tab.ask('draft.refresh()');
    await tab.save();
    assert.equal(await room.served(key, TITLE), 'Kept');
  });

  it('of an entry that was deleted meanwhile makes it again, whole', async () => {
    const { key, tab } = await openNew({ body: 'Old' });
    await room.scene.management.delete(`${room.scene.base}/entries/${key}`, 204);
    await tab.type(TITLE, 'Kept');
    assert.equal((await tab.ask<{ need: { kind: string } }>('draft.flush()')).need.kind, 'deleted');
    await tab.kill();
    const back = await room.openNote(context, key);
    assert.equal((await back.ask<{ need: { kind: string } }>('draft.state')).need.kind, 'deleted');
    assert.equal(await back.shown(TITLE), 'Kept');
    await back.ask('draft.recreate()');
    await back.save();
    assert.equal(await room.served(key, TITLE), 'Kept');
    await room.scene.management.delete(`${room.scene.base}/entries/${key}`, 204);
    await back.type(TITLE, '!');
    await back.ask('draft.flush()');
    await back.ask('draft.discard()');
    assert.deepEqual(await back.ask('[draft.state, drafts.unsaved()]'), [{ status: 'saved' }, []]);
  });

  it('tells when the device is full, and saves to the server all the same', async () => {
    const full = await room.newBrowser();
    const protocol = await full.newCDPSession(await full.newPage());
    await protocol.send('Storage.overrideQuotaForOrigin', { origin: room.proxy.url, quotaSize: 1 });
    const key = await room.newNote();
    const tab = await room.openNote(full, key);
    await tab.ask(`draft.set('body', 'en-US', 'x'.repeat(100_000))`);
    await until(() => tab.page.evaluate('desk.draft.deviceFailure !== null'));
    await tab.save();
    assert.equal(String(await room.served(key, BODY)).length, 100_000);
  });
}

async function arrives(room: WritingRoom, key: string, title: string): Promise<void> {
  const deadline = Date.now() + ARRIVES_WITHIN_MS;
  while ((await room.served(key, TITLE)) !== title) {
    assert.ok(Date.now() < deadline, `${title} has arrived`);
    await sleep(POLL_MS);
  }
}
