/** The content list: its address is its state, views keep it, and many entries are acted on at once. */

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { requireAccessible, type View } from '../../../server/test/pages/accessible.ts';
import { until } from '../../../testing/src/until.ts';
import type { FilledCase, FilledScene } from '../harness/filled-space.ts';

/** `STUDIO_MANY=10000` tries a list of that length. */
const MANY = Number(process.env.STUDIO_MANY ?? 1_000);

const PHONE: View = { colorScheme: 'light', width: 360, direction: 'ltr' };

const list = (scene: FilledScene, query = '') => scene.show(`${scene.path}/content${query}`);

export function contentCases(it: FilledCase): void {
  const titles = (page: Page) => page.locator('[data-row] a');

  it('keeps what is chosen in the address, through a reload and Back', async (scene) => {
    const page = await list(scene);
    await page.getByRole('button', { name: 'Type: All types' }).click();
    await page.getByRole('menuitem', { name: 'Article' }).click();
    await page.getByRole('button', { name: 'Title' }).click();
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('combobox', { name: 'Status' }).press('ArrowDown');
    await page.getByRole('option', { name: 'Draft' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Slug' }).check();
    await page.keyboard.press('Escape');
    const chosen = new URL(page.url()).searchParams;
    assert.deepEqual(Object.fromEntries(chosen), {
      content_type: 'article',
      order: 'title',
      status: 'draft',
      columns: 'status,updated,author,slug',
    });
    const shown = async () => {
      await page.getByRole('columnheader', { name: 'Slug' }).waitFor();
      await page.getByRole('button', { name: 'Remove filter Status' }).waitFor();
      await titles(page).first().waitFor();
      return titles(page).allTextContents();
    };
    const before = await shown();
    assert.equal(before[0], 'A new crane for the east quay');
    assert.ok(!before.includes('The boats are back'));
    await page.reload();
    assert.deepEqual(await shown(), before);
    await page.getByText('A new crane for the east quay').click();
    await page.getByRole('textbox', { name: /^Title/ }).waitFor();
    await page.goBack();
    assert.deepEqual(await shown(), before);
    await page.getByText('A new crane for the east quay').click();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    assert.deepEqual(await shown(), before);
    assert.equal(new URL(page.url()).searchParams.get('status'), 'draft');
    // A link that somebody else's program has added to.
    await page.goto(`${page.url()}&utm_source=mail`);
    assert.deepEqual(await shown(), before);
  });

  it('saves views, own and shared ones, which others see only if they are shared', async (scene) => {
    const page = await list(scene, '?q=tide');
    for (const [name, shared] of [
      ['Mine alone', false],
      ['For all', true],
    ] as const) {
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('button', { name: 'Save list as view' }).click();
      const dialog = page.getByRole('dialog', { name: 'Save list as view' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await dialog.getByLabel('Share with everyone in this space').setChecked(shared);
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.keyboard.press('Escape');
    }

    const others = await scene.showTo(await scene.colleague(), `${scene.path}/content`);
    await others.getByRole('button', { name: 'Views' }).click();
    await others.getByRole('dialog').getByRole('link', { name: 'For all' }).click();
    await others.waitForURL(/q=tide/);
    assert.ok(await others.getByRole('link', { name: 'Mine alone' }).isHidden());
  });

  it('tells of each entry that it could not publish', async (scene) => {
    const { owner, base } = scene.given;
    const body = { content_type_id: 'article', key: 'untitled', fields: { teaser: 'bulk without a title' } };
    await owner.post(`${base}/entries`, body, 201);
    const whole = { content_type_id: 'article', key: 'titled', fields: { title: { 'en-US': 'Bulk', de: 'Alle' } } };
    await owner.post(`${base}/entries`, whole, 201);
    const page = await list(scene, '?q=bulk');
    await page.getByRole('row', { name: /Untitled/ }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all loaded entries' }).check();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Publish' });
    await question.getByText('Readers will see 1 entry as it stands now.').waitFor();
    await question.getByRole('listitem').filter({ hasText: 'Untitled' }).waitFor();
    await question.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('status').getByText('1 entry published.').waitFor();
    const refused = page.getByRole('alert', { name: 'Not done' });
    await refused.getByRole('listitem').waitFor();
    assert.equal(await refused.getByRole('listitem').count(), 1);
    await page.getByRole('row', { name: /Bulk.*Published/ }).waitFor();
  });
}

/** Those of the deep tier: many of a kind, or rarer turns of what others hold. */
export function longContentCases(it: FilledCase): void {
  it('has views as tabs, and saves what differs from one, as another too, or takes it back', async (scene) => {
    const { owner, space } = scene.given;
    const page = await list(scene);
    const current = page.getByRole('navigation', { name: 'Views' }).locator('[aria-current]');
    const search = page.getByRole('searchbox', { name: 'Search entries' });
    const change = async (item: string) => {
      await page.getByRole('button', { name: 'View changed' }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    assert.equal(await current.textContent(), 'All');
    const top = () => page.getByRole('grid').evaluate((grid) => grid.getBoundingClientRect().top);
    const before = await top();
    await page.getByRole('link', { name: 'My own' }).press('Enter');
    await page.waitForURL(/q=boats/);
    assert.equal(await current.textContent(), 'My own');
    await search.fill('tide');
    await page.getByRole('button', { name: 'View changed' }).waitFor();
    assert.equal(await top(), before);
    await change('Reset');
    await page.waitForURL(/q=boats/);
    assert.ok(await page.getByRole('button', { name: 'View changed' }).isHidden());
    await search.fill('low');
    await change('Save');
    await page.getByRole('button', { name: 'View changed' }).waitFor({ state: 'hidden' });
    await search.fill('fog');
    await change('Save as new view…');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('In the fog');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await current.filter({ hasText: 'In the fog' }).waitFor();
    const kept = (await owner.get(`${space}/views`, 200)).list('items') as { name: string; query: string }[];
    const queries = new Map(kept.map(({ name, query }) => [name, query]));
    assert.deepEqual([queries.get('My own'), queries.get('In the fog')], ['q=low', 'q=fog']);
    await page.setViewportSize({ width: 360, height: 760 });
    await until(async () => (await page.getByRole('navigation', { name: 'Views' }).getByRole('link').count()) === 2);
    assert.equal(await current.textContent(), 'In the fog');
  });

  it('is ordered and filtered on a phone too, where its tools take one row', async (scene) => {
    const page = await list(scene, '?status=draft');
    await page.setViewportSize({ width: 360, height: 760 });
    const filter = page.getByRole('button', { name: /^Filter ?1 active$/ });
    const middles = await Promise.all(
      [filter, page.getByRole('searchbox')].map((tool) =>
        tool.evaluate((one) => one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2),
      ),
    );
    assert.equal(middles[0], middles[1]);
    await filter.click();
    const sheet = page.getByRole('dialog', { name: 'Filter' });
    await sheet.getByRole('combobox', { name: 'Order', exact: true }).click();
    await page.getByRole('option', { name: 'Oldest first' }).click();
    await page.waitForURL(/order=created_at/);
    await requireAccessible(page, 'content-phone', [PHONE]);
    await sheet.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'Filter', exact: true }).waitFor();
    assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), { order: 'created_at' });
    await page.goto(`${scene.url}/studio${scene.path}/media?unused=true`);
    await page.getByRole('button', { name: /^Filter ?1 active$/ }).click();
    await requireAccessible(page, 'media-phone', [PHONE]);
    await page.getByRole('dialog', { name: 'Filter' }).getByText('List', { exact: true }).click();
    await page.waitForURL(/as=list/);
  });

  it(`shows ${MANY} entries by scrolling and by keyboard, and only those in sight are in the page`, async (scene) => {
    const { owner, base } = scene.given;
    const lines = Array.from({ length: MANY }, (_, index) => {
      const name = `Pilot ${String(index).padStart(5, '0')}`;
      return JSON.stringify({ entry: { key: `pilot-${index}`, content_type: 'author', fields: { name } } });
    });
    const headers = { 'content-type': 'application/x-ndjson' };
    await owner.send('POST', `${base}/import`, { raw: Buffer.from(lines.join('\n')), headers });
    const page = await list(scene, '?content_type=author&order=name');
    await page.getByRole('row', { name: /Pilot 00000/ }).waitFor();
    assert.equal(await page.getByRole('grid').getAttribute('aria-rowcount'), String(MANY + 2));
    await page.getByRole('row', { name: /Pilot 00000/ }).focus();
    await page.keyboard.press('End');
    await page.getByRole('row', { name: /Pilot 00099/ }).waitFor();
    await page.getByRole('row', { name: /Pilot 00110/ }).waitFor();
    await page.keyboard.press('End');
    await page.locator('[data-row]:focus', { hasText: /Pilot 00[1-9]99/ }).waitFor();
    assert.ok((await page.locator('[data-row]').count()) < 100);
    await page.keyboard.press(' ');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /Pilot/ }).waitFor();
  });
}
