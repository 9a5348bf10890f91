/**
 * No character is lost: somebody types into the inputs of the entry screen, a text and a rich text, in a real browser
 * against a real service, and everything that can come between them does. `STUDIO_TYPING=10000` types that many characters
 * into each case, half of them into either input, and makes networks as slow as they get.
 */
import assert from 'node:assert/strict';
import type { BrowserContext } from 'playwright-core';
import { PASSWORD } from '../../../testing/src/given.ts';
import { until } from '../../../testing/src/until.ts';
import { hurry, whileTimeStands } from '../harness/clock.ts';
import type { StudioScene } from '../harness/scene.ts';
import { KillableStudio } from '../harness/studio.ts';
import { type EntryOnScreen, linesOf, paragraph, textOf, type Value } from './entry-on-screen.ts';
import {
  BODY,
  changeElsewhere,
  comesToServe,
  GERMAN_STORY,
  GERMAN_TITLE,
  inOvertakingOrder,
  type NoteCase,
  newNote,
  STORY,
  served as servedRaw,
  showNote,
  TITLE,
} from './notes.ts';

const TYPED = Number(process.env.STUDIO_TYPING ?? 60);
const LATE_MS = TYPED >= 10_000 ? 5_000 : 200;
const OFFLINE_MS = 60_000;
/** How often two people write into each of their values. */
const ROUNDS = Math.max(2, Math.ceil(TYPED / 100));
const WRITTEN: readonly Value[] = [BODY, STORY];
const TEXT = textOf(TYPED / WRITTEN.length);
const [FIRST, SECOND] = [TEXT.slice(0, TEXT.length / 2), TEXT.slice(TEXT.length / 2)];
const isPatch = ({ method }: { method?: string | undefined }) => method === 'PATCH';

