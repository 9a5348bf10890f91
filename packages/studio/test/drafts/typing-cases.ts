/**
 * No character is lost: somebody types into the inputs of the entry screen, a text and a rich text, in a real browser
 * against a real service, and everything that can come between them does. `STUDIO_TYPING=10000` types that many characters
 * into each, half of them into either input, and makes networks as slow as they get.
 */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { PASSWORD } from '../../../server/test/scene.ts';
import { type EntryOnScreen, linesOf, paragraph, textOf, type Value } from './entry-on-screen.ts';
import { BODY, GERMAN_STORY, GERMAN_TITLE, STORY, TITLE, type WritingRoom } from './writing-room.ts';

const TYPED = Number(process.env.STUDIO_TYPING ?? 200);
const IS_LONG = TYPED >= 10_000;
const OFFLINE_MS = IS_LONG ? 60_000 : 1_000;
const LATE_MS = IS_LONG ? 5_000 : 500;
const TOGETHER_MS = IS_LONG ? 120_000 : 3_000;
/** Somebody who types fast. */
const KEY_MS = 20;
const SAVED_WITHIN_MS = 5_000;
const POLL_MS = 50;
const WRITTEN: readonly Value[] = [BODY, STORY];
const TEXT = textOf(TYPED / WRITTEN.length);
const [FIRST, SECOND] = [TEXT.slice(0, TEXT.length / 2), TEXT.slice(TEXT.length / 2)];
const isPatch = ({ method }: { method?: string | undefined }) => method === 'PATCH';

