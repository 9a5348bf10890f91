/** A block that becomes a linked entry, and a linked entry whose content becomes a block. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { requireAccessible, type View } from '../../../server/test/pages/accessible.ts';
import { field } from '../../../testing/src/given.ts';
import { until } from '../../../testing/src/until.ts';
import { comeIntoSight } from '../harness/clock.ts';
import { type ArticleCase, type ArticleScene, isSaved, onPage } from './articles.ts';
import { block, modelPages, type StoredBlock, storedBlocks } from './block-pages.ts';

const INTO = 'Turn into a linked entry…';
const BACK = 'Put the entry’s content here…';

/** What quotes can be turned into. */
const saying = {
  api_id: 'saying',
  name: 'Saying',
  display_field: 'label',
  fields: [
    field('label', 'string', { name: 'Label' }),
    field('text', 'text', { name: 'Words', localized: true }),
    field('who', 'entry', { name: 'Who' }),
  ],
};
const quote: StoredBlock = {
  id: 'q1',
  type: 'quote',
  fields: { text: { 'en-US': 'Deep water', de: 'Tiefes Wasser' } },
};

async function quotePage(scene: ArticleScene): Promise<void> {
  await modelPages(scene.given);
  await scene.given.owner.post(`${scene.given.base}/content-types`, saying, 201);
  await scene.write('page', 'home', { title: 'Home', blocks: [quote] });
}

/** Opens a dialog from the menu of a block, by keyboard. */
async function choose(page: Page, name: string, item: string) {
  await block(page, name, 1)
    .getByRole('button', { name: `More for ${name} 1` })
    .press('Enter');
  await page.getByRole('menuitem', { name: item }).press('Enter');
  return page.getByRole('dialog', { name: /linked entry|content/ });
}

async function sayings({ given: { owner, base } }: ArticleScene) {
  const response = await owner.get(`${base}/entries?content_type=saying`, 200);
  return response.at('items') as readonly { readonly id: string; readonly status: string; readonly fields: object }[];
}

const hasUndo = (page: Page) => until(() => page.evaluate(`document.activeElement?.hasAttribute('data-undo')`));

