/**
 * The server's own pages in a real Chromium: every page and every state of it, light and dark, on a phone and on a desk,
 * without a violation of axe, without scripts, and without a request for anything else.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { closeConnections } from '../client.ts';
import { startChromium, type TestBrowser } from '../harness/chromium.ts';
import { describeFirstEngine } from '../harness/engines.ts';
import { startService, type TestService } from '../harness/service.ts';
import { requireAccessible } from './accessible.ts';
import { type PageState, pageStates } from './page-states.ts';

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

  for (const state of pageStates) {
    it(`${state.name} shows "${state.heading}"`, async () => {
      const context = await chromium.browser.newContext();
      try {
        await tryState(await context.newPage(), service, state);
      } finally {
        await context.close();
      }
    });
  }

  it('need no scripts', async () => {
    const context = await chromium.browser.newContext({ javaScriptEnabled: false });
    try {
      for (const state of pageStates) {
        const page = await context.newPage();
        await state.reach(page, service);
        assert.equal(await page.textContent('h1'), state.heading);
        await page.close();
      }
    } finally {
      await context.close();
    }
  });
});

async function tryState(page: Page, service: TestService, state: PageState): Promise<void> {
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
  await requireAccessible(page, state.name);
  assert.deepEqual(
    problems.filter((problem) => !problem.startsWith('Failed to load resource')),
    [],
  );
}
