/** What the entry screen says of each locale: what readers get, what is missing, what is not published, and how to begin one. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { type ArticleCase, isSaved, onPage } from './articles.ts';

/** What the state of the entry says of a locale. */
const german = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Deutsch' });
const says = (page: Page, words: string) => german(page).getByText(words, { exact: true }).waitFor();

export function localeCases(it: ArticleCase): void {
  it('shows what readers get instead of a translation, counts what is missing, and copies it', async (scene) => {
    // The slug is made from the title.
    await scene.write('article', 'translated', { title: 'The harbour', summary: 'Boats leave.' });
    await onPage(scene, 'translated?locales=en-US,de', async (page) => {
      const title = page.getByRole('textbox', { name: /^Title ?.*de$/ });
      const summary = page.getByRole('textbox', { name: /^Summary ?.*de$/ });
      await says(page, '3 values are missing');
      assert.deepEqual(
        [await title.getAttribute('placeholder'), await summary.getAttribute('placeholder')],
        ['The harbour', 'Boats leave.'],
      );
      assert.deepEqual([await title.inputValue(), await summary.inputValue()], ['', '']);
      await page.getByText('Readers get en-US').first().waitFor();

      // What is being written in the other language is what readers would get.
      await page.getByRole('textbox', { name: /^Summary ?.*en-US$/ }).fill('Boats come back.');
      await page.locator('[placeholder="Boats come back."]').waitFor();
      await title.fill('Der Hafen');
      await says(page, '1 value is missing');
      await page.getByRole('button', { name: 'Copy from en-US' }).last().click();
      await isSaved(page);
      assert.equal(await summary.inputValue(), 'Boats come back.');
      await says(page, 'Complete');
      await page.getByRole('button', { name: /en-US · de/ }).click();
      await page.getByRole('checkbox', { name: 'Deutsch (de)', description: 'Complete' }).waitFor();
    });
    const { summary } = (await scene.stored('translated')).at('fields') as Record<string, unknown>;
    assert.deepEqual(summary, { 'en-US': 'Boats come back.', de: 'Boats come back.' });
  });

  it('makes room for all lines of a text, typed or copied', async (scene) => {
    await scene.write('article', 'tall', { title: { 'en-US': 'Tall', de: 'Hoch' } });
    await onPage(scene, 'tall?locales=en-US,de', makesRoom);
  });

  it('says in which locales readers do not see the latest yet', async (scene) => {
    await scene.write('article', 'news', { title: { 'en-US': 'News', de: 'Neues' } });
    await scene.given.owner.post(`${scene.given.base}/entries/news/publish`, {}, 200);
    await onPage(scene, 'news?locales=en-US,de', async (page) => {
      await page.getByText('Readers see exactly what is here').waitFor();
      await german(page).getByText('change', { exact: false }).waitFor({ state: 'hidden' });
      await page.getByRole('textbox', { name: /^Title ?.*de$/ }).fill('Neueres');
      await page.keyboard.press('Tab');
      await page.getByText('Readers do not see these changes yet').waitFor();
      await says(page, '1 change');
      const english = page.getByRole('listitem').filter({ hasText: 'en-US' });
      await english.getByText(/changes?$/).waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Compare with the published version' }).click();
      await page.getByRole('heading', { name: 'Title · de' }).waitFor();
      assert.equal(await page.getByRole('heading', { name: 'Title · en-US' }).count(), 0);
    });
  });
}

/** Those of the deep tier: many of a kind, or rarer turns of what others hold. */
export function longLocaleCases(it: ArticleCase): void {
  it('makes it in a browser whose styles cannot, too', async (scene) => {
    await scene.write('article', 'high', { title: { 'en-US': 'High', de: 'Hoch' } });
    const context = await scene.logIn();
    await context.addInitScript(
      `CSS.supports = ((supports) => (name, value) => name !== 'field-sizing' && supports(name, value))(CSS.supports.bind(CSS))`,
    );
    await onPage(scene, 'high?locales=en-US,de', makesRoom, context);
  });

  it('begins titles in any script on the side where the page begins its lines', async (scene) => {
    await scene.write('author', 'sides-author', { name: 'Ann' });
    const author = (await scene.stored('sides-author')).string('id');
    await scene.write('author', 'sides', { name: 'Sides', friend: author });
    await onPage(scene, 'sides', async (page) => {
      const titles = [
        page.getByRole('heading', { level: 1, name: 'Sides' }),
        page.getByRole('link', { name: 'Open Ann' }).getByText('Ann'),
      ];
      for (const [direction, side] of [
        ['ltr', 'left'],
        ['rtl', 'right'],
      ]) {
        await page.evaluate(`document.documentElement.dir = '${direction}'`);
        for (const title of titles) assert.equal(await title.evaluate(textAlignOf), side);
      }
    });
  });
}

/** Of an element, in the page. */
function textAlignOf(element: unknown): string {
  const page = globalThis as unknown as { getComputedStyle(of: unknown): { readonly textAlign: string } };
  return page.getComputedStyle(element).textAlign;
}

/** A text of many lines is typed in one locale and copied to another, whose area is as low again once it is short. */
async function makesRoom(page: Page): Promise<void> {
  const lines = Array.from({ length: 12 }, (_, n) => `Line ${n}`).join('\n');
  const [original, copy] = ['en-US', 'de'].map((locale) =>
    page.getByRole('textbox', { name: new RegExp(`^Summary ?.*${locale}$`) }),
  ) as [Locator, Locator];
  const heights = (area: Locator) => area.evaluate(heightsOf);
  const isWhole = async (area: Locator) => {
    const { text, room } = await heights(area);
    return text <= room;
  };
  const { room } = await heights(copy);
  await original.fill(lines);
  assert.ok(await isWhole(original));
  await page.getByRole('button', { name: 'Copy from en-US' }).last().click();
  await isSaved(page);
  assert.equal(await copy.inputValue(), lines);
  assert.ok(await isWhole(copy));
  await copy.fill('Kurz');
  assert.equal((await heights(copy)).room, room);
}

/** Runs in the page, whose types tests do not know: how high the text in an area is, and how much room it has, in pixels. */
function heightsOf(area: unknown): { readonly text: number; readonly room: number } {
  const { scrollHeight, clientHeight } = area as { readonly scrollHeight: number; readonly clientHeight: number };
  return { text: scrollHeight, room: clientHeight };
}
