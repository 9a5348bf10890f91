/** What readers see of an entry, and where a linked one opens. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Desk } from './desk.ts';
import { scrollTo } from './hands.ts';

export function readerCases(desk: () => Desk): void {
  it('opens a linked entry over the open one, and in another tab where the browser is asked for that', async () => {
    await desk().write('author', 'linked', { name: 'Linked' });
    const author = (await desk().stored('linked')).string('id');
    await desk().write('article', 'linking', { title: 'Linking', author });
    await desk().onPage('linking', async (page) => {
      await scrollTo(page, 'linking', 'author');
      const card = page.getByRole('link', { name: 'Open Linked' }).first();
      const tab = page.context().waitForEvent('page');
      await card.click({ modifiers: ['ControlOrMeta'] });
      await (await tab).getByRole('heading', { level: 1, name: 'Linked' }).waitFor();
      assert.match((await tab).url(), /\/content\/linked$/);
      await (await tab).close();
      await card.click();
      await page.getByRole('dialog', { name: 'Entry' }).getByRole('textbox', { name: /^Name/ }).waitFor();
      assert.match(page.url(), /\/content\/linking\?drawer=linked$/);
    });
  });
}
