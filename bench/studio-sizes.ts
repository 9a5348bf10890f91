/** The first load: what comes over the line until the list is there, and what an entry with rich text brings on top. */
import type { Browser } from 'playwright-core';
import { countLoaded } from '../packages/studio/test/harness/loaded-bytes.ts';
import { given } from '../packages/testing/src/given.ts';
import type { Table } from './report.ts';
import { besideTargets, SIZES, WHAT } from './studio-budgets.ts';
import { makeNote } from './studio-content.ts';
import { logIn } from './studio-desk.ts';

const BYTES_PER_KB = 1024;

/** Measures it in a space of its own. */
export async function measureSizes(browser: Browser, url: string): Promise<Table> {
  const scene = await given(url);
  const { title } = await makeNote(scene);
  const page = await (await logIn(browser, url, scene.member.email)).newPage();
  const loaded = countLoaded(page);
  await page.goto(`${url}/studio/spaces/${scene.spaceId}/master/content`);
  const row = page.getByRole('row', { name: title });
  await row.waitFor();
  const list = await loaded();
  await row.click();
  await page.getByRole('textbox', { name: /^Body/ }).waitFor();
  const editor = await loaded();
  await page.context().close();
  return besideTargets(SIZES, [
    [WHAT.listScripts, kb(list.js)],
    [WHAT.listStyles, kb(list.css)],
    [WHAT.editorScripts, kb(editor.js - list.js)],
  ]);
}

function kb(bytes: number): string {
  return (bytes / BYTES_PER_KB).toFixed(1);
}
