/**
 * What opens in another tab. The browser itself is asked: Playwright gives no `page` for a tab whose document is there
 * before Playwright has prepared the tab, which is one in ten on a busy machine.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';

const LOOK_MS = 20;
const PATIENCE_MS = 60_000;

interface Tab {
  readonly targetId: string;
  readonly url: string;
}

/**
 * Acts on a page, waits until that has opened a tab, and closes the tab.
 * @returns the address that the tab has loaded
 */
export async function addressInNewTab(page: Page, act: () => Promise<void>): Promise<string> {
  const devtools = await page.context().browser()?.newBrowserCDPSession();
  assert.ok(devtools !== undefined);
  try {
    const before = new Set((await tabs(devtools)).map(({ targetId }) => targetId));
    await act();
    const opened = ({ targetId, url }: Tab) => !before.has(targetId) && URL.canParse(url) && url !== 'about:blank';
    const tab = await first(async () => (await tabs(devtools)).find(opened));
    await first(async () => {
      // One that still loads may not hear of it the first time, and then gives no answer.
      void devtools.send('Target.closeTarget', { targetId: tab.targetId }).catch(() => undefined);
      return (await tabs(devtools)).every(({ targetId }) => targetId !== tab.targetId) || undefined;
    });
    return tab.url;
  } finally {
    await devtools.detach();
  }
}

async function tabs(devtools: CDPSession): Promise<Tab[]> {
  const { targetInfos } = await devtools.send('Target.getTargets');
  return targetInfos.filter(({ type }) => type === 'page');
}

/** Looks until there is something to see. */
async function first<T>(look: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    assert.ok(performance.now() < end, 'No other tab has opened, or it does not close.');
    await sleep(LOOK_MS);
  }
}
