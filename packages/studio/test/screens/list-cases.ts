/** What a person makes of the content list: tabs. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { Room } from './room.ts';

export function listCases(room: () => Room): void {
  const list = (query = '') => room().show(`${room().filled.path}/content${query}`);

  it('opens an entry in another tab where the browser is asked for that, by pointer and by key', async () => {
    const page = await list('?content_type=article');
    const tide = row(page, /Low tide/);
    await tide.waitFor();
    for (const press of [
      () => tide.click({ modifiers: ['ControlOrMeta'] }),
      () => tide.click({ button: 'middle' }),
      () => tide.press('ControlOrMeta+Enter'),
    ]) {
      const opened = page.context().waitForEvent('page');
      await press();
      const tab = await opened;
      await tab.getByRole('heading', { level: 1, name: /Low tide/ }).waitFor();
      await tab.close();
      assert.match(page.url(), /\/content\?content_type=article$/);
    }
    await tide.getByRole('checkbox').click();
    await page.getByText('1 selected').waitFor();
    await tide.click();
    await page.getByRole('textbox', { name: /^Title/ }).waitFor();
    await page.close();
  });
}

function row(page: Page, name: string | RegExp): Locator {
  return page.locator('[data-row]', { hasText: name });
}