export function typingCases(it: NoteCase): void {
  it('loses nothing when the tab is killed', async (scene) => {
    const { key, context, screen: killed } = await begin(scene);
    await whileTimeStands(context, async () => {
      await type(killed, FIRST);
      await killed.kill();
    });
    const screen = await showNote(scene, context, key);
    assert.deepEqual(await shownIn(screen), [FIRST, FIRST]);
    await type(screen, SECOND);
    await isWhole(scene, screen, key);
    await screen.isQuiet();
  });

  it('loses nothing when the tab is killed between a save and its answer', async (scene) => {
    const { key, context, screen: killed } = await begin(scene);
    await whileTimeStands(context, () => type(killed, FIRST.slice(0, -1)));
    scene.proxy.losesAnswer = isPatch;
    await killed.leaveField();
    await killed.says('kept');
    await whileTimeStands(context, async () => {
      await type(killed, FIRST.slice(-1));
      await killed.kill();
    });
    scene.proxy.losesAnswer = () => false;
    assert.equal(await served(scene, key, BODY), FIRST.slice(0, -1));
    const screen = await showNote(scene, context, key);
    await screen.isQuiet();
    assert.deepEqual(await shownIn(screen), [FIRST, FIRST]);
    await type(screen, SECOND);
    await isWhole(scene, screen, key);
  });

  it(
    'loses nothing when the service is killed',
    async (scene) => {
      assert.ok(scene.studio instanceof KillableStudio);
      const { key, screen } = await begin(scene);
      await type(screen, FIRST);
      await Promise.all([scene.studio.kill(), type(screen, SECOND)]);
      await screen.leaveField();
      await screen.says('kept');
      await scene.studio.restart();
      await screen.says('saved');
      await isWhole(scene, screen, key);
    },
    'killable',
  );

  it('loses nothing while there is no network', async (scene) => {
    const { key, context, screen } = await begin(scene);
    await type(screen, FIRST);
    await context.setOffline(true);
    await type(screen, SECOND);
    await screen.leaveField();
    await screen.says('kept');
    await context.clock.fastForward(OFFLINE_MS);
    await context.setOffline(false);
    await screen.says('saved');
    await isWhole(scene, screen, key);
  });

  it('loses nothing when the session ends, and goes on after the log-in', async (scene) => {
    const colleague = await scene.colleague();
    const { key, screen } = await begin(scene, await scene.logIn(colleague));
    await type(screen, FIRST);
    await screen.save();
    await scene.endSessions(colleague);
    // The first of both is saved, and refused, while the second is being typed.
    await type(screen, SECOND);
    await screen.says('kept');
    assert.deepEqual(await shownIn(screen), [TEXT, TEXT]);
    const dialog = screen.page.getByRole('dialog', { name: 'Log in to continue' });
    // It waits until nobody types.
    await hurry(screen.page, dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD));
    await screen.page.keyboard.press('Enter');
    await screen.says('saved');
    await isWhole(scene, screen, key);
  });

  it('keeps mine when somebody else changes the same value, and tells theirs', async (scene) => {
    const { key, context, screen } = await begin(scene);
    await type(screen, FIRST);
    await screen.save();
    await context.setOffline(true);
    const [third, fourth] = [SECOND.slice(0, SECOND.length / 2), SECOND.slice(SECOND.length / 2)];
    await type(screen, third);
    await changeElsewhere(scene, key, BODY, 'Theirs');
    // In a paragraph that she is writing in as well; others would be kept beside hers.
    await changeElsewhere(scene, key, STORY, paragraphs(`${FIRST}Theirs`));
    await context.setOffline(false);
    await type(screen, fourth);
    await screen.leaveField();
    await screen.says('needs-you');
    const theirs = [await served(scene, key, BODY), await served(scene, key, STORY)];
    assert.deepEqual(theirs, ['Theirs', `${FIRST}Theirs`], 'it stands until somebody decides');
    for (const nth of [1, 0]) {
      assert.match(String(await screen.question(nth).textContent()), /Theirs/);
      await screen.question(nth).getByRole('button', { name: 'Keep mine' }).click();
    }
    await isWhole(scene, screen, key);
    await screen.isQuiet();
    await context.setOffline(true);
    await screen.type(STORY, 'Mine');
    await changeElsewhere(scene, key, STORY, paragraph('Theirs again'));
    await context.setOffline(false);
    await screen.question(0).getByRole('button', { name: 'Use theirs' }).click();
    await screen.says('saved');
    assert.deepEqual([await screen.shown(STORY), await served(scene, key, STORY)], ['Theirs again', 'Theirs again']);
  });

  it('loses nothing when answers come late and overtake one another', async (scene) => {
    const { key, context, screen } = await begin(scene);
    const other = await showNote(scene, context, key);
    scene.proxy.delayMs = inOvertakingOrder(LATE_MS);
    // What the other tab saves comes to this one past the answers to its own saves. Time passes, so that both save often.
    const titles = textOf(TEXT.length / 2);
    await hurry(screen.page, Promise.all([type(screen, TEXT), other.type(TITLE, titles)]));
    scene.proxy.delayMs = () => 0;
    await other.save();
    await isWhole(scene, screen, key);
    await screen.isQuiet();
    assert.deepEqual([await screen.shown(TITLE), await served(scene, key, TITLE)], [titles, titles]);
  });

  it('loses nothing when answers do not come at all, and asks nothing when the browser itself repeats a save', async (scene) => {
    const { key, screen } = await begin(scene);
    let saves = 0;
    scene.proxy.losesAnswer = (request) => isPatch(request) && saves++ < 2;
    // So that more is typed before the repetition is answered, which meets what the save did.
    scene.proxy.delayMs = (request) => (isPatch(request) ? LATE_MS : 0);
    await type(screen, FIRST);
    await screen.leaveField();
    await type(screen, SECOND);
    scene.proxy.delayMs = () => 0;
    await isWhole(scene, screen, key);
    assert.ok(saves > 2, 'two answers were lost, and what was sent was sent again');
    await screen.isQuiet();
  });

  it('loses nothing between two tabs of one person', async (scene) => {
    const { key, context, screen: one } = await begin(scene);
    const other = await showNote(scene, context, key);
    await Promise.all([one.type(STORY, FIRST), other.type(BODY, FIRST)]);
    await Promise.all([one.save(), other.save()]);
    for (const screen of [one, other]) await comesToShow(screen, FIRST);
    await type(one, SECOND);
    await isWhole(scene, one, key);
    await comesToShow(other, TEXT);
    await other.isQuiet();
    await other.type(BODY, '.');
    await one.type(BODY, '!');
    await other.leaveField();
    await one.leaveField();
    await one.question(0).waitFor();
    await one.says('needs-you');
    // What was saved first stands until somebody decides.
    await comesToServe(scene, key, BODY, `${TEXT}.`);
    assert.equal(await one.shown(BODY), `${TEXT}!`);
  });
}

