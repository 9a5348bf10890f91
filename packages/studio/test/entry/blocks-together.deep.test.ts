/** Two people in one list of blocks, and blocks that are dragged and pasted: by mouse, finger and keyboard. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { requireAccessible, type View } from '../../../server/test/pages/accessible.ts';
import { until } from '../../../testing/src/until.ts';
import { comeIntoSight, whileTimeStands } from '../harness/clock.ts';
import { describeScenes } from '../harness/scene.ts';
import { articles, isSaved, onPage } from './articles.ts';
import { block, modelPages, storedBlocks } from './block-pages.ts';
import { isFocused } from './hands.ts';

const STEPS = 8;
const VIEWS: readonly View[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
  ([360, 1_280] as const).map((width): View => ({ colorScheme, width, direction: 'ltr' })),
);

const quote = (id: string, words: string) => ({ id, type: 'quote', fields: { text: { 'en-US': words } } });
const hero = (id: string, heading: string) => ({
  id,
  type: 'hero',
  fields: { heading: { 'en-US': heading }, dark: true },
});
const words = (page: Page, place: number) => block(page, 'Quote', place).getByRole('textbox', { name: /^Words/ });

/** Writes into a quote, which is made once it is near what is on the screen. */
async function write(page: Page, place: number, text: string): Promise<void> {
  await block(page, 'Quote', place).scrollIntoViewIfNeeded();
  await words(page, place).fill(text);
}

describeScenes('two people in a list of blocks', articles, (it) => {
  it('asks about a block that one removed and the other changed, where it stood, whichever side did what', async (scene) => {
    await modelPages(scene.given);
    const blocks = [hero('h', 'Know the tide'), quote('a', 'One'), quote('b', 'Two'), quote('c', 'Three')];
    await scene.write('page', 'removed', { title: 'Removed', blocks });
    await onPage(scene, 'removed', async (page) => {
      await words(page, 2).waitFor();
      // Ben changes two that Ada removes, and removes the one that she changes.
      await scene.change('removed', {
        blocks: [hero('h', 'Know the wind'), quote('a', 'One'), quote('b', 'Two, by Ben')],
      });
      await whileTimeStands(page.context(), async () => {
        await remove(page, 'Quote', 3);
        await page.locator('[data-undo]').waitFor();
        await remove(page, 'Hero', 1);
        await write(page, 2, 'Three, by Ada');
      });
      const heros = page.getByText('You removed Hero · Know the wind.');
      const quotes = page.getByText('You removed Quote · Two, by Ben.');
      await heros.waitFor();
      await quotes.waitFor();
      await page.getByText('Someone else removed this block').waitFor();
      assert.equal(await page.locator('[data-undo]').count(), 0, 'what is asked about is not offered as undone');
      // In the place of each: the hero above the first quote, the other one between the two that are left.
      const tops = [heros, block(page, 'Quote', 1), quotes, block(page, 'Quote', 2)].map(async (one) => {
        const box = await one.boundingBox();
        return box?.y ?? 0;
      });
      const found = await Promise.all(tops);
      assert.deepEqual(
        found,
        found.toSorted((one, other) => one - other),
      );
      await requireAccessible(page, 'blocks-removed', VIEWS);
      assert.deepEqual((await storedBlocks(scene, 'removed')).length, 3, 'nothing is sent before it is decided');

      await page.reload();
      await page.getByRole('button', { name: 'Restore it' }).click();
      await quotes.waitFor();
      await decide(page, quotes, 'Keep it with their changes');
      await quotes.waitFor({ state: 'hidden' });
      assert.equal(await words(page, 2).inputValue(), 'Two, by Ben');
      await isFocused(words(page, 2));
      await decide(page, heros, 'Remove it');
      await heros.waitFor({ state: 'hidden' });
      await block(page, 'Quote', 3).getByRole('button', { name: 'Keep it' }).click();
      await isSaved(page);
    });
    const stored = await storedBlocks(scene, 'removed');
    assert.deepEqual(stored, [quote('a', 'One'), quote('b', 'Two, by Ben'), quote('c', 'Three, by Ada')]);
  });

  it('tells what a colleague changed at the block and its field, and leads there', async (scene) => {
    await modelPages(scene.given);
    const blocks = [hero('h', 'Know the tide'), quote('a', 'One'), quote('b', 'Two'), quote('c', 'Three')];
    await scene.write('page', 'news', { title: 'News', blocks });
    await onPage(scene, 'news', async (page) => {
      await block(page, 'Hero', 1)
        .getByRole('textbox', { name: /^Heading/ })
        .fill('Know the tide, by Ada');
      await write(page, 4, 'Three, by Ada');
      await page.keyboard.press('Tab');
      await isSaved(page);
      const bens = [quote('b', 'Two'), hero('h', 'Know the wind'), quote('n', 'New'), quote('a', 'One, by Ben')];
      await scene.change('news', { blocks: bens });
      const note = page.getByRole('note').filter({ hasText: 'Changed elsewhere' });
      await comeBack(page, note);
      assert.deepEqual(await note.getByRole('button').allTextContents(), [
        'Blocks › Quote 1 · Two moved from 3 to 1',
        'Blocks › Hero 2 · Know the wind › Heading · en-US',
        'Blocks › Quote 3 · New new',
        'Blocks › Quote 4 · One, by Ben › Words · en-US',
        'Blocks › Quote · Three, by Ada removed',
      ]);
      await page.getByText('Someone else removed Quote · Three, by Ada, in which you had written.').waitFor();
      await block(page, 'Quote', 4).getByTitle('1 change by someone else').waitFor();
      await page.getByRole('button', { name: 'Fold all', exact: true }).click();
      await note.getByRole('button', { name: /Words/ }).click();
      await isFocused(words(page, 4));
      await requireAccessible(page, 'blocks-news', VIEWS);

      // What Ada had written is told at its field, and comes back alone.
      await note.getByRole('button', { name: /Heading/ }).click();
      const heading = block(page, 'Hero', 2).getByRole('textbox', { name: /^Heading/ });
      await block(page, 'Hero', 2).getByText('Someone else changed what you saved here.').waitFor();
      await block(page, 'Hero', 2).getByRole('button', { name: 'Restore mine' }).click();
      assert.equal(await heading.inputValue(), 'Know the tide, by Ada');
      await page.getByRole('button', { name: 'Bring it back' }).click();
      assert.equal(await words(page, 5).inputValue(), 'Three, by Ada');
      await isSaved(page);
      assert.deepEqual((await note.getByRole('button').allTextContents()).length, 3);
    });
    const stored = (await storedBlocks(scene, 'news')).map(({ id }) => id);
    assert.deepEqual(stored, ['b', 'h', 'n', 'a', 'c']);
  });
});

