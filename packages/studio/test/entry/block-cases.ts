/** Components and blocks, written in the form of the entry that they are in. */
import assert from 'node:assert/strict';
import { type ArticleCase, isSaved, onPage } from './articles.ts';
import { block, modelPages, storedBlocks } from './block-pages.ts';
import { isFocused, tabTo } from './hands.ts';

export function blockCases(it: ArticleCase): void {
  it('adds blocks by keyboard, moves and translates them, and has them after a reload', async (scene) => {
    await modelPages(scene.given);
    await scene.write('page', 'home', { title: 'Home' });
    await onPage(scene, 'home', async (page) => {
      const press = async (...keys: string[]) => {
        for (const key of keys) await page.keyboard.press(key);
      };
      await page.getByRole('button', { name: 'Add block' }).first().focus();
      await press('/');
      await page.getByRole('combobox', { name: 'Search blocks' }).pressSequentially('quo');
      await press('Enter');
      await isFocused(block(page, 'Quote', 1).getByRole('textbox', { name: /^Words/ }));
      await page.keyboard.type('The sea is never still.');
      await page.getByRole('button', { name: 'Add a block before block 1' }).focus();
      await press('Enter');
      await page.getByRole('combobox', { name: 'Search blocks' }).pressSequentially('large heading');
      await press('Enter');
      await isFocused(block(page, 'Hero', 1).getByRole('textbox', { name: /^Heading/ }));
      await page.keyboard.type('Harbour');
      await block(page, 'Hero', 1).getByRole('button', { name: 'Fold Hero 1' }).focus();
      await press('Alt+ArrowDown');
      await page.getByText('Hero is now 2 of 2.').waitFor();
      await page.locator('[aria-label="Move Hero 2 up"]:focus').waitFor();
      await page.getByRole('button', { name: 'Add SEO' }).click();
      await page.getByRole('textbox', { name: /^Search title/ }).fill('Find me');
      await isSaved(page);
      await page.goto(`${page.url().split('?')[0]}?locales=de`);
      const german = block(page, 'Hero', 2).getByRole('textbox', { name: /^Heading/ });
      assert.equal(await german.getAttribute('placeholder'), 'Harbour');
      await german.fill('Hafen');
      await tabTo(page, 'Yes');
      await isSaved(page);
      await page.reload();
      assert.equal(await german.inputValue(), 'Hafen');
    });
    const [quote, hero] = await storedBlocks(scene, 'home');
    assert.match(hero?.id ?? '', /^[a-z0-9]{8}$/);
    assert.deepEqual(
      [quote?.fields, hero?.fields],
      [{ text: { 'en-US': 'The sea is never still.' } }, { heading: { 'en-US': 'Harbour', de: 'Hafen' }, dark: true }],
    );
    const { seo } = (await scene.stored('home')).at('fields') as { seo: object };
    assert.deepEqual(seo, { 'en-US': { fields: { title: { 'en-US': 'Find me' }, noindex: false } } });
  });

  it('merges what two people write into different blocks, and asks where both wrote the same', async (scene) => {
    await modelPages(scene.given);
    const quote = (id: string, words: string) => ({ id, type: 'quote', fields: { text: { 'en-US': words } } });
    await scene.write('page', 'both', { title: 'Both', blocks: [quote('a1', 'One'), quote('b2', 'Two')] });
    await onPage(scene, 'both', async (page) => {
      const words = (place: number) => block(page, 'Quote', place).getByRole('textbox', { name: /^Words/ });
      await words(2).waitFor();
      await scene.change('both', { blocks: [quote('b2', 'Two, they wrote'), quote('a1', 'One, they wrote')] });
      await words(1).fill('One, I wrote');
      await page.keyboard.press('Tab');
      const question = page.getByRole('alert').filter({ hasText: 'Someone else changed this' });
      await question.last().waitFor();
      assert.deepEqual([await words(1).inputValue(), await words(2).inputValue()], ['Two, they wrote', 'One, I wrote']);
      await block(page, 'Quote', 2).getByRole('button', { name: 'Keep mine' }).click();
      await question.first().waitFor({ state: 'hidden' });
      await isSaved(page);
    });
    const stored = await storedBlocks(scene, 'both');
    assert.deepEqual(stored, [quote('b2', 'Two, they wrote'), quote('a1', 'One, I wrote')]);
  });
}