/** Those of the deep tier: many of a kind, or rarer turns of what others hold. */
export function longTypingCases(it: NoteCase): void {
  it('loses nothing when somebody else changes another value', async (scene) => {
    const { key, screen } = await begin(scene);
    await type(screen, FIRST);
    await changeElsewhere(scene, key, TITLE, 'Theirs');
    await screen.save();
    await type(screen, SECOND);
    await changeElsewhere(scene, key, GERMAN_STORY, paragraph('Ihres'));
    await isWhole(scene, screen, key);
    await screen.isQuiet();
    assert.deepEqual([await screen.shown(TITLE), await screen.shown(GERMAN_STORY)], ['Theirs', 'Ihres']);
    assert.deepEqual([await served(scene, key, TITLE), await served(scene, key, GERMAN_STORY)], ['Theirs', 'Ihres']);
  });

  it('keeps two people whole who write different values of one entry, and asks neither of them anything', async (scene) => {
    const key = await newNote(scene);
    const people = [scene.given.member, await scene.colleague()];
    const screens = await Promise.all(people.map(async (person) => showNote(scene, await scene.logIn(person), key)));
    const values = [
      [TITLE, STORY],
      [GERMAN_STORY, GERMAN_TITLE],
    ] as const;
    const typed = await Promise.all(
      screens.map(async (screen, person) => {
        const texts = new Map(values[person]?.map((value) => [value, '']));
        for (let words = 0; words < ROUNDS; words += 1)
          for (const [value, text] of texts) {
            const line = `${person} writes ${words} `;
            await screen.type(value, line);
            texts.set(value, text + line);
            await screen.isQuiet();
          }
        return texts;
      }),
    );
    for (const screen of screens) await screen.save();
    for (const [person, texts] of typed.entries())
      for (const [value, text] of texts)
        assert.deepEqual([await screens[person]?.shown(value), await served(scene, key, value)], [text, text]);
    for (const screen of screens) await screen.isQuiet();
  });
}

/** A new note on the screen of the owner, unless another is given. */
async function begin(
  scene: StudioScene,
  by?: BrowserContext,
): Promise<{ key: string; context: BrowserContext; screen: EntryOnScreen }> {
  const key = await newNote(scene);
  const context = by ?? (await scene.logIn());
  return { key, context, screen: await showNote(scene, context, key) };
}

/** The screen says that all is saved, and it is what was typed, there and on the server. */
async function isWhole(scene: StudioScene, screen: EntryOnScreen, key: string): Promise<void> {
  await screen.save();
  for (const value of WRITTEN)
    assert.deepEqual([await screen.shown(value), await served(scene, key, value)], [TEXT, TEXT], value[0]);
}

async function served(scene: StudioScene, key: string, value: Value): Promise<unknown> {
  return linesOf(await servedRaw(scene, key, value));
}

/** A rich text with a paragraph for each line. */
function paragraphs(text: string): object {
  const content = text.split('\n').map((line) => ({ type: 'paragraph', content: [{ type: 'text', text: line }] }));
  return { type: 'doc', content };
}

function shownIn(screen: EntryOnScreen): Promise<string[]> {
  return Promise.all(WRITTEN.map((value) => screen.shown(value)));
}

/** What another tab has saved comes here. */
async function comesToShow(screen: EntryOnScreen, text: string): Promise<void> {
  await until(
    () => shownIn(screen),
    (shown) => shown.every((one) => one === text),
  );
}

async function type(screen: EntryOnScreen, text: string): Promise<void> {
  for (const value of WRITTEN) await screen.type(value, text);
}
