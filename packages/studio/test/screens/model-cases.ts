/** Changing the model without losing what entries hold. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Room } from './room.ts';

export function modelCases(room: () => Room): void {
  const type = () => room().show(`${room().filled.path}/model/article`);
  const stored = async () => await room().filled.scene.owner.get(`${room().filled.scene.base}/entries/post-3`, 200);

  it('renames a field and keeps its values', async () => {
    const page = await type();
    await page.getByRole('button', { name: 'Change Teaser' }).click();
    await page.getByRole('textbox', { name: 'Id' }).fill('summary');
    await page.getByRole('button', { name: 'Keep' }).click();
    await save(page, 'teaser is called summary, and keeps its values.');
    assert.match(String((await stored()).at('fields.summary.en-US')), /^Boats leave/);
    await page.close();
  });

  it('moves a field by dragging it and by button, says where it is now, and keeps the order', async () => {
    const page = await type();
    const field = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Change ${name}` }) });
    await field('Picture')
      .locator('> [aria-hidden]')
      .dragTo(field('Title'), { targetPosition: { x: 8, y: 2 } });
    await page.getByText('Picture is now 1 of 8.').waitFor();
    const up = page.getByRole('button', { name: 'Move Slug up' });
    await up.press('Enter');
    await page.getByText('Slug is now 2 of 8.').waitFor();
    await page.waitForFunction(`document.activeElement?.getAttribute('aria-label') === 'Move Slug up'`);
    await save(page, 'The fields stand in another order.');
    const { fields } = (await room().filled.scene.owner.get(`${room().filled.scene.base}/content-types/article`, 200))
      .json as { fields: { id: string }[] };
    assert.deepEqual(
      fields.slice(0, 3).map(({ id }) => id),
      ['picture', 'slug', 'title'],
    );
    await page.close();
  });

  it('tells how many entries lose a field, hides it, and brings it back', async () => {
    const page = await type();
    await page.getByRole('button', { name: /^Remove Donau/ }).click();
    await save(page, '8 entries have values in it');
    const hidden = page.getByRole('region', { name: 'Hidden fields' });
    await hidden.getByText('8 entries').waitFor();
    assert.equal((await stored()).at('fields.rating'), undefined);

    await page.getByRole('button', { name: 'Add a field' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Rating');
    await dialog.getByRole('combobox', { name: 'Type' }).click();
    await dialog.getByRole('option', { name: 'Number', exact: true }).click();
    await dialog.getByRole('combobox', { name: 'Its values' }).click();
    await dialog.getByRole('option', { name: 'come back' }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await save(page, 'rating is new.');
    await hidden.waitFor({ state: 'hidden' });
    assert.equal((await stored()).at('fields.rating.en-US'), 3);
    await page.close();
  });
}

/** Saves after a look at what that does. */
async function save(page: Page, consequence: string): Promise<void> {
  await page.getByRole('button', { name: 'Save …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save the model' });
  await dialog.getByText(consequence).waitFor();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}
