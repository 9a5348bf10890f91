/** Others write into the rich text that is being written: different paragraphs are all kept, and the same one is asked about. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../../testing/src/until.ts';
import { type ArticleCase, type ArticleScene, isSaved, onPage } from './articles.ts';

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const doc = (...paragraphs: readonly string[]) => ({ type: 'doc', content: paragraphs.map(paragraph) });
const [FIRST, SECOND] = ['Boats leave before six.', 'Nets dry on the quay.'] as const;

export function mergingCases(it: ArticleCase): void {
  it('keeps what others write into another paragraph, leaves the caret, and asks about the same paragraph alone', async (scene) => {
    await scene.write('article', 'merged', { title: 'Merged', body: doc(FIRST, SECOND) });
    await onPage(scene, 'merged', async (page) => {
      const body = page.getByRole('textbox', { name: /^Body/ });
      await body.getByText(FIRST).click();
      await page.keyboard.press('End');
      await page.context().setOffline(true);
      await page.keyboard.type(' So says Ada');
      await scene.change('merged', { body: doc(FIRST, `${SECOND} So says Ben.`) });
      await page.context().setOffline(false);
      await body.getByText('So says Ben.').waitFor();
      // The caret is where it was.
      await page.keyboard.type(' again.');
      await isSaved(page);
      await until(async () => (await texts(scene)).join() === `${FIRST} So says Ada again.,${SECOND} So says Ben.`);

      await page.context().setOffline(true);
      await page.keyboard.type(' Twice.');
      await scene.change('merged', { body: doc('New of Ben', `${FIRST} Ben was here.`, SECOND) });
      await page.context().setOffline(false);
      const question = page.getByRole('alert').filter({ hasText: 'You both changed the same paragraph' });
      await question.waitFor();
      await body.getByText('New of Ben').waitFor();
      assert.match(String(await body.textContent()), /again. Twice./);
      assert.match((await question.locator('ins').allTextContents()).join(' '), /Ben/);
      assert.equal(await question.getByText(SECOND).count(), 0, 'only what both changed is asked about');
      await question.getByRole('button', { name: 'Use theirs' }).click();
      await isSaved(page);
      await until(async () => (await texts(scene)).join() === `New of Ben,${FIRST} Ben was here.,${SECOND}`);
      await comparesAsText(page);
    });
  });
}

/** The history shows the text with its paragraphs, and marks the words that differ. */
async function comparesAsText(page: Page): Promise<void> {
  await page.goto(`${page.url().split('?')[0]}?a=1`);
  const compared = page.locator('section').filter({ hasText: 'Body' });
  await compared.locator('p').filter({ hasText: FIRST }).locator('ins').getByText('Ben').waitFor();
  await compared.locator('ins p').getByText('New of Ben').waitFor();
}

async function texts(scene: ArticleScene): Promise<readonly string[]> {
  const body = (await scene.stored('merged')).at('fields.body.en-US') as ReturnType<typeof doc>;
  return body.content.map(({ content }) => content.map(({ text }) => text).join(''));
}
