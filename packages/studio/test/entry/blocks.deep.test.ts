/** A page of blocks, written as an editor does: in two languages, by keyboard, with a second person in it, and as long as they get. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { requireAccessible, type View } from '../../../server/test/pages/accessible.ts';
import { describeScenes } from '../harness/scene.ts';
import { articles, isSaved, onPage } from './articles.ts';
import { block, longPage, modelPages, storedBlocks } from './block-pages.ts';
import { isFocused, pickEntry, tabTo } from './hands.ts';
import { keyToPaint } from './key-to-paint.ts';
import { turnedBlockCases } from './turned-block-cases.ts';

const KEYS = Number(process.env.STUDIO_KEYS ?? 40);
/** Processor time, which no other work on the machine adds to. */
const WORK_MOST_MS = 30;

/** Adds a block behind all others by keyboard. The focus is in its first input afterwards. */
async function add(page: Page, words: string): Promise<void> {
  await page
    .getByRole('group', { name: /^Blocks/ })
    .getByRole('button', { name: 'Add block' })
    .last()
    .focus();
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search blocks' }).pressSequentially(words);
  await page.keyboard.press('Enter');
}

const VIEWS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  ([360, 1_280] as const).flatMap((width) =>
    (['ltr', 'rtl'] as const).map((direction): View => ({ colorScheme, width, direction })),
  ),
);

