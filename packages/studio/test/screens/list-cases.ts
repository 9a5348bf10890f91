/** What a person makes of the content list: columns in their order, filters by the fields of a type, many entries at once, tabs. */

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { createEntry, field } from '../../../testing/src/given.ts';
import { until } from '../../../testing/src/until.ts';
import type { FilledCase, FilledScene } from '../harness/filled-space.ts';
import { addressInNewTab } from '../harness/new-tab.ts';

const list = (scene: FilledScene, query = '') => scene.show(`${scene.path}/content${query}`);

export function listCases(it: FilledCase): void {
  it('deletes a view that somebody else has changed only once that is shown', async (scene) => {
    const { owner, space } = scene.given;
    const made = await owner.post(`${space}/views`, { name: 'Of ours', shared: true, query: '', columns: [] }, 201);
    const address = `${space}/views/${made.string('id')}`;
    const page = await list(scene);
    await page.getByRole('button', { name: 'Views' }).click();
    const remove = (name: string) => page.getByRole('button', { name: `Delete view ${name}`, exact: true }).click();
    const views = page.getByRole('dialog', { name: 'Views' });
    await views.getByRole('link', { name: 'Of ours' }).waitFor();
    await owner.patch(address, { name: 'Of theirs' }, 200);
    await remove('Of ours');
    const question = page.getByRole('dialog', { name: /^Delete view/ });
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await question.getByRole('alert').getByText('Nothing was changed, because someone else').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await owner.get(address, 200);
    await remove('Of theirs');
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await views.getByRole('link', { name: 'Of theirs' }).waitFor({ state: 'detached' });
    await owner.get(address, 404);
  });

  it('finds entries by their words in any locale, and shows the title in the one that fits', async (scene) => {
    const { owner, base } = scene.given;
    const fields = { title: { de: 'Nur die Möwen' } };
    await createEntry(owner, base, { content_type_id: 'article', key: 'gulls', fields });
    const page = await list(scene, '?q=deutsch%20pilot');
    await row(page, /What the pilot knows \(deutsch\)\s*de/).waitFor();
    await page
      .getByRole('searchbox')
      .or(page.getByRole('textbox', { name: /^Search/ }))
      .first()
      .fill('möwe');
    const gulls = row(page, /Nur die Möwen\s*de/);
    await gulls.waitFor();
    await gulls.click();
    await page.getByRole('heading', { name: 'Nur die Möwen', level: 1 }).waitFor();
  });

  it('unpublishes, archives and deletes many at once, and tells of each one that it could not', async (scene) => {
    const { owner, base } = scene.given;
    for (const name of ['Bollard one', 'Bollard two', 'Bollard three']) {
      const id = await createEntry(owner, base, { content_type_id: 'author', fields: { name } });
      if (name !== 'Bollard three') await owner.post(`/entries/${id}/publish`, {}, 200);
    }
    const page = await list(scene, '?q=bollard&order=name&status=draft,published,archived');
    await row(page, /Bollard three/).waitFor();
    const refused = page.getByRole('alert', { name: 'Not done' });
    const selectAll = () => page.getByRole('checkbox', { name: 'Select all loaded entries' }).check();

    await selectAll();
    await page.getByText('3 selected', { exact: true }).waitFor();
    const address = page.url();
    await page.getByRole('button', { name: 'Remove filter Status' }).click();
    await page.getByRole('toolbar', { name: 'Selected entries' }).waitFor({ state: 'hidden' });
    await page.goto(address);
    await row(page, /Bollard three/).waitFor();
    await selectAll();
    await act(page, 'Unpublish', 'Readers will not see 3 entries any more.');
    await refused.getByText(/Bollard three: ./).waitFor();
    assert.equal(await refused.getByRole('listitem').count(), 1);
    for (const name of ['one', 'two']) await row(page, new RegExp(`Bollard ${name}.*Draft`)).waitFor();
    await act(page, 'Archive', 'Readers will not see 3 entries any more.');
    await page.getByRole('toolbar', { name: 'Selected entries' }).waitFor({ state: 'hidden' });
    for (const name of ['one', 'two', 'three']) await row(page, new RegExp(`Bollard ${name}.*Archived`)).waitFor();

    await selectAll();
    await act(page, 'Publish', '3 entries cannot be published');
    for (const name of ['one', 'two', 'three']) await refused.getByText(new RegExp(`Bollard ${name}: .`)).waitFor();
    await act(page, 'Delete', '3 entries are deleted');
    await page.getByText(/^No results for "/).waitFor();
    assert.equal((await owner.get(`${base}/entries?q=bollard`, 200)).at('total'), 0);
  });
}

/** Those of the deep tier: many of a kind, or rarer turns of what others hold. */
export function longListCases(it: FilledCase): void {
  it('shows the main picture of each entry, read once for all of them, and whole rows on a phone', async (scene) => {
    const page = await list(scene, '?content_type=author');
    const asked: string[] = [];
    page.on('request', (request) => /\/media\?ids=/.test(request.url()) && asked.push(request.url()));
    await page.goto(`${scene.url}/studio${scene.path}/content`);
    const pictures = page.locator('[data-row] img');
    await until(async () => (await pictures.count()) === 8);
    await until(() =>
      pictures.last().evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth === 96),
    );
    assert.equal(asked.length, 1);
    await row(page, /Tom Ashby/)
      .locator('[data-mark=A]')
      .waitFor();
    await row(page, /The boats are back.*Article/).waitFor();
    await page.setViewportSize({ width: 360, height: 700 });
    const grid = page.getByRole('grid', { name: 'Entries' });
    await until(() => grid.evaluate((shown) => shown.scrollWidth <= shown.clientWidth));
    await row(page, /The boats are back/)
      .getByText('Published', { exact: true })
      .waitFor();
    assert.ok(
      await row(page, /The boats are back/)
        .getByRole('gridcell', { name: 'Ada' })
        .isHidden(),
    );
  });

  it('shows entries as cards where a person wants that, or a type is mostly a picture, with the same keys', async (scene) => {
    const { owner, base } = scene.given;
    const type = { api_id: 'photo', name: 'Photo', display_field: 'name', fields: photoFields };
    await owner.post(`${base}/content-types`, type, 201);
    const picture = { type: 'asset', id: scene.filled.picture };
    for (const name of ['Bow', 'Keel', 'Mast'])
      await createEntry(owner, base, { content_type_id: 'photo', fields: { name, picture } });
    const page = await list(scene, '?content_type=photo&order=name');
    const card = (name: string) => page.getByRole('gridcell', { name });
    await until(async () => (await card('Mast').locator('img[src*="w=480"]').count()) === 1);
    await card('Bow').focus();
    await page.keyboard.press('ArrowRight');
    await card('Keel').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Cards' }).click();
    await page.getByRole('columnheader', { name: 'Status' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('as'), 'table');
    await page.goto(`${scene.url}/studio${scene.path}/content?content_type=photo&order=name`);
    await page.getByRole('columnheader', { name: 'Status' }).waitFor();
    await page.getByRole('button', { name: 'Cards' }).click();
    await card('Keel').press('Enter');
    await page.getByRole('textbox', { name: /^Name/ }).waitFor();
  });

  it('shows columns in the order that a person gives them by keyboard and by dragging, and views keep it', async (scene) => {
    const page = await list(scene, '?content_type=article&columns=status,updated,author');
    await row(page, /Low tide/).waitFor();
    assert.deepEqual(await headings(page), ['Title', 'Status', 'Changed', 'Changed by']);
    await page.getByRole('button', { name: 'Columns' }).click();
    const columns = page.getByRole('dialog', { name: 'Columns' });
    await columns.getByRole('checkbox', { name: 'Slug' }).focus();
    await page.keyboard.press('Space');
    const slug = columns.getByRole('listitem').getByRole('checkbox', { name: 'Slug' });
    await slug.and(page.locator(':focus')).waitFor();
    await columns.getByRole('button', { name: 'Move Slug up' }).focus();
    await page.keyboard.press('Enter');
    await columns.getByText('Slug is now 3 of 4.').waitFor();
    await until(() => page.evaluate(`document.activeElement?.getAttribute('aria-label') === 'Move Slug up'`));
    await page.keyboard.press('Enter');
    await page.waitForURL(/columns=status%2Cslug%2Cupdated%2Cauthor/);
    const item = (name: string) =>
      columns.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name, exact: true }) });
    await item('Changed by')
      .locator('> [aria-hidden]')
      .dragTo(item('Status'), { targetPosition: { x: 8, y: 2 } });
    await page.waitForURL(/columns=author%2Cstatus%2Cslug%2Cupdated/);
    await page.keyboard.press('Escape');
    const ordered = ['Title', 'Changed by', 'Status', 'Slug', 'Changed'];
    assert.deepEqual(await headings(page), ordered);
    await page.reload();
    await row(page, /Low tide/).waitFor();
    assert.deepEqual(await headings(page), ordered);

    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Save list as view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save list as view' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('In my order');
    await dialog.getByLabel('Share with everyone in this space').check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });

    const others = await scene.showTo(await scene.colleague(), `${scene.path}/content`);
    await others.getByRole('button', { name: 'Views' }).click();
    await others.getByRole('dialog').getByRole('link', { name: 'In my order' }).click();
    await others.getByRole('columnheader', { name: 'Slug' }).waitFor();
    assert.deepEqual(await headings(others), ordered);
  });

  it('opens an entry in another tab where the browser is asked for that, by pointer and by key', async (scene) => {
    const page = await list(scene, '?content_type=article');
    const tide = row(page, /Low tide/);
    await tide.waitFor();
    const address = new URL((await tide.getByRole('link').getAttribute('href')) ?? '', page.url()).href;
    for (const press of [() => tide.click({ modifiers: ['ControlOrMeta'] }), () => tide.press('ControlOrMeta+Enter')]) {
      assert.equal(await addressInNewTab(page, press), address);
      assert.match(page.url(), /\/content\?content_type=article$/);
    }
    await tide.getByRole('checkbox').click();
    await page.getByText('1 selected').waitFor();
    await tide.click();
    await page.getByRole('textbox', { name: /^Title/ }).waitFor();
  });

  it('ends what is too long with its column, the last one too', async (scene) => {
    const { owner, base } = scene.given;
    const fields = { title: 'A title without an end '.repeat(5), slug: `slug-${'without-'.repeat(12)}end` };
    await createEntry(owner, base, { content_type_id: 'article', fields });
    const page = await list(scene, '?content_type=article&columns=status,slug&q=end');
    await row(page, /A title without an end/).waitFor();
    const grid = page.getByRole('grid', { name: 'Entries' });
    assert.equal(await grid.evaluate((list) => list.scrollWidth > list.clientWidth), false);
    const long = row(page, /A title without an end/);
    const ends = (part: Locator) => part.evaluate((one) => one.getBoundingClientRect().right);
    const status = await long.getByRole('gridcell', { name: 'Draft' }).boundingBox();
    const title = long.locator('a > span');
    assert.ok((await ends(title)) <= (status?.x ?? 0));
    assert.ok(await title.evaluate((one) => one.scrollWidth > one.clientWidth));
    assert.equal(
      await title.evaluate('getComputedStyle(document.querySelector("[data-row] a > span")).textOverflow'),
      'ellipsis',
    );
  });

  it('filters by text, number, date and link, each by what its type can compare', async (scene) => {
    const { owner, base } = scene.given;
    const keeper = await createEntry(owner, base, { content_type_id: 'author', fields: { name: 'Keeper Holm' } });
    const type = { api_id: 'berth', name: 'Berth', display_field: 'name', fields: berthFields };
    await owner.post(`${base}/content-types`, type, 201);
    const berths = [
      { name: 'North', depth: 3, opened: '2019-05-01', keeper },
      { name: 'South', depth: 7.5, opened: '2024-05-01', keeper },
      { name: 'West', depth: 12, opened: '2025-05-01' },
    ];
    for (const fields of berths) await createEntry(owner, base, { content_type_id: 'berth', fields });
    const page = await list(scene, '?content_type=berth&order=name');
    await row(page, 'West').waitFor();

    await add(page, 'Depth');
    await compare(page, 'Depth', 'is at least');
    await page.getByRole('textbox', { name: 'Value of Depth' }).fill('7.5');
    await keeps(page, ['South', 'West'], 'North');
    await add(page, 'Opened');
    await compare(page, 'Opened', 'is less than');
    await page.getByLabel('Value of Opened').fill('2025-01-01');
    await keeps(page, ['South'], 'West');
    assert.equal(new URL(page.url()).searchParams.get('fields.opened[lt]'), '2025-01-01');
    await page.keyboard.press('Escape');
    await page.reload();
    await keeps(page, ['South'], 'West');
    for (const name of ['Depth', 'Opened']) await page.getByRole('button', { name: `Remove filter ${name}` }).click();
    await row(page, 'West').waitFor();

    await add(page, 'Keeper');
    await page.getByRole('button', { name: 'Value of Keeper' }).click();
    await page.getByRole('option', { name: /Keeper Holm/ }).click();
    await keeps(page, ['North', 'South'], 'West');
    await add(page, 'Name');
    await page.getByRole('textbox', { name: 'Value of Name' }).fill('North');
    await keeps(page, ['North'], 'South');
  });

  it('moves nothing when rows are selected, in ranges and by keys, and leaves room below the last one', async (scene) => {
    const page = await list(scene, '?order=title&content_type=article');
    await row(page, /Low tide/).waitFor();
    const places = () =>
      page.locator('[data-row]').evaluateAll((rows) => rows.map((one) => one.getBoundingClientRect().top));
    const before = await places();
    const box = (index: number) => page.locator(`[data-row="${index}"]`).getByRole('checkbox');
    const selected = (count: number) => page.getByText(`${count} selected`, { exact: true }).waitFor();
    await box(1).click();
    await selected(1);
    assert.deepEqual(await places(), before);
    await box(4).click({ modifiers: ['Shift'] });
    await selected(4);
    await page.keyboard.press('Shift+ArrowDown');
    await selected(5);
    await page.keyboard.press('x');
    await selected(4);
    await page.keyboard.press('ControlOrMeta+a');
    await selected(8);
    await page.setViewportSize({ width: 800, height: 560 });
    await page.keyboard.press('End');
    const bar = await page.getByRole('toolbar', { name: 'Selected entries' }).boundingBox();
    await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
    await until(async () => {
      const last = await page.locator('[data-row="7"]').boundingBox();
      return last !== null && last.y + last.height <= (bar?.y ?? 0);
    });
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar', { name: 'Selected entries' }).waitFor({ state: 'hidden' });
  });
}

