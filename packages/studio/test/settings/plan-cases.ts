/** Plan and usage, and AI helpers, in the settings. */
import assert from 'node:assert/strict';
import { until } from '../../../testing/src/until.ts';
import type { FilledCase } from '../harness/filled-space.ts';

export function planCases(it: FilledCase): void {
  it('shows what is used and by which space, what a smaller plan changes, opens its order, and is told on the way back', async (scene) => {
    const page = await scene.show(`${scene.path}/settings/plan`);
    await page.getByRole('row', { name: /^Entries \d+ no limit/ }).waitFor();
    await page.getByRole('region', { name: 'By space' }).getByRole('link', { name: 'Harbour news' }).waitFor();
    await page.getByRole('region', { name: 'Invoices' }).getByText('No invoices yet').waitFor();
    await page.getByRole('article', { name: 'Free' }).getByRole('button', { name: 'Choose Free' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change to Free' });
    await dialog.getByRole('row', { name: /^Entries no limit 5,000/ }).waitFor();
    await dialog.getByRole('button', { name: 'Go to the order' }).click();
    await page.waitForURL('**/checkout?token=*');
    await page.goto(`${scene.url}/studio${scene.path}/settings/plan?ordered=free`);
    await page.getByRole('status').filter({ hasText: 'The new plan applies as soon as' }).waitFor();
  });

  it('leads whoever opens an account that is suspended for a late payment to what happened, and whom to ask', async (scene) => {
    const colleague = await scene.colleague();
    const browser = await scene.logIn(colleague);
    await browser.route('**/auth/me', async (route) => {
      const me = await (await route.fetch()).json();
      const other = { ...me.accounts[0], id: 'acc_docks', name: 'Docks', suspended: true };
      const account = { ...me.account, suspended: true };
      await route.fulfill({ json: { ...me, account, accounts: [...me.accounts, other] } });
    });
    const json = { detail: { code: 'account_suspended', message: 'A payment is late.' } };
    await browser.route('**/spaces?*', (route) => route.fulfill({ status: 403, json }));
    const page = await scene.show('/', browser);
    await page.getByRole('status').filter({ hasText: 'Ask an owner to pay.' }).waitFor();
    await page.getByRole('link', { name: scene.given.member.email }).waitFor();
    await page.getByRole('button', { name: 'Switch to Docks (suspended)' }).waitFor();
    await page.goto(`${scene.url}/studio/plan?account=acc_strange&ordered=large`);
    await page.getByText('This link is about an account that you do not belong to').waitFor();
    assert.equal(await page.getByText('Reload this page').count(), 0);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
  });

  it('switches AI helpers off for the space, and says that no model is set up', async (scene) => {
    const page = await scene.show(`${scene.path}/settings/ai`);
    await page.getByText('None is set up, so nothing is sent to any.').waitFor();
    await page.getByRole('switch', { name: 'AI helpers in this space' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await until(async () => (await scene.given.owner.get(scene.given.space, 200)).at('ai') === 'off');
  });
}
