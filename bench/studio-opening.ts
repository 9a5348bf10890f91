/** From nothing, or from another entry, to an entry that takes keys; and how many nodes are in the page then. */
import type { Browser, Page } from 'playwright-core';
import { given, type Scene } from '../packages/testing/src/given.ts';
import type { Table } from './report.ts';
import { median } from './rounds.ts';
import { besideTargets, type MeasuredRow, NODES, OPENING, WHAT } from './studio-budgets.ts';
import { makeArticles, makeLargeEntry, titleOf, writerOf } from './studio-content.ts';
import { inputsOf, logIn, nodesIn, paintAfter, slowDown } from './studio-desk.ts';

const COLD_ROUNDS = 7;
const NEXT_ROUNDS = 9;
/** Until then fields near the screen are made, and what the first ones load has come. */
const SETTLE_MS = 3_000;
const LOCALES = ['en-US', 'de', 'fr', 'ar', 'ja', 'he'];
const SHOWN = LOCALES.slice(0, 3).join(',');

/** Measures it in a space of its own. */
export async function measureOpening(browser: Browser, url: string): Promise<Table[]> {
  const scene = await given(url);
  for (const code of LOCALES.slice(1)) await scene.owner.post(`${scene.space}/locales`, { code, optional: true }, 201);
  const { keys } = await makeArticles(scene, NEXT_ROUNDS + 1);
  const [first = ''] = keys;
  const large = (await makeLargeEntry(scene, LOCALES)).key;
  const opener = new Opener(browser, scene);
  const cold = await opener.cold(first, '');
  const coldLarge = await opener.cold(large, `?locales=${SHOWN}`);
  const rows = [
    spread(WHAT.cold, cold.times, cold.work),
    spread(WHAT.coldLarge, coldLarge.times, coldLarge.work),
    spread(WHAT.nextFromList, await opener.nextFromList(keys)),
    spread(WHAT.nextByLink, await opener.nextByLink(keys)),
  ];
  const nodes: MeasuredRow[] = [
    [WHAT.nodes, cold.nodes],
    [WHAT.nodesLarge, coldLarge.nodes],
  ];
  return [
    besideTargets(OPENING, rows, ['worst', 'rounds', 'work of the page ms, not throttled']),
    besideTargets(NODES, nodes),
  ];
}

function spread(what: string, times: readonly number[], work?: number): MeasuredRow {
  return [what, Math.round(median(times)), Math.round(Math.max(...times)), times.length, work?.toFixed(0) ?? ''];
}

class Opener {
  readonly #browser: Browser;
  readonly #scene: Scene;

  constructor(browser: Browser, scene: Scene) {
    this.#browser = browser;
    this.#scene = scene;
  }

  /** With an empty cache: each round in a browser context of its own, and one more at full speed for the work. */
  async cold(key: string, query: string) {
    const times: number[] = [];
    for (let round = 0; round < COLD_ROUNDS; round++) {
      const page = await this.#newPage();
      await slowDown(page);
      times.push(await openCold(page, this.#address(`content/${key}${query}`), key));
      await requireKeys(page, key);
      await page.context().close();
    }
    const page = await this.#newPage();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await openCold(page, this.#address(`content/${key}${query}`), key);
    const { metrics } = await devtools.send('Performance.getMetrics');
    const work = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
    await page.waitForTimeout(SETTLE_MS);
    const nodes = await nodesIn(page);
    await page.context().close();
    return { times, work, nodes };
  }

  /** By pressing rows of the list. The first opens the screen for the first time, and does not count. */
  async nextFromList(keys: readonly string[]): Promise<number[]> {
    const page = await this.#newPage();
    await page.goto(this.#address('content?content_type=article'));
    await slowDown(page);
    const times: number[] = [];
    for (const key of keys) {
      const row = page.getByRole('row', { name: titleOf(key) });
      times.push(await paintAfter(page, 'click', inputsOf(key), () => row.click()));
      await page.goBack();
    }
    await page.context().close();
    return times.slice(1);
  }

  /** By pressing a link of the open entry, which opens what it leads to over it. The first does not count. */
  async nextByLink(keys: readonly string[]): Promise<number[]> {
    const page = await this.#newPage();
    await slowDown(page);
    const times: number[] = [];
    for (const key of keys) {
      await openCold(page, this.#address(`content/${key}`), key);
      await page.locator(`#field-${key}-author`).scrollIntoViewIfNeeded();
      const link = page.locator(`#field-${key}-author`).getByRole('link', { name: /^Open/ });
      times.push(await paintAfter(page, 'click', inputsOf(writerOf(key)), () => link.click()));
    }
    await page.context().close();
    return times.slice(1);
  }

  #address(path: string): string {
    return `${this.#scene.url}/studio/spaces/${this.#scene.spaceId}/master/${path}`;
  }

  /** A page of the service, so that Studio opens in the process that is slowed down. */
  async #newPage(): Promise<Page> {
    const page = await (await logIn(this.#browser, this.#scene.url, this.#scene.member.email)).newPage();
    await page.goto(`${this.#scene.url}/healthz`);
    return page;
  }
}

/** Milliseconds from the address to the first input. */
async function openCold(page: Page, address: string, key: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  return Number(await page.evaluate(`whenPainted(${JSON.stringify(inputsOf(key))})`));
}

/** The first input takes a key: else there was nothing to measure. */
async function requireKeys(page: Page, key: string): Promise<void> {
  const input = page.locator(inputsOf(key)).first();
  const before = await input.inputValue();
  await input.press('End');
  await input.press('x');
  if ((await input.inputValue()) !== `${before}x`) throw new Error(`The first input of ${key} takes no key.`);
}