/** Defines the cases. The room is there when they run. */
export function typingCases(roomOf: () => WritingRoom): void {
  let room: WritingRoom;
  let context: BrowserContext;
  before(async () => {
    room = roomOf();
    context = await room.logIn();
  });

  /** A new entry on the screen. */
  async function begin(by = context): Promise<{ key: string; screen: EntryOnScreen }> {
    const key = await room.newNote();
    return { key, screen: await room.show(by, key) };
  }

  /** The screen says that all is saved, and it is what was typed, there and on the server. */
  async function isWhole(screen: EntryOnScreen, key: string): Promise<void> {
    await screen.save();
    for (const value of WRITTEN)
      assert.deepEqual([await screen.shown(value), await served(key, value)], [TEXT, TEXT], value[0]);
  }

  /** The server comes to hold that. */
  async function comesToServe(key: string, value: Value, text: string): Promise<void> {
    const end = performance.now() + SAVED_WITHIN_MS;
    while ((await served(key, value)) !== text && performance.now() < end) await sleep(POLL_MS);
    assert.equal(await served(key, value), text, value[0]);
  }

  const served = async (key: string, value: Value) => linesOf(await room.served(key, value));
  const shownIn = (screen: EntryOnScreen) => Promise.all(WRITTEN.map((value) => screen.shown(value)));

  async function type(screen: EntryOnScreen, text: string, pauseMs = 0): Promise<void> {
    for (const value of WRITTEN) await screen.type(value, text, pauseMs);
  }

  it('loses nothing when the tab is killed', async () => {
    const { key, screen: killed } = await begin();
    await type(killed, FIRST);
    await killed.kill();
    const screen = await room.show(context, key);
    assert.deepEqual(await shownIn(screen), [FIRST, FIRST]);
    await type(screen, SECOND);
    await isWhole(screen, key);
    await screen.isQuiet();
    await screen.page.close();
  });

  it('loses nothing when the tab is killed between a save and its answer', async () => {
    const { key, screen: killed } = await begin();
    await type(killed, FIRST.slice(0, -1));
    room.proxy.losesAnswer = isPatch;
    await killed.leaveField();
    await killed.says('kept');
    await type(killed, FIRST.slice(-1));
    await killed.kill();
    room.proxy.losesAnswer = () => false;
    assert.equal(await served(key, BODY), FIRST.slice(0, -1));
    const screen = await room.show(context, key);
    await screen.isQuiet();
    assert.deepEqual(await shownIn(screen), [FIRST, FIRST]);
    await type(screen, SECOND);
    await isWhole(screen, key);
    await screen.page.close();
  });

  it('loses nothing when the service is killed', async () => {
    const { key, screen } = await begin();
    await type(screen, FIRST);
    await Promise.all([room.crash(), type(screen, SECOND)]);
    await screen.leaveField();
    await screen.says('kept');
    await room.restart();
    await screen.says('saved');
    await isWhole(screen, key);
    await screen.page.close();
  });

  it('loses nothing while there is no network', async () => {
    const { key, screen } = await begin();
    await type(screen, FIRST);
    await context.setOffline(true);
    const isOver = sleep(OFFLINE_MS);
    await type(screen, SECOND);
    await screen.leaveField();
    await screen.says('kept');
    await isOver;
    await context.setOffline(false);
    await screen.says('saved');
    await isWhole(screen, key);
    await screen.page.close();
  });

  it('loses nothing when the session ends, and goes on after the log-in', async () => {
    const { key, screen } = await begin(await room.logIn(room.colleague));
    await type(screen, FIRST);
    await screen.save();
    await room.endSessions(room.colleague);
    // The first of both is saved, and refused, while the second is being typed.
    await type(screen, SECOND);
    await screen.says('kept');
    assert.deepEqual(await shownIn(screen), [TEXT, TEXT]);
    const dialog = screen.page.getByRole('dialog', { name: 'Log in to go on' });
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await screen.page.keyboard.press('Enter');
    await screen.says('saved');
    await isWhole(screen, key);
    await screen.page.close();
  });

  it('loses nothing when somebody else changes another value', async () => {
    const { key, screen } = await begin();
    await type(screen, FIRST);
    await room.changeElsewhere(key, TITLE, 'Theirs');
    await screen.save();
    await type(screen, SECOND);
    await room.changeElsewhere(key, GERMAN_STORY, paragraph('Ihres'));
    await isWhole(screen, key);
    await screen.isQuiet();
    assert.deepEqual([await screen.shown(TITLE), await screen.shown(GERMAN_STORY)], ['Theirs', 'Ihres']);
    assert.deepEqual([await served(key, TITLE), await served(key, GERMAN_STORY)], ['Theirs', 'Ihres']);
    await screen.page.close();
  });

  it('keeps mine when somebody else changes the same value, and tells theirs', async () => {
    const { key, screen } = await begin();
    await type(screen, FIRST);
    await screen.save();
    await context.setOffline(true);
    const [third, fourth] = [SECOND.slice(0, SECOND.length / 2), SECOND.slice(SECOND.length / 2)];
    await type(screen, third);
    await room.changeElsewhere(key, BODY, 'Theirs');
    await room.changeElsewhere(key, STORY, paragraph('Theirs'));
    await context.setOffline(false);
    await type(screen, fourth);
    await screen.leaveField();
    await screen.says('needs-you');
    for (const value of WRITTEN) assert.equal(await served(key, value), 'Theirs', 'it stands until somebody decides');
    for (const nth of [1, 0]) {
      assert.match(String(await screen.question(nth).textContent()), /Theirs/);
      await screen.question(nth).getByRole('button', { name: 'Keep mine' }).click();
    }
    await isWhole(screen, key);
    await screen.isQuiet();
    await context.setOffline(true);
    await screen.type(STORY, 'Mine');
    await room.changeElsewhere(key, STORY, paragraph('Theirs again'));
    await context.setOffline(false);
    await screen.question(0).getByRole('button', { name: 'Take theirs' }).click();
    await screen.says('saved');
    assert.deepEqual([await screen.shown(STORY), await served(key, STORY)], ['Theirs again', 'Theirs again']);
    await screen.page.close();
  });

  it('loses nothing when answers come late and overtake one another', async () => {
    const { key, screen } = await begin();
    const other = await room.show(context, key);
    room.proxy.delayMs = () => Math.random() * LATE_MS;
    // What the other tab saves comes to this one past the answers to its own saves.
    const titles = textOf(TEXT.length / 2);
    const pauseMs = (4 * LATE_MS) / TEXT.length;
    await Promise.all([type(screen, TEXT, pauseMs), other.type(TITLE, titles, 4 * pauseMs)]);
    room.proxy.delayMs = () => 0;
    await other.save();
    await isWhole(screen, key);
    await screen.isQuiet();
    assert.deepEqual([await screen.shown(TITLE), await served(key, TITLE)], [titles, titles]);
    await screen.page.close();
  });

  it('loses nothing when answers do not come at all, and asks nothing when the browser itself repeats a save', async () => {
    const { key, screen } = await begin();
    let saves = 0;
    room.proxy.losesAnswer = (request) => isPatch(request) && saves++ < 2;
    // So that more is typed before the repetition is answered, which meets what the save did.
    room.proxy.delayMs = (request) => (isPatch(request) ? LATE_MS : 0);
    await type(screen, FIRST, KEY_MS);
    await screen.leaveField();
    await type(screen, SECOND, KEY_MS);
    room.proxy.delayMs = () => 0;
    await isWhole(screen, key);
    assert.ok(saves > 2, 'two answers were lost, and what was sent was sent again');
    await screen.isQuiet();
    room.proxy.losesAnswer = () => false;
    await screen.page.close();
  });

  it('loses nothing between two tabs of one person', async () => {
    const { key, screen: one } = await begin();
    const other = await room.show(context, key);
    await Promise.all([one.type(STORY, FIRST), other.type(BODY, FIRST)]);
    await Promise.all([one.save(), other.save()]);
    assert.deepEqual([await shownIn(one), await shownIn(other)], [Array(2).fill(FIRST), Array(2).fill(FIRST)]);
    await type(one, SECOND);
    await isWhole(one, key);
    assert.deepEqual(await shownIn(other), [TEXT, TEXT]);
    await other.isQuiet();
    await other.type(BODY, '.');
    await one.type(BODY, '!');
    await other.leaveField();
    await one.leaveField();
    await one.question(0).waitFor();
    await one.says('needs-you');
    // What was saved first stands until somebody decides.
    await comesToServe(key, BODY, `${TEXT}.`);
    assert.equal(await one.shown(BODY), `${TEXT}!`);
    await one.page.close();
    await other.page.close();
  });

  it('keeps two people whole who write different values of one entry, and asks neither of them anything', async () => {
    const key = await room.newNote();
    const people = [room.scene.member, room.colleague];
    const screens = await Promise.all(people.map(async (person) => room.show(await room.logIn(person), key)));
    const until = Date.now() + TOGETHER_MS;
    const values = [
      [TITLE, STORY],
      [GERMAN_STORY, GERMAN_TITLE],
    ] as const;
    const typed = await Promise.all(
      screens.map(async (screen, person) => {
        const texts = new Map(values[person]?.map((value) => [value, '']));
        for (let words = 0; Date.now() < until; words += 1)
          for (const [value, text] of texts) {
            const line = `${person} writes ${words} `;
            await screen.type(value, line, KEY_MS);
            texts.set(value, text + line);
            await screen.isQuiet();
          }
        return texts;
      }),
    );
    for (const screen of screens) await screen.save();
    for (const [person, texts] of typed.entries())
      for (const [value, text] of texts)
        assert.deepEqual([await screens[person]?.shown(value), await served(key, value)], [text, text]);
    for (const screen of screens) {
      await screen.isQuiet();
      await screen.page.context().close();
    }
  });
}