describeScenes('blocks in the hand', articles, (it) => {
  it('are dragged to another place with a mouse and with a finger, and moved there by keys', async (scene) => {
    await modelPages(scene.given);
    const blocks = [hero('h', 'Know the tide'), quote('a', 'One'), quote('b', 'Two'), quote('c', 'Three')];
    await scene.write('page', 'dragged', { title: 'Dragged', blocks });
    const order = async (page: Page, ids: string) => {
      const shown = () =>
        page.locator('[data-block]').evaluateAll((all) => all.map((one) => one.getAttribute('data-block')));
      await until(async () => (await shown()).join('') === ids);
    };
    const finger = await scene.logIn(scene.given.member, { hasTouch: true, viewport: { width: 1_280, height: 900 } });
    await onPage(
      scene,
      'dragged',
      async (page) => {
        await page.getByRole('button', { name: 'Fold all', exact: true }).click();
        await page.locator('[data-block][draggable=true]').nth(3).waitFor();
        const grip = (id: string) => page.locator(`[data-block="${id}"] > [role=group] > header > span`).first();
        await grip('h').dragTo(page.locator('[data-block="b"]'), { targetPosition: { x: 80, y: 50 } });
        await order(page, 'abhc');
        await grip('c').dragTo(page.locator('[data-block="a"]'), { targetPosition: { x: 80, y: 24 } });
        await order(page, 'cabh');
        await page.locator('[data-block][draggable=true]').nth(3).waitFor();
        await dragByFinger(page, grip('c'), page.locator('[data-block="b"]'), 'below');
        await order(page, 'abch');
        await page.locator('[data-block][draggable=true]').nth(3).waitFor();
        await dragByFinger(page, grip('h'), page.locator('[data-block="a"]'), 'above');
        await order(page, 'habc');
        await page.getByText('Hero is now 1 of 4.').waitFor({ state: 'attached' });
        await block(page, 'Hero', 1).getByRole('button', { name: 'Unfold Hero 1' }).focus();
        await page.keyboard.press('Alt+ArrowDown');
        await order(page, 'ahbc');
        await page.locator('[aria-label="Move Hero 2 down"]:focus').waitFor();
        await page.keyboard.press('Enter');
        await order(page, 'abhc');
        await isSaved(page);
      },
      finger,
    );
    assert.deepEqual((await storedBlocks(scene, 'dragged')).map(({ id }) => id).join(''), 'abhc');
  });

  it('are pasted below another one from the menu and by keys, also where the browser keeps the clipboard to itself', async (scene) => {
    await modelPages(scene.given);
    await scene.write('page', 'pasted', {
      title: 'Pasted',
      blocks: [hero('h', 'Tide'), quote('a', 'One'), quote('b', 'Two')],
    });
    await onPage(scene, 'pasted', copyAndPaste);
    const browser = await scene.logIn(scene.given.member, { permissions: ['clipboard-read', 'clipboard-write'] });
    await onPage(scene, 'pasted', copyAndPaste, browser);
    const stored = await storedBlocks(scene, 'pasted');
    assert.deepEqual(stored.map(({ type }) => type).join(' '), 'hero quote hero hero hero hero quote');
    assert.equal(new Set(stored.map(({ id }) => id)).size, stored.length);
  });
});