const photoFields = [
  field('name', 'string', { name: 'Name' }),
  field('picture', 'asset', { name: 'Picture', validations: { mime_types: ['image/*'] } }),
];

const berthFields = [
  field('name', 'string', { name: 'Name' }),
  field('depth', 'number', { name: 'Depth' }),
  field('opened', 'date', { name: 'Opened' }),
  field('keeper', 'entry', { name: 'Keeper' }),
];

function row(page: Page, name: string | RegExp): Locator {
  return page.locator('[data-row]', { hasText: name });
}

async function headings(page: Page): Promise<readonly string[]> {
  return (await page.getByRole('columnheader').allTextContents()).slice(1);
}

/** Waits until a list shows the entries with some titles, in this order, and not one that stood among them. */
async function keeps(page: Page, titles: readonly string[], gone: string): Promise<void> {
  await row(page, gone).waitFor({ state: 'detached' });
  for (const title of titles) await row(page, title).waitFor();
  assert.deepEqual(await page.locator('[data-row] a').allTextContents(), titles);
}

/** Begins a filter by a field. */
async function add(page: Page, name: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Filter by another field' });
  if (await field.isHidden()) await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await field.click();
  await page.getByRole('option', { name, exact: true }).click();
}

async function compare(page: Page, name: string, comparison: string): Promise<void> {
  await page.getByRole('combobox', { name: `Comparison of ${name}` }).click();
  await page.getByRole('option', { name: comparison, exact: true }).click();
}

/** Does something with all that is selected, after a look at what it does. */
async function act(page: Page, action: string, consequence: string): Promise<void> {
  const toolbar = page.getByRole('toolbar', { name: 'Selected entries' });
  await toolbar.getByRole('button', { name: action, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: action });
  await dialog.getByText(consequence).waitFor();
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}
