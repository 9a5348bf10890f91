/** How much of Studio comes over the line until somebody can work. */

import assert from 'node:assert/strict';
import type { FilledCase } from '../harness/filled-space.ts';
import { countLoaded } from '../harness/loaded-bytes.ts';

const KB = 1024;
/**
 * What the first load to the list may take, and what an editor with rich text may take on top of it; compressed by gzip.
 * The aims are 220 and 160: decision 79 says what the rest is for.
 */
const LIST = { js: 224 * KB, css: 45 * KB };
const EDITOR_JS = 187 * KB;

export function loadingCases(it: FilledCase): void {
  it('keeps to its budgets, and asks nobody else', async (scene, context) => {
    const page = await (await scene.logIn(scene.given.member)).newPage();
    const watch = await scene.studio.watch(page);
    const loaded = countLoaded(page);
    await page.goto(`${scene.url}/studio${scene.path}/content`);
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
  });
}

function kb(bytes: number): string {
  return `${(bytes / KB).toFixed(1)} KB`;
}
