/** The store of open entries: for how long a key holds it up. */
import type { Browser } from 'playwright-core';
import { bundleInPage } from '../packages/studio/test/harness/bundle.ts';
import { Actor } from '../packages/testing/src/client.ts';
import { field, given, PASSWORD, type Scene } from '../packages/testing/src/given.ts';
import type { Table } from './report.ts';
import { slowDown } from './studio-desk.ts';

const KEYS = 1_000;
const LOCALES = 'en-US bg cs da de el es et fi fr ga hr hu is it ja ko lt lv mt nb nl pl pt ro sk sl sv tr uk'.split(
  ' ',
);
const FIELD_COUNTS = [1, 10, 100];

interface KeyTimes {
  readonly toListener: readonly number[];
  readonly toFree: readonly number[];
}

/** Measures it in a space of its own. */
export async function measureStore(browser: Browser, url: string): Promise<Table> {
  const scene = await given(url);
  for (const code of LOCALES.slice(1))
    await scene.owner.post(`${scene.space}/locales`, { code, name: code, optional: true }, 201);
  const script = await bundleInPage('typing-bench.ts');
  const rows: (string | number)[][] = [];
  for (const count of FIELD_COUNTS) {
    const page = await (await browser.newContext({ bypassCSP: true })).newPage();
    await page.goto(`${url}/healthz`);
    await page.addScriptTag({ content: script });
    await slowDown(page);
    const given = await entryWith(scene, count);
    const words = [given.tokens, given.at, KEYS].map((word) => JSON.stringify(word)).join(', ');
    const times = (await page.evaluate(`typingBench.type(${words})`)) as KeyTimes;
    rows.push([count * LOCALES.length, ...shares(times.toListener), ...shares(times.toFree)]);
    await page.context().close();
  }
  const columns = ['values', 'listener mean µs', 'listener p95 ms', 'page free mean µs', 'page free p95 ms'];
  return { title: 'Studio: a key into the store of open entries, 4 × CPU throttle', columns, rows };
}

/** An entry with that many fields, each with a value in every locale, and a session to open it with. */
async function entryWith({ url, spaceId, base, owner, member }: Scene, count: number) {
  const fields = Array.from({ length: count }, (_, index) => `f${index}`);
  const type = { api_id: `t${count}`, name: `T${count}` };
  const localized = fields.map((id) => field(id, 'text', { localized: true }));
  await owner.post(`${base}/content-types`, { ...type, fields: localized }, 201);
  const values = Object.fromEntries(LOCALES.map((locale) => [locale, `Some words in ${locale}`]));
  const body = { content_type_id: type.api_id, fields: Object.fromEntries(fields.map((id) => [id, values])) };
  const key = (await owner.post(`${base}/entries`, body, 201)).string('key');
  const logIn = { email: member.email, password: PASSWORD };
  const tokens = (await new Actor(url, null).post('/auth/login', logIn, 200)).json;
  return { tokens, at: { address: { space: spaceId, environment: 'master', key }, fields, locales: LOCALES } };
}

/** The mean, as the clock is too coarse for one key, and what one key in twenty takes longer than. */
function shares(times: readonly number[]): [string, string] {
  const sorted = times.toSorted((a, b) => a - b);
  const mean = sorted.reduce((sum, time) => sum + time, 0) / sorted.length;
  return [(mean * 1_000).toFixed(0), (sorted[Math.floor(sorted.length * 0.95)] ?? 0).toFixed(1)];
}
