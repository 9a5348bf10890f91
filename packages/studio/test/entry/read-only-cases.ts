/** An entry that cannot be changed looks like text, and says why. */
import assert from 'node:assert/strict';
import { type ArticleCase, onPage } from './articles.ts';

export function readOnlyCases(it: ArticleCase): void {
  it('shows an entry that cannot be changed as text, and says why', async (scene) => {
    const { owner, base } = scene.given;
    const ann = await scene.write('author', 'kept', { name: 'Ann of the quay' });
    const author = { type: 'entry', id: ann.string('id') };
    const heading = { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'At sea' }] };
    const body = { type: 'doc', content: [heading] };
    await scene.write('article', 'shelved', { title: 'Shelved', body, pages: 12, author });
    await owner.post(`${base}/entries/shelved/archive`, undefined, 200);
    await onPage(scene, 'shelved', async (page) => {
      await page.getByRole('note').filter({ hasText: 'This entry is archived.' }).waitFor();
      await page.getByRole('group', { name: /^Body/ }).getByRole('heading', { name: 'At sea' }).waitFor();
      await page
        .getByRole('group', { name: /^Title/ })
        .getByText('Shelved')
        .waitFor();
      await page
        .getByRole('group', { name: /^Summary/ })
        .getByText('No value')
        .waitFor();
      await page.locator('#field-shelved-author').scrollIntoViewIfNeeded();
      await page
        .getByRole('group', { name: /^Author/ })
        .getByText('Ann of the quay')
        .waitFor();
      assert.equal(await page.locator('form, main').getByRole('textbox').count(), 0);
    });
  });
}
