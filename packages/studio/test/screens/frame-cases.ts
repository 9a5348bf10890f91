/** The frame around the screens: the palette that leads everywhere, and the bar that tells where one is. */

import assert from 'node:assert/strict';
import type { FilledCase } from '../harness/filled-space.ts';

export function frameCases(it: FilledCase): void {
  it('leads to entries by their words and to screens by their names, by Ctrl and K', async (scene) => {
    const page = await scene.show(scene.path);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    const goTo = async (words: string, option: string) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /^Words of an entry/ }).fill(words);
      await page.getByRole('option', { name: option, selected: true }).waitFor();
      await page.keyboard.press('Enter');
    };
    await page.keyboard.press('Control+k');
    const recent = page.getByRole('group', { name: 'Recent' });
    await recent
      .getByRole('option', { name: /How nets are mended Article ?Draft/ })
      .locator('img')
      .waitFor();
    await page.getByRole('option', { name: 'next' }).waitFor();
    await page.getByRole('combobox', { name: /^Words of an entry/ }).fill('nowhere');
    await page.getByText('No results for "nowhere"').waitFor();
    await page.keyboard.press('Escape');
    await goTo('lighthouse letters', 'Letters from the lighthouse');
    await page.getByRole('textbox', { name: /^Title/ }).waitFor();
    assert.equal(page.url().split('?')[0], `${scene.url}/studio${scene.path}/content/post-6`);
    await goTo('deutsch pilot', 'What the pilot knows (deutsch) Article · de');
    await page.waitForURL(/content\/post-2/);
    // Entered before it is found.
    await page.keyboard.press('Control+k');
    await recent.waitFor();
    await page.keyboard.insertText('fog until');
    await page.keyboard.press('Enter');
    await page.waitForURL(/content\/post-1/);
    await goTo('environm', 'Environments');
    await page.getByRole('button', { name: 'New environment' }).waitFor();
    // The keyboard goes on at the beginning of the screen.
    await page.getByRole('heading', { name: 'Environments', exact: true }).and(page.locator(':focus')).waitFor();
    assert.equal(page.url(), `${scene.url}/studio${scene.path}/settings/environments`);
  });

  it('colours the bar in every environment but master', async (scene) => {
    const page = await scene.show(scene.path);
    const colour = () => page.evaluate(`getComputedStyle(document.querySelector('header')).backgroundColor`);
    await page.getByRole('banner').waitFor();
    const usual = await colour();
    await page.getByRole('button', { name: /Change space or environment/ }).click();
    await page.getByRole('menuitem', { name: 'next' }).click();
    await page.getByRole('button', { name: /next Change space or environment/ }).waitFor();
    assert.notEqual(await colour(), usual);
  });
}
