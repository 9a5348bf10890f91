/** Inputs that take more than typed text: colours, places from maps, answers side by side, and files that are dropped. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { field } from '../../../testing/src/given.ts';
import { type ArticleCase, isSaved, onPage } from './articles.ts';
import { paste } from './hands.ts';

const stand = {
  api_id: 'stand',
  name: 'Stand',
  fields: [
    field('colour', 'string', { name: 'Colour', validations: { pattern: '^#[0-9a-f]{6}$' } }),
    field('size', 'integer', { name: 'Size', validations: { in: [1, 2, 3] } }),
    field('open', 'boolean', { name: 'Open' }),
    field('place', 'location', { name: 'Place' }),
    field('plans', 'array', { name: 'Plans', items: { type: 'asset' } }),
  ],
};

/** Drops small text files on what a person sees. */
async function dropFiles(on: Locator, names: readonly string[]): Promise<void> {
  const id = await on.getAttribute('id');
  await on.page().evaluate(`(() => {
    const element = document.getElementById(${JSON.stringify(id)});
    const dataTransfer = new DataTransfer();
    for (const name of ${JSON.stringify(names)})
      dataTransfer.items.add(new File([name], name, { type: 'text/plain' }));
    for (const type of ['dragover', 'drop'])
      element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  })()`);
}

export function inputCases(it: ArticleCase): void {
  it('takes colours by picker, places from maps, answers side by side, and files that are dropped', async (scene) => {
    await scene.given.owner.post(`${scene.given.base}/content-types`, stand, 201);
    await scene.write('stand', 'quay', { place: { lat: 1, lon: 2 }, size: 3 });
    await onPage(scene, 'quay', async (page) => {
      await page.getByLabel('Pick the colour: Colour').fill('#1c3d5a');
      await page.getByRole('textbox', { name: 'Colour' }).and(page.locator('[value="#1c3d5a"]')).waitFor();
      await page.getByRole('radiogroup', { name: 'Size' }).getByText('2', { exact: true }).click();
      await page.getByRole('radiogroup', { name: 'Open' }).getByText('No').click();
      await page.getByRole('button', { name: 'Leave Open open' }).click();
      await page.getByRole('radiogroup', { name: 'Open' }).getByText('No').click();
      await paste(page.getByLabel('Latitude'), 'https://www.openstreetmap.org/?mlat=48.2082&mlon=16.3738#map=16/48/16');
      const map = await page.getByRole('link', { name: 'Show on a map' }).getAttribute('href');
      assert.match(map ?? '', /mlat=48\.2082&mlon=16\.3738/);
      await dropFiles(page.getByRole('group', { name: 'Plans' }), ['north.txt', 'south.txt']);
      for (const name of ['north.txt', 'south.txt'])
        await page.getByRole('button', { name: `Remove link to ${name}` }).waitFor();
      await isSaved(page);
    });
    const { fields } = (await scene.stored('quay')).json as { fields: Record<string, Record<string, unknown>> };
    const { plans, ...values } = Object.fromEntries(Object.entries(fields).map(([id, value]) => [id, value['en-US']]));
    assert.deepEqual(values, { colour: '#1c3d5a', size: 2, open: false, place: { lat: 48.2082, lon: 16.3738 } });
    assert.equal((plans as unknown[]).length, 2);
  });
}