describeScenes('a page of blocks', articles, (it) => {
  it('is built of six kinds, reordered, translated, compared and brought back, while a colleague writes in it', async (scene) => {
    await modelPages(scene.given);
    await scene.write('author', 'ann', { name: 'Ann' });
    await scene.write('page', 'home', { title: 'Home' });
    const colleague = await scene.logIn(await scene.colleague());
    await onPage(scene, 'home', async (page) => {
      const focused = (name: string, place: number, input: RegExp) =>
        isFocused(block(page, name, place).getByRole('textbox', { name: input }).first());
      await add(page, 'hero');
      await focused('Hero', 1, /^Heading/);
      await page.keyboard.type('Harbour');
      await add(page, 'prose');
      const body = block(page, 'Prose', 2).getByRole('textbox', { name: /^Body/ });
      await body.click();
      await page.keyboard.type('In the **morning**');
      await add(page, 'quote');
      await focused('Quote', 3, /^Words/);
      await page.keyboard.type('The sea is never still.');
      await pickEntry(page, 'Who', 'Ann');
      await add(page, 'figures');
      await block(page, 'Figures', 4).getByRole('textbox', { name: 'Number' }).fill('12,5');
      await block(page, 'Figures', 4)
        .getByRole('textbox', { name: /^What it counts/ })
        .fill('boats');
      await block(page, 'Figures', 4).getByRole('textbox', { name: 'Number' }).fill('12');
      await add(page, 'teaser');
      await focused('Teaser', 5, /^Teaser title/);
      await page.keyboard.type('More');
      await add(page, 'gallery');
      await focused('Gallery', 6, /^Gallery heading/);
      await page.keyboard.type('Voices');
      await tabTo(page, 'Add block');
      await page.keyboard.press('Enter');
      await focused('Quote', 1, /^Words/);
      await page.keyboard.type('Deep water');
      await isSaved(page);
      await requireAccessible(page, 'blocks', VIEWS);
      // What is saved by itself takes the place of what was saved so before; this version stays.
      await scene.change('home', { title: 'Harbour' });
      const built = (await scene.stored('home')).at('version');

      // The teaser up to the second place, by its keys.
      await block(page, 'Teaser', 5).getByRole('button', { name: 'Fold Teaser 5' }).focus();
      for (const place of [4, 3, 2]) {
        await page.keyboard.press('Alt+ArrowUp');
        await page.getByText(`Teaser is now ${place} of 6.`).waitFor();
      }
      await page.getByRole('button', { name: 'More for Hero 1' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter');
      await block(page, 'Hero', 2).waitFor();
      await page.getByRole('button', { name: 'More for Hero 2' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Remove block' }).press('Enter');
      await page.locator('[data-undo]').press('Enter');
      await block(page, 'Hero', 2).getByRole('button', { name: 'More for Hero 2' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Remove block' }).press('Enter');
      await isSaved(page);

      // A colleague changes the quote, while this side translates the hero.
      await onPage(
        scene,
        'home',
        async (theirs) => {
          const words = block(theirs, 'Quote', 4).getByRole('textbox', { name: /^Words/ });
          await block(theirs, 'Quote', 4).scrollIntoViewIfNeeded();
          await words.fill('The sea is calm.');
          await theirs.keyboard.press('Tab');
          await isSaved(theirs);
        },
        colleague,
      );
      await page.goto(`${page.url().split('?')[0]}?locales=en-US,de`);
      const german = block(page, 'Hero', 1)
        .getByRole('textbox', { name: /^Heading/ })
        .nth(1);
      await german.fill('Hafen');
      await page.keyboard.press('Tab');
      await isSaved(page);
      assert.deepEqual(
        (await storedBlocks(scene, 'home')).map(({ type }) => type),
        ['hero', 'teaser', 'prose', 'quote', 'figures', 'gallery'],
      );

      await page.goto(`${page.url().split('?')[0]}?a=${built}`);
      const quote = page.locator('section').filter({ has: page.getByRole('heading', { name: /^Blocks/ }) });
      await quote.getByText('Moved from 5 to 2', { exact: true }).waitFor();
      const changed = quote.getByRole('button', { name: 'Put back this block' });
      assert.equal(await changed.count(), 2);
      await requireAccessible(page, 'blocks-compared', VIEWS);
      await changed.last().click();
      await block(page, 'Quote', 4).waitFor();
      await isSaved(page);
    });
    const blocks = await storedBlocks(scene, 'home');
    const quote = blocks.find(({ type }) => type === 'quote');
    assert.deepEqual(quote?.fields.text as object, { 'en-US': 'The sea is never still.' });
    assert.deepEqual(blocks[0]?.fields.heading, { 'en-US': 'Harbour', de: 'Hafen' });
  });

  it('is copied into another entry, and refused where the field does not take it', async (scene) => {
    await modelPages(scene.given);
    const prose = { id: 'p1', type: 'prose', fields: {} };
    const quote = { id: 'q1', type: 'quote', fields: { text: { 'en-US': 'Copy me', de: 'Kopier mich' } } };
    await scene.write('page', 'from', { title: 'From', blocks: [prose, quote] });
    await scene.write('page', 'to', { title: 'To' });
    await onPage(scene, 'from', async (page) => {
      await block(page, 'Quote', 2).getByRole('button', { name: 'Fold Quote 2' }).focus();
      await page.keyboard.press('Control+c');
      await page.getByText(/^Quote is copied/).waitFor();
      await page.goto(page.url().replace('/from', '/to'));
      const local = page.getByRole('group', { name: /^Local news/ });
      await local.getByRole('button', { name: 'Add block' }).focus();
      await page.keyboard.press('Control+v');
      await isSaved(page);
      assert.equal(await local.getByRole('textbox', { name: /^Words/ }).inputValue(), 'Copy me');
      await page.goto(page.url().replace('/to', '/from'));
      await block(page, 'Prose', 1).getByRole('button', { name: 'Fold Prose 1' }).focus();
      await page.keyboard.press('Control+c');
      await page.getByText(/^Prose is copied/).waitFor();
      await page.goto(page.url().replace('/from', '/to'));
      await local.getByRole('button', { name: 'Add block' }).focus();
      await page.keyboard.press('Control+v');
      await page.getByText('Prose cannot be pasted here. This field takes: Quote, Hero.').waitFor();
    });
    const { local } = (await scene.stored('to')).at('fields') as { local: Record<string, (typeof quote)[]> };
    assert.deepEqual(local['en-US']?.[0]?.fields, { text: 'Copy me' });
    assert.notEqual(local['en-US']?.[0]?.id, 'q1');
  });

  it('fits on a phone, without faults for assistive software', async (scene) => {
    await modelPages(scene.given);
    await scene.write('page', 'small', { title: 'Small', blocks: longPage.slice(0, 6) });
    await onPage(scene, 'small', async (page) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await block(page, 'Figures', 3).scrollIntoViewIfNeeded();
      await block(page, 'Figures', 3).getByRole('textbox', { name: 'Number' }).waitFor();
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
      await requireAccessible(page, 'blocks-narrow', VIEWS.slice(0, 1));
      await page.getByRole('button', { name: 'Fields', exact: true }).click();
      await page.getByRole('menuitem', { name: /^Quote Words 4/ }).click();
      await block(page, 'Quote', 5)
        .getByRole('textbox', { name: /^Words/ })
        .waitFor();
      await page.getByRole('button', { name: 'Fold all', exact: true }).click();
      await block(page, 'Hero', 1).getByText('Heading 0').waitFor();
      await requireAccessible(page, 'blocks-folded', VIEWS);
    });
  });

  turnedBlockCases(it, VIEWS);

  it('of 60 blocks in three languages answers each key at once', async (scene, test) => {
    await modelPages(scene.given);
    await scene.write('page', 'long', { title: 'Long', blocks: longPage });
    const page = await scene.showEntry('long?locales=en-US,de,ar');
    const input = block(page, 'Quote', 2)
      .getByRole('textbox', { name: /^Words/ })
      .first();
    await input.waitFor();
    const made = () => page.locator('[data-block] textarea').count();
    const first = await made();
    assert.ok(first < 60, `${first} of 60 are made`);
    const near = await keyToPaint(page, input, KEYS);
    await page.evaluate(`(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += 300) {
        scrollTo(0, y);
        await new Promise((done) => setTimeout(done, 60));
      }
    })()`);
    const all = await made();
    const last = block(page, 'Quote', 59)
      .getByRole('textbox', { name: /^Words/ })
      .first();
    await last.scrollIntoViewIfNeeded();
    const whole = await keyToPaint(page, last, KEYS);
    test.diagnostic(`${first} texts made: p50 ${near.p50} ms, p95 ${near.p95} ms, ${near.work.toFixed(1)} ms of work`);
    test.diagnostic(`${all} texts made: p50 ${whole.p50} ms, p95 ${whole.p95} ms, ${whole.work.toFixed(1)} ms of work`);
    assert.ok(near.work <= WORK_MOST_MS, `${near.work} ms of work for a key`);
    assert.ok(whole.work <= WORK_MOST_MS, `${whole.work} ms of work for a key`);
    await page.close();
  });
});
