/** Webhooks and requests in the settings: a fault of a receiver or a site is found and mended in the browser alone. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { accept, refuse, startReceiver } from '../../../server/test/webhooks/receiver.ts';
import { publishNew } from '../../../testing/src/given.ts';
import { until } from '../../../testing/src/until.ts';
import type { FilledCase } from '../harness/filled-space.ts';
import { keepForGuide } from '../harness/guide-pictures.ts';

export function webhookCases(it: FilledCase): void {
  it('shows why a site gets no content, what to do about it, and its key', async (scene) => {
    const { given } = scene;
    await given.delivery.get(`${given.base}/entries`, 403);
    const page = await scene.show(`${scene.path}/settings/requests`);
    const row = page.getByRole('row', { name: /403 wrong_plane/ });
    await row.waitFor();
    await keepForGuide(page, 'requests');
    await row.getByRole('link').press('Enter');
    const drawer = page.getByRole('dialog', { name: '403 GET' });
    await drawer.getByText('The key is of another kind than the address.').waitFor();
    await drawer.getByRole('link').press('Enter');
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
  });
}

/** Those of the deep tier: many of a kind, or rarer turns of what others hold. */
export function longWebhookCases(it: FilledCase): void {
  it('makes a webhook whose receiver fails, finds out why, and sends again what it missed, by keyboard', async (scene) => {
    const { given } = scene;
    await using receiver = { ...(await startReceiver(refuse)), [Symbol.asyncDispose]: () => receiver.close() };
    const page = await scene.show(`${scene.path}/settings/webhooks`);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
    await press('New webhook');
    const address = page.getByRole('textbox', { name: 'Address' });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Site');
    await address.fill('http://10.0.0.1/');
    await page.keyboard.press('Enter');
    await page
      .locator('form')
      .getByText(/private/)
      .waitFor();
    assert.equal(await address.getAttribute('aria-invalid'), 'true');
    await address.fill(receiver.url);
    await page.keyboard.press('Enter');
    assert.match((await page.getByLabel('Secret of the webhook').last().textContent()) ?? '', /^whsec_/);
    await press('I have copied it');
    await page.getByText('Nothing was sent yet').waitFor();

    await publishNew(given.owner, given.base, { content_type_id: 'author', fields: { name: 'Ada' } });
    await receiver.until(2);
    const failed = page.getByRole('row', { name: /Entry published.*Failed · 500/ });
    await refreshUntil(failed, /\/deliveries\?/);
    await failed.getByRole('link').press('Enter');
    // What was pressed is gone, and the keyboard is beside where it was.
    await page.getByRole('dialog').locator(':focus').waitFor();
    await page.getByText('The receiver has to respond with a status from 200 to 299.').waitFor();
    assert.equal(await page.getByLabel('Body of the response').textContent(), 'no');
    await keepForGuide(page, 'webhook-attempt');
    receiver.respond(accept);
    await press('Send this again');
    await page.getByText('Delivered · 204').waitFor();
    // The log has not got it with this filter.
    await page.goto(`${page.url()}&status=failed`);
    await page.getByText('Delivered · 204').waitFor();
    await press('Back to all deliveries');
    await press('Send again what was missed…');
    await page
      .getByRole('dialog', { name: 'Send again what was missed' })
      .getByRole('button', { name: 'Send' })
      .press('Enter');
    await page.getByText('Deliveries that are sent again: 1.').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).last().press('Enter');
    await refreshUntil(page.getByText(/2 delivered/).first(), /\/webhooks\/\w+$/);
  });

  it('keeps what is typed about a webhook from a press of Escape, and its secret for whoever closed its form early', async (scene) => {
    const page = await scene.show(`${scene.path}/settings/webhooks?part=gone`);
    const { promise: isClosed, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/webhooks', async (route) => {
      if (route.request().method() === 'POST') await isClosed;
      await route.continue();
    });
    await page.getByRole('button', { name: 'New webhook', exact: true }).click();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Bells');
    const question = page.waitForEvent('dialog');
    const pressed = page.keyboard.press('Escape');
    await (await question).dismiss();
    await pressed;
    await page.getByRole('textbox', { name: 'Address' }).fill('https://bells.harbour.invalid/');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await name.waitFor({ state: 'hidden' });
    goOn();
    await page
      .getByRole('dialog', { name: 'Webhook created' })
      .getByText(/^whsec_/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('Nothing was sent yet').waitFor();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await name.fill('Bells and horns');
    const again = page.waitForEvent('dialog');
    const close = page.keyboard.press('Escape');
    await (await again).dismiss();
    await close;
    assert.equal(await name.inputValue(), 'Bells and horns');
    await page.getByRole('button', { name: 'Delete this webhook…' }).click();
    await page.getByRole('dialog', { name: 'Delete Bells' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').first().waitFor({ state: 'hidden' });
  });
}

/** Presses *Refresh* until something shows; not while what it asked for is on its way, as that would be asked for anew. */
async function refreshUntil(shown: Locator, asksFor: RegExp): Promise<void> {
  const page = shown.page();
  await until(async () => {
    const response = page.waitForResponse(asksFor);
    await page.getByRole('button', { name: 'Refresh', exact: true }).press('Enter');
    await response;
    return shown.isVisible();
  });
}
