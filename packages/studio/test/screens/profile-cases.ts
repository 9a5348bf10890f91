/** What people change about themselves: their name, their password, and where they are logged in. */

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { Actor } from '../../../testing/src/client.ts';
import { PASSWORD, signUp } from '../../../testing/src/given.ts';
import { until } from '../../../testing/src/until.ts';
import type { FilledCase } from '../harness/filled-space.ts';

const OTHER_PASSWORD = 'eleven buoys before the mole';

export function profileCases(it: FilledCase): void {
  it('changes the name', async (scene) => {
    const person = await signUp(scene.url);
    const page = await scene.showTo(person, '/profile');
    const name = page.getByRole('textbox', { name: 'Your name' });
    await name.fill('Ada of the quay');
    await page.route('**/auth/me', async (route) => {
      if (route.request().method() === 'PATCH') await name.fill('Ada of the quay and the mole');
      await route.continue();
    });
    const save = page.getByRole('button', { name: 'Save' });
    await save.click();
    await until(async () => (await person.actor.get('/auth/me', 200)).at('user.name') === 'Ada of the quay');
    await save.and(page.locator(':enabled')).waitFor();
    assert.ok(await page.getByRole('status').getByText('Saved').isHidden(), 'what was written meanwhile is not');
    await name.fill('Ada of the quay');
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

  it('asks for its own deletion, and takes it back', async (scene) => {
    const colleague = await scene.colleague();
    const page = await scene.showTo(colleague, '/profile');
    await page.getByRole('button', { name: 'Delete your user…' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Delete in two weeks' }).click();
    await page.getByRole('button', { name: 'Keep my user' }).click();
    await page.getByRole('button', { name: 'Delete your user…' }).waitFor();
    assert.equal((await colleague.actor.get('/auth/me', 200)).at('deletion_at'), null);
  });
}

/** Those of the deep tier: many of a kind, or rarer turns of what others hold. */
export function longProfileCases(it: FilledCase): void {
  it('adds a passkey, logs in by it alone and as a second factor, and removes it', async (scene) => {
    const { email } = await signUp(scene.url);
    const page = await (await scene.visitor()).newPage();
    await giveAuthenticator(page);
    // A browser has passkeys for a name, and none for an address of the network.
    const studio = `${scene.url.replace('127.0.0.1', 'localhost')}/studio`;
    const logIn = async () => {
      await page.goto(`${studio}/login?next=%2Fstudio%2Fprofile`);
      await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
    };
    const logOut = async () => {
      await page.goto(`${studio}/new-space`);
      await page.getByRole('button', { name: /your profile and settings/ }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      await page.getByRole('heading', { name: 'Log in to Lectern' }).waitFor();
    };
    await logIn();
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('Work laptop');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    await passkeys.getByRole('button', { name: 'I have copied it' }).click();
    await passkeys.getByText('Work laptop').waitFor();

    await logOut();
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await page.getByRole('heading', { name: 'New space' }).waitFor();

    await logOut();
    await logIn();
    await page.getByRole('button', { name: 'Use your passkey' }).click();
    await passkeys.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await passkeys.getByText('Work laptop').waitFor({ state: 'hidden' });
  });
}

/** A device that has passkeys, and always says yes. */
async function giveAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
}
