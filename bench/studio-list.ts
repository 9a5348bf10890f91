/**
 * The content list over many entries: how soon its rows are there, how evenly it scrolls, and what its tab holds.
 *
 * Frames are counted by `requestAnimationFrame`, not by the compositor's own count: it moves what is painted however late
 * the page is, and what is late then are the rows, which the page puts in. A gap of n × 16.7 ms is n − 1 dropped frames.
 *
 * The memory of a tab is the anonymous resident memory of its renderer and what of it is swapped out, as in the browser's
 * own task manager, after a garbage collection, as `performance.measureUserAgentSpecificMemory` waits for one too (it needs
 * a page apart from all others, which Studio is not). The heap of scripts alone leaves out nodes, styles and layers, and all
 * that is resident counts the program's own code, which all tabs share.
 */
import { readFileSync } from 'node:fs';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { startChromium } from '../packages/testing/src/people/chromium.ts';
import type { Table } from './report.ts';
import { median } from './rounds.ts';
import { besideTargets, LIST, type MeasuredRow, WHAT } from './studio-budgets.ts';
import { logIn, nodesIn, slowDown } from './studio-desk.ts';
import type { World } from './world.ts';

const ROUNDS = 7;
const ROWS_SCROLLED = 5_000;
const ROW_PIXELS = 44;
const ROWS_A_SECOND = 100;
const ROWS_A_GESTURE = 250;
const IDLE_MS = 5_000;
/** Freed pages go back to the system some time after a collection. */
const RELEASE_MS = 2_000;
const FRAME_MS = 1_000 / 60;
const BYTES_PER_MB = 1_000_000;
const BYTES_PER_KIB = 1_024;

/** `frames()` in the page begins to note frames, and gives what ends it with their times. */
const FRAMES = `window.frames = () => {
  const times = [];
  let noting = true;
  const note = (time) => {
    times.push(time);
    if (noting) requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
  return () => {
    noting = false;
    return times;
  };
}`;

/** Measures it over the articles of a world, in a browser of its own: its only renderer is that of the list. */
export async function measureList(url: string, { spaceId, ownerEmail }: World): Promise<Table> {
  const { browser, close } = await startChromium();
  try {
    const address = `${url}/studio/spaces/${spaceId}/master/content`;
    const times = (await firstRows(browser, { url, ownerEmail, address, rate: 1 })).map(Math.round);
    const slow = (await firstRows(browser, { url, ownerEmail, address, rate: 4 })).map(Math.round);
    const page = await (await logIn(browser, url, ownerEmail)).newPage();
    await page.addInitScript(FRAMES);
    await page.goto(address);
    await page.locator('[data-row]').first().waitFor();
    const before = await memoryOf(browser);
    const devtools = await slowDown(page);
    const idle = await droppedWhile(page, () => page.waitForTimeout(IDLE_MS));
    const scrolling = await droppedWhile(page, () => scroll(page, devtools));
    await slowDown(page, 1);
    const nodes = await nodesIn(page);
    const uncollected = await memoryOf(browser);
    await devtools.send('HeapProfiler.collectGarbage');
    await page.waitForTimeout(RELEASE_MS);
    const after = await memoryOf(browser);
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    const rows: MeasuredRow[] = [
      [WHAT.firstRows, median(times), `worst of ${ROUNDS} rounds ${Math.max(...times)}`],
      ['the same, 4 × CPU throttle', median(slow), `worst of ${ROUNDS} rounds ${Math.max(...slow)}`],
      [
        WHAT.dropped,
        percentOf(scrolling),
        `${scrolling.dropped} of ${scrolling.all}, longest gap ${scrolling.longest} ms`,
      ],
      ['frames dropped while nothing happens', percentOf(idle), `${idle.dropped} of ${idle.all}`],
      [
        WHAT.memory,
        mb(after),
        `before ${mb(before)} MB, with garbage ${mb(uncollected)} MB, ${nodes} nodes, heap of scripts ${mb(usedSize)} MB`,
      ],
    ];
    return besideTargets(LIST, rows, ['besides']);
  } finally {
    await close();
  }
}

interface Visit {
  readonly url: string;
  readonly ownerEmail: string;
  readonly address: string;
  readonly rate: number;
}

/** Milliseconds from the end of the answer to the paint of its first rows, with an empty cache each time. */
async function firstRows(browser: Browser, { url, ownerEmail, address, rate }: Visit): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await (await logIn(browser, url, ownerEmail)).newPage();
    await page.goto(`${url}/healthz`);
    await slowDown(page, rate);
    await page.goto(address, { waitUntil: 'commit' });
    const paintedAt = Number(await page.evaluate(`whenPainted('[data-row]')`));
    const answeredAt = await page.evaluate(
      `performance.getEntriesByType('resource').find(({ name }) => /\\/entries\\?.*limit=/.test(name)).responseEnd`,
    );
    times.push(paintedAt - Number(answeredAt));
    await page.context().close();
  }
  return times;
}

/** Turns the wheel until that many rows have gone by, loading page after page on the way. */
async function scroll(page: Page, devtools: CDPSession): Promise<void> {
  const box = await page.getByRole('grid').boundingBox();
  if (box === null) throw new Error('The list is not on the screen.');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const distance = { yDistance: -ROWS_A_GESTURE * ROW_PIXELS, speed: ROWS_A_SECOND * ROW_PIXELS };
  for (let row = 0; row < ROWS_SCROLLED; row = Number(await page.locator('[data-row]').last().getAttribute('data-row')))
    await devtools.send('Input.synthesizeScrollGesture', { ...at, ...distance, gestureSourceType: 'mouse' });
}

interface Frames {
  readonly dropped: number;
  readonly all: number;
  /** Milliseconds. */
  readonly longest: number;
}

async function droppedWhile(page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate('window.endOfFrames = frames();0');
  await act();
  const times = (await page.evaluate('endOfFrames()')) as number[];
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0);
  return { dropped, all: gaps.length + dropped, longest: Math.round(Math.max(...gaps)) };
}

function percentOf({ dropped, all }: Frames): string {
  return ((100 * dropped) / all).toFixed(1);
}

/** Bytes of the largest renderer of a browser; a browser may keep an empty one ready. */
async function memoryOf(browser: Browser): Promise<number> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  return Math.max(...processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateBytes(id)));
}

function privateBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = ['RssAnon', 'VmSwap'].map((name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]));
  return kib.reduce((sum, part) => sum + part, 0) * BYTES_PER_KIB;
}

function mb(bytes: number): number {
  return Math.round(bytes / BYTES_PER_MB);
}
