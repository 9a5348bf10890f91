/** The picker over many entries: how many requests a typed word makes, and how soon its rows are there. */
import type { Browser, Page } from 'playwright-core';
import { commonWord, halfWord, rareWord } from './articles.ts';
import type { Table } from './report.ts';
import { median } from './rounds.ts';
import { besideTargets, type MeasuredRow, PICKER, WHAT } from './studio-budgets.ts';
import { logIn } from './studio-desk.ts';
import type { World } from './world.ts';

const ROUNDS = 7;
/** A quick typist; the picker asks once keys pause for longer than this. */
const KEY_GAP_MS = 50;

const SETTLED_LIST = '[role=listbox][aria-busy=false]';
/** Rows are painted within this after the list has settled. */
const SETTLE_MS = 500;

/** Notes in the page when the last key was pressed, and when rows of an answer were painted last. */
const WATCH = `(() => {
  addEventListener('keydown', ({ timeStamp }) => { window.lastKeyAt = timeStamp; }, { capture: true });
  const list = document.querySelector('${SETTLED_LIST}');
  const observer = new MutationObserver(() => {
    if (list.matches('${SETTLED_LIST}')) whenPainted('[role=option]').then((at) => { window.rowsAt = at; });
  });
  observer.observe(list, { attributes: true });
})()`;

/** Measures it over the articles of a world, which can be searched. */
export async function measurePicker(browser: Browser, url: string, world: World): Promise<Table> {
  const page = await (await logIn(browser, url, world.ownerEmail)).newPage();
  const address = `${url}/studio/spaces/${world.spaceId}/master/content/new/article`;
  const words = [
    { name: 'a word in 10 entries', of: (round: number) => rareWord(round, world.articles) },
    { name: 'a word in 2 % of the entries', of: commonWord },
    { name: 'a word in half of the entries', of: halfWord },
  ];
  const rows: MeasuredRow[] = [];
  for (const { name, of } of words) {
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await typeWord(page, address, of(round)));
    const times = rounds.map(({ ms }) => Math.round(ms));
    const [most, answered] = [
      Math.max(...rounds.map(({ requests }) => requests)),
      median(rounds.map(({ answerMs }) => answerMs)),
    ];
    rows.push([name, median(times), Math.max(...times), most, answered.toFixed(0)]);
  }
  await page.context().close();
  const worst = (column: 1 | 3) => Math.max(...rows.map((row) => Number(row[column])));
  return besideTargets(
    PICKER,
    [[WHAT.pickerRequests, worst(3), '', '', ''], [WHAT.pickerRows, worst(1), '', '', ''], ...rows],
    ['worst of the rounds', 'requests', 'of it the request'],
  );
}

interface Round {
  /** From the last key to the paint of the rows. */
  readonly ms: number;
  readonly requests: number;
  readonly answerMs: number;
}

/** Opens the picker of a field that links to entries of any type, in a page that has no answers yet, and types a word. */
async function typeWord(page: Page, address: string, word: string): Promise<Round> {
  await page.goto(address);
  await page.locator('[id$="-author"]').getByRole('button', { name: 'Choose an entry' }).click();
  const search = page.getByRole('dialog').getByRole('combobox', { name: 'Search' });
  await page.locator(`${SETTLED_LIST} [role=option]`).first().waitFor();
  let requests = 0;
  const count = () => void requests++;
  page.on('request', count);
  await page.evaluate(WATCH);
  const answer = page.waitForResponse((response) => response.url().endsWith(`q=${word}`));
  await search.pressSequentially(word, { delay: KEY_GAP_MS });
  const timing = (await answer).request().timing();
  await page.locator(SETTLED_LIST).waitFor();
  await page.waitForTimeout(SETTLE_MS);
  page.off('request', count);
  const ms = Number(await page.evaluate('rowsAt - lastKeyAt'));
  return { ms, requests, answerMs: timing.responseEnd - timing.requestStart };
}
