/** Items of a list are put in another order by buttons, by keys and by dragging, as rows and as chips. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { type ArticleCase, type ArticleScene, isSaved, onPage } from './articles.ts';
import { scrollTo } from './hands.ts';

const NAMES = ['Ann', 'Ben', 'Cem'];

export function orderCases(it: ArticleCase): void {
  it('moves the items of a list by buttons and keys, which keep the focus, and says where they are now', async (scene) => {
    await writeLists(scene, 'ordered');
    await onPage(scene, 'ordered', async (page) => {
      const rows = await rowsOf(page, 'ordered');
      await rows.getByRole('button', { name: 'Move Ann down' }).click();
      await page.getByText('Ann is now 2 of 3.').waitFor();
      await isOrder(rows, ['Ben', 'Ann', 'Cem']);
      await page.locator('[aria-label="Move Ann down"]:focus').waitFor();
      await page.keyboard.press('Enter');
      await isOrder(rows, ['Ben', 'Cem', 'Ann']);
      // At the end of the list the other way is left.
      await page.locator('[aria-label="Move Ann up"]:focus').waitFor();
      await rows.getByRole('button', { name: 'Move Ben down' }).focus();
      await page.keyboard.press('Alt+ArrowDown');
      await isOrder(rows, ['Cem', 'Ben', 'Ann']);

      await scrollTo(page, 'ordered', 'tags');
      const chips = page.getByRole('list', { name: 'Tags' });
      await chips.getByRole('button', { name: /^Move quay/ }).focus();
      await page.keyboard.press('Alt+ArrowRight');
      await page.getByText('quay is now 2 of 3.').waitFor();
      assert.deepEqual(await textsOf(chips), ['sea', 'quay', 'tide']);
      await isSaved(page);
    });
    assert.deepEqual(await storedOrder(scene, 'ordered'), [
      ['cem', 'ben', 'ann'],
      ['sea', 'quay', 'tide'],
    ]);
  });
}

/** Those of the deep tier: many of a kind, or rarer turns of what others hold. */
export function longOrderCases(it: ArticleCase): void {
  it('moves the items of a list by dragging', async (scene) => {
    await writeLists(scene, 'dragged');
    await onPage(scene, 'dragged', async (page) => {
      const rows = await rowsOf(page, 'dragged');
      await drag(rows, 0, 2, 'below');
      await isOrder(rows, ['Ben', 'Cem', 'Ann']);
      await drag(rows, 2, 1, 'above');
      await isOrder(rows, ['Ben', 'Ann', 'Cem']);

      await scrollTo(page, 'dragged', 'tags');
      const chips = page.getByRole('list', { name: 'Tags' });
      await drag(chips, 2, 0, 'before');
      await page.getByText('tide is now 1 of 3.').waitFor();
      assert.deepEqual(await textsOf(chips), ['tide', 'quay', 'sea']);
      await isSaved(page);
    });
    assert.deepEqual(await storedOrder(scene, 'dragged'), [
      ['ben', 'ann', 'cem'],
      ['tide', 'quay', 'sea'],
    ]);
  });
}

/** An article with three links and three tags. */
async function writeLists(scene: ArticleScene, key: string): Promise<void> {
  const ids: string[] = [];
  for (const name of NAMES) {
    const made = await scene.write('author', `${name.toLowerCase()}-${key}`, { name });
    ids.push(made.string('id'));
  }
  await scene.write('article', key, { title: key, related: ids, tags: ['quay', 'sea', 'tide'] });
}

async function rowsOf(page: Page, key: string): Promise<Locator> {
  await scrollTo(page, key, 'related');
  const rows = page.getByRole('list', { name: 'Related' });
  // The names of the buttons come with the cards.
  for (const name of NAMES) await rows.getByRole('button', { name: `Move ${name} down` }).waitFor();
  return rows;
}

/** Waits until the cards stand in this order. */
async function isOrder(rows: Locator, names: readonly string[]): Promise<void> {
  for (const [index, name] of names.entries())
    await rows
      .getByRole('listitem')
      .nth(index)
      .getByRole('link', { name: `Open ${name}` })
      .waitFor();
}

async function textsOf(chips: Locator): Promise<string[]> {
  return (await chips.getByRole('listitem').allTextContents()).map((text) => text.trim());
}

/** Drags an item by its handle over the half of another one. */
async function drag(list: Locator, from: number, onto: number, half: 'above' | 'below' | 'before'): Promise<void> {
  const item = list.getByRole('listitem').nth(from);
  const target = list.getByRole('listitem').nth(onto);
  // What lets them be dragged comes after them.
  await list.locator('li[draggable=true]').nth(from).waitFor();
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  assert.ok(box !== null);
  const targetPosition = { x: half === 'before' ? 4 : box.width / 2, y: half === 'below' ? box.height - 4 : 4 };
  await item.locator('span[aria-hidden]').first().dragTo(target, { targetPosition });
}

async function storedOrder(scene: ArticleScene, key: string): Promise<readonly [string[], unknown]> {
  const fields = (await scene.stored(key)).at('fields') as {
    related: { 'en-US': { id: string }[] };
    tags: { 'en-US': string[] };
  };
  const keys = await Promise.all(
    fields.related['en-US'].map(async ({ id }) => (await scene.given.owner.get(`/entries/${id}`, 200)).string('key')),
  );
  return [keys.map((one) => one.slice(0, one.indexOf('-'))), fields.tags['en-US']];
}
