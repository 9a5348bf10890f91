/** What people change about themselves: their name, their password, and where they are logged in. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Actor } from '../../../server/test/client.ts';
import { PASSWORD, signUp } from '../../../server/test/scene.ts';
import type { Room } from './room.ts';

const OTHER_PASSWORD = 'eleven buoys before the mole';

export function profileCases(room: () => Room): void {
  it('changes the name', async () => {
    const person = await signUp(room().studio.url);
    const page = await room().showTo(person, '/profile');
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada of the quay');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('Saved').waitFor();
    assert.equal((await person.actor.get('/auth/me', 200)).at('user.name'), 'Ada of the quay');
    await page.context().close();
  });

  it('changes the password for whoever has the one before, and stays logged in', async () => {
    const { studio } = room();
    const { email } = await signUp(studio.url);
    const page = await room().showTo({ email }, '/profile');
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    const change = async (current: string) => {
      await dialog.getByRole('textbox', { name: 'The one you have' }).fill(current);
      await dialog.getByRole('textbox', { name: 'The new one' }).fill(OTHER_PASSWORD);
      await dialog.getByRole('button', { name: 'Change it' }).click();
    };
    await change('not the password');
    await dialog.getByRole('alert').waitFor();
    await change(PASSWORD);
    await dialog.waitFor({ state: 'hidden' });
    const nobody = new Actor(studio.url, null);
    await nobody.post('/auth/login', { email, password: PASSWORD }, 401);
    await nobody.post('/auth/login', { email, password: OTHER_PASSWORD }, 200);
    await page.reload();
    await page.getByRole('heading', { name: 'My profile' }).waitFor();
    await page.context().close();
  });

  it('ends another session, and keeps this one', async () => {
    const person = await signUp(room().studio.url);
    const page = await room().showTo(person, '/profile');
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await sessions.getByText('This one').waitFor();
    await sessions.getByRole('button', { name: 'Log out there' }).click();
    await sessions.getByRole('button', { name: 'Log out there' }).waitFor({ state: 'hidden' });
    await person.actor.get('/auth/me', 401);
    await page.reload();
    await page.getByRole('region', { name: 'Sessions' }).getByText('This one').waitFor();
    await page.context().close();
  });
}
