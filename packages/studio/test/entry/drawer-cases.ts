/** An entry in the drawer over the one that is open: what closing it waits for, and what it lets one change. */
import assert from 'node:assert/strict';
import type { Page, Route } from 'playwright-core';
import { joinAs } from '../../../testing/src/given.ts';
import { until } from '../../../testing/src/until.ts';
import { type ArticleCase, onPage } from './articles.ts';

/** Whatever scrolls by a key has begun to in the second frame after it. */
const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

export function drawerCases(it: ArticleCase): void {
  const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Entry' });

  it('closes at once over an entry that is there, and saves it afterwards', async (scene) => {
    const ann = await scene.write('author', 'annabel', { name: 'Ann' });
    await scene.write('author', 'friend-of-ann', { name: 'Friend', friend: ann.string('id') });
    await onPage(scene, 'friend-of-ann', async (page) => {
      const held: Route[] = [];
      await page.route('**/entries/annabel', (route) =>
        route.request().method() === 'PATCH' ? void held.push(route) : route.continue(),
      );
      await page.getByRole('link', { name: 'Open Ann' }).click();
      await drawerOf(page).getByRole('textbox', { name: /^Name/ }).fill('Annabel');
      await drawerOf(page).getByRole('button', { name: 'Done' }).click();
      await drawerOf(page).waitFor({ state: 'hidden' });
      for (const route of held) await route.continue();
      await page.getByRole('link', { name: 'Open Annabel' }).waitFor();
    });
  });

  it('keeps the wheel and the keys from the entry below', async (scene) => {
    const upper = await scene.write('author', 'upper', { name: 'Upper' });
    await scene.write('author', 'lower', { name: 'Lower', friend: upper.string('id') });
    await onPage(scene, 'lower', async (page) => {
      await page.setViewportSize({ width: 1_000, height: 300 });
      await page.getByRole('link', { name: 'Open Upper' }).click();
      await drawerOf(page).getByRole('textbox', { name: /^Name/ }).waitFor();
      // What is kept free for a scroll bar is as dark as what the drawer shades.
      const beside = await page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
      assert.notEqual(beside, 'rgba(0, 0, 0, 0)');
      const before = await page.evaluate('scrollY');
      for (const x of [20, 900]) {
        await page.mouse.move(x, 200);
        await page.mouse.wheel(0, 100);
      }
      await until(() => drawerOf(page).evaluate((drawer) => drawer.scrollTop > 0));
      // Beyond the end of the drawer.
      for (let press = 0; press < 4; press++) await page.keyboard.press('PageDown');
      await until(() =>
        drawerOf(page).evaluate((drawer) => drawer.scrollTop + drawer.clientHeight >= drawer.scrollHeight - 1),
      );
      await page.keyboard.press('PageDown');
      await page.evaluate(PAINTED);
      assert.equal(await page.evaluate('scrollY'), before);
    });
  });

  it('says why a new entry cannot be linked to yet, and links to it once it is saved', async (scene) => {
    await scene.write('author', 'lonely', { name: 'Lonely' });
    await onPage(scene, 'lonely', async (page) => {
      await page.route('**/entries', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      );
      await page.getByRole('group', { name: 'Friend' }).getByRole('button', { name: 'New entry' }).click();
      await page.getByRole('menuitem', { name: 'Author' }).press('Enter');
      const drawer = drawerOf(page);
      await drawer.getByRole('textbox', { name: /^Name/ }).and(page.locator(':focus')).waitFor();
      await page.keyboard.type('Eventually');
      await page.keyboard.press('Escape');
      await drawer.getByRole('alert').filter({ hasText: 'so it cannot be linked' }).waitFor();
      assert.equal(await drawer.getByRole('textbox', { name: /^Name/ }).inputValue(), 'Eventually');
      await page.unroute('**/entries');
      await drawer.getByRole('button', { name: 'Save and link' }).click();
      await drawer.waitFor({ state: 'hidden' });
      await page.getByRole('link', { name: 'Open Eventually' }).waitFor();
    });
  });

  it('closes without the link where that is wanted, and the new entry is saved all the same', async (scene) => {
    await scene.write('author', 'hurried', { name: 'Hurried' });
    await onPage(scene, 'hurried', async (page) => {
      const held: Route[] = [];
      await page.route('**/entries', (route) =>
        route.request().method() === 'POST' ? void held.push(route) : route.continue(),
      );
      await page.getByRole('group', { name: 'Friend' }).getByRole('button', { name: 'New entry' }).click();
      await page.getByRole('menuitem', { name: 'Author' }).click();
      const drawer = drawerOf(page);
      await drawer.getByRole('textbox', { name: /^Name/ }).fill('Later on');
      await drawer.getByRole('button', { name: 'Save and link' }).click();
      await drawer.getByRole('button', { name: 'Close without the link' }).click();
      await drawer.waitFor({ state: 'hidden' });
      const saved = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.status() === 201);
      for (const route of held) await route.continue();
      await saved;
      assert.ok(await page.getByRole('link', { name: 'Open Later on' }).isHidden());
    });
  });

  it('lets nobody write who may not', async (scene) => {
    const bo = await scene.write('author', 'bo', { name: 'Bo' });
    await scene.write('author', 'friend-of-bo', { name: 'Friend', friend: bo.string('id') });
    const viewer = await scene.logIn(await joinAs(scene.given.member, 'viewer'));
    await onPage(
      scene,
      'friend-of-bo?drawer=bo',
      async (page) => {
        await drawerOf(page).getByText('Bo', { exact: true }).last().waitFor();
        assert.equal(await drawerOf(page).getByRole('textbox').count(), 0);
      },
      viewer,
    );
  });
}
