/** Environments in the settings: copied, compared, merged with decisions, undone, deleted; aliases switched and switched back. */
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
}
