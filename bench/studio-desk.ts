/** What the benches of Studio share: browsers in which somebody is logged in, slow pages, and the moment of a paint. */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { PASSWORD } from '../packages/testing/src/given.ts';

const CPU_THROTTLE = 4;
const PATIENCE_MS = 60_000;

/** What can be typed into. */
const INPUT = ':is(input, textarea, [contenteditable="true"]):not([readonly])';

/**
 * `whenPainted(selector)` in the page: when an element for it had been painted, on the clock of the page. A task that is
 * posted in a frame runs after its paint, and not before the page is free to take a key.
 */
const WHEN_PAINTED = `window.whenPainted = (selector) => new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error(selector + ' is not in the page.')), ${PATIENCE_MS});
  const afterPaint = () => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now());
    port2.postMessage(null);
  });
  if (document.querySelector(selector) !== null) return afterPaint();
  const observer = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    observer.disconnect();
    afterPaint();
  });
  observer.observe(document, { childList: true, subtree: true });
});`;

/** A browser in which that person is logged in, with an empty cache. */
export async function logIn(browser: Browser, url: string, email: string): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE_MS);
  const data = { email, password: PASSWORD, refresh: 'cookie' };
  const answer = await context.request.post(`${url}/auth/login`, { data, headers: { origin: url } });
  if (!answer.ok()) throw new Error(await answer.text());
  // What Studio itself notes, so that it asks for the session that the cookie stands for.
  await context.addInitScript(`localStorage.setItem('lectern.session', '1')`);
  await context.addInitScript(WHEN_PAINTED);
  return context;
}

/** Slows the page down from now on. It has to be on a page of the service: another process would begin at full speed. */
export async function slowDown(page: Page, rate = CPU_THROTTLE): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  return devtools;
}

/** A selector for the inputs of an entry. */
export function inputsOf(key: string): string {
  return `[id^="field-${key}-"] ${INPUT}`;
}

/** The nodes in the page. */
export async function nodesIn(page: Page): Promise<number> {
  return Number(await page.evaluate('document.getElementsByTagName("*").length'));
}

/** Milliseconds from the next press of a button or key until an element for the selector is painted. */
export async function paintAfter(
  page: Page,
  event: 'click' | 'keydown',
  selector: string,
  act: () => Promise<void>,
): Promise<number> {
  await page.evaluate(`window.painted = new Promise((resolve) =>
    addEventListener('${event}', ({ timeStamp }) =>
      whenPainted(${JSON.stringify(selector)}).then((at) => resolve(at - timeStamp)), { capture: true, once: true }));0`);
  await act();
  return Number(await page.evaluate('window.painted'));
}
