/** One browser, one person after the other, one account after the other: nobody sees or sends what is another's. */

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { joinAs, PASSWORD, signUp } from '../../../testing/src/given.ts';
import { hurry } from '../harness/clock.ts';
import type { FilledCase } from '../harness/filled-space.ts';

export function personCases(it: FilledCase): void {
  const boats = (page: Page) => page.getByRole('row', { name: /The boats are back/ });

  it('shows nothing of the person before to whoever logs in after them', async (scene) => {
    const person = await joinAs(scene.given.member, 'editor');
    const context = await scene.logIn(person);
    const page = await scene.show(`${scene.path}/content?q=boats`, context);
    await boats(page).waitFor();
    await person.actor.delete('/auth/sessions', 204);
    await page.getByRole('searchbox', { name: 'Search entries' }).fill('tide');
    await hurry(page, page.getByRole('button', { name: 'Log in as someone else' }).click());
    await page.getByRole('textbox', { name: 'E-mail address' }).fill((await signUp(scene.url)).email);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('alert').waitFor();
    assert.ok(await page.getByRole('link', { name: 'Content' }).isHidden());
  });

  it('shows the other account in every tab when it is switched to in one, and says where that failed', async (scene) => {
    const person = await signUp(scene.url);
    await person.actor.post('/spaces', { name: 'A garden', default_locale: 'en-US' }, 201);
    const owner = scene.given.member;
    const invited = { email: person.email, role: 'editor' };
    const invitation = await owner.actor.post(`/accounts/${owner.accountId}/invitations`, invited, 201);
    const { name } = (await person.actor.post('/invitations/accept', { token: invitation.string('token') }, 200))
      .json as { name: string };
    const context = await scene.logIn(person);
    const [one, other] = [await scene.show('', context), await scene.show('', context)];
    for (const page of [one, other]) await page.getByRole('button', { name: /^A garden/ }).waitFor();
    const switchAccount = async () => {
      await one.getByRole('button', { name: /your profile and settings/ }).click();
      const chosen = one.getByLabel('Selected');
      await one.getByRole('menuitem', { name }).filter({ hasNot: chosen }).click();
    };
    await one.route('**/auth/switch-account', (route) => route.abort(), { times: 1 });
    await switchAccount();
    const failure = one.getByRole('dialog', { name: 'You are still in the same account' });
    await failure.getByRole('alert').waitFor();
    await failure.getByRole('button', { name: 'Close' }).click();
    await switchAccount();
    for (const page of [one, other]) await page.getByRole('button', { name: /^Harbour news/ }).waitFor();
  });

  it('tells a person of what they left on this device after somebody else, who left nothing, was here', async (scene) => {
    const colleague = await scene.colleague();
    const person = await joinAs(scene.given.member, 'editor');
    const context = await scene.logIn(person);
    const page = await scene.show(`${scene.path}/content/post-3`, context);
    await page.getByRole('textbox', { name: /^Title/ }).fill('x'.repeat(121));
    await hurry(page, page.getByText('Needs attention').waitFor());
    for (const { email } of [colleague, person]) {
      await page.getByRole('button', { name: /your profile and settings/ }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      // The other person is asked nothing: it is not theirs.
      if (email === colleague.email) await hurry(page, page.getByRole('button', { name: 'Keep and log out' }).click());
      await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await page.getByRole('link', { name: 'Media' }).click();
      // The home, which stays until this is loaded, has such links too.
      await page.getByRole('heading', { name: 'Media' }).waitFor();
      await page.getByRole('link', { name: /lighthouse/ }).waitFor();
    }
    await hurry(page, page.getByRole('link', { name: '1 entry not saved' }).waitFor());
  });

  it('leaves an entry without a word of failure where another tab logs out', async (scene) => {
    const colleague = await scene.colleague();
    const context = await scene.logIn(colleague);
    const one = await scene.show(scene.path, context);
    const other = await context.newPage();
    const { seen } = await scene.studio.watch(other);
    await other.goto(`${scene.url}/studio${scene.path}/content/post-5`);
    await other.getByRole('textbox', { name: /^Title/ }).waitFor();
    await one.getByRole('button', { name: /your profile and settings/ }).click();
    await one.getByRole('menuitem', { name: 'Log out' }).click();
    await other.getByRole('heading', { name: 'Log in to Lectern' }).waitFor();
    assert.deepEqual(seen, []);
  });
}
