/** Being in and out: over tabs, over ended sessions, where one may not go, and without a network. */

import assert from 'node:assert/strict';
import { joinAs, PASSWORD, signUp } from '../../../testing/src/given.ts';
import { hurry } from '../harness/clock.ts';
import type { FilledCase } from '../harness/filled-space.ts';

export function sessionCases(it: FilledCase): void {
  it('logs out in every tab of the browser', async (scene) => {
    const colleague = await scene.colleague();
    const context = await scene.logIn(colleague);
    const one = await scene.show(scene.path, context);
    const other = await scene.show(`${scene.path}/media`, context);
    await other.getByRole('heading', { name: 'Media' }).waitFor();
    await one.getByRole('button', { name: /your profile and settings/ }).click();
    await one.getByRole('menuitem', { name: 'Log out' }).click();
    await other.getByRole('heading', { name: 'Log in to Lectern' }).waitFor();
    await one.getByRole('heading', { name: 'Log in to Lectern' }).waitFor();
  });

  it('shows the frame while its scripts load, in the colours and direction of the person, and nothing of it at the log-in', async (scene) => {
    const page = await (await scene.logIn(scene.given.member)).newPage();
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const shell = page.locator('body > .shell');
    const navigation = shell.locator('> :nth-child(2)');
    const look = `(() => {
      const shell = document.querySelector('body > .shell');
      const [whole, bar, side] = [shell, ...shell.children].map((part) => part.getBoundingClientRect());
      const start = document.dir === 'rtl' ? whole.right - side.right : side.left - whole.left;
      return { backgroundColor: getComputedStyle(shell).backgroundColor, bar: bar.height, start, width: side.width };
    })()`;
    await page.goto(`${scene.url}/studio${scene.path}/content`);
    await page.getByRole('row', { name: /Low tide/ }).waitFor();
    assert.equal(await shell.isVisible(), false);
    const bar = await page.getByRole('banner').boundingBox();
    await page.route('**/studio/assets/*.js', async (route) => {
      await held;
      await route.fallback();
    });
    const looks: unknown[] = [];
    for (const scheme of ['light', 'dark']) {
      await page.evaluate((chosen) => localStorage.setItem('mantine-color-scheme-value', chosen), scheme);
      await page.reload({ waitUntil: 'commit' });
      await navigation.waitFor();
      if (scheme === 'dark') await page.evaluate(`document.documentElement.dir = 'rtl'`);
      looks.push(await page.evaluate(look));
    }
    const [light, dark] = looks as { backgroundColor: string; bar: number; start: number; width: number }[];
    assert.deepEqual([light?.start, dark?.start, light?.width, light?.bar], [0, 0, 208, bar?.height]);
    assert.notEqual(light?.backgroundColor, dark?.backgroundColor);
    const logIn = await page.context().newPage();
    await logIn.route('**/studio/assets/*.js', (route) => route.abort());
    await logIn.goto(`${scene.url}/studio/login`, { waitUntil: 'commit' });
    await logIn.locator('#studio').waitFor({ state: 'attached' });
    assert.equal(await logIn.locator('body > .shell').isVisible(), false);
    go();
    await page.getByRole('row', { name: /Low tide/ }).waitFor();
    assert.equal(await shell.isVisible(), false);
  });

  it('asks to log in over the screen where a session has ended, and goes on there', async (scene) => {
    const person = await joinAs(scene.given.member, 'editor');
    const context = await scene.logIn(person);
    const page = await scene.show(`${scene.path}/content?q=tide`, context);
    await page.getByRole('row', { name: /Low tide/ }).waitFor();
    await person.actor.delete('/auth/sessions', 204);
    await page.getByRole('searchbox', { name: 'Search entries' }).fill('boats');
    const dialog = page.getByRole('dialog', { name: 'Log in to continue' });
    await hurry(page, dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD));
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('row', { name: /The boats are back/ }).waitFor();
    assert.match(page.url(), /q=boats/);
  });

  it('tells in place what is not there, what one may not do, and that there is no network', async (scene) => {
    const missing = await scene.show('/spaces/spc_00000000000000000000000000/master/content');
    await missing.getByRole('alert', { name: 'This does not exist or has been deleted' }).waitFor();
    await missing.goto(`${scene.url}/studio/nowhere`);
    await missing.getByRole('heading', { name: 'This page does not exist' }).waitFor();

    const stranger = await scene.showTo(await signUp(scene.url), `${scene.path}/content`);
    await stranger.getByRole('alert').waitFor();
    await stranger.context().close();

    const page = await scene.showTo(await scene.colleague(), `${scene.path}/content?content_type=article`);
    await page.getByRole('row', { name: /Low tide/ }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('searchbox', { name: 'Search entries' }).fill('fog');
    const alert = page.getByRole('alert', { name: 'The server cannot be reached' });
    await alert.waitFor();
    await page.context().setOffline(false);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row', { name: /Fog until noon/ }).waitFor();
  });
}
