/** Choosing what to link to: among the entries of several types, and among files that are still on their way. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { gradient } from '../../../server/test/content/media/gradient.ts';
import { formOf } from '../../../testing/src/form.ts';
import { field } from '../../../testing/src/given.ts';
import { onePixel } from '../harness/studio.ts';
import { type ArticleCase, isSaved, onPage } from './articles.ts';

const note = {
  api_id: 'note',
  name: 'Note',
  display_field: 'text',
  fields: [field('text', 'string', { name: 'Text' })],
};
const story = {
  api_id: 'story',
  name: 'Story',
  fields: [
    field('sources', 'array', {
      name: 'Sources',
      items: { type: 'entry', validations: { content_types: ['author', 'note'] } },
    }),
    field('pictures', 'array', {
      name: 'Pictures',
      items: { type: 'asset', validations: { mime_types: ['image/*'] } },
    }),
  ],
};

const place = {
  api_id: 'place',
  name: 'Place',
  display_field: 'name',
  fields: [
    field('name', 'string', { name: 'Name' }),
    field('view', 'asset', { name: 'View', validations: { mime_types: ['image/*'] } }),
    field('near', 'entry', { name: 'Near' }),
  ],
};

export function pickerCases(it: ArticleCase): void {
  it('shows a picture large in its field, and the pictures of entries where they are linked and chosen', async (scene) => {
    const { owner, base } = scene.given;
    await owner.post(`${base}/content-types`, place, 201);
    const file = { name: 'pier.png', bytes: await gradient(900, 600, '#123456', '#fedcba'), type: 'image/png' };
    const view = {
      type: 'asset',
      id: (await owner.send('POST', `${base}/media`, await formOf([['file', file]]))).string('id'),
    };
    await scene.write('place', 'pier', { name: 'The pier', view });
    await scene.write('place', 'quay', {
      name: 'The quay',
      view,
      near: { type: 'entry', id: (await scene.stored('pier')).string('id') },
    });
    await onPage(scene, 'quay', async (page) => {
      const large = page.getByRole('group', { name: 'View' }).locator('img');
      await large.waitFor();
      const { width = 0 } = (await large.boundingBox()) ?? {};
      assert.ok(width > 400, String(width));
      await page.getByRole('group', { name: 'View' }).getByText('No alternative text').waitFor();
      const near = page.getByRole('group', { name: 'Near' });
      await near.locator('img').waitFor();
      await near.getByRole('button', { name: 'Choose an entry' }).click();
      await page
        .getByRole('option', { name: /The pier/ })
        .locator('img')
        .waitFor();
      await page.getByRole('combobox', { name: 'Search' }).fill('nowhere');
      await page.getByText('No results for "nowhere"').waitFor();
    });
  });

  it('offers entries of the types that a field takes, and links to files as they arrive', async (scene) => {
    const { owner, base } = scene.given;
    for (const type of [note, story]) await owner.post(`${base}/content-types`, type, 201);
    await scene.write('author', 'bea', { name: 'Bea of the docks' });
    await scene.write('note', 'docks', { text: 'The docks at night' });
    await scene.write('article', 'at-the-docks', { title: 'An article on the docks' });
    await scene.write('story', 'tale', {});
    await onPage(scene, 'tale', async (page) => {
      const dialog = page.getByRole('dialog');
      await page.getByRole('group', { name: 'Sources' }).getByRole('button', { name: 'Choose an entry' }).click();
      await pickSources(dialog);
      for (const title of ['Bea of the docks', 'The docks at night'])
        await page.getByRole('link', { name: `Open ${title}` }).waitFor();

      let refused = 0;
      await page.route('**/media', (route) => {
        const isFirst = route.request().method() === 'POST' && refused === 0;
        if (isFirst) refused += 1;
        return isFirst ? route.abort('connectionreset') : route.continue();
      });
      await page.getByRole('group', { name: 'Pictures' }).getByRole('button', { name: 'Choose or upload' }).click();
      const names = ['one.png', 'two.png', 'three.png', 'four.png'];
      const words = { name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('No picture') };
      const files = names.map((name) => ({ ...onePixel, name }));
      await page.locator('input[type=file]').setInputFiles([...files, words]);
      const uploads = dialog.getByRole('region', { name: 'Uploads' });
      await uploads.getByRole('alert').waitFor();
      await uploads.getByRole('button', { name: 'Try again' }).click();
      await uploads.waitFor({ state: 'hidden' });
      await dialog.getByRole('alert').filter({ hasText: 'words.txt' }).waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();
      for (const name of names) await page.getByRole('button', { name: `Remove link to ${name}` }).waitFor();
      await isSaved(page);
    });
  });
}

/** Finds both kinds at once, then one kind alone, and takes one of each. */
async function pickSources(dialog: Locator): Promise<void> {
  const page = dialog.page();
  await dialog.getByRole('combobox', { name: 'Search' }).fill('docks');
  const bea = dialog.getByRole('option', { name: /Bea of the docks Author/ });
  const docks = dialog.getByRole('option', { name: /The docks at night Note/ });
  // Found, and not what was changed last, which stands there before.
  await dialog.locator('[role=option]:first-child', { hasText: 'Bea of the docks' }).waitFor();
  await bea.click();
  await docks.waitFor();
  await dialog.getByRole('option', { name: /An article/ }).waitFor({ state: 'hidden' });
  await dialog.getByRole('combobox', { name: 'Content type' }).click();
  await page.getByRole('option', { name: 'Note', exact: true }).click();
  await bea.waitFor({ state: 'hidden' });
  await docks.click();
  await dialog.getByRole('button', { name: 'New entry' }).click();
  await page.getByRole('menuitem', { name: 'Note' }).waitFor();
  await page.getByRole('menuitem', { name: 'Article' }).waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Done' }).click();
}
