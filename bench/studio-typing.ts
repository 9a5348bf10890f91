/** The entry screen: from a key to its paint, with entries of several sizes. */
import type { Browser } from 'playwright-core';
import { keyToPaint } from '../packages/studio/test/entry/key-to-paint.ts';
import { given } from '../packages/testing/src/given.ts';
import type { Table } from './report.ts';
import { besideTargets, type MeasuredRow, TYPED_SIZES, TYPING, WHAT } from './studio-budgets.ts';
import { makeLinked, makeRows } from './studio-content.ts';
import { inputsOf, logIn, nodesIn } from './studio-desk.ts';

const KEYS = 200;
const LOCALES = ['en-US', 'de', 'fr', 'it', 'es', 'nl', 'pl', 'sv', 'ja', 'ar'];
const SHOWN = LOCALES.slice(0, 3).join(',');

/** Measures it in a space of its own. */
export async function measureTyping(browser: Browser, url: string): Promise<Table> {
  const scene = await given(url);
  for (const code of LOCALES.slice(1)) await scene.owner.post(`${scene.space}/locales`, { code, optional: true }, 201);
  await makeLinked(scene);
  const context = await logIn(browser, url, scene.member.email);
  const rows: MeasuredRow[] = [];
  for (const { values, size } of TYPED_SIZES) {
    const { key } = await makeRows(scene, values / LOCALES.length, LOCALES);
    const page = await context.newPage();
    await page.goto(`${url}/studio/spaces/${scene.spaceId}/master/content/${key}?locales=${SHOWN}`);
    const input = page.locator(inputsOf(key)).first();
    await input.waitFor();
    const nodes = await nodesIn(page);
    const { p50, p95, work } = await keyToPaint(page, input, KEYS);
    rows.push([WHAT.keyP50(size), p50, nodes, work.toFixed(1)], [WHAT.keyP95(size), p95, '', '']);
    await page.close();
  }
  await context.close();
  return besideTargets(TYPING, rows, ['nodes', 'work a key ms, not throttled']);
}
