/** Environments in the settings: copied, compared, merged with decisions, undone, deleted; aliases switched and switched back. */
import assert from 'node:assert/strict';
import { growApart, untilReady } from '../harness/branch.ts';
import { hurry } from '../harness/clock.ts';
import type { FilledCase } from '../harness/filled-space.ts';

export function environmentCases(it: FilledCase): void {
  it('copies an environment, shows when it is ready, and deletes it once its name is typed', async (scene) => {
    const page = await scene.show(`${scene.path}/settings/environments`);
    await page.getByRole('button', { name: 'New environment' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('trial');
    await page.getByRole('button', { name: 'Make it' }).click();
    const row = page.getByRole('row', { name: /^trial/ });
    await hurry(page, page.getByRole('row', { name: /trial Ready master/ }).waitFor());
    await row.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete trial' });
    await dialog.getByRole('textbox', { name: 'Type trial to confirm' }).fill('next');
    await dialog.getByRole('button', { name: 'Delete with everything in it' }).click();
    await dialog.getByText('This is not the name. Type trial.').waitFor();
    await dialog.getByRole('textbox', { name: 'Type trial to confirm' }).fill('trial');
    await dialog.getByRole('button', { name: 'Delete with everything in it' }).click();
    await row.waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: /^next/ }).waitFor();
  });

  it('compares a changed copy down to its values, with the words that differ marked', async (scene) => {
    await untilReady(scene.given, 'next');
    await growApart(scene.given, { from: 'next', into: 'master' });
    const page = await scene.show(`${scene.path}/settings/environments`);
    await page.getByRole('row', { name: /^next/ }).getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('button', { name: /^Ann Lee.*Added$/ }).waitFor();
    const crane = page.getByRole('button', { name: /^A new crane for the west quay.*Changed in both$/ });
    await crane.press('Enter');
    await page.getByRole('heading', { name: 'Title · en-US · Changed in both' }).waitFor();
    assert.deepEqual(await page.locator('section ins').allTextContents(), ['A', 'crane', 'west']);
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Changed in both (2)' }).click();
    await page.getByText('2 of 5').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('status'), 'both');
  });
}
