/** What was changed since an entry was published goes back to that, as far as its person wants it to. */
import assert from 'node:assert/strict';
import { until } from '../../../testing/src/until.ts';
import { type ArticleCase, isSaved, onPage } from './articles.ts';

export function discardCases(it: ArticleCase): void {
  it('goes back to what readers see, in the languages that are chosen, says when nothing differs, and keeps what was there in the history', async (scene) => {
    const { owner, base } = scene.given;
    await scene.write('article', 'discarded', { title: 'Dawn', summary: 'As it was' });
    await owner.post(`${base}/entries/discarded/publish`, undefined, 200);
    await scene.change('discarded', { title: { 'en-US': 'Dusk', de: 'Dämmerung' }, summary: 'Original' });
    const before = (await scene.stored('discarded')).number('version');
    await onPage(scene, 'discarded', async (page) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Discard changes…' }).click();
      const question = page.getByRole('dialog', { name: 'Discard changes?' });
      await question.locator('del').getByText('Dusk').waitFor();
      await question.locator('ins').getByText('Dawn').waitFor();
      await question.locator('del').getByText('Dämmerung').waitFor();
      await question.getByRole('checkbox', { name: 'Deutsch' }).uncheck();
      await question.locator('del').getByText('Dämmerung').waitFor({ state: 'detached' });
      await question.getByRole('button', { name: 'Discard changes' }).click();
      await question.waitFor({ state: 'detached' });
      await isSaved(page);
      await until(async () => (await scene.stored('discarded')).at('fields.title.en-US') === 'Dawn');
      const stored = await scene.stored('discarded');
      assert.deepEqual([stored.at('fields.title.de'), stored.at('fields.summary.en-US')], ['Dämmerung', 'As it was']);
      assert.equal(stored.number('version'), before + 1, 'at once');
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Discard changes…' }).click();
      await question.locator('del').getByText('Dämmerung').waitFor();
      await question.getByRole('button', { name: 'Discard changes' }).click();
      await page.getByText(/Readers see exactly what is here; the status stays Changed/).waitFor();
      await page.goto(`${page.url().split('?')[0]}?a=${before}`);
      await page.getByRole('button', { name: `Restore version ${before}` }).waitFor();
    });
  });

  it('discards and replaces nothing that could not be brought back, and what changed meanwhile once that is seen', async (scene) => {
    await scene.write('article', 'kept', { title: 'Dawn' });
    await scene.given.owner.post(`${scene.given.base}/entries/kept/publish`, undefined, 200);
    await scene.change('kept', { title: 'Dusk' });
    await onPage(scene, 'kept', async (page) => {
      const isSave = (url: URL) => url.pathname.includes('/entries/');
      await page.route(isSave, (route) =>
        route.request().method() === 'PATCH' ? route.fulfill({ status: 503 }) : route.continue(),
      );
      await page.getByRole('textbox', { name: /^Title/ }).fill('Dusk at six');
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Discard changes…' }).click();
      const question = page.getByRole('dialog', { name: 'Discard changes?' });
      const discard = question.getByRole('button', { name: 'Discard changes' });
      await question.locator('del').getByText('Dusk at six').waitFor();
      await discard.click();
      await question.getByText('has to be saved first').waitFor();
      await page.unroute(isSave);
      await scene.change('kept', { summary: 'Written elsewhere' });
      await discard.click();
      await question.getByText('This entry has changed since you opened it').waitFor();
      await discard.click();
      await question.waitFor({ state: 'detached' });
      await until(async () => (await scene.stored('kept')).at('fields.title.en-US') === 'Dawn');
    });
    const [id, version] = [(await scene.stored('kept')).string('id'), (await scene.stored('kept')).number('version')];
    const before = await scene.given.owner.get(`/entries/${id}/versions/${version - 1}`, 200);
    assert.equal(before.at('fields.title.en-US'), 'Dusk at six');
    // The value of an older version too comes back in a version of its own.
    await onPage(scene, 'kept', async (page) => {
      await page.getByRole('textbox', { name: /^Title/ }).fill('Dusk at seven');
      await page.getByRole('textbox', { name: /^Title/ }).blur();
      await until(async () => (await scene.stored('kept')).at('fields.title.en-US') === 'Dusk at seven');
      await page.goto(`${page.url().split('?')[0]}?a=1`);
      await page.getByRole('button', { name: 'Restore this value' }).first().click();
      await until(async () => (await scene.stored('kept')).at('fields.title.en-US') === 'Dawn');
    });
    const latest = (await scene.stored('kept')).number('version');
    const replaced = await scene.given.owner.get(`/entries/${id}/versions/${latest - 1}`, 200);
    assert.equal(replaced.at('fields.title.en-US'), 'Dusk at seven');
  });
}
