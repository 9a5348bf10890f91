/** Being in and out: over tabs, over ended sessions, where one may not go, and without a network. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { joinAs, PASSWORD, signUp } from '../../../server/test/scene.ts';
import type { Room } from './room.ts';

export function sessionCases(room: () => Room): void {
  it('logs out in every tab of the browser', async () => {
    const { studio, filled, colleague } = room();
    const context = await studio.logIn(colleague);
    const one = await studio.show(context, filled.path);
    const other = await studio.show(context, `${filled.path}/media`);
    await other.getByRole('heading', { name: 'Media' }).waitFor();
    await one.getByRole('button', { name: /profile and settings of yours/ }).click();
    await one.getByRole('menuitem', { name: 'Log out' }).click();
    await other.getByRole('heading', { name: 'Log in to Lectern' }).waitFor();
    await one.getByRole('heading', { name: 'Log in to Lectern' }).waitFor();
    await context.close();
  });

  it('asks to log in over the screen where a session has ended, and goes on there', async () => {
    const { studio, filled } = room();
    const person = await joinAs(filled.scene.member, 'editor');
    const context = await studio.logIn(person);
    const page = await studio.show(context, `${filled.path}/content?q=tide`);
    await page.getByRole('row', { name: /Low tide/ }).waitFor();
    await person.actor.delete('/auth/sessions', 204);
    await page.getByRole('searchbox', { name: 'Search entries' }).fill('boats');
    const dialog = page.getByRole('dialog', { name: 'Log in to go on' });
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('row', { name: /The boats are back/ }).waitFor();
    assert.match(page.url(), /q=boats/);
    await context.close();
  });

  it('tells in place what is not there, what one may not do, and that there is no network', async () => {
    const { studio, filled } = room();
    const missing = await room().show('/spaces/spc_00000000000000000000000000/master/content');
    await missing.getByRole('alert', { name: 'This does not exist, or not any more' }).waitFor();
    await missing.goto(`${studio.url}/studio/nowhere`);
    await missing.getByRole('heading', { name: 'There is nothing here' }).waitFor();
    await room().leave(missing);

    const stranger = await room().showTo(await signUp(studio.url), `${filled.path}/content`);
    await stranger.getByRole('alert').waitFor();
    await stranger.context().close();

    const page = await room().showTo(room().colleague, `${filled.path}/content?content_type=article`);
    await page.getByRole('row', { name: /Low tide/ }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('searchbox', { name: 'Search entries' }).fill('fog');
    const alert = page.getByRole('alert', { name: 'The server cannot be reached' });
    await alert.waitFor({ timeout: 20_000 });
    await page.context().setOffline(false);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row', { name: /Fog until noon/ }).waitFor();
    await page.context().close();
  });
}
