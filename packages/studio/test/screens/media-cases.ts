/** Files: on their way, failing and tried again; what is told of them; and where they are found. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onePixel } from '../harness/studio.ts';
import type { Room } from './room.ts';

export function mediaCases(room: () => Room): void {
  it('uploads, shows a failure, and tries again', async () => {
    const page = await room().show(`${room().filled.path}/media`);
    await page.getByRole('link', { name: /lighthouse/ }).waitFor();
    await page.route('**/media', (route) =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
    );
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload' }).click();
    await (await chooser).setFiles({ ...onePixel, name: 'second.png' });
    const uploads = page.getByRole('region', { name: 'Uploads' });
    await uploads.getByRole('alert').waitFor();
    await page.unroute('**/media');
    await uploads.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: /second\.png/ }).waitFor();
    await uploads.waitFor({ state: 'hidden' });
    await room().leave(page);
  });

  it('keeps the focal point, and texts in each language', async () => {
    const { filled } = room();
    const page = await room().show(`${filled.path}/media?asset=${filled.picture}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Alternative text').fill('A lighthouse');
    await drawer.getByText('Deutsch').click();
    await drawer.getByLabel('Alternative text').fill('Ein Leuchtturm');
    await drawer.getByText('Saved', { exact: true }).waitFor();
    const picture = drawer.getByRole('button', { name: /Focal point/ });
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await picture.press('ArrowRight');
    await saved;
    const asset = await filled.scene.owner.get(`/media/${filled.picture}`, 200);
    assert.deepEqual(asset.at('alt'), { 'en-US': 'A lighthouse', de: 'Ein Leuchtturm' });
    assert.deepEqual(asset.at('focal_point'), { x: 0.35, y: 0.6 });
    await room().leave(page);
  });

  it('finds files by what they are, are used for, and lack', async () => {
    const page = await room().show(`${room().filled.path}/media`);
    const tile = (name: RegExp) => page.getByRole('link', { name });
    await tile(/tides\.txt/).waitFor();
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Pictures' }).click();
    await tile(/tides\.txt/).waitFor({ state: 'hidden' });
    await page.getByRole('checkbox', { name: 'Not used' }).check();
    await tile(/lighthouse/).waitFor({ state: 'hidden' });
    await page.reload();
    await tile(/fog/).waitFor();
    assert.ok(await tile(/lighthouse/).isHidden());
    await room().leave(page);
  });
}
