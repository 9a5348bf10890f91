/**
 * The server's own pages in a real Chromium: every page and every state of it, without a violation of axe, without scripts,
 * and without a request for anything else; light or dark, on a phone or on a desk, or with `STUDIO_VIEWS=all` in all of these.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { closeConnections } from '../../../testing/src/client.ts';
import { describeFirstEngine } from '../../../testing/src/engines.ts';
import { startChromium, type TestBrowser } from '../../../testing/src/people/chromium.ts';
import { startService, type TestService } from '../../../testing/src/service.ts';
import { requireAccessible, type View } from './accessible.ts';
import { type PageState, pageStates } from './page-states.ts';
import { LEFT_TO_RIGHT, viewsInTurn } from './views.ts';

/** While one waits for its browser, another has the processor. */
const PAGES_AT_ONCE = 3;

describeFirstEngine('pages in a browser', (engine) => {
  let service: TestService;
  let chromium: TestBrowser;
  before(async () => {
    [service, chromium] = await Promise.all([
      startService({ engine, env: { LECTERN_BILLING: 'open' } }),
      startChromium(),
    ]);
  });
  after(async () => {
    closeConnections();
    await chromium.close();
    await service.close();
  });

  describe('each alone', { concurrency: PAGES_AT_ONCE }, () => {
    for (const [index, state] of pageStates.entries())
      it(`${state.name} shows "${state.heading}"`, async () => {
        const context = await chromium.browser.newContext();
        try {
          await tryState(await context.newPage(), service, state, viewsInTurn(index, LEFT_TO_RIGHT));
        } finally {
          await context.close();
        }
      });

    for (const state of pageStates)
      it(`${state.name} needs no scripts`, async () => {
        const context = await chromium.browser.newContext({ javaScriptEnabled: false });
        try {
          const page = await context.newPage();
          await state.reach(page, service);
          assert.equal(await page.textContent('h1'), state.heading);
        } finally {
          await context.close();
        }
      });
  });
});

async function tryState(page: Page, service: TestService, state: PageState, views: readonly View[]): Promise<void> {
  const problems: string[] = [];
  let status = 0;
  page.on('console', (message) => problems.push(message.text()));
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) problems.push(`It requested ${request.url()}.`);
  });
  page.on('response', (response) => {
    status = response.status();
  });
  await state.reach(page, service);
  assert.equal(await page.textContent('h1'), state.heading);
  assert.equal(status, state.status);
  await requireAccessible(page, state.name, views);
  assert.deepEqual(
    problems.filter((problem) => !problem.startsWith('Failed to load resource')),
    [],
  );
}
