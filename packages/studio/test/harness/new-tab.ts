/**
 * What opens in another tab. The browser itself is asked: Playwright gives no `page` for a tab whose document is there
 * before Playwright has prepared the tab, which is one in ten on a busy machine.
 */
import assert from 'node:assert/strict';
import type { CDPSession, Page } from 'playwright-core';
import { until } from '../../../testing/src/until.ts';

interface Tab {
  readonly targetId: string;
  readonly browserContextId?: string | undefined;
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
    // Scenes side by side share the browser, and each has contexts of its own.
    const own = await contextIdOf(page);
    const before = new Set((await tabs(devtools)).map(({ targetId }) => targetId));
    await act();
    const isNew = ({ targetId, browserContextId, url }: Tab) =>
      browserContextId === own && !before.has(targetId) && URL.canParse(url) && url !== 'about:blank';
    const find = async () => (await tabs(devtools)).find(isNew);
    const { targetId, url } = (await until(find)) ?? assert.fail();
    await until(async () => {
      // One that still loads may not hear of it the first time, and then gives no answer.
      void devtools.send('Target.closeTarget', { targetId }).catch(() => undefined);
      return (await find()) === undefined;
    });
    return url;
  } finally {
    await devtools.detach();
  }
}

async function tabs(devtools: CDPSession): Promise<Tab[]> {
  const { targetInfos } = await devtools.send('Target.getTargets');
  return targetInfos.filter(({ type }) => type === 'page');
}

async function contextIdOf(page: Page): Promise<string | undefined> {
  const devtools = await page.context().newCDPSession(page);
  const { targetInfo } = await devtools.send('Target.getTargetInfo');
  await devtools.detach();
  return targetInfo.browserContextId;
}
