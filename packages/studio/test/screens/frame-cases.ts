/** The frame around the screens: the palette that leads everywhere, and the bar that tells where one is. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Room } from './room.ts';

export function frameCases(room: () => Room): void {
  it('leads to entries by their words and to screens by their names, by Ctrl and K', async () => {
    const { studio, filled } = room();
    const page = await room().show(filled.path);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    const goTo = async (words: string, option: string) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /^Words of an entry/ }).fill(words);
      await page.getByRole('option', { name: option, selected: true }).waitFor();
      await page.keyboard.press('Enter');
    };
    await goTo('lighthouse letters', 'Letters from the lighthouse');
    await page.getByRole('textbox', { name: /^Title/ }).waitFor();
    assert.equal(page.url().split('?')[0], `${studio.url}/studio${filled.path}/content/post-6`);
    await goTo('environm', 'Environments');
    await page.getByRole('button', { name: 'New environment' }).waitFor();
    assert.equal(page.url(), `${studio.url}/studio${filled.path}/settings/environments`);
    await room().leave(page);
  });

  it('colours the bar in every environment but master', async () => {
    const page = await room().show(room().filled.path);
    const colour = () => page.evaluate(`getComputedStyle(document.querySelector('header')).backgroundColor`);
    await page.getByRole('banner').waitFor();
    const usual = await colour();
    await page.getByRole('button', { name: /Change space or environment/ }).click();
    await page.getByRole('menuitem', { name: 'next' }).click();
    await page.getByRole('button', { name: /next Change space or environment/ }).waitFor();
    assert.notEqual(await colour(), usual);
    await room().leave(page);
  });
}