export function turnedBlockCases(it: ArticleCase, views: readonly View[]): void {
  it('a block is turned into a linked entry and back by keyboard, each in one step of undo', async (scene) => {
    await quotePage(scene);
    await onPage(scene, 'home', async (page) => {
      const into = await choose(page, 'Quote', INTO);
      const label = into.getByRole('textbox', { name: 'Label' });
      assert.equal(await label.inputValue(), 'Deep water');
      await requireAccessible(page, 'block-into-entry', views);
      await label.fill('On water');
      await label.press('Enter');
      await block(page, 'Teaser', 1).getByText('On water').waitFor();
      await hasUndo(page);
      await isSaved(page);
      const [made] = await sayings(scene);
      assert.deepEqual(made?.fields, { label: { 'en-US': 'On water' }, text: quote.fields.text });
      assert.equal(made?.status, 'draft');
      const [linking] = await storedBlocks(scene, 'home');
      assert.deepEqual([linking?.type, linking?.fields], ['teaser', { target: { type: 'entry', id: made?.id } }]);
      await requireAccessible(page, 'block-turned', views);

      await page.locator('[data-undo]').press('Enter');
      await block(page, 'Quote', 1).waitFor();
      await isSaved(page);
      assert.deepEqual(await storedBlocks(scene, 'home'), [quote]);

      await (await choose(page, 'Quote', INTO)).getByRole('button', { name: 'Create and link' }).press('Enter');
      await block(page, 'Teaser', 1).getByText('Deep water').waitFor();
      const back = await choose(page, 'Teaser', BACK);
      await back.getByText('Left out, as the block has no place for it:').waitFor();
      assert.deepEqual(await back.getByRole('listitem').allTextContents(), ['Label']);
      await requireAccessible(page, 'block-of-entry', views);
      await back.getByRole('button', { name: 'Put it here' }).press('Enter');
      await page.getByText('The content of “Deep water” is here now. The entry itself stays.').waitFor();
      await hasUndo(page);
      await isSaved(page);
      const [put] = await storedBlocks(scene, 'home');
      assert.deepEqual([put?.type, put?.fields], [quote.type, quote.fields]);
      await page.locator('[data-undo]').press('Enter');
      await block(page, 'Teaser', 1).getByText('Deep water').waitFor();
      await isSaved(page);
      assert.equal((await sayings(scene)).length, 2);
    });
  });

  it('a block stays as long as its entry is not created, and that is created once however often it is asked for', async (scene) => {
    await quotePage(scene);
    await onPage(scene, 'home', async (page) => {
      const lost: string[] = [];
      // The response to the first request is lost on its way.
      await page.route('**/entries', async (route) => {
        if (route.request().method() !== 'POST' || lost.length > 0) return route.continue();
        lost.push((await route.fetch()).statusText());
        return route.abort();
      });
      const into = await choose(page, 'Quote', INTO);
      const create = into.getByRole('button', { name: 'Create and link' });
      await create.press('Enter');
      await into.getByRole('alert').waitFor();
      assert.deepEqual(await storedBlocks(scene, 'home'), [quote]);
      await create.press('Enter');
      await block(page, 'Teaser', 1).waitFor();
      await isSaved(page);
      assert.deepEqual([lost.length, (await sayings(scene)).length], [1, 1]);
    });
  });

  it('a block that a colleague changes is turned as they left it, and stays where they do so at the same moment', async (scene) => {
    await quotePage(scene);
    const written = (words: string) => ({ ...quote, fields: { text: { 'en-US': words } } });
    await onPage(scene, 'home', async (page) => {
      const into = await choose(page, 'Quote', INTO);
      await into.getByRole('textbox', { name: 'Label' }).fill('On water');
      await scene.change('home', { blocks: [written('Deeper water')] });
      const create = into.getByRole('button', { name: 'Create and link' });
      await create.press('Enter');
      await into.getByText('Someone changed this block meanwhile. Check it, then try again.').waitFor();
      assert.equal((await sayings(scene)).length, 0);
      await page.route('**/entries', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        const response = await route.fetch();
        await scene.change('home', { blocks: [written('Deepest water')] });
        await until(async () => {
          await comeIntoSight(page);
          return (await page.locator('[data-block] textarea').inputValue()) === 'Deepest water';
        });
        return route.fulfill({ response });
      });
      await create.press('Enter');
      await into.getByText(/^Someone changed this block meanwhile, so it stays here/).waitFor();
      await into.getByRole('button', { name: 'Close' }).last().press('Enter');
      const [made] = await sayings(scene);
      assert.deepEqual(made?.fields, { label: { 'en-US': 'On water' }, text: { 'en-US': 'Deeper water' } });
      assert.deepEqual(await storedBlocks(scene, 'home'), [written('Deepest water')]);
    });
  });

  it('a block that no entry can hold says what the model needs, and leads there', async (scene) => {
    await modelPages(scene.given);
    await scene.write('page', 'home', { title: 'Home', blocks: [quote] });
    const { owner, base } = scene.given;
    const open = async (page: Page) => choose(page, 'Quote', INTO);
    await onPage(scene, 'home', async (page) => {
      const dialog = await open(page);
      await dialog.getByText(/No content type can take the content of this block/).waitFor();
      assert.deepEqual(await dialog.getByRole('listitem').allTextContents(), [
        'Words: a localized field text of the type text',
      ]);
      await requireAccessible(page, 'block-without-type', views);
      await dialog.getByRole('link', { name: 'Go to Model' }).click();
      await page.getByRole('link', { name: 'Quote' }).waitFor();
    });
    await owner.post(`${base}/content-types`, saying, 201);
    await owner.patch(`${base}/content-types/page?confirm_data_loss=true`, { fields: withoutTeaser }, 200);
    const editor = await scene.logIn(await scene.colleague());
    await onPage(
      scene,
      'home',
      async (page) => {
        const dialog = await open(page);
        await dialog.getByText(/An entry of the type Saying could take the content of this block/).waitFor();
        await dialog.getByText('A developer or admin can change that in the model.').waitFor();
      },
      editor,
    );
  });
}

const withoutTeaser = [
  field('title', 'string', { name: 'Title', localized: true }),
  field('blocks', 'blocks', { name: 'Blocks', components: ['hero', 'quote'] }),
];
