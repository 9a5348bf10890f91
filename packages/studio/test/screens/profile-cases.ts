/** What people change about themselves: their name, their password, and where they are logged in. */

import assert from 'node:assert/strict';
import { Actor } from '../../../testing/src/client.ts';
import { PASSWORD, signUp } from '../../../testing/src/given.ts';
import type { FilledCase } from '../harness/filled-space.ts';

const OTHER_PASSWORD = 'eleven buoys before the mole';

export function profileCases(it: FilledCase): void {
  it('changes the name', async (scene) => {
    const person = await signUp(scene.url);
    const page = await scene.showTo(person, '/profile');
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada of the quay');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('Saved').waitFor();
    assert.equal((await person.actor.get('/auth/me', 200)).at('user.name'), 'Ada of the quay');
  });

  it('changes the password for whoever has the one before, and stays logged in', async (scene) => {
    const { email } = await signUp(scene.url);
    const page = await scene.showTo({ email }, '/profile');
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    const change = async (current: string) => {
      await dialog.getByRole('textbox', { name: 'Current password' }).fill(current);
      await dialog.getByRole('textbox', { name: 'New password' }).fill(OTHER_PASSWORD);
      await dialog.getByRole('button', { name: 'Change password' }).click();
    };
    await change('not the password');
    await dialog.getByRole('alert').waitFor();
    await change(PASSWORD);
    await dialog.waitFor({ state: 'hidden' });
    const nobody = new Actor(scene.url, null);
    await nobody.post('/auth/login', { email, password: PASSWORD }, 401);
    await nobody.post('/auth/login', { email, password: OTHER_PASSWORD }, 200);
    await page.reload();
    await page.getByRole('heading', { name: 'My profile' }).waitFor();
  });

  it('ends another session, and keeps this one', async (scene) => {
    const person = await signUp(scene.url);
    const page = await scene.showTo(person, '/profile');
    const sessions = page.getByRole('region', { name: 'Where you are logged in' });
    await sessions.getByText('Current session').waitFor();
    await sessions.getByRole('button', { name: 'Log out there' }).click();
    const question = page.getByRole('dialog', { name: 'Log out there' });
    await question.getByRole('button', { name: 'Log out', exact: true }).click();
    await sessions.getByRole('button', { name: 'Log out there' }).waitFor({ state: 'hidden' });
    await person.actor.get('/auth/me', 401);
    await page.reload();
    await page.getByRole('region', { name: 'Where you are logged in' }).getByText('Current session').waitFor();
  });
}
