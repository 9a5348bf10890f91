/** How long after a key its character is on the screen, on a processor that is slowed down. */
import type { Locator, Page } from 'playwright-core';

const THROTTLE = 4;
const PAUSE_MS = 60;

/** From the key to the frame after the next one began, which is when its paint is done. */
const WATCH = `(() => {
  window.keyToPaint = [];
  const channel = new MessageChannel();
  const waiting = [];
  channel.port1.onmessage = () => window.keyToPaint.push(performance.now() - waiting.shift());
  addEventListener('keydown', ({ timeStamp }) => {
    requestAnimationFrame(() => {
      waiting.push(timeStamp);
      channel.port2.postMessage(null);
    });
  }, true);
})()`;

export interface KeyToPaint {
  /** Milliseconds at 4 x throttle. They depend on what else the machine does. */
  readonly p50: number;
  readonly p95: number;
  /** Milliseconds of processor time that the page takes for a key, not throttled. */
  readonly work: number;
}

/** Types into an input, twice as many keys as given. */
export async function keyToPaint(page: Page, input: Locator, keys: number): Promise<KeyToPaint> {
  const devtools = await page.context().newCDPSession(page);
  const text = 'the quick brown fox '.repeat(keys).slice(0, keys);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  await input.focus();
  const before = await worked();
  await page.keyboard.type(text, { delay: PAUSE_MS });
  const work = ((await worked()) - before) / keys;
  await page.evaluate(WATCH);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  await page.keyboard.type(text, { delay: PAUSE_MS });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const times = ((await page.evaluate('window.keyToPaint')) as number[]).toSorted((a, b) => a - b);
  return {
    p50: Math.round(times.at(times.length / 2) ?? 0),
    p95: Math.round(times.at(times.length * 0.95) ?? 0),
    work,
  };
}
