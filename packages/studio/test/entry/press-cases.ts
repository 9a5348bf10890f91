/** What a person presses is what they meant: nothing moves between the moment they press and the moment they let go. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { type ArticleCase, isSaved, onPage } from './articles.ts';

const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Presses the middle of something, and lets go of it once the page has been painted. */
async function pressSlowly(page: Page, target: Locator): Promise<void> {
  await target.hover();
  await page.mouse.down();
  await page.evaluate(PAINTED);
  await page.mouse.up();
}

export function pressCases(it: ArticleCase): void {
  it('stays where it is scrolled to when a new entry gets its address', async (scene) => {
    await onPage(scene, 'new?type=article', async (page) => {
      const tags = page.getByRole('textbox', { name: 'Tags' });
      await page.locator('[id$=-related]').scrollIntoViewIfNeeded();
      await tags.click();
      const before = await page.evaluate('scrollY');
      await page.keyboard.type('harbour');
      await page.keyboard.press('Enter');
      await isSaved(page);
      assert.deepEqual([await page.evaluate('scrollY'), Number(before) > 0], [before, true]);
    });
  });

  it('clicks what is pressed where the field that is left has more to say, or another item, by then', async (scene) => {
    await scene.write('article', 'pressed', { title: 'x'.repeat(60) });
    await onPage(scene, 'pressed', async (page) => {
      // All is in sight: what lies above of that moves nothing.
      await page.setViewportSize({ width: 1280, height: 2000 });
      const title = page.getByRole('textbox', { name: /^Title/ });
      await title.press('x');
      await page.getByText('Needs attention').waitFor();
      await pressSlowly(page, page.getByRole('radiogroup', { name: 'Kind' }).getByText('essay'));
      await page.getByRole('alert').filter({ hasText: 'at most 60' }).first().waitFor();
      assert.ok(await page.getByRole('radio', { name: 'essay' }).isChecked());
      await title.fill('Pressed');
      await page.getByRole('textbox', { name: 'Tags' }).fill('sea');
      await pressSlowly(page, page.getByRole('group', { name: 'Related' }).getByRole('button', { name: 'Choose' }));
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Remove sea' }).waitFor();
      await isSaved(page);
    });
  });
}
