/** A space that is taken along, and comes back under another name. */
import assert from 'node:assert/strict';
import { until } from '../../../testing/src/until.ts';
import { hurry } from '../harness/clock.ts';
import type { FilledCase } from '../harness/filled-space.ts';
import { keepForGuide } from '../harness/guide-pictures.ts';

export function transferCases(it: FilledCase): void {
  it('exports a space and imports it under another name, by keyboard alone, and once more into the same', async (scene) => {
    const { owner, space } = scene.given;
    // A copy that is still being made is left out.
    await until(async () => (await owner.get(`${space}/environments/next`, 200)).at('status') === 'ready');
    const page = await scene.show(`${scene.path}/settings/transfer`);
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).first().focus();
      await page.keyboard.press('Enter');
    };
    await press('New export');
    await press('Start export');
    await hurry(page, page.getByText('Entries: 18, files: 8').waitFor());
    await keepForGuide(page, 'transfer');
    const arriving = page.waitForEvent('download');
    await press('Download');
    const download = await arriving;
    assert.match(download.suggestedFilename(), /^harbour-news-\d{4}-\d\d-\d\d\.tar$/);
    const file = await download.path();

    const choose = () => page.getByLabel('File of an export').setInputFiles(file);
    await press('Import an export');
    await choose();
    await page.getByRole('radio', { name: 'Into this space' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('textbox', { name: 'Name of the new space' }).focus();
    await page.keyboard.type('Harbour copy');
    await page.keyboard.press('Enter');
    const report = page.getByRole('dialog', { name: 'Report of the import' });
    await hurry(page, report.getByText('Done').waitFor());
    await report.getByRole('row', { name: /^Entries 18 0 0 0$/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Harbour copy master/ }).waitFor();

    await press('Import an export');
    await choose();
    await press('Start import');
    await hurry(page, page.getByRole('dialog', { name: 'What the import would do' }).getByText('Done').waitFor());
    await press('Import now');
    await hurry(page, page.getByText('All of it is here now, as it was in the export.').waitFor());
    await page.getByRole('row', { name: /^Entries 0 0 18 0$/ }).waitFor();
    await keepForGuide(page, 'import-report');
  });

  it('imports a file of records, and says of each line what was wrong', async (scene) => {
    const page = await scene.show(`${scene.path}/settings/transfer`);
    await page.getByRole('button', { name: 'Import records' }).click();
    const lines = [
      { entry: { key: 'ida', content_type: 'author', fields: { name: { 'en-US': 'Ida' } }, status: 'draft' } },
      { entry: { key: 'none', content_type: 'nothing', fields: {} } },
    ].map((record) => JSON.stringify(record));
    const buffer = Buffer.from(lines.join('\n'));
    await page
      .getByLabel('File of records')
      .setInputFiles({ name: 'records.ndjson', mimeType: 'application/x-ndjson', buffer });
    await page.getByRole('button', { name: 'Start import' }).click();
    await page.getByRole('row', { name: /^2 Entries none Refused/ }).waitFor();
    assert.equal((await scene.given.owner.get(`${scene.given.base}/entries/ida`, 200)).at('status'), 'draft');
  });
}
