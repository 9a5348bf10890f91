/** Environments that differ in 1,000 entries, 50 of them in conflict: how soon they show, scroll and are decided about. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { Scene } from '../../../testing/src/given.ts';
import { field } from '../../../testing/src/given.ts';
import { untilReady } from '../harness/branch.ts';
import { describeScenes } from '../harness/scene.ts';

const ENTRIES = 1_000;
const CONFLICTS = 50;
const AT_ONCE = 8;
const FRAMES = 120;
const PIXELS_A_FRAME = 400;

describeScenes('comparing and merging 1,000 entries', { fill: fillMuch }, (it) => {
  it('shows the first of them, scrolls through all, and merges once 50 conflicts are decided', async (scene, test) => {
    // A browser with its own clock, by which frames are told apart.
    const page = await (await scene.studio.logIn(scene.given.member)).newPage();
    const settings = `${scene.url}/studio${scene.path}/settings/environments`;
    const asked = performance.now();
    await scene.given.owner.get(`${scene.given.space}/environments/branch/compare?to=master&limit=500`, 200);
    test.diagnostic(`the comparison by the API alone: ${Math.round(performance.now() - asked)} ms`);
    await page.goto(settings);
    const compare = page.getByRole('row', { name: /^branch/ }).getByRole('link', { name: 'Compare' });
    await compare.waitFor();
    test.diagnostic(`first rows of the comparison: ${await timeUntil(compare, 'Entry 0000')} ms`);
    await page.getByText(`1,000 of 1,000`).waitFor();
    test.diagnostic(`longest frame while the comparison scrolls: ${await longestFrame(page, 'What differs')} ms`);

    await page.goto(`${settings}/merge?from=branch&into=master`);
    await page.getByText(`0 of ${CONFLICTS} decided`).waitFor();
    test.diagnostic(`longest frame while conflicts scroll: ${await longestFrame(page, 'Conflicts')} ms`);
    await page.getByRole('button', { name: `Use all from branch (${CONFLICTS})` }).click();
    await page.getByText('1,000 entries', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Merge into master…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByRole('heading', { name: 'branch is merged into master' }).waitFor();
    const { owner, base } = scene.given;
    assert.equal((await owner.get(`${base}/entries/entry-0007`, 200)).at('fields.text.en-US'), 'In the branch 7');
    await page.context().close();
  });
});

/** Follows a link. @returns when a row of the tree is in the page that begins with a text, in milliseconds, by its own clock */
async function timeUntil(link: Locator, text: string): Promise<number> {
  const script = `(address, text) => new Promise((resolve) => {
    const began = performance.now();
    const look = () => {
      const isThere = [...document.querySelectorAll('[data-press]')].some((row) => row.textContent.startsWith(text));
      if (isThere) resolve(Math.round(performance.now() - began));
      else requestAnimationFrame(look);
    };
    document.querySelector('a[href="' + address + '"]').click();
    look();
  })`;
  const given = JSON.stringify([await link.getAttribute('href'), text]);
  return Number(await link.page().evaluate(`(${script})(...${given})`));
}

/** Scrolls a part of the page as fast as frames come. @returns how long the longest took, in milliseconds */
async function longestFrame(page: Page, name: string): Promise<number> {
  const script = `(part) => new Promise((resolve) => {
    let [frames, before, longest] = [0, performance.now(), 0];
    const next = (now) => {
      if (frames > 0) longest = Math.max(longest, now - before);
      before = now;
      if (++frames > ${FRAMES}) return resolve(Math.round(longest));
      part.scrollTop += ${PIXELS_A_FRAME};
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  })`;
  return Number(await page.evaluate(`(${script})(document.querySelector('section[aria-label="${name}"]'))`));
}

async function fillMuch(scene: Scene): Promise<void> {
  const { owner, space, base } = scene;
  const fields = [field('name', 'string', { name: 'Name' }), field('text', 'text', { name: 'Text' })];
  await owner.post(`${base}/content-types`, { api_id: 'note', name: 'Note', display_field: 'name', fields }, 201);
  const keys = Array.from({ length: ENTRIES }, (_, index) => `entry-${String(index).padStart(4, '0')}`);
  await each(keys, (key, index) => {
    const values = { name: `Entry ${key.slice(-4)}`, text: `As it was ${index}` };
    return owner.put(`${base}/entries/${key}`, { content_type_id: 'note', fields: values }, 201);
  });
  await owner.post(`${base}/clone`, { name: 'branch' }, 201);
  await untilReady(scene, 'branch');
  const branch = `${space}/environments/branch`;
  await each(keys, (key, index) =>
    owner.patch(`${branch}/entries/${key}`, { fields: { text: `In the branch ${index}` } }, 200),
  );
  await each(keys.slice(0, CONFLICTS), (key, index) =>
    owner.patch(`${base}/entries/${key}`, { fields: { text: `In master ${index}` } }, 200),
  );
}

async function each(keys: readonly string[], act: (key: string, index: number) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < keys.length; start += AT_ONCE)
    await Promise.all(keys.slice(start, start + AT_ONCE).map((key, offset) => act(key, start + offset)));
}
