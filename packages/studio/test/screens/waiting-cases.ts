/** A session whose server is away, and one that two tabs renew at the same time. */

import assert from 'node:assert/strict';
import { requireAccessible } from '../../../server/test/pages/accessible.ts';
import { viewsInTurn } from '../../../server/test/pages/views.ts';
import { until } from '../../../testing/src/until.ts';
import { hurry, letTokensEnd, limitByClock, whileTimeStands } from '../harness/clock.ts';
import type { FilledCase } from '../harness/filled-space.ts';

const RENEWAL = '**/auth/refresh';
/** Whether a tab renews, and another one waits for what comes of it. */
const TWO_TABS_RENEW = `navigator.locks.query().then(({ held, pending }) => {
  const clients = [...held, ...pending].filter(({ name }) => name === 'lectern-session').map(({ clientId }) => clientId);
  return new Set(clients).size === 2;
})`;

export function waitingCases(it: FilledCase): void {
  it('waits for a server that is away when the page opens, and goes on logged in, by itself and when asked', async (scene) => {
    const colleague = await scene.colleague();
    const context = await scene.logIn(colleague);
    const page = await scene.show(`${scene.path}/media`, context);
    await page.getByRole('heading', { name: 'Media' }).waitFor();
    const alert = page.getByRole('alert').filter({ hasText: 'The service cannot be reached' });

    await page.route(RENEWAL, (route) => route.abort('connectionrefused'));
    await page.reload();
    await alert.waitFor();
    await page.unroute(RENEWAL);
    await hurry(page, page.getByRole('heading', { name: 'Media' }).waitFor());

    const page503 = { status: 503, contentType: 'text/html', body: '<h1>503 Service Temporarily Unavailable</h1>' };
    await page.route(RENEWAL, (route) => route.fulfill(page503));
    await page.reload();
    await alert.waitFor();
    await requireAccessible(page, 'unreachable', viewsInTurn(1));
    // It asks by itself no more.
    await whileTimeStands(context, async () => {
      const askAgain = alert.getByRole('button', { name: 'Try again now', disabled: false });
      await askAgain.waitFor();
      await page.unroute(RENEWAL);
      await askAgain.click();
      await page.getByRole('heading', { name: 'Media' }).waitFor();
    });
    assert.match(page.url(), /\/master\/media$/);
  });

  it('goes to the log-in when a server that was away says that the session has ended', async (scene) => {
    const colleague = await scene.colleague();
    const context = await scene.logIn(colleague);
    await context.route(RENEWAL, (route) => route.abort('connectionrefused'));
    const page = await scene.show(scene.path, context);
    await page.getByRole('alert').filter({ hasText: 'The service cannot be reached' }).waitFor();
    await context.clearCookies();
    await context.unroute(RENEWAL);
    await hurry(page, page.getByRole('heading', { name: 'Log in to Lectern' }).waitFor());
  });

  it('renews the session once at a time for two tabs whose tokens have run out, and logs out neither', async (scene) => {
    const colleague = await scene.colleague();
    const context = await scene.logIn(colleague);
    await limitByClock(context);
    const tabs = [await scene.show(scene.path, context), await scene.show(scene.path, context)];
    for (const tab of tabs) await tab.getByRole('heading', { name: 'Home' }).waitFor();
    let asked = 0;
    const held = Promise.withResolvers<void>();
    await context.route(RENEWAL, async (route) => {
      asked += 1;
      await held.promise;
      await route.continue();
    });
    await letTokensEnd(context);
    // However long it takes, no renewal runs out of time.
    await whileTimeStands(context, async () => {
      for (const tab of tabs) await tab.getByRole('link', { name: 'Media' }).click();
      for (const tab of tabs) await until(() => tab.evaluate(TWO_TABS_RENEW));
    });
    assert.equal(asked, 1);
    held.resolve();
    for (const tab of tabs) await tab.getByRole('link', { name: /lighthouse/ }).waitFor();
    // Neither has used up what the other goes on with: that would have ended the session.
    for (const tab of tabs) {
      await tab.reload();
      await tab.getByRole('link', { name: /lighthouse/ }).waitFor();
    }
  });
}
