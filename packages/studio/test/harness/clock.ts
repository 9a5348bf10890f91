/** The time of pages, whose clock each scene has installed. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';

/** Ten times as fast. */
const LOOK_MS = 50;
const PASSES_MS = 500;

/** More than passes in one page while another is stopped. */
const MEANWHILE_MS = 5_000;
const HOUR_MS = 3_600_000;

/** After which an entry that comes into sight again is read again. */
const LATER_MS = 3_000;

/** Time limits of requests pass by the clock of the page too, which Playwright leaves to the browser. */
const TIME_LIMITS = `AbortSignal.timeout = (afterMs) => {
  const limit = new AbortController();
  setTimeout(() => limit.abort(new DOMException('It took too long.', 'TimeoutError')), afterMs);
  return limit.signal;
}`;

/** Lets the time of a page and of those in its browser pass quickly until something has come. @returns what came */
export async function hurry<T>(page: Page, comes: Promise<T>): Promise<T> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  comes.then(end, end);
  for (await sleep(LOOK_MS); !isOver; await sleep(LOOK_MS)) await page.clock.fastForward(PASSES_MS);
  return comes;
}

/** Runs while no time passes for the pages of a browser: what waits for its time waits, and no work counts as slow. */
export async function whileTimeStands(context: BrowserContext, run: () => Promise<void>): Promise<void> {
  const times = await Promise.all(context.pages().map((page) => page.evaluate('Date.now()')));
  await context.clock.pauseAt(Math.max(...times.map(Number)) + MEANWHILE_MS);
  await run();
  await context.clock.resume();
}

/** For the pages of a browser it is an hour later, in which their access tokens ended. */
export async function letTokensEnd(context: BrowserContext): Promise<void> {
  await context.clock.setSystemTime(Date.now() + HOUR_MS);
}

/** Lets time limits of requests pass by the clock of the pages that open from now on. */
export async function limitByClock(context: BrowserContext): Promise<void> {
  await context.addInitScript(TIME_LIMITS);
}

/** A tab comes back into sight later, and reads again what it shows. */
export async function comeIntoSight(page: Page): Promise<void> {
  await page.clock.fastForward(LATER_MS);
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
}
