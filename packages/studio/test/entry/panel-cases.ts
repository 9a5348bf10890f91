/** What stands beside an entry, and what is offered after it was taken away from readers or out of the list. */
import assert from 'node:assert/strict';
import { joinAs } from '../../../testing/src/given.ts';
import { type ArticleCase, isSaved, onPage } from './articles.ts';
import { isFocused } from './hands.ts';

export function panelCases(it: ArticleCase): void {
  it('names its parts in words, moves between them by arrows, and opens with the last one', async (scene) => {
    await scene.write('author', 'paneled-author', { name: 'Ann' });
    const author = (await scene.stored('paneled-author')).string('id');
    await scene.write('article', 'paneled', { summary: 'No title, and no slug.', author });
    await onPage(scene, 'paneled', async (page) => {
      const tabs = page.getByRole('tablist', { name: 'About this entry' }).getByRole('tab');
      const words = ['Publish', 'Problems2', 'Links1', 'History', 'Preview', 'Details'];
      await tabs.nth(1).filter({ hasText: '2' }).waitFor();
      assert.deepEqual(await tabs.allTextContents(), words);
      await tabs.first().click();
      await page.keyboard.press('ArrowRight');
      await page.waitForURL(/panel=problems/);
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.waitForURL(/panel=details/);
      // What a problem leads to says it where the focus is, until something is written there.
      await tabs.nth(1).click();
      await page
        .getByRole('tabpanel')
        .getByRole('button', { name: /^Title/ })
        .click();
      await isFocused(page.getByRole('textbox', { name: /^Title/ }));
      const missing = page.getByRole('alert').filter({ hasText: 'Fill this in' }).first();
      await missing.waitFor();
      await page.keyboard.type('P');
      await missing.waitFor({ state: 'hidden' });
      await page.keyboard.press('Backspace');
      await tabs.last().click();
      await page.waitForURL(/panel=details/);
      await page.goto(scene.address('paneled-author'));
      await page.getByRole('tab', { name: 'Details', selected: true }).waitFor();
    });
  });

  it('says what publishing changes in each language, and leads from each line to its field', async (scene) => {
    const summary = 'The boats leave at dawn and come back when the tide lets them.';
    await scene.write('article', 'summed', { title: { 'en-US': 'Summed', de: 'Summe' }, summary });
    await onPage(scene, 'summed', async (page) => {
      await page.getByText('A draft: readers do not see it').waitFor();
      await page.getByRole('button', { name: 'Review and publish 2 languages' }).waitFor();
    });
    await scene.given.owner.post(`${scene.given.base}/entries/summed/publish`, {}, 200);
    await scene.change('summed', { summary: summary.replace('boats', 'old boats'), title: { ar: 'مجموع' } });
    await onPage(scene, 'summed', async (page) => {
      const panel = page.getByRole('tabpanel');
      await panel.getByText('Last changed by').waitFor();
      await panel.getByRole('listitem').filter({ hasText: 'العربية' }).getByText('Not published yet').waitFor();
      await panel.getByRole('listitem').filter({ hasText: 'Deutsch' }).getByText('Up to date').waitFor();
      await panel.getByRole('button', { name: 'Summary +1 word' }).click();
      await isFocused(page.getByRole('textbox', { name: /^Summary/ }));
      await panel.getByRole('button', { name: 'Review and publish 2 languages' }).click();
      const dialog = page.getByRole('dialog', { name: 'Publish' });
      await dialog.getByRole('button', { name: 'Summary +1 word' }).waitFor();
      await dialog.getByRole('button', { name: 'Publish 1 entry' }).click();
      await dialog.getByText('Readers see it now', { exact: true }).waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByText('Readers see exactly what is here').waitFor();
      await panel.getByRole('button', { name: 'See what sites get' }).click();
      await panel.getByText('What sites get', { exact: true }).waitFor();
    });
  });

  it('says that a colleague has changed something since, before anybody publishes', async (scene) => {
    await scene.write('article', 'shared', { title: 'Shared' });
    await onPage(scene, 'shared', async (page) => {
      await page.getByText('A draft: readers do not see it').waitFor();
      await scene.change('shared', { summary: 'By somebody else' });
      await page.getByRole('textbox', { name: 'Pages' }).fill('7');
      await page.keyboard.press('Tab');
      await isSaved(page);
      const news = page.getByRole('tabpanel').getByRole('note').filter({ hasText: 'Changed elsewhere' });
      await news.getByRole('button', { name: /^Summary/ }).click();
      await isFocused(page.getByRole('textbox', { name: /^Summary/ }));
    });
  });

  it('tells an author who can publish, and has the link to send them', async (scene) => {
    const author = await joinAs(scene.given.member, 'author');
    const body = { content_type_id: 'article', key: 'authored', fields: { title: 'Authored' } };
    await author.actor.post(`${scene.given.base}/entries`, body, 201);
    const context = await scene.logIn(author, { permissions: ['clipboard-read', 'clipboard-write'] });
    await onPage(
      scene,
      'authored',
      async (page) => {
        assert.equal(await page.getByRole('button', { name: 'Publish…' }).count(), 0);
        await page.getByRole('button', { name: 'Who can publish?' }).click();
        const hint = page.getByRole('dialog').filter({ hasText: 'Send the link to somebody who can: Ada' });
        await hint.getByRole('button', { name: 'Copy link' }).click();
        await hint.getByRole('button', { name: 'Link copied' }).waitFor();
        assert.equal(await page.evaluate('navigator.clipboard.readText()'), page.url());
        await page.keyboard.press('Escape');
        await page.getByRole('tabpanel').getByRole('button', { name: 'Copy link' }).waitFor();
      },
      context,
    );
  });

  it('undoes what took an entry from its readers, unless somebody else has changed it since', async (scene) => {
    await scene.write('article', 'undone', { title: 'Undone' });
    const { owner, base } = scene.given;
    await owner.post(`${base}/entries/undone/publish`, {}, 200);
    await onPage(scene, 'undone', async (page) => {
      const withdraw = async (action: 'Unpublish' | 'Archive') => {
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: `${action}…` }).click();
        await page.getByRole('dialog').getByRole('button', { name: action }).click();
      };
      const told = page.getByRole('status');
      const status = async () => (await scene.stored('undone')).at('status');
      for (const action of ['Archive', 'Unpublish'] as const) {
        await withdraw(action);
        await told.getByRole('button', { name: 'Undo' }).click();
        await told.filter({ hasText: 'Undone.' }).waitFor();
        assert.equal(await status(), 'published');
      }
      // It says the same again, and is another one.
      await withdraw('Unpublish');
      await told.getByText('Readers no longer see it').waitFor();
      await scene.change('undone', { summary: 'By somebody else' });
      await told.getByRole('button', { name: 'Undo' }).click();
      await told.getByText(/^Not undone: /).waitFor();
      assert.equal(await status(), 'draft');
      // What readers had is not what is here: publishing that would show them something else.
      await owner.post(`${base}/entries/undone/publish`, {}, 200);
      await scene.change('undone', { summary: 'Not for readers' });
      await page.reload();
      await withdraw('Unpublish');
      await told.getByText('Readers no longer see it').waitFor();
      assert.equal(await told.getByRole('button', { name: 'Undo' }).count(), 0);
    });
  });
}
