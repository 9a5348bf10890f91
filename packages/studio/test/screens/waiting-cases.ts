/** A session whose server is away, and one that two tabs renew at the same time. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../server/test/harness/until.ts';
import { requireAccessible } from '../../../server/test/pages/accessible.ts';
import { viewsInTurn } from '../harness/views.ts';
import type { Room } from './room.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const RENEWAL = '**/auth/refresh';
/** Whether a tab renews, and another one waits for what comes of it. */
const TWO_TABS_RENEW = `navigator.locks.query().then(({ held, pending }) => {
  const clients = [...held, ...pending].filter(({ name }) => name === 'lectern-session').map(({ clientId }) => clientId);
  return new Set(clients).size === 2;
})`;

export function waitingCases(room: () => Room): void {
  it('waits for a server that is away when the page opens, and goes on logged in, by itself and when asked', async () => {
    const { studio, filled, colleague } = room();
    const context = await studio.logIn(colleague);
    const page = await studio.show(context, `${filled.path}/media`);
    await page.getByRole('heading', { name: 'Media' }).waitFor();
    const alert = page.getByRole('alert').filter({ hasText: 'The service cannot be reached' });

    await page.route(RENEWAL, (route) => route.abort('connectionrefused'));
    await page.reload();
    await alert.waitFor();
    await page.unroute(RENEWAL);
    await page.getByRole('heading', { name: 'Media' }).waitFor();

    const page503 = { status: 503, contentType: 'text/html', body: '<h1>503 Service Temporarily Unavailable</h1>' };
    await page.route(RENEWAL, (route) => route.fulfill(page503));
    await page.clock.install();
    await page.reload();
    await alert.waitFor();
    await requireAccessible(page, 'unreachable', viewsInTurn(1));
    // From here on it asks by itself no more.
    await page.clock.pauseAt(Date.now() + SECOND_MS);
    const askAgain = alert.getByRole('button', { name: 'Ask again now', disabled: false });
    await askAgain.waitFor();
    await page.unroute(RENEWAL);
    await askAgain.click();
    await page.getByRole('heading', { name: 'Media' }).waitFor();
    assert.match(page.url(), /\/master\/media$/);
    await context.close();
  });

  it('goes to the door when a server that was away says that the session has ended', async () => {
    const { studio, filled, colleague } = room();
    const context = await studio.logIn(colleague);
    await context.route(RENEWAL, (route) => route.abort('connectionrefused'));
    const page = await studio.show(context, filled.path);
    await page.getByRole('alert').filter({ hasText: 'The service cannot be reached' }).waitFor();
    await context.clearCookies();
    await context.unroute(RENEWAL);
    await page.getByRole('heading', { name: 'Log in to Lectern' }).waitFor();
    await context.close();
  });

  it('renews the session once at a time for two tabs whose tokens have run out, and logs out neither', async () => {
    const { studio, filled, colleague } = room();
    const context = await studio.logIn(colleague);
    const tabs = [await studio.show(context, filled.path), await studio.show(context, filled.path)];
    for (const tab of tabs) await tab.getByRole('heading', { name: 'Home' }).waitFor();
    let asked = 0;
    const held = Promise.withResolvers<void>();
    await context.route(RENEWAL, async (route) => {
      asked += 1;
      await held.promise;
      await route.continue();
    });
    for (const tab of tabs) {
      await letTokenEnd(tab);
      await tab.getByRole('link', { name: 'Media' }).click();
    }
    for (const tab of tabs) await until(() => tab.evaluate(TWO_TABS_RENEW));
    assert.equal(asked, 1);
    held.resolve();
    for (const tab of tabs) await tab.getByRole('link', { name: /lighthouse/ }).waitFor();
    // Neither has used up what the other goes on with: that would have ended the session.
    for (const tab of tabs) {
      await tab.reload();
      await tab.getByRole('link', { name: /lighthouse/ }).waitFor();
    }
    await context.close();
  });
}

/** For the page an hour passes, in which its access token ends. */
async function letTokenEnd(page: Page): Promise<void> {
  await page.evaluate(`{ const now = Date.now; Date.now = () => now() + ${HOUR_MS}; }`);
}
