/** A working day by keyboard alone: a model, a text with a picture and a link, what readers see, and back again. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { given, PASSWORD, type Scene } from '../../../testing/src/given.ts';
import { hurry } from '../harness/clock.ts';
import { Keyboard } from '../harness/hands.ts';
import { type Case, describeScenes, type StudioScene } from '../harness/scene.ts';
import { onePixel } from '../harness/studio.ts';

type Stage = StudioScene<Scene>;

const fill = ({ url, member }: Scene) => given(url, { member });

describeScenes('Studio without a pointer', { fill }, (it: Case<Scene>) => {
  it('logs in, models, writes, links, publishes, finds, withdraws and brings back by keyboard alone', async (stage) => {
    const page = await (await stage.visitor()).newPage();
    const hand = new Keyboard(page);
    await page.goto(`${stage.url}/studio${stage.path}/model`);
    await logIn(page, hand, stage);
    await model(page, hand);
    const key = await write(page, hand);
    await publish(page, hand);
    await find(page, key);
    await withdraw(page, hand, stage, key);
  });
});

async function logIn(page: Page, hand: Keyboard, stage: Stage): Promise<void> {
  await hand.write(page.getByRole('textbox', { name: 'E-mail address' }), stage.given.member.email);
  await hand.write(page.getByRole('textbox', { name: 'Password' }), PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Model' }).waitFor();
  // The scene has two spaces, of which the address names one.
  await page.goto(`${stage.url}/studio/spaces/${stage.filled.spaceId}/master/model`);
}

async function model(page: Page, hand: Keyboard): Promise<void> {
  const dialog = page.getByRole('dialog');
  await hand.press(page.getByRole('button', { name: 'New type' }));
  await hand.write(dialog.getByRole('textbox', { name: 'Name', exact: true }), 'Story');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Story', exact: true }).waitFor();
  for (const [name, type] of [
    ['Body', 'Rich text'],
    ['Picture', 'File'],
  ] as const) {
    await hand.press(page.getByRole('button', { name: 'Add a field' }));
    await hand.write(dialog.getByRole('textbox', { name: 'Name', exact: true }), name);
    await hand.write(dialog.getByRole('combobox', { name: 'Type', exact: true }), type);
    await page
      .getByRole('option', { name: type, selected: true })
      .or(page.getByRole('option', { name: type }))
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await hand.press(dialog.getByRole('button', { name: 'Add', exact: true }));
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: `Change ${name}` }).waitFor();
  }
  await hand.press(page.getByRole('button', { name: 'Save…' }));
  await hand.press(dialog.getByRole('button', { name: 'Save', exact: true }));
  await dialog.waitFor({ state: 'hidden' });
}

/** @returns the key of the entry */
async function write(page: Page, hand: Keyboard): Promise<string> {
  await hand.press(page.getByRole('link', { name: 'Content', exact: true }));
  await hand.press(page.getByRole('button', { name: 'New Story' }).first());
  // It has the focus at once.
  await page
    .getByRole('textbox', { name: /^Title/ })
    .and(page.locator(':focus'))
    .waitFor();
  await page.keyboard.type('Low tide at four');
  await hand.write(page.getByRole('textbox', { name: /^Body/ }), '');
  await page.keyboard.type('## The harbour\nBoats leave at dawn, says the pilot.');
  for (let letters = 0; letters < 'the pilot.'.length; letters += 1) await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Control+k');
  const link = page.getByRole('dialog', { name: 'Add link' });
  await link.getByRole('combobox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('https://example.com/pilot');
  await page.keyboard.press('Enter');
  await link.waitFor({ state: 'hidden' });
  // The caret is where it was, and what is typed goes on there.
  await page.getByRole('textbox', { name: /^Body/ }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.type(' It is cold.');
  await hand.press(page.getByRole('button', { name: 'Choose or upload' }));
  await hand.give(page.getByRole('dialog').getByRole('button', { name: 'Upload' }), onePixel);
  await page.getByRole('button', { name: 'Remove link to dot.png' }).waitFor();
  await hurry(page, page.getByText('Saved', { exact: true }).waitFor());
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

async function publish(page: Page, hand: Keyboard): Promise<void> {
  const opens = page.getByRole('button', { name: 'Publish…' });
  await hand.press(opens);
  await hand.press(page.getByRole('button', { name: 'Publish 1 entry' }));
  await page.getByText('Readers see it now', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await hasFocusSomewhere(page);
}

async function find(page: Page, key: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const words = page.getByRole('combobox', { name: /^Words of an entry/ });
  await words.and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Media');
  await page.getByRole('option', { name: 'Media', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
  await page.keyboard.press('Control+k');
  await words.and(page.locator(':focus')).waitFor();
  await page.keyboard.type('pilot');
  await page.getByRole('option', { name: /Low tide at four/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.endsWith(key));
}

async function withdraw(page: Page, hand: Keyboard, stage: Stage, key: string): Promise<void> {
  const { owner, base } = stage.filled;
  const status = async () => (await owner.get(`${base}/entries/${key}`, 200)).at('status');
  const unpublish = async () => {
    await hand.press(page.getByRole('button', { name: 'More actions' }));
    await hand.press(page.getByRole('menuitem', { name: 'Unpublish…' }));
    await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }));
    await page.getByRole('status').getByText('Readers no longer see it').waitFor();
    await hasFocusSomewhere(page);
  };
  await unpublish();
  assert.equal(await status(), 'draft');
  await hand.press(page.getByRole('status').getByRole('button', { name: 'Undo' }));
  await page.getByRole('status').filter({ hasText: 'Undone.' }).waitFor();
  assert.equal(await status(), 'published');
  await hasFocusSomewhere(page);
  const { fields } = (await owner.get(`${base}/entries/${key}`, 200)).json as { fields: Record<string, unknown> };
  assert.match(JSON.stringify(fields.body), /"the pilot\.".*example\.com\/pilot|example\.com\/pilot.*"the pilot\."/);
  assert.match(JSON.stringify(fields.body), /It is cold\./);
}

/** Whoever closes something goes on from where they were, not from the beginning of the page. */
async function hasFocusSomewhere(page: Page): Promise<void> {
  await page.locator(':focus').and(page.locator('body *')).waitFor();
}
