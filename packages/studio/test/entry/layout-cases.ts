/** The form of an entry as its content type lays it out. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { type ArticleCase, isSaved, onPage } from './articles.ts';
import { isFocused, tabTo } from './hands.ts';

const layout = {
  groups: [
    { id: 'text', name: 'Text', display: 'tab', fields: ['title', 'summary', 'body'] },
    { id: 'figures', name: 'Figures', display: 'section', fields: ['pages', 'rating'] },
    { id: 'links', name: 'Links', display: 'tab', fields: ['author', 'related'] },
  ],
  side: ['kind', 'featured'],
  half: ['pages', 'rating'],
};
const tab = (page: Page, name: string | RegExp) =>
  page.getByRole('tablist', { name: 'Form sections' }).getByRole('tab', { name });
const pages = (page: Page) => page.getByLabel('Pages', { exact: true });

export function layoutCases(it: ArticleCase): void {
  it('keeps what is typed while another tab is shown, counts what needs the person there, and leads to it', async (scene) => {
    await scene.given.owner.patch(`${scene.given.base}/content-types/article`, { layout }, 200);
    await scene.write('article', 'tide', { title: 'The tide', summary: 'It comes.' });
    await onPage(scene, 'tide', async (page) => {
      await page.getByText('Figures', { exact: true }).click();
      await page.getByRole('textbox', { name: /^Summary/ }).fill('It comes and goes.');
      await tab(page, 'Links').click();
      await page.waitForURL(/[?&]tab=links/);
      assert.ok(await page.getByRole('textbox', { name: /^Summary/ }).isHidden());
      await isSaved(page);
      // Folded, and in another tab: the list of fields opens both.
      await page.getByRole('button', { name: 'Fields', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Pages' }).click();
      await isFocused(pages(page));
      await pages(page).fill('many');
      await tab(page, /^Text.*1 value not saved/).waitFor();
      await tab(page, 'Links').click();
      await page.goBack();
      assert.equal(await pages(page).inputValue(), 'many');
      await pages(page).fill('7');
      await isSaved(page);
      assert.equal(await page.getByRole('textbox', { name: /^Summary/ }).inputValue(), 'It comes and goes.');
    });
    assert.equal((await scene.stored('tide')).at('fields.pages.en-US'), 7);
  });
}

/** Those of the deep tier: many of a kind, or rarer turns of what others hold. */
export function longLayoutCases(it: ArticleCase): void {
  it('is read in the order in which it stands, with two fields in a row and some at the side', async (scene) => {
    await scene.given.owner.patch(`${scene.given.base}/content-types/article`, { layout }, 200);
    await scene.write('article', 'ebb', { title: 'The ebb' });
    await onPage(scene, 'ebb', async (page) => {
      const [pagesInput, rating] = [pages(page), page.getByLabel('Rating', { exact: true })];
      const kind = page.getByRole('radiogroup', { name: 'Kind' });
      const at = async (element: Locator) => (await element.boundingBox()) ?? assert.fail();
      await page.setViewportSize({ width: 1440, height: 2000 });
      await page.getByRole('textbox', { name: /^Title/ }).focus();
      for (const name of ['Pages', 'Rating', 'essay']) await tabTo(page, name);
      const [left, middle, right] = [await at(pagesInput), await at(rating), await at(kind)];
      assert.ok(left.x < middle.x && middle.x < right.x && left.y === middle.y);
      await page.setViewportSize({ width: 360, height: 2000 });
      const [first, second, last] = [await at(pagesInput), await at(rating), await at(kind)];
      assert.ok(first.y < second.y && second.y < last.y && first.x === second.x);
    });
  });
}