/** Copies the first block, a hero, and pastes it twice below the second, from the menu and by keys. */
async function copyAndPaste(page: Page): Promise<void> {
  const heroes = page.getByRole('group', { name: /^Hero, block/ });
  await heroes.first().waitFor();
  const before = await heroes.count();
  await page.getByRole('button', { name: 'More for Hero 1' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Copy block' }).press('Enter');
  await page.getByText(/^Hero is copied/).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'More for Quote 2' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Paste below' }).press('Enter');
  const pasted = block(page, 'Hero', 3).getByRole('textbox', { name: /^Heading/ });
  await pasted.waitFor();
  await isFocused(pasted);
  assert.equal(await pasted.inputValue(), 'Tide');
  await block(page, 'Quote', 2).getByRole('button', { name: 'Fold Quote 2' }).focus();
  await page.keyboard.press('Control+v');
  await until(async () => (await heroes.count()) === before + 2);
  await isFocused(pasted);
  await isSaved(page);
}

async function remove(page: Page, name: string, place: number): Promise<void> {
  await page.getByRole('button', { name: `More for ${name} ${place}` }).click();
  await page.getByRole('menuitem', { name: 'Remove block' }).click();
}

async function decide(page: Page, at: Locator, choice: string): Promise<void> {
  await page.locator('li').filter({ has: at }).getByRole('button', { name: choice }).click();
}

/** Drags with a finger, as the browser hears of one. */
async function dragByFinger(page: Page, from: Locator, onto: Locator, half: 'above' | 'below'): Promise<void> {
  await from.scrollIntoViewIfNeeded();
  const [start, end] = [await from.boundingBox(), await onto.boundingBox()];
  assert.ok(start !== null && end !== null);
  const [x, y] = [start.x + start.width / 2, start.y + start.height / 2];
  const to = half === 'above' ? end.y + 26 : end.y + end.height - 6;
  const session = await page.context().newCDPSession(page);
  const touch = (type: string, at: number | null) =>
    session.send('Input.dispatchTouchEvent', {
      type: type as 'touchMove',
      touchPoints: at === null ? [] : [{ x: x + 40, y: at }],
    });
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let step = 1; step <= STEPS; step += 1) await touch('touchMove', y + ((to - y) * step) / STEPS);
  await touch('touchEnd', null);
  await session.detach();
}

/** The tab comes back into sight until it tells of something: what it has just read it does not read again. */
async function comeBack(page: Page, told: Locator): Promise<void> {
  await until(async () => {
    await comeIntoSight(page);
    return told.isVisible();
  });
}
