/** How much of Studio comes over the line until somebody can work. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { countLoaded } from '../harness/loaded-bytes.ts';
import type { Room } from './room.ts';

const KB = 1024;
/** What the first load to the list may take, and what an editor with rich text may take on top of it; compressed by gzip. */
const LIST = { js: 220 * KB, css: 45 * KB };
const EDITOR_JS = 160 * KB;

export function loadingCases(room: () => Room): void {
  it('keeps to its budgets, and asks nobody else', async (context) => {
    const { studio, filled } = room();
    const page = await (await studio.logIn(filled.scene.member)).newPage();
    const watch = await studio.watch(page);
    const loaded = countLoaded(page);
    await page.goto(`${studio.url}/studio${filled.path}/content`);
    await page.getByRole('row', { name: /Low tide/ }).waitFor();
    const list = await loaded();
    await page.getByText('Low tide at four').click();
    await page.getByRole('textbox', { name: /^Body/ }).waitFor();
    const editor = await loaded();
    const extra = editor.js - list.js;
    context.diagnostic(`list ${kb(list.js)} JS, ${kb(list.css)} CSS; editor ${kb(extra)} JS more`);
    assert.ok(list.js <= LIST.js, `The list loads ${kb(list.js)} of scripts.`);
    assert.ok(list.css <= LIST.css, `The list loads ${kb(list.css)} of styles.`);
    assert.ok(extra <= EDITOR_JS, `The editor loads ${kb(extra)} of scripts.`);
    assert.deepEqual(watch.seen, []);
    await page.context().close();
  });
}

function kb(bytes: number): string {
  return `${(bytes / KB).toFixed(1)} KB`;
}
