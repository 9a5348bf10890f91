/** What happens around somebody who writes: the slug that follows, and what this device kept of an earlier time. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { type ArticleCase, isSaved, onPage } from './articles.ts';

const title = (page: Page) => page.getByRole('textbox', { name: /^Title/ });
const slug = (page: Page) => page.getByRole('textbox', { name: /^Slug/ });
const summary = (page: Page) => page.getByRole('textbox', { name: /^Summary/ });
/** What follows from a key is shown after its paint. */
const shows = (input: Locator, text: string) => input.and(input.page().locator(`[value="${text}"]`)).waitFor();

export function writingCases(it: ArticleCase): void {
  it('keeps a rich text that fills the window in the address, over a reload and the way back', async (scene) => {
    await scene.write('article', 'flood', { title: 'The flood', slug: 'flood' });
    await onPage(scene, 'flood', async (page) => {
      await page.getByRole('textbox', { name: /^Body/ }).click();
      await page.getByRole('button', { name: 'Full screen' }).click();
      const full = page.getByRole('dialog', { name: /^Body/ });
      await full.waitFor();
      assert.match(page.url(), /[?&]full=/);
      await page.reload();
      await full.getByRole('textbox', { name: /^Body/ }).waitFor();
      await page.goBack();
      await full.waitFor({ state: 'detached' });
      assert.doesNotMatch(page.url(), /[?&]full=/);
    });
  });

  it('lets the slug follow the title until somebody touches it, and says at once who has it already', async (scene) => {
    await scene.write('article', 'ebb', { title: 'The ebb', slug: 'ebb' });
    await onPage(scene, 'new?type=article', async (page) => {
      await title(page).fill('High tide');
      await shows(slug(page), 'high-tide');
      await title(page).fill('Low tide');
      await shows(slug(page), 'low-tide');
      await slug(page).fill('ebb');
      // Nobody has left the field.
      await page.getByText('"The ebb" has this slug already. Choose another.').waitFor();
      assert.equal(await slug(page).getAttribute('aria-invalid'), 'true');
      await slug(page).fill('e b b');
      await page.getByText(/^Use only letters, digits and/).waitFor();
      await page.keyboard.press('Tab');
      await page.locator('[role=status][data-status=needs-you]').waitFor();
      await page
        .getByRole('alert')
        .filter({ hasText: /letters, digits/ })
        .waitFor();
      assert.equal(await page.getByText(/letters, digits/).count(), 1);
      await slug(page).fill('slack');
      await page.getByText(/^Use only letters, digits and/).waitFor({ state: 'hidden' });
      await title(page).fill('Slack water');
      await page.keyboard.press('Tab');
      await isSaved(page);
      assert.equal(await slug(page).inputValue(), 'slack');
    });
  });

  it('keeps the slug of what is published, whatever becomes of the title', async (scene) => {
    await scene.write('article', 'public', { title: 'Public', slug: 'public' });
    await scene.given.owner.post(`${scene.given.base}/entries/public/publish`, {}, 200);
    await onPage(scene, 'public', async (page) => {
      await title(page).fill('Public since long');
      await page.keyboard.press('Tab');
      await isSaved(page);
      assert.equal(await slug(page).inputValue(), 'public');
    });
  });

  it('leaves the other fields to be written where an editor cannot be loaded, and has it once the page is loaded anew', async (scene) => {
    await scene.write('article', 'apart', { title: 'Apart' });
    await onPage(scene, 'apart', async (page) => {
      const editors = /\/rich-text-editor-[^/]*\.js$/;
      await page.route(editors, (route) => route.abort('connectionreset'));
      await page.reload();
      const failed = page.getByRole('alert').filter({ hasText: 'This could not be loaded' });
      await failed.waitFor();
      await title(page).fill('Apart and written');
      await isSaved(page);
      await page.unroute(editors);
      await failed.getByRole('button', { name: 'Reload page' }).click();
      await page.getByRole('textbox', { name: /^Body/ }).waitFor();
      assert.equal(await title(page).inputValue(), 'Apart and written');
      assert.equal(await failed.count(), 0);
    });
  });

  it('offers what the device kept where the entry was changed since, with the difference, value by value', async (scene) => {
    await scene.write('article', 'kept', { title: 'Before', summary: 'Before' });
    const context = await scene.logIn();
    const written = await scene.showEntry('kept', context);
    await summary(written).waitFor();
    await context.setOffline(true);
    await title(written).fill('Kept title');
    await summary(written).fill('Kept summary');
    await written.locator('[role=status][data-status=kept]').waitFor();
    await written.close();
    await context.setOffline(false);
    await scene.change('kept', { title: 'Their title', summary: 'Their summary' });
    const noticed = async (page: Page) => {
      const notice = page.getByRole('alert').filter({ hasText: 'This device has changes that were never saved' });
      await notice.getByText('Title · en-US').waitFor();
      assert.deepEqual(
        [await notice.locator('del').allTextContents(), await notice.locator('ins').allTextContents()],
        [
          ['Their', 'Their'],
          ['Kept', 'Kept'],
        ],
      );
      assert.deepEqual(
        [await title(page).inputValue(), await summary(page).inputValue()],
        ['Their title', 'Their summary'],
      );
      await notice.getByRole('button', { name: 'Restore it' }).first().click();
      await notice.getByText('Title · en-US').waitFor({ state: 'hidden' });
      await notice.getByRole('button', { name: 'Discard' }).click();
      await notice.waitFor({ state: 'hidden' });
      await isSaved(page);
      await page.reload();
      await title(page).waitFor();
      assert.equal(await title(page).inputValue(), 'Kept title');
      assert.ok(await notice.isHidden());
    };
    await onPage(scene, 'kept', noticed, context);
    const fields = (await scene.stored('kept')).at('fields') as Record<string, unknown>;
    assert.deepEqual([fields.title, fields.summary], [{ 'en-US': 'Kept title' }, { 'en-US': 'Their summary' }]);
  });
}

/** Those of the deep tier: many of a kind, or rarer turns of what others hold. */
export function longWritingCases(it: ArticleCase): void {
  it('begins another entry from the palette while a new one waits for the server, and saves both', async (scene) => {
    await onPage(scene, 'new?type=article', async (page) => {
      const creation = /\/entries$/;
      await page.route(creation, (route) =>
        route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
      );
      await title(page).fill('The first of two');
      await page.locator('[role=status][data-status=kept]').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /^Words of an entry/ }).fill('New Article');
      await page.getByRole('option', { name: 'New Article', selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('Nothing entered yet').waitFor();
      assert.equal(await title(page).inputValue(), '');
      await title(page).fill('The second of two');
      await page.locator('[role=status][data-status=kept]').waitFor();
      // The second says so itself.
      await page.getByRole('link', { name: '1 entry not saved' }).waitFor();
      await page.unroute(creation);
      await page.getByRole('link', { name: /not saved/ }).waitFor({ state: 'hidden' });
    });
    const found = await scene.given.owner.get(`${scene.given.base}/entries?q=${encodeURIComponent('of two')}`, 200);
    const titles = (found.at('items') as { fields: { title: object } }[]).map(({ fields }) => fields.title);
    assert.deepEqual(titles.map((byLocale) => Object.values(byLocale)[0]).sort(), [
      'The first of two',
      'The second of two',
    ]);
  });
}
