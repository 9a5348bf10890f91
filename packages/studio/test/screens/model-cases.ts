/** Changing the model without losing what entries hold. */

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { Layout } from '../../../contract/src/layout.ts';
import { field } from '../../../testing/src/given.ts';
import { until } from '../../../testing/src/until.ts';
import { crash } from '../drafts/entry-on-screen.ts';
import { hurry } from '../harness/clock.ts';
import type { FilledCase, FilledScene } from '../harness/filled-space.ts';

const type = (scene: FilledScene) => scene.show(`${scene.path}/model/article`);

export function modelCases(it: FilledCase): void {
  const stored = (scene: FilledScene) => scene.given.owner.get(`${scene.given.base}/entries/post-3`, 200);

  it('renames a field and keeps its values', async (scene) => {
    const page = await type(scene);
    await page.getByRole('button', { name: 'Change Teaser' }).click();
    await page.getByRole('textbox', { name: 'Id' }).fill('summary');
    await page.getByRole('button', { name: 'Apply' }).click();
    await save(page, 'teaser is renamed to summary and keeps its values.');
    assert.match(String((await stored(scene)).at('fields.summary.en-US')), /^Boats leave/);

    await page.getByText(/formerly teaser$/).waitFor();
    await page.getByRole('checkbox', { name: 'Also deliver values under the former ids' }).check();
    await save(page, 'The settings of the type change.');
    const article = `${scene.given.base}/content-types/article`;
    assert.equal((await scene.given.owner.get(article, 200)).at('deliver_former_ids'), true);
    await page.getByRole('button', { name: 'Add a field' }).click();
    await page.getByRole('textbox', { name: 'Name' }).last().fill('Teaser');
    await page.getByText('Teaser used to have the id teaser.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Change Teaser' }).click();
    await page.getByRole('combobox', { name: 'Former ids' }).press('Backspace');
    await page.getByRole('button', { name: 'Apply' }).click();
    await save(page, 'The settings of Teaser change.');
    assert.equal((await scene.given.owner.get(article, 200)).text.includes('"teaser"'), false);
  });

  it('says where a locked model is kept, and changes it again once it is unlocked', async (scene) => {
    const page = await scene.show(`${scene.path}/settings/environments`);
    const row = page.getByRole('row', { name: /^master/ });
    const by = 'https://github.com/acme/site';
    await row.getByRole('button', { name: 'Model lock' }).click();
    await page.getByRole('radio', { name: /^Elsewhere/ }).check();
    await page.getByRole('textbox', { name: 'Address or place' }).fill(by);
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText(`Model kept at ${by}`).waitFor();

    await page.goto(`${scene.url}/studio${scene.path}/model`);
    const note = page.getByRole('note', { name: 'This model is kept elsewhere' });
    assert.equal(await note.getByRole('link', { name: by }).getAttribute('href'), by);
    assert.equal(await page.getByRole('button', { name: 'New type' }).count(), 0);
    await page.getByRole('link', { name: 'Article' }).click();
    await note.waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Name', exact: true }).getAttribute('readonly'), '');
    for (const name of ['Add a field', 'Save…', 'Delete this type', /^Change /])
      assert.equal(await page.getByRole('button', { name }).count(), 0, String(name));

    await note.getByRole('link', { name: 'Unlock it in the settings' }).click();
    await row.getByRole('button', { name: 'Model lock' }).click();
    await page.getByRole('radio', { name: /^Here/ }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText(`Model kept at ${by}`).waitFor({ state: 'hidden' });
    await page.goto(`${scene.url}/studio${scene.path}/model/article`);
    await page.getByRole('button', { name: 'Change Teaser' }).waitFor();
    assert.equal(await note.count(), 0);
  });

  it('tells how many entries lose a field, hides it, and brings it back', async (scene) => {
    const page = await type(scene);
    await page.getByRole('button', { name: /^Remove Donau/ }).click();
    await saveHiding(page, '8 entries have values in it.');
    const hidden = page.getByRole('region', { name: 'Hidden fields' });
    await hidden.getByText('8 entries').waitFor();
    assert.equal((await stored(scene)).at('fields.rating'), undefined);

    await hidden.getByRole('button', { name: 'Bring back…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Rating');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await save(page, 'rating is new.');
    await hidden.waitFor({ state: 'hidden' });
    assert.equal((await stored(scene)).at('fields.rating.en-US'), 3);
  });

  it('makes a component, puts it into a type, and says where it is used', async (scene) => {
    const page = await scene.show(`${scene.path}/model`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'New component' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour tip');
    await dialog.getByRole('button', { name: 'Create component' }).click();
    await page.getByRole('heading', { name: 'Harbour tip' }).waitFor();
    await page.getByText('No field has it yet.').waitFor();

    await page.goto(`${scene.url}/studio${scene.path}/model/author`);
    await page.getByRole('button', { name: 'Add a field' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Tips');
    await dialog.getByRole('combobox', { name: 'Type' }).click();
    await dialog.getByRole('option', { name: /^Blocks / }).click();
    await dialog.getByRole('combobox', { name: 'Blocks that can be added' }).click();
    await page.getByRole('option', { name: 'Harbour tip' }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await save(page, 'tips is new.');
    const { owner, base } = scene.given;
    const author = await owner.get(`${base}/content-types/author`, 200);
    assert.deepEqual(author.each('fields', 'components').at(-1), ['harbour_tip']);
    await page.goto(`${scene.url}/studio${scene.path}/model/harbour_tip`);
    await page.getByRole('region', { name: 'Used in' }).getByRole('link', { name: 'Author' }).waitFor();
  });

  it('keeps a change that is not saved yet through a crash, and asks where the type was changed since', async (scene) => {
    const { owner, base } = scene.given;
    await owner.post(`${base}/content-types`, { api_id: 'crew', name: 'Crew', fields: [field('rank', 'string')] }, 201);
    const description = (of: Page) => of.getByRole('textbox', { name: 'Description' });
    const open = async () => {
      const page = await scene.show(`${scene.path}/model/crew`);
      await description(page).waitFor();
      return page;
    };
    const first = await open();
    await description(first).fill('Who sails');
    await first.getByText('1 change not saved').waitFor();
    await crash(first);
    const second = await scene.show(scene.path);
    const kept = second.getByRole('region', { name: 'Not saved yet' }).getByRole('link', { name: 'Crew' });
    await hurry(second, kept.click());
    await description(second).waitFor();
    assert.equal(await description(second).inputValue(), 'Who sails');
    await description(second).fill('Who sails along');
    await crash(second);
    await owner.patch(`${base}/content-types/crew`, { name: 'The crew' }, 200);
    const third = await open();
    assert.equal(await description(third).inputValue(), '');
    const notice = third.getByRole('alert').filter({ hasText: 'This device has changes that were never saved' });
    await notice.getByRole('button', { name: 'Restore it' }).click();
    await save(third, 'The settings of the type change.');
    assert.equal((await owner.get(`${base}/content-types/crew`, 200)).at('description'), 'Who sails along');
    await third.getByText('Saved', { exact: true }).waitFor();
  });

  it('makes a type, and deletes it once no entry of it is left', async (scene) => {
    const { owner, base } = scene.given;
    const page = await scene.show(`${scene.path}/model`);
    await page.getByRole('button', { name: 'New type' }).click();
    const making = page.getByRole('dialog', { name: 'New type' });
    await making.getByRole('textbox', { name: 'Name', exact: true }).fill('Tide table');
    await making.getByRole('textbox', { name: 'API name' }).fill('tide');
    await making.getByRole('textbox', { name: 'Description' }).fill('High and low water.');
    await making.getByRole('button', { name: 'Create type' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tide table' }).waitFor();
    const made = await owner.get(`${base}/content-types/tide`, 200);
    assert.deepEqual([made.at('description'), made.at('display_field')], ['High and low water.', 'title']);

    const entry = { content_type_id: 'tide', key: 'spring', fields: { title: 'Spring' } };
    await owner.post(`${base}/entries`, entry, 201);
    await page.getByRole('button', { name: 'Delete this type' }).click();
    const deleting = page.getByRole('dialog', { name: 'Delete Tide table' });
    await deleting.getByRole('button', { name: 'Delete', exact: true }).click();
    await deleting
      .getByRole('alert')
      .getByText(/it has 1/)
      .waitFor();
    await owner.delete(`${base}/entries/spring`, 204);
    await owner.patch(`${base}/content-types/tide`, { description: 'Changed by somebody else' }, 200);
    await deleting.getByRole('button', { name: 'Delete', exact: true }).click();
    await deleting.getByRole('alert').getByText('Nothing was changed, because someone else').waitFor();
    await owner.get(`${base}/content-types/tide`, 200);
    await deleting.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('textbox', { name: 'Description' }).and(page.getByText('Changed by somebody else')).waitFor();
    await page.getByRole('button', { name: 'Delete this type' }).click();
    await deleting.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Model' }).waitFor();
    await page.getByRole('link', { name: 'Article' }).waitFor();
    assert.ok(await page.getByRole('link', { name: 'Tide table' }).isHidden());
    await owner.get(`${base}/content-types/tide`, 404);
  });
}

/** Those of the deep tier: many of a kind, or rarer turns of what others hold. */
export function longModelCases(it: FilledCase): void {
  it('says itself what is missing in a form, at its input, and lets it be put right', async (scene) => {
    const page = await scene.show(`${scene.path}/model`);
    await page.getByRole('button', { name: 'New type' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'API name' }).fill('a b');
    await dialog.getByRole('button', { name: 'Create type' }).click();
    const name = dialog.getByRole('textbox', { name: 'Name', exact: true });
    assert.equal(await dialog.locator('form').evaluate((form) => (form as { noValidate?: boolean }).noValidate), true);
    await dialog.getByText('Fill this in.').waitFor();
    await dialog.getByText('Use letters, digits, dots, hyphens and underscores.').waitFor();
    assert.ok(await name.evaluate((element) => element.matches(':focus[aria-invalid=true]')));
    await name.fill('Tide table');
    await dialog.getByText('Fill this in.').waitFor({ state: 'detached' });
    await dialog.getByRole('textbox', { name: 'API name' }).fill('tides');
    await dialog.getByRole('button', { name: 'Create type' }).click();
    await page.getByRole('heading', { name: 'Tide table' }).waitFor();
  });

  it('warns of what looks like a secret in the address of the preview', async (scene) => {
    const { owner, base } = scene.given;
    const path = `${base}/content-types/article`;
    await owner.patch(path, { preview_url: 'https://www.example.com/{slug}?secret=quiet' }, 200);
    const page = await type(scene);
    const warning = page.getByText('The preview address may contain a secret');
    await warning.waitFor();
    await page.getByRole('textbox', { name: 'Preview address' }).fill('https://www.example.com/{slug}');
    await warning.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Discard…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
    await warning.waitFor();
  });

  it('moves a field by dragging it and by button, says where it is now, and keeps the order', async (scene) => {
    const page = await type(scene);
    const field = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Change ${name}` }) });
    await field('Picture')
      .locator('> [aria-hidden]')
      .dragTo(field('Title'), { targetPosition: { x: 8, y: 2 } });
    await page.getByText('Picture is now 1 of 8.').waitFor();
    const up = page.getByRole('button', { name: 'Move Slug up' });
    await up.press('Enter');
    await page.getByText('Slug is now 2 of 8.').waitFor();
    await until(() => page.evaluate(`document.activeElement?.getAttribute('aria-label') === 'Move Slug up'`));
    await save(page, 'The order of the fields changes.');
    const { fields } = (await scene.given.owner.get(`${scene.given.base}/content-types/article`, 200)).json as {
      fields: { id: string }[];
    };
    assert.deepEqual(
      fields.slice(0, 3).map(({ id }) => id),
      ['picture', 'slug', 'title'],
    );
  });

  it('tells how many entries miss what a change requires of them', async (scene) => {
    const { owner, base } = scene.given;
    const buoy = { api_id: 'buoy', name: 'Buoy', fields: [field('colour', 'string', { name: 'Colour' })] };
    await owner.post(`${base}/content-types`, buoy, 201);
    await owner.post(`${base}/entries`, { content_type_id: 'buoy', key: 'buoy', fields: {} }, 201);
    const page = await scene.show(`${scene.path}/model/buoy`);
    await page.getByRole('button', { name: 'Change Colour' }).click();
    await page.getByRole('checkbox', { name: 'Required' }).check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await save(page, 'The settings of colour change.');
    await page.getByText('Give a value for "colour" in the entry that has none before the next publish.').waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
  });

  it('lays out the form: moves fields into groups, to the side and to half a row, by pointer and by keyboard', async (scene) => {
    const page = await type(scene);
    await page.getByRole('button', { name: 'Lay out the form' }).click();
    const form = page.getByRole('region', { name: 'Form', exact: true });
    const row = (name: string) =>
      form.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: `${name}: half width` }) });
    await form.getByRole('button', { name: 'Add a group' }).click();
    await form.getByRole('textbox', { name: 'Name of the group New group' }).fill('Links');
    const move = (name: string) => form.getByRole('button', { name: `Move ${name} down` });
    await move('Related').press('Enter');
    await move('Related').press('Enter');
    await row('Author')
      .locator('> [aria-hidden]')
      .dragTo(row('Related'), { targetPosition: { x: 8, y: 2 } });
    await form.getByText(/^Author is now/).waitFor();
    await form.getByRole('checkbox', { name: 'Teaser: half width' }).check();
    await form.getByRole('button', { name: 'Move Links up' }).press('Enter');
    const preview = form.getByRole('region', { name: 'Preview of the form' });
    await preview.getByRole('tab', { name: 'Links' }).waitFor();
    await save(page, 'The layout of the form changes.');
    const kept = (await scene.given.owner.get(`${scene.given.base}/content-types/article`, 200)).at('layout') as Layout;
    assert.deepEqual(
      kept.groups.map(({ name, fields }) => [name, fields.includes('author'), fields.includes('related')]),
      [
        ['Links', true, true],
        ['Content', false, false],
      ],
    );
    assert.deepEqual(kept.half, ['teaser']);
    await page.getByRole('button', { name: 'Back to the usual form' }).click();
    await save(page, 'The layout of the form changes.');
    await page.getByRole('button', { name: 'Lay out the form' }).waitFor();
  });

  it('gives a component a picture, which stands in the list and where blocks are added', async (scene) => {
    const { owner, base } = scene.given;
    const tip = { kind: 'component', name: 'Tip', description: 'One thing to know', fields: [field('text', 'text')] };
    await owner.put(`${base}/content-types/tip`, tip, 201);
    await owner.put(`${base}/content-types/note`, { ...tip, name: 'Note' }, 201);
    const fields = [field('title', 'string'), field('tips', 'blocks', { name: 'Tips', components: ['tip', 'note'] })];
    await owner.put(`${base}/content-types/guide`, { name: 'Guide', display_field: 'title', fields }, 201);
    const page = await scene.show(`${scene.path}/model/tip`);
    const settings = page.getByRole('group', { name: 'Preview picture' });
    const choose = async () => {
      await settings.getByRole('button', { name: 'Choose or upload' }).press('Enter');
      const files = page.getByRole('dialog').getByRole('option');
      await files.filter({ hasText: 'lighthouse.png' }).waitFor();
      assert.equal(await files.filter({ hasText: 'tides.txt' }).count(), 0);
      await page.keyboard.type('lighthouse');
      await until(async () => (await files.count()) === 1);
      await page.keyboard.press('Enter');
    };
    await choose();
    await settings.getByRole('button', { name: 'Remove link to lighthouse.png' }).press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    await choose();
    await save(page, 'The settings of the component change.');
    assert.match((await owner.get(`${base}/content-types/tip`, 200)).string('preview_picture'), /^ast_/);

    await page.goto(`${scene.url}/studio${scene.path}/model`);
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Tip' }) });
    await row.locator('img[src*="w=160"]').waitFor();
    await page.goto(`${scene.url}/studio${scene.path}/content/new/guide`);
    await page.getByRole('button', { name: 'Add block' }).press('/');
    await page.getByRole('option', { name: 'Tip One thing to know' }).locator('img[src*="w=160"]').waitFor();
    assert.equal(await page.getByRole('option', { name: 'Note' }).locator('svg').count(), 1);
  });

  it('asks before it hides values that stand in another language alone, and says where they are', async (scene) => {
    const { owner, base } = scene.given;
    const fields = [field('name', 'string'), field('motto', 'string', { name: 'Motto', localized: true })];
    const boat = { api_id: 'boat', name: 'Boat', display_field: 'name', fields };
    await owner.post(`${base}/content-types`, boat, 201);
    const mottos = [{ de: 'Immer weiter' }, { 'en-US': 'Onwards', de: 'Weiter' }, { 'en-US': 'Slowly' }];
    for (const [index, motto] of mottos.entries())
      await owner.post(`${base}/entries`, { content_type_id: 'boat', key: `boat-${index}`, fields: { motto } }, 201);
    const motto = async () => (await owner.get(`${base}/entries/boat-0`, 200)).at('fields.motto');

    const page = await scene.show(`${scene.path}/model/boat`);
    await page.getByRole('button', { name: 'Change Motto' }).click();
    await page.getByRole('checkbox', { name: 'Translate this field' }).uncheck();
    await page.getByRole('button', { name: 'Apply' }).click();
    const dialog = await ask(page, 'motto: 2 entries have values in it in other languages than the default one.');
    assert.deepEqual(await motto(), { de: 'Immer weiter' }, 'Nothing is done before it is confirmed.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();

    await owner.delete(`${base}/entries/boat-1`, 204);
    await owner.delete(`${base}/entries/boat-2`, 204);
    await page.getByRole('button', { name: 'Remove Motto' }).click();
    await saveHiding(page, 'motto: 1 entry has values in it.');
    await page.getByRole('region', { name: 'Hidden fields' }).getByText('motto · Short text · 1 entry').waitFor();
    assert.equal(await motto(), undefined);
  });

  it('asks once for everything that a change hides, and then hides no more than it named', async (scene) => {
    const { owner, base } = scene.given;
    const fields = ['one', 'two', 'three'].map((id) => field(id, 'string', { name: id, localized: true }));
    await owner.post(`${base}/content-types`, { api_id: 'triple', name: 'Triple', fields }, 201);
    const values = { one: '1', two: { de: 'zwei' }, three: { 'en-US': 'three', de: 'drei' } };
    await owner.post(`${base}/entries`, { content_type_id: 'triple', key: 'triple', fields: values }, 201);
    const page = await scene.show(`${scene.path}/model/triple`);
    for (const name of ['one', 'two']) await page.getByRole('button', { name: `Remove ${name}` }).click();
    await page.getByRole('button', { name: 'Change three' }).click();
    await page.getByRole('checkbox', { name: 'Translate this field' }).uncheck();
    await page.getByRole('button', { name: 'Apply' }).click();
    const dialog = await ask(page, 'three: 1 entry has values in it in other languages than the default one.');
    for (const name of ['one', 'two']) await dialog.getByText(`${name}: 1 entry has values in it.`).waitFor();
    await dialog.getByRole('button', { name: 'Save and hide values' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const kept = (await owner.get(`${base}/entries/triple`, 200)).at('fields');
    assert.deepEqual(kept, { three: { 'en-US': 'three' } });
  });

  it('begins a field anew beside hidden values, and removes those for good', async (scene) => {
    const { owner, base } = scene.given;
    const place = `${base}/content-types/pier`;
    await owner.post(
      `${base}/content-types`,
      { api_id: 'pier', name: 'Pier', fields: [field('depth', 'number')] },
      201,
    );
    await owner.post(`${base}/entries`, { content_type_id: 'pier', key: 'pier', fields: { depth: 7 } }, 201);
    await owner.patch(`${place}?confirm_data_loss=true`, { fields: [] }, 200);
    const page = await scene.show(`${scene.path}/model/pier`);
    const hidden = page.getByRole('region', { name: 'Hidden fields' });
    await hidden.getByText('depth · number · 1 entry').waitFor();
    await page.getByRole('button', { name: 'Add a field' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Depth');
    await dialog.getByRole('combobox', { name: 'Type' }).click();
    await dialog.getByRole('option', { name: /^Number / }).click();
    await dialog.getByRole('combobox', { name: 'Hidden values' }).click();
    await dialog.getByRole('option', { name: 'stay hidden, and this field starts empty' }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await save(page, 'depth is new.');
    await hidden.getByText('depth · number · 1 entry').waitFor();
    assert.equal((await owner.get(`${base}/entries/pier`, 200)).at('fields.depth'), undefined);
    await hidden.getByRole('button', { name: 'Remove permanently' }).click();
    await dialog.getByRole('button', { name: 'Remove permanently' }).click();
    await hidden.waitFor({ state: 'hidden' });
    assert.deepEqual((await owner.get(place, 200)).at('hidden_fields'), []);
  });
}

/** Saves after a look at what that does. */
async function save(page: Page, consequence: string): Promise<void> {
  const dialog = await look(page);
  await dialog.getByText(consequence).waitFor();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Saves what hides values, once the dialog has said which, and that nothing is saved yet. */
async function saveHiding(page: Page, loss: string): Promise<void> {
  const dialog = await ask(page, loss);
  await dialog.getByRole('button', { name: 'Save and hide values' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Tries to save what hides values; nothing is saved by that. @returns the dialog, which tells what would be hidden */
async function ask(page: Page, loss: string): Promise<Locator> {
  const dialog = await look(page);
  await dialog.getByText('you see which ones').waitFor();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByRole('alert').getByText('Nothing is saved yet').waitFor();
  await dialog.getByText(loss).waitFor();
  return dialog;
}

async function look(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Save…' }).click();
  return page.getByRole('dialog', { name: 'Save model' });
}
